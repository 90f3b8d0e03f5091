"""Running: planning, executing, and writing down what came of it."""

from ragtester.runner.plan.check import check
from ragtester.runner.plan.estimate import Estimate, estimate
from ragtester.runner.progress import Progress, Silent
from ragtester.runner.run import RunResult, run
from ragtester.runner.session import RunOptions, Session
from ragtester.runner.stages.corpus import make_corpus
from ragtester.runner.stages.suite import make_suite

__all__ = [
    "Estimate",
    "Progress",
    "RunOptions",
    "RunResult",
    "Session",
    "Silent",
    "check",
    "estimate",
    "make_corpus",
    "make_suite",
    "run",
]
