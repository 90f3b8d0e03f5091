"""The metamorphic stage of a run, and the campaign alone: files, thresholds, exit code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtester.config import ThresholdsConfig
from ragtester.metamorphic import CampaignReport
from ragtester.records import Corpus, Test
from ragtester.runner.campaigns.metamorphic.campaign import Campaign, run_campaign
from ragtester.runner.campaigns.metamorphic.report import report_of, summary_of, write_campaign
from ragtester.runner.campaigns.metamorphic.snapshots import snapshot_scores
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.session import Session
from ragtester.runner.thresholds import Shortfall


@dataclass(frozen=True, kw_only=True)
class Finished:
    """A campaign with its report and the object that is printed."""

    campaign: Campaign
    report: CampaignReport
    summary: Mapping[str, Any]

    def write(self, folder: Path) -> Path:
        """Writes page and tables; returns the page."""
        return write_campaign(folder, self.campaign, self.report, self.summary)


async def metamorphic_stage(
    session: Session, corpus: Corpus, tests: Sequence[Test], *, evaluator: Evaluator
) -> Finished:
    """Runs the campaign and makes its report."""
    campaign = await run_campaign(session, corpus, tests, evaluator=evaluator)
    with session.timed("metamorphic"):
        scores = await snapshot_scores(session, campaign)
        report = report_of(session, campaign, snapshots=scores)
    return Finished(campaign=campaign, report=report, summary=summary_of(campaign, report))


def rate_shortfalls(found: Mapping[str, Any], thresholds: ThresholdsConfig) -> list[Shortfall]:
    """Systems whose violation rate is above the allowed one."""
    most = thresholds.violation_rate
    return [
        Shortfall(system=system["id"], measure="violation_rate", value=system["violation_rate"], wanted=most)
        for system in found["systems"]
        if most is not None and system["violation_rate"] is not None and system["violation_rate"] > most
    ]


def unmeasured_mutants(found: Mapping[str, Any], thresholds: ThresholdsConfig) -> list[Shortfall]:
    """Systems of whose mutants, or of whose tests on the way to base instances, more is unmeasured than allowed."""
    short: list[Shortfall] = []
    for system in found["systems"]:
        tried = system["qualified"] + sum(number for reason, number in system["dropped"].items() if reason in _TRIED)
        shares = [
            system["unmeasured"] / system["mutants"] if system["mutants"] else 0.0,
            system["dropped"].get("unmeasured", 0) / tried if tried else 0.0,
        ]
        if max(shares) > thresholds.max_unmeasured:
            short.append(
                Shortfall(
                    system=system["id"], measure="unmeasured", value=max(shares), wanted=thresholds.max_unmeasured
                )
            )
    return short


_TRIED = ("known_without_corpus", "wrong_with_corpus", "unmeasured")
