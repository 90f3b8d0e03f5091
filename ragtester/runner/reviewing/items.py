"""What there is to label: tests of the suite, answers of the newest run, mutants of its campaign."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ragtester.errors import InputError
from ragtester.records import RelationOutcome, Test
from ragtester.runner.session import Session
from ragtester.runner.traces import hydrate, referred
from ragtester.suite import read_suite

Kind = Literal["test", "verdict", "mutant"]
KINDS: tuple[Kind, ...] = ("test", "verdict", "mutant")

_PAGE = 500
_WIDE = 900


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: the key to press and the word that is stored."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question about an item."""

    text: str
    choices: tuple[Choice, ...]


_TEST = (
    Question(
        "Is this a good test (clear question, right answer, in the evidence)?",
        (Choice("g", "good"), Choice("b", "bad")),
    ),
)
_VERDICT = (Question("Is the answer right?", (Choice("y", "passed"), Choice("n", "failed"))),)
_MUTANT = (
    Question("Does the changed text still hold what the answer needs?", (Choice("p", "preserving"), Choice("a", "altering"))),
    Question("Do the two answers say the same?", (Choice("e", "equivalent"), Choice("d", "different"))),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewItem:
    """One thing to label. The judge's or oracle's own decision is not shown: it would lead the reviewer."""

    kind: Kind
    item: str
    """Test id, content key of the answer, or mutant id."""
    lines: tuple[tuple[str, str], ...]
    """What is shown: names and texts."""
    questions: tuple[Question, ...]
    confidence: bool = False
    """Whether the reviewer also says how sure they are, 1 to 5."""
    note: str = ""


def items_to_review(session: Session, kinds: tuple[Kind, ...], *, seed: int = 0) -> list[ReviewItem]:
    """The items of each kind, shuffled with the seed: whoever labels only some has drawn a sample of all.

    Raises:
        InputError: the configuration has neither a suite nor a run yet.
    """
    found: list[ReviewItem] = []
    for kind in kinds:
        own = list({item.item: item for item in _OF_KIND[kind](session)}.values())
        random.Random(f"{seed} {kind}").shuffle(own)
        found += own
    if not found:
        raise InputError(
            f"there is nothing to review in {session.folder}; make a suite with `ragtester suite` or a run with `ragtester run`"
        )
    return found


def _tests(session: Session) -> Iterator[ReviewItem]:
    for test in tests_of(session).values():
        yield ReviewItem(kind="test", item=test.id, lines=_shown(test), questions=_TEST)


def tests_of(session: Session) -> Mapping[str, Test]:
    """The suite that the configuration names or that was made for it; empty where there is none."""
    named = session.loaded.config.suite.file
    file = session.loaded.path(named) if named else session.folder / "suite.jsonl"
    return {test.id: test for test in read_suite(file)} if file.is_file() else {}


def _verdicts(session: Session) -> Iterator[ReviewItem]:
    tests = tests_of(session)
    for case, payload in answered(session):
        test = tests.get(case["test"])
        if test is None:
            continue
        answer = hydrate(payload, session.store.passages(referred(payload)))
        yield ReviewItem(
            kind="verdict",
            item=case["answer_key"],
            lines=(*_shown(test), ("answer", answer.text)),
            questions=_VERDICT,
        )


def answered(session: Session) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The cases of the newest run that have an answer, with the answer as stored."""
    session.store.flush()
    run = next(iter(session.store.runs(name=session.loaded.config.name, limit=1)), None)
    after = -1
    while run is not None and (page := session.store.cases(str(run["id"]), after=after, limit=_PAGE)):
        after = int(page[-1]["position"])
        stored = session.store.results(case["answer_key"] for case in page if case["answer_key"])
        for case in page:
            payload = stored.get(case["answer_key"])
            if payload is not None and case["status"] in ("passed", "failed"):
                yield dict(case), dict(payload)


def _mutants(session: Session) -> Iterator[ReviewItem]:
    file = session.folder / "runs" / "latest" / "metamorphic" / "outcomes.jsonl"
    tests = tests_of(session)
    for outcome in _outcomes(file) if file.is_file() else ():
        if outcome.outcome not in ("held", "violated"):
            continue
        test = tests.get(outcome.test)
        yield ReviewItem(
            kind="mutant",
            item=outcome.mutant,
            lines=(
                ("question", test.query if test else outcome.test),
                ("change", f"{outcome.operator} ({outcome.scope}): {outcome.diff}"),
                ("answer before", outcome.base_answer),
                ("answer after", outcome.mutant_answer),
            ),
            questions=_MUTANT,
            confidence=True,
            note=f"system: {outcome.system}",
        )


def _outcomes(file: Path) -> Iterator[RelationOutcome]:
    for line in filter(str.strip, file.read_text(encoding="utf-8").split("\n")):
        yield RelationOutcome.model_validate(json.loads(line))


def _shown(test: Test) -> tuple[tuple[str, str], ...]:
    evidence = " / ".join(" ".join(span.quote.split()) for span in test.evidence)
    lines = [("question", test.query), ("expected", test.expected_answer)]
    if test.kind == "negative":
        lines.append(("note", "the documents do not answer this: right is to say so"))
    return (*lines, *([("evidence", evidence[:_WIDE])] if evidence else []))


_OF_KIND = {"test": _tests, "verdict": _verdicts, "mutant": _mutants}
