"""The plugin at work: which files are suites, what is asked, and what is remembered between runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from ragtester.errors import RagtesterError
from ragtester.pytest_plugin.asking import AskedSystem
from ragtester.pytest_plugin.items import Item, Outcome, SuiteFile
from ragtester.pytest_plugin.loop import Loop

_WORD = re.compile(r"\W+")
_CACHE = "ragtester/stages"


class Plugin:
    """What one pytest session has of ragtester."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._loop = Loop()
        self._made: list[AskedSystem] = []
        self._stages: dict[str, str] = {}
        self._cache = getattr(config, "cache", None)
        self.stages: dict[str, str] = self._cache.get(_CACHE, {}) if self._cache is not None else {}
        """Failing stage of each item in earlier runs."""
        config.addinivalue_line("markers", "ragtester(type, kind, system, document, stage): a test of a suite")
        self._markers: set[str] = set()
        self.suites = [(self._folder("suite") / name).resolve() for name in self._listed("suite")]
        self._add_to_collected()

    # -- what is asked ----------------------------------------------------------------------------

    @cached_property
    def systems(self) -> list[AskedSystem]:
        """The systems under test, made when they are first needed.

        Raises:
            CollectError: there is none, or one cannot be made; says which and what to write instead.
        """
        from ragtester.api_asking import judge_named, systems_named
        from ragtester.config import load_config

        named = self._one("config")
        try:
            loaded = load_config(self._folder("config") / named) if named else None
            judge = judge_named(self._one("judge"), loaded)
            made = systems_named(self._listed("system"), folder=self._folder("system"), config=loaded)
        except RagtesterError as error:
            raise pytest.Collector.CollectError(f"ragtester: {error}") from None
        self._made = [AskedSystem(system, judge, self._loop) for system in made]
        return self._made

    def only_system(self) -> AskedSystem:
        """The one system that a hand-written test asks.

        Raises:
            UsageError: there are several, or none.
        """
        try:
            systems = self.systems
        except pytest.Collector.CollectError as error:
            raise pytest.UsageError(str(error)) from None
        if len(systems) > 1:
            names = ", ".join(one.name for one in systems)
            raise pytest.UsageError(f"the fixture ragtester_system needs one system, and there are several: {names}")
        return systems[0]

    def marker(self, text: str) -> str:
        """A type, kind or stage as the name of a marker that pytest knows."""
        name = _WORD.sub("_", text).strip("_").lower()
        if not name or name[0].isdigit() or name in ("and", "or", "not"):
            name = f"type_{name}"
        if name not in self._markers:
            self._markers.add(name)
            self._config.addinivalue_line("markers", f"{name}: tests of a suite (ragtester)")
        return name

    # -- hooks --------------------------------------------------------------------------------------

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> SuiteFile | None:
        """A suite that was named, as an option or as a path."""
        named = file_path.suffix == ".jsonl" and parent.session.isinitpath(file_path)
        if file_path not in self.suites and not named:
            return None
        made: SuiteFile = SuiteFile.from_parent(parent, path=file_path, plugin=self)
        return made

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:  # noqa: ANN401
        """Puts what a person can use in the place of a traceback."""
        report = yield
        error = call.excinfo.value if call.excinfo else None
        if isinstance(item, Item) and isinstance(error, Outcome):
            report.longrepr = error.shown(item)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes the failing stage; with xdist, in the process that collects the reports."""
        found = dict(report.user_properties)
        if "ragtester_test" in found and report.when == "call":
            self._stages[report.nodeid] = str(found.get("stage", ""))

    def pytest_sessionfinish(self) -> None:
        """Keeps the failing stages for the markers of the next run."""
        if self._cache is None or not self._stages or hasattr(self._config, "workerinput"):
            return
        kept = {**self.stages, **self._stages}
        self._cache.set(_CACHE, {node: stage for node, stage in kept.items() if stage})

    def pytest_unconfigure(self) -> None:
        """Ends programs and connections."""
        for one in self._made:
            one.close()
        self._loop.close()

    # -- options --------------------------------------------------------------------------------------

    def _add_to_collected(self) -> None:
        """Suites are collected beside the paths that were given; a suite on the command line alone, if none were."""
        config = self._config
        given = config.args_source is pytest.Config.ArgsSource.ARGS
        if config.getoption("ragtester_suite") and not given:
            config.args[:] = []
        known = {Path(config.invocation_params.dir, argument.partition("::")[0]).resolve() for argument in config.args}
        config.args.extend(str(suite) for suite in self.suites if suite not in known)

    def _listed(self, name: str) -> Sequence[str]:
        found: Sequence[str] = self._config.getoption(f"ragtester_{name}") or self._config.getini(f"ragtester_{name}")
        return found

    def _one(self, name: str) -> str | None:
        found: str | None = self._config.getoption(f"ragtester_{name}") or self._config.getini(f"ragtester_{name}")
        return found or None

    def _folder(self, name: str) -> Path:
        """What relative names start from: the current folder on the command line, the ini file's folder there."""
        given = self._config.getoption(f"ragtester_{name}")
        return self._config.invocation_params.dir if given else self._config.rootpath
