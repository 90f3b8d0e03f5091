"""Running cases: what is stored is taken as it is, the rest flows through one pool of workers per endpoint."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ragtester.records import Test, content_key
from ragtester.runner.cells import Cell, question_of
from ragtester.runner.collecting import seldom_collected
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.progress import Bar
from ragtester.runner.rows import Row, row_for
from ragtester.runner.stop import Stop
from ragtester.runner.work import WorkLog
from ragtester.store import Store
from ragtester.systems.reference import Knowledge

_BLOCK = 4000
"""Cases whose rows are looked up together."""

OnRows: TypeAlias = Callable[[Sequence[tuple[int, Row]]], None]
"""Told of rows that are there, with their positions."""


@dataclass(frozen=True, slots=True)
class _Case:
    position: int
    cell: Cell
    test: Test
    sample: int
    key: str


class Executor:
    """Fills the gaps of a matrix."""

    def __init__(self, *, store: Store, log: WorkLog, evaluator: Evaluator, stop: Stop, retry_errors: bool) -> None:
        self._store = store
        self._log = log
        self._evaluator = evaluator
        self._stop = stop
        self._retry_errors = retry_errors

    async def run(
        self,
        cells: Sequence[Cell],
        tests: Sequence[Test],
        *,
        samples: int,
        bar: Bar,
        on_rows: OnRows,
    ) -> list[Row | None]:
        """Rows by position: system-major, then test, then sample. None where the run was stopped before."""
        rows: list[Row | None] = [None] * (len(cells) * len(tests) * samples)

        def deliver(made: Sequence[tuple[int, Row]]) -> None:
            for position, row in made:
                rows[position] = row
            on_rows(made)
            bar.advance(len(made))

        missing = self._take_stored(cells, tests, samples, deliver)
        await self._prepare(missing)
        pools: dict[str, list[_Case]] = defaultdict(list)
        for case in missing:
            pools[case.cell.pool].append(case)
        workers: list[asyncio.Task[None]] = []
        for cases in pools.values():
            # Test by test, so that equal prompts of several cells meet on their way.
            cases.sort(key=lambda case: (case.position % (len(tests) * samples), case.position))
            source = iter(cases)
            size = min(len(cases), max(case.cell.workers for case in cases))
            workers.extend(asyncio.create_task(self._work(source, deliver)) for _ in range(size))
        with seldom_collected():
            await self._stop.until_done(workers)
        return rows

    def _take_stored(self, cells: Sequence[Cell], tests: Sequence[Test], samples: int, deliver: OnRows) -> list[_Case]:
        missing: list[_Case] = []
        for block in _blocks(self._cases(cells, tests, samples)):
            stored = self._store.results(case.key for case in block)
            attempts = {case.key: content_key("attempt", row=case.key) for case in block if case.key not in stored}
            failed = {} if self._retry_errors else self._store.results(attempts.values())
            made: list[tuple[int, Row]] = []
            known = 0
            for case in block:
                if case.key in stored:
                    known += 1
                    row = Row.from_payload(stored[case.key])
                    row.system, row.test, row.flesch = case.cell.spec.id, case.test.id, case.test.flesch
                elif attempts[case.key] in failed:
                    row = row_for(case.test, system=case.cell.spec.id, sample=case.sample)
                    attempt = failed[attempts[case.key]]
                    row.reason, row.message = str(attempt["reason"]), str(attempt["message"])
                    row.answer_key = str(attempt["answer_key"])
                    self._log.failed("judge" if attempt["answered"] else "generate")
                    if attempt["answered"]:
                        self._log.reused("generate")
                else:
                    missing.append(case)
                    continue
                row.row_key = case.key
                made.append((case.position, row))
            if known:
                self._log.reused("generate", known)
                self._log.reused("judge", known)
            if made:
                deliver(made)
        return missing

    def _cases(self, cells: Sequence[Cell], tests: Sequence[Test], samples: int) -> Iterator[_Case]:
        position = 0
        for cell in cells:
            for test in tests:
                for sample in range(samples):
                    yield _Case(position, cell, test, sample, self._evaluator.row_key(cell, test, sample))
                    position += 1

    async def _prepare(self, missing: Sequence[_Case]) -> None:
        """One search per index for all questions that will be asked of it."""
        asked: dict[int, tuple[Knowledge, dict[str, Test]]] = {}
        depth: dict[int, int] = defaultdict(int)
        for case in missing:
            knowledge = case.cell.knowledge
            if knowledge is None or case.cell.searches_itself:
                continue
            asked.setdefault(id(knowledge), (knowledge, {}))[1].setdefault(case.test.id, case.test)
            depth[id(knowledge)] = max(depth[id(knowledge)], case.cell.depth)
        for number, (knowledge, tests) in asked.items():
            await knowledge.prepare([question_of(test) for test in tests.values()], k=depth[number])

    async def _work(self, source: Iterator[_Case], deliver: OnRows) -> None:
        for case in source:
            if self._stop.asked:
                return
            row, final = await self._evaluator.row(case.cell, case.test, case.sample)
            row.row_key = case.key
            if final:
                self._store.put_results("case", {case.key: row.payload()})
            elif self._stop.is_asked():
                return  # cut off by the stop, so not an attempt of its own
            elif row.reason != "budget":
                self._store.put_results(
                    "attempt",
                    {
                        content_key("attempt", row=case.key): {
                            "reason": row.reason,
                            "message": row.message,
                            "answer_key": row.answer_key,
                            "answered": bool(row.verdict_key),
                        }
                    },
                )
            deliver([(case.position, row)])


def _blocks(cases: Iterator[_Case]) -> Iterator[list[_Case]]:
    block: list[_Case] = []
    for case in cases:
        block.append(case)
        if len(block) >= _BLOCK:
            yield block
            block = []
    if block:
        yield block
