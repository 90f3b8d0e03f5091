"""The campaign of seeded faults: planted one by one, detected or missed by a suite, localised or not."""

from ragtester.runner.campaigns.faults.campaign import FaultsResult, run_faults
from ragtester.runner.campaigns.faults.checks import CHECKS, CaseView, check_case
from ragtester.runner.campaigns.faults.grounds import Grounds, lay_out
from ragtester.runner.campaigns.faults.scoring import FaultOutcome, SelectionScore, TestScore
from ragtester.runner.campaigns.faults.table import faults_table

__all__ = [
    "CHECKS",
    "CaseView",
    "FaultOutcome",
    "FaultsResult",
    "Grounds",
    "SelectionScore",
    "TestScore",
    "check_case",
    "faults_table",
    "lay_out",
    "run_faults",
]
