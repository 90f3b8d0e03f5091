"""A suite as pytest tests: `pytest --ragtester-suite suite.jsonl --ragtester-system module:function`.

pytest loads this module at every start, so that it imports nothing of ragtester; what it does begins where one of its
options is given. Hand-written tests use `assert_answer` and `assert_grounded`, and the fixture `ragtester_system`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest

if TYPE_CHECKING:
    from ragtester.pytest_plugin.asking import AskedSystem
    from ragtester.pytest_plugin.asserting import assert_answer, assert_grounded

_OPTIONS: tuple[tuple[str, str, Literal["args", "string"], str], ...] = (
    ("suite", "FILE", "args", "a suite; each of its tests becomes an item (may be given several times)"),
    (
        "system",
        "SYSTEM",
        "args",
        "what is asked: module:function, http://..., answers.jsonl, target.yaml, or a target of --ragtester-config "
        "(may be given several times)",
    ),
    ("config", "FILE", "string", "a configuration of ragtester: its targets, models and judge are taken"),
    ("judge", "NAME", "string", "who judges: builtin (the default), openai/NAME, llama_cpp/PATH, or a model's name"),
)


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """The options, on the command line and as `ragtester_suite`, ... in the ini file."""
    _leave_as_it_is(pluginmanager)
    group = parser.getgroup("ragtester", "test suites for RAG systems")
    for name, metavar, kind, text in _OPTIONS:
        action: dict[str, Any] = {"action": "append"} if kind == "args" else {}
        group.addoption(f"--ragtester-{name}", dest=f"ragtester_{name}", metavar=metavar, help=text, **action)
        parser.addini(f"ragtester_{name}", text, type=kind, default=[] if kind == "args" else None)


def pytest_configure(config: pytest.Config) -> None:
    """Starts the plugin where an option of it is given."""
    if any(config.getoption(f"ragtester_{name}") or config.getini(f"ragtester_{name}") for name, *_ in _OPTIONS):
        from ragtester.pytest_plugin.plugin import Plugin

        config.pluginmanager.register(Plugin(config), "ragtester-active")


def _leave_as_it_is(pluginmanager: pytest.PytestPluginManager) -> None:
    """Keeps pytest from compiling hundreds of modules anew: it rewrites the assertions of a plugin's whole package."""
    marked = getattr(getattr(pluginmanager, "rewrite_hook", None), "_must_rewrite", None)
    if isinstance(marked, set):
        marked.discard("ragtester")


@pytest.fixture(scope="session")
def ragtester_system(request: pytest.FixtureRequest) -> AskedSystem:
    """The system of `--ragtester-system`: `.ask(question)`, and `.check(question, expected=...)`, which also judges."""
    plugin = request.config.pluginmanager.get_plugin("ragtester-active")
    if plugin is None:
        raise pytest.UsageError("the fixture ragtester_system needs a system: --ragtester-system module:function")
    system: AskedSystem = plugin.only_system()
    return system


def __getattr__(name: str) -> object:
    if name in ("assert_answer", "assert_grounded"):
        from ragtester.pytest_plugin import asserting

        return getattr(asserting, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["assert_answer", "assert_grounded", "pytest_addoption", "pytest_configure", "ragtester_system"]
