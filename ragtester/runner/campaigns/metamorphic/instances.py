"""Base instances: closed-book filter and baseline, asked in a seeded order until enough tests qualify."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtester.metamorphic import BaseInstances, can_be_instance, select_instances
from ragtester.metamorphic.instances import DropReason
from ragtester.metamorphic.seeds import generator
from ragtester.records import Answer, Status, Test
from ragtester.runner.campaigns.metamorphic.closed_book import WithoutPassages
from ragtester.runner.campaigns.metamorphic.subjects import Subject
from ragtester.runner.cells import Cell
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.execute import Executor
from ragtester.runner.progress import Bar
from ragtester.runner.rows import Row
from ragtester.runner.session import Session
from ragtester.runner.traces import hydrate, referred

_LEAST = 8
"""Tests that are asked together at least, so that an endpoint is kept busy."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One test whose answer a system has from its corpus, with that answer."""

    test: Test
    base: Answer


@dataclass(frozen=True, slots=True)
class Selected:
    """The base instances of one system, and why the other tests are none."""

    instances: tuple[Instance, ...]
    base: BaseInstances
    unmeasured: int
    """Tests that could not be measured."""


async def find_instances(
    session: Session, subject: Subject, tests: Sequence[Test], *, evaluator: Evaluator, bar: Bar
) -> Selected | None:
    """Asks block by block until enough tests qualify; None where the run was stopped before.

    A test is asked closed-book once, then in the full pipeline once; only one that qualifies so far is
    asked in the other trials.
    """
    finder = _Finder(session, subject, evaluator, bar)
    dropped: dict[str, DropReason] = {}
    candidates = candidates_of(session, tests, dropped)
    kept: list[Test] = []
    found: dict[str, DropReason] = {}
    asked = 0
    while asked < len(candidates) and len(kept) < subject.wanted:
        block = next_block(candidates, asked, wanted=subject.wanted - len(kept))
        asked += len(block)
        bar.grow(len(block))
        chosen = await finder.block(block)
        if chosen is None:
            return None
        kept += chosen.kept
        found |= chosen.dropped
    qualified = len(kept)
    beyond: dict[str, DropReason] = {t.id: "beyond_the_sample" for t in [*kept[subject.wanted :], *candidates[asked:]]}
    names = {test.id for test in kept[: subject.wanted]}
    final = [test for test in tests if test.id in names]
    base = BaseInstances(tuple(final), dropped | found | beyond, qualified)
    answers = finder.answers(final)
    unmeasured = sum(reason == "unmeasured" for reason in base.dropped.values())
    return Selected(tuple(Instance(test, answers[test.id]) for test in final), base, unmeasured)


def next_block(candidates: Sequence[Test], asked: int, *, wanted: int) -> Sequence[Test]:
    """The tests that are asked next where so many instances are wanted yet."""
    return candidates[asked : asked + max(_LEAST, 2 * wanted)]


def candidates_of(session: Session, tests: Sequence[Test], dropped: dict[str, DropReason] | None = None) -> list[Test]:
    """The tests that can be instances, in the campaign's random order: the same for every system."""
    candidates: list[Test] = []
    for test in tests:
        reason = can_be_instance(test)
        if reason and dropped is not None:
            dropped[test.id] = reason
        if not reason:
            candidates.append(test)
    random_ = generator("instances", seed=session.loaded.config.seed, tests=[test.id for test in candidates])
    random_.shuffle(candidates)
    return candidates


class _Finder:
    def __init__(self, session: Session, subject: Subject, evaluator: Evaluator, bar: Bar) -> None:
        self._session = session
        self._subject = subject
        self._evaluator = evaluator
        self._bar = bar
        self._answer_keys: dict[str, str] = {}

    async def block(self, tests: Sequence[Test]) -> BaseInstances | None:
        """Which of these tests qualify."""
        closed: dict[str, list[Status]] = {test.id: [] for test in tests}
        full: dict[str, list[Status]] = {test.id: [] for test in tests}
        left = list(tests)
        for trials in dict.fromkeys((1, self._subject.trials)):
            if self._subject.closed_book is None:
                closed = {test.id: ["failed"] for test in tests}
            elif not await self._ask(self._subject.closed_book, left, trials, closed):
                return None
            left = [test for test in left if all(status == "failed" for status in closed[test.id])]
            if not await self._ask(self._subject.cell, left, trials, full):
                return None
            left = [test for test in left if all(status == "passed" for status in full[test.id])]
        self._bar.advance(len(tests))
        return select_instances(tests, closed_book=closed, pipeline=full)

    def answers(self, tests: Sequence[Test]) -> dict[str, Answer]:
        """The base answers of the tests, as stored."""
        keys = {test.id: self._answer_keys[test.id] for test in tests}
        stored = self._session.store.results(keys.values())
        texts = self._session.store.passages(key for payload in stored.values() for key in referred(payload))
        return {name: hydrate(stored[key], texts) for name, key in keys.items()}

    async def _ask(self, cell: Cell, tests: Sequence[Test], trials: int, into: dict[str, list[Status]]) -> bool:
        executor = Executor(
            store=self._session.store,
            log=self._session.log,
            evaluator=self._evaluator,
            stop=self._session.stop,
            retry_errors=self._session.options.retry_errors,
        )
        rows = await executor.run([cell], tests, samples=trials, bar=_Still(), on_rows=lambda _made: None)
        if any(row is None for row in rows):
            return False
        by_test: dict[str, list[Row]] = {}
        for row in rows:
            if row is not None:
                by_test.setdefault(row.test, []).append(row)
        for name, own in by_test.items():
            into[name] = [_status(row, cell) for row in own]
            if cell is self._subject.cell:
                self._answer_keys[name] = own[0].answer_key
        return True


def _status(row: Row, cell: Cell) -> Status:
    """An external system that breaks without passages does not know the answer either."""
    if row.status == "unmeasured" and row.reason == "system_error" and isinstance(cell.system, WithoutPassages):
        return "failed"
    return row.status


class _Still:
    """The tests are counted, not the trials."""

    def advance(self, n: int = 1) -> None:
        """Counted elsewhere."""

    def grow(self, n: int) -> None:
        """Counted elsewhere."""


def counted(selected: Mapping[str, Selected]) -> dict[str, BaseInstances]:
    """The counts of every system, for the report."""
    return {name: found.base for name, found in selected.items()}
