"""The metamorphic campaign: base instances, mutants, outcomes, and what is looked at beyond them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ragtester.metamorphic import BudgetReport, Stability, replay
from ragtester.records import Corpus, RelationOutcome, Test
from ragtester.runner.campaigns.metamorphic.deepening import (
    FailingStage,
    Reduced,
    reduce_violations,
    repeated_verdicts,
    stages_of,
)
from ragtester.runner.campaigns.metamorphic.instances import Selected, find_instances
from ragtester.runner.campaigns.metamorphic.making import (
    Making,
    Work,
    choices_of,
    skipped_outcomes,
    with_counterfactuals,
)
from ragtester.runner.campaigns.metamorphic.oracles import make_oracle
from ragtester.runner.campaigns.metamorphic.outcomes import Outcomes
from ragtester.runner.campaigns.metamorphic.relating import Relater
from ragtester.runner.campaigns.metamorphic.spending import spend
from ragtester.runner.campaigns.metamorphic.subjects import Subject, campaign_config, make_subjects
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.progress import shown
from ragtester.runner.session import Session

_REPLAYED = 0.25
"""Share of the mutants that a budget would have, for the report of a campaign that ran them all."""


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """What a campaign found."""

    selected: Mapping[str, Selected]
    works: Sequence[Work]
    results: Sequence[RelationOutcome | None]
    """By work; None where the campaign was stopped, or spent its budget elsewhere."""
    skipped: Sequence[RelationOutcome]
    relater: Relater
    runner: Outcomes
    complete: bool
    stages: Sequence[FailingStage] = ()
    reduced: Sequence[Reduced] = ()
    stable: Stability | None = None
    budget: BudgetReport | None = None

    @property
    def outcomes(self) -> list[RelationOutcome]:
        """Everything that was measured or could not be."""
        return [*(outcome for outcome in self.results if outcome is not None), *self.skipped]


async def run_campaign(session: Session, corpus: Corpus, tests: Sequence[Test], *, evaluator: Evaluator) -> Campaign:
    """Runs every mutant of every system's base instances; what is stored is taken as it is."""
    config, seed = campaign_config(session.loaded.config), session.loaded.config.seed
    relater = Relater(session, corpus, make_oracle(session))
    runner = Outcomes(session, relater)
    with session.timed("metamorphic"):
        selected: dict[str, Selected] = {}
        subjects: list[Subject] = []
        works: list[Work] = []
        skipped: list[RelationOutcome] = []
        choices = choices_of(session)
        with shown(session.progress, "instances", None) as bar:
            for subject in make_subjects(session, corpus):
                found = await find_instances(session, subject, tests, evaluator=evaluator, bar=bar)
                if found is None:
                    break
                selected[subject.id] = found
                subjects.append(subject)
        chosen = {instance.test.id for found in selected.values() for instance in found.instances}
        changed, passages = await with_counterfactuals(session, tests, chosen=chosen)
        targeted = {test.id: test for test in changed}
        making = Making(session, corpus, choices, passages)
        for subject in subjects:
            own = [replace(instance, test=targeted[instance.test.id]) for instance in selected[subject.id].instances]
            made = making.mutants(subject, own)
            works += made.works
            skipped += skipped_outcomes(made, subject)
        budget: BudgetReport | None = None
        total = min(config.budget or len(works), len(works))
        with shown(session.progress, "mutants", total) as bar:
            if config.budget is not None:
                results, budget = await spend(runner, works, budget=config.budget, seed=seed, bar=bar)
            else:
                results = await runner.run(works, bar=bar)
        ran = sum(result is not None for result in results)
        complete = not session.stop.asked and ran >= total
        reduced: list[Reduced] = []
        if complete:
            if budget is None and works:
                measured = [result for result in results if result is not None]
                budget = replay(measured, budget=max(1, int(_REPLAYED * len(measured))), seed=seed)
            with shown(session.progress, "smallest mutations", None) as bar:
                reduced = await reduce_violations(session, runner, works, results, each=config.reduce, bar=bar)
        return Campaign(
            selected=selected,
            works=works,
            results=results,
            skipped=skipped,
            relater=relater,
            runner=runner,
            complete=complete and not session.stop.asked,
            stages=stages_of(works, results),
            reduced=reduced,
            stable=await repeated_verdicts(session, relater, works, results) if complete else None,
            budget=budget,
        )
