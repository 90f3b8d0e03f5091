"""How many requests an author would take for a suite that is not written yet, from what is known of the author."""

from ragtester.suite.forecast.foreseen import Foreseen, Unwritten, imagined_reply
from ragtester.suite.forecast.rates import PRIOR, STEPS, Rates, Steps, added, suite_steps

__all__ = [
    "PRIOR",
    "STEPS",
    "Foreseen",
    "Rates",
    "Steps",
    "Unwritten",
    "added",
    "imagined_reply",
    "suite_steps",
]
