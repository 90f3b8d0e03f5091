"""The repair study: which change of a system makes violated relations hold again."""

from ragtester.runner.campaigns.repair.applying import Repairer
from ragtester.runner.campaigns.repair.study import chosen_strategies, repair_study

__all__ = ["Repairer", "chosen_strategies", "repair_study"]
