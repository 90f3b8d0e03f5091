"""The judge with a model: the built-in judge decides what it is sure of, a model or a panel the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.errors import MeasurementError
from ragtester.judge.builtin import BuiltinJudge, cleaned, failure_of
from ragtester.judge.dimensions import Thresholds
from ragtester.judge.injection import suspicious
from ragtester.judge.panel import Panel
from ragtester.judge.rules import rules_version
from ragtester.judge.veto import is_quoted, veto
from ragtester.judge.votes import Outcome, Vote, majority, split
from ragtester.records import Answer, Test, Verdict, content_key

SURE_AT = 0.8
"""Confidence from which the built-in judge's verdict stands."""


class LlmJudge:
    """Asks a panel where the built-in judge is less sure than `sure_at`.

    The panel sees the answer without what addresses a grader, as quoted data. A contradiction that the rules see is a
    veto; a pass whose claim does not stand in the answer is not counted; an answer that did address the grader can
    be lowered by a model and never raised.

    Args:
        panel: the models.
        thresholds: the lowest score that passes, by dimension.
        sure_at: from 0 to 1; 0 never asks a model, more than 1 always does.
    """

    uses_context = True

    def __init__(self, panel: Panel, *, thresholds: Thresholds | None = None, sure_at: float = SURE_AT) -> None:
        self._panel = panel
        self._thresholds = thresholds or Thresholds()
        self._builtin = BuiltinJudge(thresholds=self._thresholds)
        self._sure_at = sure_at
        self._version = content_key(
            "llm judge",
            builtin=self._builtin.version,
            rules=rules_version(),
            sure_at=sure_at,
            thresholds=dict(sorted(self._thresholds.lowest.items())),
            **panel.identity,
        )[:12]

    @property
    def name(self) -> str:
        """The models' names."""
        return self._panel.name

    @property
    def version(self) -> str:
        """Changes with the rules, the prompt, the models and their number of votes."""
        return self._version

    async def judge(self, test: Test, answer: Answer) -> Verdict:
        """The verdict; `unmeasured` where every vote failed, with the first failure's reason."""
        first = self._builtin.judge_now(test, answer)
        if first.status == "unmeasured" or (first.confidence or 0.0) >= self._sure_at:
            return first.model_copy(update={"judge": f"{first.judge} for {self.name} {self.version}"})
        text, injections = cleaned(test, answer)
        if not text.strip():
            return first
        votes, failures = split(await self._panel.votes(test, text))
        if not votes:
            return self._unmeasured(first, failures)
        known = [test.query, test.expected_answer, *test.accepted_answers, *(span.quote for span in test.evidence)]
        hint = "addressed its grader" if injections else suspicious(text, known)
        counted = [self._checked(vote, test, answer, text, first, hint) for vote in votes]
        outcome = majority(counted, tie="passed" if first.status == "passed" else "failed")
        return self._verdict(first, outcome, failures)

    def _checked(self, vote: Vote, test: Test, answer: Answer, text: str, first: Verdict, hint: str | None) -> Vote:
        """The vote, turned where it passes what cannot pass."""
        if vote.status == "failed":
            return vote
        against = veto(test, answer, text, vote.claim)
        if against is None and first.status == "failed" and hint:
            against = f"the answer {hint}, so that no model may raise it"
        if (
            against is None
            and first.status == "failed"
            and test.kind == "positive"
            and not is_quoted(vote.claim, text, test.query)
        ):
            against = f"the claim {vote.claim!r} does not stand in the answer"
        if against is None:
            return vote
        scores = dict(vote.scores) | {"factuality": min(2.0, first.scores.get("factuality") or 1.0)}
        return replace(vote, status="failed", scores=scores, comparison=f"not counted as passed: {against}")

    def _verdict(self, first: Verdict, outcome: Outcome, failures: Sequence[MeasurementError]) -> Verdict:
        agreed = outcome.status == first.status
        before = first.confidence or 0.5
        sure = 1 - (1 - before) / 2 if agreed else max(0.5, 0.75 * outcome.stability)
        notes = [outcome.vote.comparison or f"claims {outcome.vote.claim!r}"]
        if not agreed:
            notes.append(f"the rules said {first.status}: {first.rationale}")
        if failures:
            notes.append(f"{len(failures)} votes failed")
        failing = self._thresholds.failing(outcome.scores)
        return first.model_copy(
            update={
                "status": outcome.status,
                "scores": dict(outcome.scores),
                "confidence": round(sure * (0.5 + 0.5 * outcome.stability), 3),
                "rationale": "; ".join(notes),
                "judge": f"{self.name} {self.version}",
                "votes": outcome.counts,
                "failure": None if outcome.status == "passed" else first.failure or failure_of(failing, outcome.scores),
                "metrics": {**first.metrics, "stability": outcome.stability},
            }
        )

    def _unmeasured(self, first: Verdict, failures: Sequence[MeasurementError]) -> Verdict:
        return first.model_copy(
            update={
                "status": "unmeasured",
                "reason": failures[0].reason,
                "scores": {},
                "confidence": None,
                "failure": None,
                "rationale": str(failures[0]),
                "judge": f"{self.name} {self.version}",
            }
        )
