"""Two runs side by side, paired in the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, FromClause, Table, and_, func, select

from ragtester.records import DIMENSIONS
from ragtester.store.reading import Found, first, rows
from ragtester.store.store import Store
from ragtester.store.tables import CaseRow, TestRow

_CASE: Table = CaseRow.__table__  # type: ignore[attr-defined]
_TEST: Table = TestRow.__table__  # type: ignore[attr-defined]

PAIRED = ("status", *DIMENSIONS, "recall")
"""Columns of which `counts` gives the values at both runs."""


class Pairing:
    """Cases of a base and a candidate with the same test, system and sample.

    Where each run has one system, cases are paired by test alone, whatever the systems are called.
    """

    def __init__(self, store: Store, base: str, candidate: str) -> None:
        self._engine = store.engine
        self._runs = base, candidate
        systems = [self._systems(run) for run in self._runs]
        self._named = [*systems[0], *systems[1]] if len(systems[0]) == len(systems[1]) == 1 else []
        self._old, self._new = _CASE.alias("old"), _CASE.alias("new")

    @property
    def renamed(self) -> str | None:
        """`old -> new` where each run has one system and their names differ."""
        return " -> ".join(self._named) if len(set(self._named)) == 2 else None

    def sizes(self) -> tuple[int, int]:
        """Cases of the base and of the candidate."""
        query = select(func.count().label("n"))
        base, candidate = (
            int((first(self._engine, query.where(_CASE.c.run == run)) or {"n": 0})["n"]) for run in self._runs
        )
        return base, candidate

    def counts(self) -> list[Found]:
        """How many pairs have the same values: system, `base_NAME` and `candidate_NAME` of `PAIRED`, n, sample."""
        old, new = self._old, self._new
        values = [
            side.c[name].label(f"{label}_{name}")
            for name in PAIRED
            for label, side in (("base", old), ("candidate", new))
        ]
        counted = func.count().label("n"), func.max(new.c.sample).label("sample")
        query = select(new.c.system, *values, *counted).select_from(self._joined())
        return rows(self._engine, query.where(new.c.run == self._runs[1]).group_by(new.c.system, *values))

    def moved(self, *, was: str, now: str) -> list[Found]:
        """Cases that went from one status to another: system, test, query, base, candidate (positions), stage."""
        old, new = self._old, self._new
        asked = and_(_TEST.c.run == new.c.run, _TEST.c.id == new.c.test)
        query = (
            select(
                new.c.system, new.c.test, func.coalesce(_TEST.c.query, new.c.test).label("query"),
                old.c.position.label("base"), new.c.position.label("candidate"),
                func.coalesce(new.c.stage, old.c.stage).label("stage"),
            )
            .select_from(self._joined().outerjoin(_TEST, asked))
            .where(new.c.run == self._runs[1], new.c.status == now, func.coalesce(old.c.status, "") == was)
            .order_by(new.c.position)
        )  # fmt: skip
        return rows(self._engine, query)

    def _joined(self) -> FromClause:
        old, new = self._old, self._new
        same: list[ColumnElement[bool]] = [
            old.c.run == self._runs[0], old.c.test == new.c.test, old.c.sample == new.c.sample,
        ]  # fmt: skip
        if self.renamed is None:
            same.append(old.c.system == new.c.system)
        return new.join(old, and_(*same))

    def _systems(self, run: str) -> Sequence[str]:
        query = select(_CASE.c.system).where(_CASE.c.run == run).distinct()
        return [row["system"] for row in rows(self._engine, query)]
