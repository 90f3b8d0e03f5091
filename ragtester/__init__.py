"""Test suites for RAG systems: made, run, judged, and traced to the stage that failed.

What a command does is a function here::

    import ragtester

    result = ragtester.run_config("configs/demo.yaml")
    print(result.summary["totals"], result.exit_code)

Names are loaded on first use, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ragtester.version import __version__

if TYPE_CHECKING:
    from ragtester.api import (
        estimate_config,
        ground_answer,
        judge_answer,
        make_corpus,
        make_suite,
        run_config,
        validate_config,
    )
    from ragtester.api_judging import calibrate_judge
    from ragtester.config import load_config
    from ragtester.runner import RunOptions

_PLACES = {
    "RunOptions": "ragtester.runner",
    "calibrate_judge": "ragtester.api_judging",
    "estimate_config": "ragtester.api",
    "ground_answer": "ragtester.api",
    "judge_answer": "ragtester.api",
    "load_config": "ragtester.config",
    "make_corpus": "ragtester.api",
    "make_suite": "ragtester.api",
    "run_config": "ragtester.api",
    "validate_config": "ragtester.api",
}

__all__ = [
    "RunOptions",
    "__version__",
    "calibrate_judge",
    "estimate_config",
    "ground_answer",
    "judge_answer",
    "load_config",
    "make_corpus",
    "make_suite",
    "run_config",
    "validate_config",
]


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module 'ragtester' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)
