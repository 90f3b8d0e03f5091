"""A suite's tests as items: asked while they are set up, so that what cannot be measured is an error, not a failure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest._code.code import ReprEntryNative, ReprExceptionInfo, ReprFileLocation, ReprTraceback

from ragtester.api_asking import Asked
from ragtester.errors import RagtesterError
from ragtester.pytest_plugin.asking import AskedSystem
from ragtester.pytest_plugin.showing import details, expected, headline
from ragtester.records import Test
from ragtester.suite import read_suite

if TYPE_CHECKING:
    from ragtester.pytest_plugin.plugin import Plugin


class Outcome(Exception):  # noqa: N818  it is a result, which pytest is told by raising it
    """A test that failed, or could not be measured."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        super().__init__(headline(asked))

    def shown(self, item: pytest.Item) -> ReprExceptionInfo:
        """What pytest prints: our words, and no traceback; the first line is the summary's."""
        text = details(self.asked) + "\n"
        trace = ReprTraceback([ReprEntryNative([text])], None, "native")
        return ReprExceptionInfo(trace, ReprFileLocation(str(item.path), 0, str(self)))


class SuiteFile(pytest.File):
    """A suite; with several systems, its tests stand under each of them."""

    def __init__(self, *, plugin: Plugin, **named: Any) -> None:  # noqa: ANN401
        super().__init__(**named)
        self._plugin = plugin

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """An item for each test.

        Raises:
            CollectError: the suite, or the system, cannot be used.
        """
        systems = self._plugin.systems
        try:
            tests = read_suite(self.path)
        except RagtesterError as error:
            raise self.CollectError(f"ragtester: {error}") from None
        if not tests:
            raise self.CollectError(f"ragtester: {self.path}: holds no test")
        if len(systems) == 1:
            yield from _items(self, tests, systems[0], self._plugin)
            return
        for system in systems:
            yield System.from_parent(self, name=system.name, tests=tests, system=system, plugin=self._plugin)


class System(pytest.Collector):
    """One of several systems."""

    def __init__(self, *, tests: list[Test], system: AskedSystem, plugin: Plugin, **named: Any) -> None:  # noqa: ANN401
        super().__init__(**named)
        self._tests, self._system, self._plugin = tests, system, plugin

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each test."""
        return _items(self, self._tests, self._system, self._plugin)


def _items(parent: pytest.Collector, tests: list[Test], system: AskedSystem, plugin: Plugin) -> Iterator[Item]:
    for test in tests:
        yield Item.from_parent(parent, name=test.id.replace("::", "--"), test=test, system=system, plugin=plugin)


class Item(pytest.Item):
    """One test of a suite on one system."""

    def __init__(self, *, test: Test, system: AskedSystem, plugin: Plugin, **named: Any) -> None:  # noqa: ANN401
        super().__init__(**named)
        self.rag_test = test
        self._system = system
        self._asked: Asked | None = None
        stage = plugin.stages.get(self.nodeid, "")
        self._plugin = plugin
        for name in dict.fromkeys(plugin.marker(text) for text in (test.type, test.kind, stage) if text):
            self.add_marker(name)
        about = pytest.mark.ragtester(
            type=test.type, kind=test.kind, system=system.name, document=test.document or "", stage=stage
        )
        self.add_marker(about)
        self.extra_keyword_matches.update(word for word in (test.document, test.group, system.name) if word)
        self.user_properties += [
            ("ragtester_test", test.id),
            ("system", system.name),
            ("type", test.type),
            ("kind", test.kind),
            ("question", test.query),
            ("expected", expected(test)),
        ]

    def setup(self) -> None:
        """Asks and judges.

        Raises:
            Outcome: there is no verdict.
        """
        asked = self._asked = self._system.run(self.rag_test)
        if asked.answer is not None:
            self.user_properties.append(("answer", asked.answer.text))
        if asked.status == "not_applicable":
            pytest.skip(asked.message or "the system cannot do what this test needs")
        if asked.status == "unmeasured":
            self.user_properties.append(("reason", str(asked.reason)))
            raise Outcome(asked)

    def runtest(self) -> None:
        """Says what the verdict was.

        Raises:
            Outcome: the answer is not right.
        """
        asked = self._asked
        if asked is None or asked.status != "failed":
            return
        if asked.diagnosis is not None:
            self.user_properties.append(("stage", asked.diagnosis.stage))
            self.user_properties.append(("failure", str(asked.diagnosis.kind)))
            self.add_marker(self._plugin.marker(asked.diagnosis.stage))
        raise Outcome(asked)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where it stands, and its heading in a report."""
        return self.path, None, f"{self.name}: {self.rag_test.query}"
