"""Running: planning, executing, and writing down what came of it.

Names are loaded on first use: to check a configuration nothing is needed that runs one.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragtester.runner.plan.check import check
    from ragtester.runner.plan.estimate import Estimate, estimate
    from ragtester.runner.progress import Progress, Silent
    from ragtester.runner.run import RunResult
    from ragtester.runner.session import RunOptions, Session
    from ragtester.runner.stages.corpus import make_corpus
    from ragtester.runner.stages.suite import make_suite

_PLACES = {
    "Estimate": "plan.estimate",
    "Progress": "progress",
    "RunOptions": "session",
    "RunResult": "run",
    "Session": "session",
    "Silent": "progress",
    "check": "plan.check",
    "estimate": "plan.estimate",
    "make_corpus": "stages.corpus",
    "make_suite": "stages.suite",
}

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
]


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
