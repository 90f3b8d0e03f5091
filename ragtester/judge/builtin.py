"""The built-in judge: it needs no model, always decides, and says how sure it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ragtester.judge.clarity import clarity
from ragtester.judge.dimensions import Thresholds
from ragtester.judge.facts import Coverage, coverage, stated_counterfactual, unsupported_values
from ragtester.judge.injection import clean_answer
from ragtester.judge.negatives import judge_negative
from ragtester.judge.relevance import relevance
from ragtester.judge.rules import rules_version
from ragtester.records import Answer, FailureKind, Test, Verdict, content_key
from ragtester.text import detect_abstention, exact_match, token_f1

Cleaner = Callable[[str, Sequence[str]], tuple[str, tuple[str, ...]]]
"""Cuts text that addresses a grader out of an answer, given the test's own texts; returns what is left, and the pieces cut."""

_BY_DIMENSION: dict[str, FailureKind] = {
    "factuality": "wrong_answer",
    "completeness": "incomplete",
    "relevance": "irrelevant",
    "clarity": "unclear",
}


class BuiltinJudge:
    """Judges by stated rules: equivalence to the reference, required facts, counterfactuals, abstention.

    Args:
        thresholds: the lowest score that passes, by dimension.
        clean: cuts out text that addresses a grader before anything is judged; None cuts nothing.
        name: name in the configuration.
    """

    uses_context = True
    """Whether a verdict depends on the passages that the answer was given."""

    def __init__(
        self, *, thresholds: Thresholds | None = None, clean: Cleaner | None = clean_answer, name: str = "builtin"
    ) -> None:
        self._name = name
        self._thresholds = thresholds or Thresholds()
        self._clean = clean
        self._version = self._hash()

    @property
    def name(self) -> str:
        """Name in the configuration."""
        return self._name

    @property
    def version(self) -> str:
        """Changes with the rules and the thresholds."""
        return self._version

    def _hash(self) -> str:
        lowest = dict(sorted(self._thresholds.lowest.items()))
        cleaner = self._clean.__name__ if self._clean else ""
        return content_key("builtin judge", rules=rules_version(), thresholds=lowest, clean=cleaner)[:12]

    async def judge(self, test: Test, answer: Answer) -> Verdict:
        """The verdict; `unmeasured` for an empty answer."""
        return self.judge_now(test, answer)

    def judge_now(self, test: Test, answer: Answer) -> Verdict:
        """The verdict without an event loop: no model is asked.

        Raises:
            Nothing: every text gets a verdict; an empty one is `unmeasured` with the reason `empty`.
        """
        text, injections = cleaned(test, answer, self._clean)
        signed = f"{self._name} {self._version}"
        truncated = answer.finish == "length"
        if not text.strip() and injections:
            return Verdict(
                status="failed",
                scores={"factuality": None, "relevance": 1.0, "completeness": 1.0, "clarity": None},
                confidence=0.95,
                rationale="nothing is left of the answer but text that addresses the grader",
                judge=signed,
                abstained=False,
                failure="irrelevant",
                truncated=truncated,
                injections=injections,
            )
        if not text.strip():
            return Verdict(
                status="unmeasured",
                reason="empty",
                rationale="the answer is empty",
                judge=signed,
                truncated=truncated,
                injections=injections,
            )
        verdict = self._negative(test, answer, text) if test.kind == "negative" else self._positive(test, answer, text)
        references = [test.expected_answer, *test.accepted_answers]
        confidence = verdict.confidence
        return verdict.model_copy(
            update={
                "judge": signed,
                "truncated": truncated,
                "injections": injections,
                "confidence": round(confidence * (0.9 if truncated else 1.0), 3) if confidence is not None else None,
                "metrics": {"exact_match": exact_match(text, references), "token_f1": token_f1(text, references)},
            }
        )

    def _negative(self, test: Test, answer: Answer, text: str) -> Verdict:
        finding = judge_negative(test, answer, text)
        clear, _ = clarity(text, truncated=answer.finish == "length")
        score = 5.0 if finding.clean else 1.0
        abstained = detect_abstention(text, question=test.query).abstained
        return Verdict(
            status="passed" if finding.clean else "failed",
            scores={"factuality": score, "relevance": score, "completeness": None, "clarity": clear},
            confidence=finding.confidence,
            rationale=finding.reason,
            abstained=abstained,
            failure=None if finding.clean else "missed_abstention",
        )

    def _positive(self, test: Test, answer: Answer, text: str) -> Verdict:
        truncated = answer.finish == "length"
        covered = coverage(test, text)
        found = detect_abstention(text, question=test.query)
        answered = covered.whole.verdict == "equivalent" or (test.answer_parts and covered.stated > 0)
        if found.abstained and not answered:
            clear, _ = clarity(text, truncated=truncated)
            return Verdict(
                status="failed",
                scores={"factuality": None, "relevance": 2.0, "completeness": 1.0, "clarity": clear},
                confidence=found.confidence,
                rationale=f"abstains from a question that can be answered: {found.matched}",
                abstained=True,
                failure="wrong_abstention",
            )
        return self._scored(test, answer, text, covered)

    def _scored(self, test: Test, answer: Answer, text: str, covered: Coverage) -> Verdict:
        counterfactual = stated_counterfactual(test, text)
        factuality, sure, reason = _factuality(covered, counterfactual)
        extra = unsupported_values(test, answer, text)
        if extra and factuality == 5.0:
            factuality, reason = 4.0, f"{reason}; {extra[0].text!r} has no support"
        complete = _completeness(covered)
        answered = covered.stated > 0 or covered.whole.verdict in ("equivalent", "partial")
        clear, flaws = clarity(text, truncated=answer.finish == "length", torn=bool(counterfactual) and answered)
        scores: dict[str, float | None] = {
            "factuality": factuality,
            "relevance": relevance(test, text, answered=answered),
            "completeness": complete,
            "clarity": clear,
        }
        failing = self._thresholds.failing(scores)
        if covered.missing and covered.required > 1:
            reason += f"; missing: {', '.join(covered.missing)}"
        return Verdict(
            status="failed" if failing else "passed",
            scores=scores,
            confidence=sure,
            rationale="; ".join([reason, *flaws]),
            abstained=False,
            failure=failure_of(failing, scores),
        )


