"""Retrieval regression with the systems of a configuration: contracts, captures, lifecycle scenarios."""

from ragtester.runner.regression.capturing import capture_system
from ragtester.runner.regression.contracting import make_contract
from ragtester.runner.regression.lifecycle import LifecycleRun, run_scenarios
from ragtester.runner.regression.packs import take_packs
from ragtester.runner.regression.settings import settings_of

__all__ = ["LifecycleRun", "capture_system", "make_contract", "run_scenarios", "settings_of", "take_packs"]
