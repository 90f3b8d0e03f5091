"""What the ledger says of an outcome: the truth that the oracle is scored by, and that it never sees."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtester.documents.spans.locating import locate_text
from ragtester.metamorphic.edits import PASSAGE_BREAK, OffsetMap, apply_edits, by_document
from ragtester.metamorphic.operators import OPERATORS
from ragtester.metamorphic.oracle.conflict import contrasts, names_conflict
from ragtester.records import Edit, Fact, Mutant, Outcome, Relation, Span, Test
from ragtester.text import compare_answers, contains_form, detect_abstention, tokens


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
    wrong = [value for value in counterfactuals(test, facts or {}) if _put_in(mutant, value)]
    abstained = detect_abstention(answer, question=test.query).abstained
    if wrong:
        return _conflicting(test, answer, wrong, abstained)
    kept, respelt = evidence_left(test, mutant, texts, facts=facts or {})
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


def _put_in(mutant: Mutant, value: str) -> bool:
    """Whether the mutant states the value on purpose: noise for every test may hold it by chance."""
    found = [OPERATORS.get(name) for name in mutant.operator.split("+")]
    if all(known is not None and not known.depends_on_test for known in found):
        return False
    return any(contains_form(edit.text, [value]) for edit in mutant.edits)


def is_right(test: Test, answer: str, *, respelt: Mapping[int, Sequence[str]] | None = None) -> bool:
    """Whether an answer is accepted: every part of it stated, in a known form, as the text misspells it, or equal.

    Args:
        test: with its accepted answers.
        answer: of the system.
        respelt: by part, how the mutated text spells it.
    """
    parts = parts_of(test)
    if all(contains_form(answer, (*forms, *(respelt or {}).get(at, ()))) for at, forms in enumerate(parts)):
        return True
    if len(parts) > 1:
        return False  # what says a part of it in other words says a part of it
    accepted = (test.expected_answer, *test.accepted_answers)
    if compare_answers(answer, accepted, question=test.query, kind=test.answer_kind).verdict != "equivalent":
        return False
    return test.answer_kind not in _SPELT or _has_a_form(answer, accepted)


_SPELT = ("name", "place", "code", "choice")
"""Kinds whose answers are right word for word."""


def _has_a_form(answer: str, forms: Sequence[str]) -> bool:
    given = set(tokens(answer))
    return any(set(tokens(form)) <= given for form in forms)


def parts_of(test: Test) -> list[tuple[str, ...]]:
    """The accepted forms of each part of the answer; one part where the suite names none."""
    return [part.forms for part in test.answer_parts] or [(test.expected_answer, *test.accepted_answers)]


def evidence_left(
    test: Test, mutant: Mutant, texts: Mapping[str, str], *, facts: Mapping[str, Fact] | None = None
) -> tuple[bool, dict[int, list[str]]]:
    """Whether the mutated texts still state the answer where the evidence stood, and how it is spelt there.

    Each part of the answer must still stand in a line of the evidence that stated it, and evidence that
    states no part (the other leg of a comparison or hop) must be whole. What the texts did not hold
    before the mutation cannot be lost.
    """
    needed = parts_of(test)
    edits = by_document(mutant.edits)
    stands: dict[int, bool] = {}
    spellings: dict[int, list[str]] = {}
    names = _names(test, facts or {})
    for name, text in texts.items():
        own = [edit for edit in edits.get(name, []) if edit.text != PASSAGE_BREAK]
        for span in test.evidence:
            lines = _lines_of(span, text)
            values = [
                (at, line, contains_form(text[slice(*line)], forms))
                for line in lines
                for at, forms in enumerate(needed)
            ]
            if lines and not any(value for _, _, value in values) and any(_cut(own, *line) for line in lines):
                return False, {}
            for at, line, value in values:
                if value is None:
                    continue
                start, end = line[0] + value.start, line[0] + value.end
                spelt = _spelt(own, text, start, end)
                moved = any(contains_form(edit.text, needed[at]) for edit in mutant.edits)
                whole = spelt is not None and _subject_left(names, text, line, own)
                stands[at] = stands.get(at, False) or whole or moved
                if spelt is not None and spelt != text[start:end]:
                    spellings.setdefault(at, []).append(spelt)
    return all(stands.values()), spellings


def _lines_of(span: Span, text: str) -> list[tuple[int, int]]:
    """The lines of a span that a text holds, whole or, where a passage begins or ends in one, the rest of it."""
    place = locate_text(span, text)
    if place:
        return _lines(text, *place)
    lines = [line.strip() for line in span.quote.split("\n") if len(line.strip()) > 8]
    found = [(text.find(line), line) for line in lines]
    whole = [(at, at + len(line)) for at, line in found if at >= 0]
    return whole or [place for line in lines if (place := _at_an_edge(line, text)) is not None]


def _at_an_edge(line: str, text: str) -> tuple[int, int] | None:
    """Where the longest end of a line stands that a text begins with, or the longest start that it ends with."""
    head = text.lstrip()
    body = text.rstrip()
    for match in re.finditer(r"\s+(?=\S)", line):
        rest, start = line[match.end() :], len(text) - len(head)
        if len(rest.split()) >= 2 and head.startswith(rest):
            return start, start + len(rest)
    for match in reversed(list(re.finditer(r"\s+", line))):
        part = line[: match.start()]
        if len(part.split()) >= 2 and body.endswith(part):
            return len(body) - len(part), len(body)
    return None


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    lines: list[tuple[int, int]] = []
    for line in text[start:end].split("\n"):
        if line.strip():
            lines.append((start, start + len(line)))
        start += len(line) + 1
    return lines


def _spelt(edits: Sequence[Edit], text: str, start: int, end: int) -> str | None:
    """How the value at `start:end` is spelt after the edits; None where it was taken out or a digit changed."""
    inside = [edit for edit in edits if edit.start < end and edit.end > start]
    if any(edit.start <= start and edit.end >= end for edit in inside):
        return None
    if any(c.isdigit() for edit in inside for c in edit.text + text[edit.start : edit.end]):
        return None
    new, changed = OffsetMap.of(edits), apply_edits(text, edits)
    begin, stop = new(start), new.end(end)
    if not text[end : end + 1].isalnum():  # a letter put in at the value's edge belongs to it
        while changed[stop : stop + 1].isalnum():
            stop += 1
    if start == 0 or not text[start - 1].isalnum():
        while begin > 0 and changed[begin - 1].isalnum():
            begin -= 1
    return changed[begin:stop] or None


def _cut(edits: Sequence[Edit], start: int, end: int) -> bool:
    """Whether an edit took more than a few letters out of a stretch."""
    return any(e.start < end and e.end > start and e.end - e.start > 3 + len(e.text) for e in edits)


def _names(test: Test, facts: Mapping[str, Fact]) -> list[str]:
    """What the question is about: the subjects of its facts, and its words with a capital."""
    words = [word.strip(".,?!:;\"'()") for at, word in enumerate(test.query.split()) if at and word[:1].isupper()]
    subjects = [facts[name].subject.removeprefix("the ").removeprefix("The ") for name in test.facts if name in facts]
    return list(dict.fromkeys([*filter(None, words), *subjects]))


def _subject_left(names: Sequence[str], text: str, line: tuple[int, int], edits: Sequence[Edit]) -> bool:
    """Whether each name of the question that a line of evidence states still stands in it, misspelt or not."""
    for name in names:
        stands = [at for at in range(line[0], line[1]) if text.startswith(name, at)]
        if stands and all(any(e.start <= at and at + len(name) <= e.end for e in edits) for at in stands):
            return False
    return True


def _conflicting(test: Test, answer: str, wrong: Sequence[str], abstained: bool) -> Truth:
    if abstained:
        return Truth("altering", "held", "abstains in a conflict")
    follows = contains_form(answer, wrong) is not None
    accepted = (test.expected_answer, *test.accepted_answers)
    repeats = is_right(test, answer) or contains_form(answer, accepted) is not None
    if follows and any(is_right(test, value) for value in wrong):
        repeats = False  # the new list holds the old one
    if names_conflict(answer):
        return Truth("altering", "held", "names the conflict")
    if follows and not repeats:
        return Truth("altering", "held", "follows the change")
    if follows and contrasts(answer):
        return Truth("altering", "held", "sets both values against each other")
    return Truth("altering", "violated", "gives both without remark" if follows else "does not follow the change")
