"""The metamorphic campaign: base instances, mutants that cost only what they change, outcomes, report."""

from ragtester.runner.campaigns.metamorphic.campaign import Campaign, run_campaign
from ragtester.runner.campaigns.metamorphic.indexes import Indexes, Place
from ragtester.runner.campaigns.metamorphic.making import Work, work_of
from ragtester.runner.campaigns.metamorphic.outcomes import Outcomes
from ragtester.runner.campaigns.metamorphic.relating import Relater
from ragtester.runner.campaigns.metamorphic.report import FOLDER, PAGE, summary_of, write_campaign
from ragtester.runner.campaigns.metamorphic.stage import (
    Finished,
    metamorphic_stage,
    rate_shortfalls,
    unmeasured_mutants,
)
from ragtester.runner.campaigns.metamorphic.subjects import Subject, make_subjects

__all__ = [
    "FOLDER",
    "PAGE",
    "Campaign",
    "Finished",
    "Indexes",
    "Outcomes",
    "Place",
    "Relater",
    "Subject",
    "Work",
    "make_subjects",
    "metamorphic_stage",
    "rate_shortfalls",
    "run_campaign",
    "summary_of",
    "unmeasured_mutants",
    "work_of",
    "write_campaign",
]
