"""What is looked at beyond the outcomes: the smallest failing mutation, the failing stage, the verdict repeated."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from ragtester.errors import MeasurementError
from ragtester.metamorphic import Stability, changes, failing_stage, smallest_mutation, stability, stratified_sample
from ragtester.records import Answer, Mutant, Outcome, Record, RelationOutcome, Retrieved, Scope
from ragtester.runner.campaigns.metamorphic.making import Work, work_of
from ragtester.runner.campaigns.metamorphic.outcomes import Outcomes
from ragtester.runner.campaigns.metamorphic.relating import Relater
from ragtester.runner.progress import Bar
from ragtester.runner.session import Session
from ragtester.text import split_sentences

TRIALS = 24
"""Smaller mutants that are run at most for one violation."""
CASES, REPEATS = 100, 5
"""Of the stability check (paper, section 6.1)."""

_FEW = 40
"""Edits from which a violation is left whole while there are smaller ones: they would take most trials."""


class FailingStage(Record):
    """The stage that one violation points to."""

    system: str
    mutant: str
    operator: str
    scope: Scope
    stage: str
    because: str


class Reduced(Record):
    """The smallest mutation found that still shows a violation."""

    system: str
    mutant: str
    operator: str
    scope: Scope
    edits_before: int
    edits: int
    characters: int
    """Put in or taken out by what is left."""
    trials: int
    minimal: bool
    text: str
    """What the smallest mutation changes, in a few words, shortened."""


def stages_of(works: Sequence[Work], outcomes: Sequence[RelationOutcome | None]) -> list[FailingStage]:
    """The failing stage of every violation."""
    found: list[FailingStage] = []
    for work, outcome in zip(works, outcomes, strict=True):
        diagnosis = failing_stage(outcome, work.mutant, work.instance.test.evidence) if outcome else None
        if outcome is None or diagnosis is None:
            continue
        found.append(
            FailingStage(
                system=outcome.system,
                mutant=outcome.mutant,
                operator=outcome.operator,
                scope=outcome.scope,
                stage=diagnosis.stage,
                because="; ".join(diagnosis.trail),
            )
        )
    return found


async def reduce_violations(
    session: Session,
    outcomes: Outcomes,
    works: Sequence[Work],
    results: Sequence[RelationOutcome | None],
    *,
    each: int,
    bar: Bar,
) -> list[Reduced]:
    """The smallest mutation of a few violations of each system: of different operators first, then those with few edits."""
    chosen = _chosen(works, results, each)
    bar.grow(len(chosen))
    found: list[Reduced] = []
    for work in chosen:
        if session.stop.asked:
            break
        found.append(await _reduced(outcomes, work))
        bar.advance()
    return found


def _chosen(works: Sequence[Work], results: Sequence[RelationOutcome | None], each: int) -> list[Work]:
    by_system: dict[str, dict[tuple[str, str], list[Work]]] = {}
    for work, outcome in zip(works, results, strict=True):
        if outcome is None or outcome.outcome != "violated" or work.subject.settings is None:
            continue
        if sum(max(1, len(split_sentences(edit.text))) for edit in work.mutant.edits) > 1:
            arms = by_system.setdefault(work.subject.id, {})
            arms.setdefault((work.mutant.operator, work.mutant.scope), []).append(work)
    chosen: list[Work] = []
    for arms in by_system.values():
        queues = [sorted(own, key=lambda work: (len(work.mutant.edits), work.mutant.id)) for own in arms.values()]
        queues.sort(key=lambda queue: (len(queue[0].mutant.edits) > _FEW, len(queue[0].mutant.edits)))
        picked: list[Work] = []
        while len(picked) < each and any(queues):
            for queue in queues:
                if queue and len(picked) < each:
                    picked.append(queue.pop(0))
        chosen += picked
    return chosen


async def _reduced(outcomes: Outcomes, work: Work) -> Reduced:
    async def still_fails(mutant: Mutant) -> bool:
        outcome = await outcomes.one(work_of(work.subject, work.instance, mutant))
        return outcome.outcome == "violated"

    smallest = await smallest_mutation(work.mutant, still_fails, max_trials=TRIALS)
    edits = smallest.mutant.edits
    text = " … ".join(changes(smallest.mutant, outcomes.originals(work)))
    return Reduced(
        system=work.subject.id,
        mutant=work.mutant.id,
        operator=work.mutant.operator,
        scope=work.mutant.scope,
        edits_before=smallest.edits_before,
        edits=len(edits),
        characters=sum(len(edit.text) + edit.end - edit.start for edit in edits),
        trials=smallest.trials,
        minimal=smallest.minimal,
        text=text if len(text) <= 400 else f"{text[:400]}…",
    )


async def repeated_verdicts(
    session: Session, relater: Relater, works: Sequence[Work], results: Sequence[RelationOutcome | None]
) -> Stability | None:
    """The verdict alone, five times on 100 stratified cases; the built-in oracle says the same each time."""
    if not any(results):
        return None
    by_case: dict[tuple[str, str], Work] = {
        (outcome.system, outcome.mutant): work
        for work, outcome in zip(works, results, strict=True)
        if outcome is not None
    }
    sample = stratified_sample([o for o in results if o], cases=CASES, seed=session.loaded.config.seed)

    async def verdicts(outcome: RelationOutcome) -> list[Outcome]:
        work = by_case[outcome.system, outcome.mutant]
        answer = _answer(outcome)
        given: list[Outcome] = []
        for repeat in range(1, REPEATS + 1):
            if session.stop.asked:
                break
            try:
                given.append((await relater.decided(work, answer, sample=repeat)).outcome)
            except MeasurementError:
                given.append("unmeasured")
            await asyncio.sleep(0)
        return given

    repeats: Mapping[tuple[str, str], Sequence[Outcome]] = dict(
        zip(
            [(outcome.system, outcome.mutant) for outcome in sample],
            await asyncio.gather(*(verdicts(outcome) for outcome in sample)),
            strict=True,
        )
    )
    return stability(sample, repeats)


def _answer(outcome: RelationOutcome) -> Answer:
    passages = tuple(
        Retrieved(chunk=f"passage-{rank}", document="", text=text, rank=rank)
        for rank, text in enumerate(outcome.mutant_context, start=1)
    )
    return Answer(text=outcome.mutant_answer, context=passages)
