"""What lists and pages read: cases by keyset, tests of a run, counts by anything."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Select, Table, bindparam, func, select
from sqlalchemy import case as sql_case

from ragtester.records import DIMENSIONS, Test
from ragtester.store.reading import Found, first, rows
from ragtester.store.store import Store
from ragtester.store.tables import CaseRow, JobRow, RunRow, TestRow
from ragtester.store.wording import Wording

FILTERS = ("system", "test", "status", "kind", "type", "stage", "failure", "reason")
"""Columns of a case that a list can be narrowed by."""

_CASE: Table = CaseRow.__table__  # type: ignore[attr-defined]
_TEST: Table = TestRow.__table__  # type: ignore[attr-defined]
_RUN: Table = RunRow.__table__  # type: ignore[attr-defined]
_JOB: Table = JobRow.__table__  # type: ignore[attr-defined]
_EASE = (30, 50, 60, 70)


_LISTED = (
    "position", "system", "test", "sample", "kind", "type", "status", "reason", "stage", "failure", "flesch",
    *DIMENSIONS, "recall", "seconds", "answer_key",
)  # fmt: skip
_SELECTIVE = ("test", "failure", "stage", "reason", "system", "type", "status", "kind")
"""Of several filters the first one here leads to the rows, as it leaves the fewest; the others are looked at."""
_FEW = 64
"""Rows of so few tests are sorted rather than found in order."""
_MOST = 20_000


_NEWEST = select(_JOB.c.id).where(_JOB.c.run == bindparam("run")).order_by(_JOB.c.created.desc()).limit(1)
_STATE = (
    select(_RUN.c.status, _RUN.c.seconds, _JOB.c.id.label("job"), _JOB.c.status.label("job_status"))
    .outerjoin(_JOB, _JOB.c.id == _NEWEST.scalar_subquery())
    .where(_RUN.c.id == bindparam("run"))
)


class Browse:
    """Queries over finished and running runs; nothing here writes."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine
        self._wording = Wording(store.engine)

    def names(self) -> list[Found]:
        """Every name that has runs: name, runs, newest (start time)."""
        query = select(_RUN.c.name, func.count().label("runs"), func.max(_RUN.c.started).label("newest"))
        return rows(self._engine, query.group_by(_RUN.c.name).order_by(_RUN.c.name))

    def runs(
        self,
        *,
        name: str | None = None,
        before: tuple[float, str] | None = None,
        limit: int = 50,
        summaries: bool = True,
    ) -> list[Found]:
        """Runs, newest first, without configuration; `before` is the (started, id) of the last one seen."""
        columns = [_RUN.c.id, _RUN.c.name, _RUN.c.status, _RUN.c.started, _RUN.c.seconds]
        query = select(*columns, *([_RUN.c.summary] if summaries else []))
        if name is not None:
            query = query.where(_RUN.c.name == name)
        if before is not None:
            started, run = before
            query = query.where((_RUN.c.started < started) | ((_RUN.c.started == started) & (_RUN.c.id < run)))
        return rows(self._engine, query.order_by(_RUN.c.started.desc(), _RUN.c.id.desc()).limit(limit))

    def state(self, run: str) -> Found | None:
        """What changes when a run does: its status and seconds, and its newest job with the job's status."""
        found = rows(self._engine, _STATE, {"run": run})
        return found[0] if found else None

    def cases(
        self,
        run: str,
        *,
        equal: Mapping[str, str],
        words: str = "",
        after: int = -1,
        limit: int = 50,
    ) -> list[Found]:
        """Cases by position with their questions.

        Args:
            run: the run's id.
            equal: values by column of `FILTERS`.
            words: text that the question holds, in any case of letters; empty for all.
            after: the position of the last case seen.
            limit: rows on a page.
        """
        some, few = None, "test" in equal
        if words:
            some, total = self._wording.matching(run, words)
            if not some:
                return []
            few = few or len(some) <= _FEW
            some = None if len(some) == total else some[:_MOST]
        values: dict[str, object] = {
            "run": run,
            "after": after,
            "most": limit,
            **{f"is_{k}": v for k, v in equal.items()},
        }
        if some is not None:
            values["some"] = some
        return rows(self._engine, _listing(tuple(sorted(equal)), some is not None, few), values)

    def case(self, run: str, position: int) -> Found | None:
        """One case."""
        return first(self._engine, select(_CASE).where(_CASE.c.run == run, _CASE.c.position == position))

    def drawn_answers(self, run: str, *, limit: int) -> list[Found]:
        """Judged answers in the order of their content keys, which is as good as random: answer_key, position, test."""
        columns = _CASE.c.answer_key, func.min(_CASE.c.position).label("position"), func.min(_CASE.c.test).label("test")
        query = select(*columns).where(
            _CASE.c.run == run, _CASE.c.status.in_(("passed", "failed")), _CASE.c.answer_key != ""
        )
        return rows(self._engine, query.group_by(_CASE.c.answer_key).order_by(_CASE.c.answer_key).limit(limit))

    def case_of(self, run: str, system: str, test: str) -> Found | None:
        """The first sample of a test at a system."""
        query = select(_CASE).where(_CASE.c.run == run, _CASE.c.test == test, _CASE.c.system == system)
        return first(self._engine, query.order_by(_CASE.c.position))

    def of_answers(self, answers: Iterable[str]) -> dict[str, Found]:
        """The newest case of each answer, by the answer's content key."""
        found: dict[str, Found] = {}
        keys = list(answers)
        for start in range(0, len(keys), 500):
            query = select(_CASE).where(_CASE.c.answer_key.in_(keys[start : start + 500]))
            found |= {row["answer_key"]: row for row in rows(self._engine, query.order_by(_CASE.c.run))}
        return found

    def neighbours(self, run: str, position: int, status: str) -> tuple[int | None, int | None]:
        """Positions of the cases of this status before and after one."""
        of = (_CASE.c.run == run, _CASE.c.status == status)
        before = select(func.max(_CASE.c.position).label("p")).where(*of, _CASE.c.position < position)
        after = select(func.min(_CASE.c.position).label("p")).where(*of, _CASE.c.position > position)
        previous, following = first(self._engine, before), first(self._engine, after)
        return (previous or {}).get("p"), (following or {}).get("p")

    def count(self, run: str, column: str, *, equal: Mapping[str, str] | None = None) -> dict[str, dict[str, int]]:
        """Cases by the values of a column and by status."""
        chosen = _CASE.c[column]
        query = select(chosen.label("value"), _CASE.c.status, func.count().label("n")).where(_CASE.c.run == run)
        query = _narrowed(query, equal or {}).group_by(chosen, _CASE.c.status)
        found: dict[str, dict[str, int]] = {}
        for row in rows(self._engine, query):
            found.setdefault(str(row["value"] or ""), {})[row["status"]] = row["n"]
        return found

    def tally(self, run: str, *, system: str | None = None) -> list[Found]:
        """Counts by type, status, stage, failure and band of reading ease, in one pass over a run.

        Bands are 0 below 30, 1 to 50, 2 to 60, 3 to 70, 4 above, None without reading ease.
        """
        steps = [(_CASE.c.flesch < bound, band) for band, bound in enumerate(_EASE)]
        band = sql_case((_CASE.c.flesch.is_(None), None), *steps, else_=len(_EASE)).label("band")
        keys = (_CASE.c.type, _CASE.c.status, _CASE.c.stage, _CASE.c.failure, band)
        query = select(*keys, func.count().label("n")).where(_CASE.c.run == run).group_by(*keys)
        return rows(self._engine, query if system is None else query.where(_CASE.c.system == system))

    def measured(self, run: str) -> list[Found]:
        """What a comparison reads of every case: no texts."""
        names = ("system", "test", "sample", "status", "stage", "position", "recall", "seconds", *DIMENSIONS)
        query = select(*(_CASE.c[name] for name in names)).where(_CASE.c.run == run)
        return rows(self._engine, query.order_by(_CASE.c.position))

    def statuses(self, run: str, *, systems: Iterable[str] | None = None) -> list[Found]:
        """(system, test, sample, status, stage, position) of every case of a run."""
        query = select(
            _CASE.c.system, _CASE.c.test, _CASE.c.sample, _CASE.c.status, _CASE.c.stage, _CASE.c.position
        ).where(_CASE.c.run == run)
        if systems is not None:
            query = query.where(_CASE.c.system.in_(list(systems)))
        return rows(self._engine, query.order_by(_CASE.c.position))

    def flips(self, runs: Iterable[str]) -> list[Found]:
        """(system, test, run, status) of several runs, for what changes from night to night."""
        query = select(_CASE.c.system, _CASE.c.test, _CASE.c.run, _CASE.c.status).where(
            _CASE.c.run.in_(list(runs)), _CASE.c.sample == 0
        )
        return rows(self._engine, query)

    def tests(
        self,
        run: str,
        *,
        equal: Mapping[str, str],
        words: str = "",
        after: int = -1,
        limit: int = 50,
        whole: bool = False,
    ) -> list[Found]:
        """Tests of a run in order; with their payload where they are wanted `whole`."""
        columns = [column for column in _TEST.c if whole or column.name not in ("payload", "run")]
        query = select(*columns).where(_TEST.c.run == run, _TEST.c.position > after)
        for name, value in equal.items():
            query = query.where(_TEST.c[name] == value)
        if words:
            some, total = self._wording.matching(run, words)
            if len(some) < total or not some:
                query = query.where(_TEST.c.id.in_(some[:_MOST]))
        return rows(self._engine, query.order_by(_TEST.c.position).limit(limit))

    def test(self, run: str, test: str) -> Test | None:
        """One test as the run used it."""
        found = first(self._engine, select(_TEST.c.payload).where(_TEST.c.run == run, _TEST.c.id == test))
        return Test.model_validate(json.loads(found["payload"])) if found else None

    def test_counts(self, run: str) -> dict[str, int]:
        """Tests of a run by type."""
        query = select(_TEST.c.type, func.count().label("n")).where(_TEST.c.run == run).group_by(_TEST.c.type)
        return {row["type"]: row["n"] for row in rows(self._engine, query.order_by(_TEST.c.type))}

    def total(self, run: str) -> int:
        """Cases of a run."""
        found = first(self._engine, select(func.count().label("n")).where(_CASE.c.run == run))
        return int(found["n"]) if found else 0


@lru_cache(maxsize=512)
def _listing(names: tuple[str, ...], some: bool, few: bool) -> Select[Any]:
    """A page of cases with their questions, filtered by columns and by a list of tests."""
    place = _CASE.c.position + 0 if few else _CASE.c.position
    query = (
        select(*(_CASE.c[name] for name in _LISTED), _TEST.c.query)
        .outerjoin(_TEST, (_TEST.c.run == _CASE.c.run) & (_TEST.c.id == _CASE.c.test))
        .where(_CASE.c.run == bindparam("run"), place > bindparam("after"))
    )
    leading = None if few and some else next((name for name in _SELECTIVE if name in names), None)
    for name in names:
        # A column in an expression is not looked up in an index, so that one index is chosen, the best one.
        column = _CASE.c[name] if name == leading else func.coalesce(_CASE.c[name], "")
        query = query.where(column == bindparam(f"is_{name}"))
    if some:
        query = query.where(_CASE.c.test.in_(bindparam("some", expanding=True)))
    return query.order_by(place).limit(bindparam("most"))


def _narrowed(query: Select[Any], equal: Mapping[str, str]) -> Select[Any]:
    for name, value in equal.items():
        query = query.where(_CASE.c[name] == value)
    return query
