"""What the ledger says of an outcome: the truth that the oracle is scored by, and that it never sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtester.documents.spans.locating import locate_text
from ragtester.metamorphic.edits import PASSAGE_BREAK, OffsetMap, apply_edits, by_document
from ragtester.metamorphic.oracle.conflict import contrasts, names_conflict
from ragtester.records import Edit, Fact, Mutant, Outcome, Relation, Test
from ragtester.text import compare_answers, contains_form, detect_abstention


@dataclass(frozen=True, slots=True)
class Truth:
    """The right relation and outcome by the test's own answers, and why."""

    relation: Relation
    outcome: Outcome
    reason: str


def truth(
    test: Test, mutant: Mutant, answer: str, texts: Mapping[str, str], *, facts: Mapping[str, Fact] | None = None
) -> Truth | None:
    """The true outcome of one mutant, by construction; None where there is nothing to know it by.

    Args:
        test: the test with its accepted answers and counterfactuals.
        mutant: its edits say exactly what was done to the text.
        answer: the system's answer under the mutant.
        texts: the texts before the mutation by id: documents (pre) or passages (post).
        facts: the ledger's facts by id.
    """
    if not answer.strip() or test.kind != "positive":
        return None
    wrong = counterfactuals(test, facts or {})
    abstained = detect_abstention(answer, question=test.query).abstained
    if wrong and any(contains_form(edit.text, wrong) for edit in mutant.edits):
        return _conflicting(test, answer, wrong, abstained)
    kept, respelt = evidence_left(test, mutant, texts)
    if not kept:
        outcome: Outcome = "held" if abstained else "violated"
        return Truth(
            "altering",
            outcome,
            f"the evidence is gone and the answer {'abstains' if abstained else 'does not abstain'}",
        )
    if abstained:
        return Truth("preserving", "violated", "abstains although the evidence is there")
    right = is_right(test, answer, respelt=respelt)
    return Truth(
        "preserving", "held" if right else "violated", "an accepted answer" if right else "not an accepted answer"
    )


def counterfactuals(test: Test, facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """The values that are certainly wrong: the test's, and that of its fact in the ledger."""
    found = [facts[name].counterfactual for name in test.facts if name in facts]
    return tuple(dict.fromkeys([*test.counterfactuals, *(value for value in found if value)]))


def is_right(test: Test, answer: str, *, respelt: Sequence[str] = ()) -> bool:
    """Whether an answer is accepted: the expected one, another accepted form, or every part of a complete one."""
    if test.answer_parts and all(contains_form(answer, part.forms) for part in test.answer_parts):
        return True
    accepted = (test.expected_answer, *test.accepted_answers)
    if compare_answers(answer, accepted, question=test.query, kind=test.answer_kind).verdict == "equivalent":
        return True
    return bool(respelt) and contains_form(answer, respelt) is not None


def evidence_left(test: Test, mutant: Mutant, texts: Mapping[str, str]) -> tuple[bool, tuple[str, ...]]:
    """Whether the mutated texts still state the answer where the evidence stood, and how it is spelt there."""
    edits = by_document(mutant.edits)
    accepted = (test.expected_answer, *test.accepted_answers)
    stated: list[bool] = []
    spellings: list[str] = []
    for name, text in texts.items():
        own = [edit for edit in edits.get(name, []) if edit.text != PASSAGE_BREAK]
        new = OffsetMap.of(own)
        mutated = apply_edits(text, own)
        for span in test.evidence:
            place = locate_text(span, text)
            if place is None:
                continue
            value = contains_form(text[place[0] : place[1]], accepted)
            if value is None:  # a computed answer: all of its evidence must stay
                stated.append(not _touched(own, *place))
                continue
            start, end = place[0] + value.start, place[0] + value.end
            spelling = mutated[new(start) : new(end)]
            cut = any(edit.start <= start and edit.end >= end and edit.end > edit.start for edit in own)
            changed = [edit for edit in own if start <= edit.start and edit.end <= end and edit.end > edit.start]
            digits = any(c.isdigit() for edit in changed for c in edit.text + text[edit.start : edit.end])
            moved = cut and any(contains_form(edit.text, accepted) for edit in mutant.edits)
            whole = not cut and not digits and bool(spelling.strip()) and _subject_left(test, text, place, own)
            stated.append(whole or moved)
            if changed and whole:
                spellings.append(spelling)
    if not stated:
        return True, ()
    return any(stated) if len(test.evidence) == 1 else all(stated), tuple(spellings)


def _subject_left(test: Test, text: str, place: tuple[int, int], edits: Sequence[Edit]) -> bool:
    """Whether each name of the question that the evidence states still stands in it, misspelt or not."""
    names = [word.strip(".,?!:;\"'()") for at, word in enumerate(test.query.split()) if at and word[:1].isupper()]
    for name in filter(None, names):
        stands = [at for at in range(place[0], place[1]) if text.startswith(name, at)]
        if stands and all(any(e.start <= at and at + len(name) <= e.end for e in edits) for at in stands):
            return False
    return True


def _touched(edits: Sequence[Edit], start: int, end: int) -> bool:
    """Whether an edit took something out of a stretch, letters apart."""
    return any(
        edit.start < end and edit.end > start and edit.end - edit.start > 3 and len(edit.text) < edit.end - edit.start
        for edit in edits
    )


def _conflicting(test: Test, answer: str, wrong: Sequence[str], abstained: bool) -> Truth:
    if abstained:
        return Truth("altering", "held", "abstains in a conflict")
    follows = contains_form(answer, wrong) is not None
    repeats = (
        is_right(test, answer) or contains_form(answer, (test.expected_answer, *test.accepted_answers)) is not None
    )
    if names_conflict(answer):
        return Truth("altering", "held", "names the conflict")
    if follows and not repeats:
        return Truth("altering", "held", "follows the change")
    if follows and contrasts(answer):
        return Truth("altering", "held", "sets both values against each other")
    return Truth("altering", "violated", "gives both without remark" if follows else "does not follow the change")
