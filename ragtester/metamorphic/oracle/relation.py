"""The metamorphic oracle: from two executions of a system to an outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.errors import UnmeasuredReason
from ragtester.metamorphic.mutation import Skipped
from ragtester.metamorphic.oracle.adaptation import HOLDS_FROM, Adaptation, adaptation
from ragtester.metamorphic.oracle.answers import SameAnswer, same_answer
from ragtester.metamorphic.oracle.preservation import Preservation, preservation
from ragtester.metamorphic.oracle.view import OracleView
from ragtester.records import Answer, Mutant, Outcome, RelationOutcome, Test
from ragtester.text import detect_abstention


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that the oracle looks at for one mutant."""

    view: OracleView
    mutant: Mutant
    system: str
    base: Answer
    answer: Answer
    before: tuple[str, ...]
    """The texts that hold the evidence: documents (pre) or retrieved passages (post)."""
    after: tuple[str, ...]
    """The same texts under the mutant."""
    diff: str = ""

    @classmethod
    def of(
        cls,
        test: Test,
        mutant: Mutant,
        *,
        system: str,
        base: Answer,
        answer: Answer,
        before: Sequence[str],
        after: Sequence[str],
        diff: str = "",
    ) -> Observation:
        """The observation of one execution; of the test only what is no truth is kept."""
        return cls(OracleView.of(test, base.text), mutant, system, base, answer, tuple(before), tuple(after), diff)


def relation_outcome(seen: Observation, *, change: Preservation | None = None) -> RelationOutcome:
    """The built-in oracle's outcome.

    Abstention is decided first and without any judge: where the mutation preserves it violates the
    relation, where it alters it satisfies it. Then a preserving mutation asks for the same answer, and an
    altering one for an answer that follows the change or names the conflict.

    Args:
        seen: the two executions.
        change: the relation, where another judge has decided it.
    """
    change = change or preservation(seen.view, seen.before, seen.after)
    early = decided_early(seen, change)
    if early:
        return early
    if change.relation == "preserving":
        return preserved(seen, change, same_answer(seen.view, seen.answer.text, after=shown(seen)))
    return altered(seen, change, adaptation(seen.view, change, seen.answer.text))


def decided_early(seen: Observation, change: Preservation) -> RelationOutcome | None:
    """The outcome where no comparison of answers is needed: an empty answer, or an abstention."""
    if not seen.answer.text.strip():
        return unmeasured_outcome(seen.mutant, system=seen.system, reason="empty", rationale="the answer is empty")
    if detect_abstention(seen.answer.text, question=seen.view.question).abstained:
        preserving = change.relation == "preserving"
        words = "abstains although" if preserving else "abstains where"
        return _outcome(
            seen, change, "violated" if preserving else "held", None if preserving else 5.0, f"{words} {change.reason}"
        )
    return None


def preserved(seen: Observation, change: Preservation, same: SameAnswer) -> RelationOutcome:
    """The outcome of a preserving mutant."""
    words = "the same answer" if same.same else "another answer"
    return _outcome(seen, change, "held" if same.same else "violated", None, f"{words}: {same.reason}; {change.reason}")


def altered(seen: Observation, change: Preservation, scale: Adaptation) -> RelationOutcome:
    """The outcome of an altering mutant."""
    held: Outcome = "held" if scale.score >= HOLDS_FROM else "violated"
    return _outcome(seen, change, held, float(scale.score), f"{scale.reason}; {change.reason}")


def unmeasured_outcome(
    mutant: Mutant, *, system: str, reason: UnmeasuredReason, rationale: str = ""
) -> RelationOutcome:
    """The outcome where the system or a judge gave nothing that could be judged."""
    return RelationOutcome(
        mutant=mutant.id,
        test=mutant.test,
        system=system,
        operator=mutant.operator,
        scope=mutant.scope,
        relation=None,
        outcome="unmeasured",
        reason=reason,
        rationale=rationale,
    )


def not_applicable_outcome(skipped: Skipped, *, system: str) -> RelationOutcome:
    """The outcome of a mutant that cannot be made for this test or system."""
    return RelationOutcome(
        mutant=f"{skipped.test}/{skipped.scope}/{skipped.operator}",
        test=skipped.test,
        system=system,
        operator=skipped.operator,
        scope=skipped.scope,
        relation=None,
        outcome="not_applicable",
        rationale=skipped.reason,
    )


def shown(seen: Observation) -> tuple[str, ...]:
    """The texts that the answer under the mutant may have been copied from."""
    return (*seen.after, *(passage.text for passage in seen.answer.context or ()))


def _outcome(
    seen: Observation, change: Preservation, outcome: Outcome, score: float | None, rationale: str
) -> RelationOutcome:
    return RelationOutcome(
        mutant=seen.mutant.id,
        test=seen.mutant.test,
        system=seen.system,
        operator=seen.mutant.operator,
        scope=seen.mutant.scope,
        relation=change.relation,
        outcome=outcome,
        score=score,
        base_answer=seen.base.text,
        mutant_answer=seen.answer.text,
        base_context=tuple(passage.text for passage in seen.base.context or ()),
        mutant_context=tuple(passage.text for passage in seen.answer.context or ()),
        diff=seen.diff,
        rationale=rationale,
    )