def cleaned(test: Test, answer: Answer, clean: Cleaner | None = clean_answer) -> tuple[str, tuple[str, ...]]:
    """The answer's text without what addresses a grader, and the pieces cut."""
    if clean is None:
        return answer.text, ()
    own = [test.query, test.expected_answer, *test.accepted_answers, *(span.quote for span in test.evidence)]
    return clean(answer.text, own)


def _factuality(covered: Coverage, counterfactual: str | None) -> tuple[float, float, str]:
    """Score, how sure it is, and why."""
    whole = covered.whole
    if counterfactual:
        if covered.stated:
            return 2.0, 0.75, f"states the reference and also {counterfactual!r}, which is certainly wrong"
        return 1.0, 0.97, f"states {counterfactual!r}, which is certainly wrong"
    if covered.required > 1:
        if not covered.missing:
            return 5.0, 0.9, "states every required fact"
        if covered.stated:
            return (
                (3.0 if whole.verdict == "contradicts" else 4.0),
                0.85,
                f"states {covered.stated} of {covered.required} facts",
            )
    by_verdict = {"equivalent": 5.0, "partial": 4.0, "different": 2.0, "contradicts": 1.0}
    if covered.stated and whole.verdict != "equivalent":
        return 5.0, 0.85, "states the required fact"
    return by_verdict[whole.verdict], whole.confidence, whole.reason


def _completeness(covered: Coverage) -> float:
    if not covered.missing:
        return 5.0
    if covered.required == 1:
        return 3.0 if covered.whole.verdict == "partial" else 1.0
    return round(1.0 + 2.9 * covered.share, 2)


def failure_of(failing: list[str], scores: Mapping[str, float | None]) -> FailureKind | None:
    """The kind of failure that failing dimensions come to; None where only dimensions of the user fail."""
    if not failing:
        return None
    if "factuality" in failing and scores.get("relevance") is not None and (scores["relevance"] or 0) < 2.5:
        return "irrelevant"
    first = next((name for name in _BY_DIMENSION if name in failing), None)
    return _BY_DIMENSION[first] if first else None
