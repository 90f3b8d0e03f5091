"""The four snapshot metrics of every mutant's answer, to be measured beside the oracle."""

from __future__ import annotations

import asyncio

from ragtester.errors import MeasurementError
from ragtester.judge.rules import rules_version
from ragtester.judge.snapshot import METRICS, snapshot, snapshot_by_model
from ragtester.metamorphic.tables import SnapshotScores
from ragtester.records import RelationOutcome, Test, content_key
from ragtester.runner.campaigns.metamorphic.campaign import Campaign
from ragtester.runner.campaigns.metamorphic.subjects import campaign_config
from ragtester.runner.progress import Bar, shown
from ragtester.runner.session import Session
from ragtester.store import Payload
from ragtester.version import __version__


async def snapshot_scores(session: Session, campaign: Campaign) -> SnapshotScores | None:
    """Scores by system and mutant of the outcomes whose truth is known; None where the configuration wants none.

    They are measured by the oracle's model where it has one, and by rules otherwise; each is stored.
    """
    if not campaign_config(session.loaded.config).snapshot_metrics or not campaign.complete:
        return None
    tests = {work.instance.test.id: work.instance.test for work in campaign.works}
    known = [outcome for outcome in campaign.outcomes if outcome.truth in ("held", "violated")]
    scorer = _Scorer(session, campaign)
    keys = {(o.system, o.mutant): scorer.key(tests[o.test], o) for o in known}
    stored = session.store.results(keys.values())
    scores = {case: _scores(stored[key]) for case, key in keys.items() if key in stored}
    missing = [o for o in known if (o.system, o.mutant) not in scores]
    if missing:
        with shown(session.progress, "snapshot metrics", len(missing)) as bar:
            source = iter(missing)

            async def work() -> None:
                for outcome in source:
                    if session.stop.asked:
                        return
                    found = await scorer.score(tests[outcome.test], outcome, bar)
                    if found is not None:
                        scores[outcome.system, outcome.mutant] = found

            size = 1 if campaign.relater.oracle.model is None else 32
            await session.stop.until_done([asyncio.create_task(work()) for _ in range(size)])
    return scores


class _Scorer:
    def __init__(self, session: Session, campaign: Campaign) -> None:
        self._session = session
        self._model = campaign.relater.oracle.model
        self._prompts = campaign.relater.oracle.prompts
        by = self._model.version if self._model else f"rules {rules_version()}"
        self._version = f"1 {by} {__version__}"

    def key(self, test: Test, outcome: RelationOutcome) -> str:
        """Content key of an answer's scores."""
        return content_key(
            "snapshot",
            version=self._version,
            query=test.query,
            references=[test.expected_answer, *test.accepted_answers],
            answer=outcome.mutant_answer,
            context=list(outcome.mutant_context),
        )

    async def score(self, test: Test, outcome: RelationOutcome, bar: Bar) -> dict[str, float | None] | None:
        """The scores, or None where the model gave nothing usable."""
        references = [test.expected_answer, *test.accepted_answers]
        contexts = list(outcome.mutant_context)
        try:
            if self._model is None:
                found = snapshot(test.query, outcome.mutant_answer, contexts, references)
                await asyncio.sleep(0)
            else:
                found = await snapshot_by_model(
                    test.query, outcome.mutant_answer, contexts, references, model=self._model, prompts=self._prompts
                )
        except MeasurementError:
            return None
        finally:
            bar.advance()
        scores = dict(found.scores)
        self._session.store.put_results("judge", {self.key(test, outcome): {"scores": dict(scores)}})
        return scores


def _scores(payload: Payload) -> dict[str, float | None]:
    given = payload["scores"]
    values = given if isinstance(given, dict) else {}
    return {name: float(v) if isinstance(v := values.get(name), int | float) else None for name in METRICS}
