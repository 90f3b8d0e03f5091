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
    from ragtester.api_campaigns import run_metamorphic, run_repair
    from ragtester.api_faults import find_faults
    from ragtester.api_formats import export_tests, import_tests
    from ragtester.api_grounding import ground_answers
    from ragtester.api_judging import calibrate_judge
    from ragtester.api_retrieval import capture_config, compare, contract_of_config, gate_files, run_lifecycle
    from ragtester.config import load_config
    from ragtester.runner import RunOptions

_PLACES = {
    "RunOptions": "ragtester.runner",
    "calibrate_judge": "ragtester.api_judging",
    "capture_config": "ragtester.api_retrieval",
    "compare": "ragtester.api_retrieval",
    "contract_of_config": "ragtester.api_retrieval",
    "estimate_config": "ragtester.api",
    "export_tests": "ragtester.api_formats",
    "find_faults": "ragtester.api_faults",
    "gate_files": "ragtester.api_retrieval",
    "ground_answer": "ragtester.api",
    "ground_answers": "ragtester.api_grounding",
    "import_tests": "ragtester.api_formats",
    "judge_answer": "ragtester.api",
    "load_config": "ragtester.config",
    "make_corpus": "ragtester.api",
    "make_suite": "ragtester.api",
    "run_config": "ragtester.api",
    "run_lifecycle": "ragtester.api_retrieval",
    "run_metamorphic": "ragtester.api_campaigns",
    "run_repair": "ragtester.api_campaigns",
    "validate_config": "ragtester.api_checking",
}

__all__ = [
    "RunOptions",
    "__version__",
    "calibrate_judge",
    "capture_config",
    "compare",
    "contract_of_config",
    "estimate_config",
    "export_tests",
    "find_faults",
    "gate_files",
    "ground_answer",
    "ground_answers",
    "import_tests",
    "judge_answer",
    "load_config",
    "make_corpus",
    "make_suite",
    "run_config",
    "run_lifecycle",
    "run_metamorphic",
    "run_repair",
    "validate_config",
]


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module 'ragtester' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)
