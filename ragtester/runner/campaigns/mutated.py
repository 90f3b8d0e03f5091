"""The metamorphic stage of `run`, with the repair study where the configuration has one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtester.config import ThresholdsConfig
from ragtester.metamorphic import RepairOutcome
from ragtester.protocols import Judge
from ragtester.records import Corpus, Test
from ragtester.runner.campaigns.alone import repaired
from ragtester.runner.campaigns.metamorphic import (
    Finished,
    metamorphic_stage,
    rate_shortfalls,
    unmeasured_mutants,
    write_campaign,
)
from ragtester.runner.campaigns.repair import repair_study
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.session import Session
from ragtester.runner.thresholds import Shortfall


@dataclass(frozen=True, kw_only=True)
class Mutated:
    """What the stage found."""

    finished: Finished
    tried: Sequence[RepairOutcome] = ()
    repairs: Mapping[str, Any] | None = None

    @property
    def summary(self) -> Mapping[str, Any]:
        """What `summary.json` holds under `metamorphic`."""
        return self.finished.summary

    def failed(self, thresholds: ThresholdsConfig) -> list[Shortfall]:
        """Systems whose violation rate is too high."""
        return rate_shortfalls(self.summary, thresholds)

    def unmeasured(self, thresholds: ThresholdsConfig) -> list[Shortfall]:
        """Systems of which too much is unmeasured."""
        return unmeasured_mutants(self.summary, thresholds)

    def write(self, folder: Path) -> None:
        """Writes page and tables into the run's folder."""
        write_campaign(folder, self.finished.campaign, self.finished.report, self.summary, repairs=self.tried)


async def mutated_stage(session: Session, corpus: Corpus, tests: Sequence[Test], *, judge: Judge) -> Mutated | None:
    """Runs what the sections `metamorphic` and `repair` name; None without them, or where the run was stopped."""
    config = session.loaded.config
    if (config.metamorphic is None and config.repair is None) or session.stop.asked or not tests:
        return None
    evaluator = Evaluator(store=session.store, log=session.log, judge=judge)
    finished = await metamorphic_stage(session, corpus, tests, evaluator=evaluator)
    if config.repair is None or not finished.campaign.complete:
        return Mutated(finished=finished)
    tried = await repair_study(session, corpus, finished.campaign)
    return Mutated(finished=finished, tried=tried, repairs=repaired(tried))
