"""Assertions for hand-written tests: an answer is right, and borne out by its contexts."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.api_asking import Asked, ask_and_judge, judge_named
from ragtester.errors import MeasurementError
from ragtester.protocols import Judge
from ragtester.pytest_plugin.loop import Loop
from ragtester.pytest_plugin.showing import details
from ragtester.records import Answer, Question, Retrieved, Span, Test, text_hash
from ragtester.systems.external.base import ExternalSystem


def assert_answer(
    question: str,
    answer: str | Answer,
    *,
    expected: str | None = None,
    accepted: Sequence[str] = (),
    contexts: Sequence[str] | None = None,
    evidence: str | None = None,
    document: str | None = None,
    judge: str | Judge = "builtin",
) -> None:
    """Fails the test unless the answer is right; says question, expected, answer, reason, stage and evidence.

    Args:
        question: what was asked.
        answer: what your system said.
        expected: the right answer; None where the right answer is to abstain.
        accepted: other right answers.
        contexts: the passages that your system gave its model; with `evidence`, the failing stage is named.
        evidence: the sentence that a right answer rests on.
        document: the document that holds the evidence.
        judge: `builtin`, `openai/NAME`, `llama_cpp/PATH`, or a judge.

    Raises:
        AssertionError: the answer is wrong.
        MeasurementError: the judge could not decide.
    """
    __tracebackhide__ = True
    test = make_test(question, expected=expected, accepted=accepted, evidence=evidence, document=document)
    given = answer if isinstance(answer, Answer) else Answer(text=answer)
    if contexts is not None:
        context = tuple(
            Retrieved(chunk=text_hash(text)[:16], document=document or "", text=text, rank=rank)
            for rank, text in enumerate(contexts, start=1)
        )
        given = given.model_copy(update={"context": context})
    chosen = judge_named(judge) if isinstance(judge, str) else judge
    loop = Loop()
    try:
        require(loop.run(ask_and_judge(_Given(given), test, chosen)))
    finally:
        loop.close()


def assert_grounded(answer: str, contexts: Sequence[str], *, question: str = "", tau: float = 0.5) -> None:
    """Fails the test if a statement of the answer is not borne out by the contexts; names each such statement.

    Raises:
        AssertionError: a statement is unsupported or contradicted.
    """
    __tracebackhide__ = True
    from ragtester.api import ground_answer

    found = ground_answer(answer, contexts, question=question, tau=tau)
    flagged = [one for one in found.factoids if one.flagged]
    if flagged:
        lines = [f"  {one.score:.2f}  {one.text}\n        {one.reason}" for one in flagged]
        raise AssertionError(
            f"{len(flagged)} of {len(found.factoids)} statements are not borne out by the contexts\n" + "\n".join(lines)
        )


def make_test(
    question: str, *, expected: str | None, accepted: Sequence[str], evidence: str | None, document: str | None
) -> Test:
    """A test from what its author wrote down."""
    span = Span(document=document or "", quote=evidence) if evidence else None
    return Test(
        id="written-by-hand",
        query=question,
        kind="negative" if expected is None else "positive",
        type="written_by_hand",
        expected_answer=expected or "",
        accepted_answers=tuple(accepted),
        evidence=(span,) if span else (),
        document=document,
        author="you",
    )


def require(asked: Asked) -> None:
    """Raises unless it passed.

    Raises:
        AssertionError: it failed.
        MeasurementError: it could not be measured.
    """
    __tracebackhide__ = True
    if asked.status == "failed":
        raise AssertionError("the answer is not right\n" + details(asked))
    if asked.status != "passed":
        raise MeasurementError(f"not measured: {asked.message}", reason=asked.reason or "system_error")


class _Given(ExternalSystem):
    """A system that has answered already."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("your answer", None, capabilities=frozenset(("ask",)))
        self._answer = answer

    async def ask(self, question: Question) -> Answer:
        """The given answer."""
        return self._answer
