"""What people say of tests, verdicts and mutants."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Table, delete, func, select

from ragtester.store.engine import writing
from ragtester.store.reading import Found, rows
from ragtester.store.store import Store
from ragtester.store.tables import LabelRow

_LABEL: Table = LabelRow.__table__  # type: ignore[attr-defined]


class Labels:
    """Labels; a reviewer's newest word on an item replaces the earlier one."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine

    def put(
        self, reviewer: str, kind: str, item: str, label: str, *, confidence: int | None = None, note: str = ""
    ) -> None:
        """Stores what a reviewer says of an item."""
        mine = (_LABEL.c.reviewer == reviewer, _LABEL.c.kind == kind, _LABEL.c.item == item)
        with writing(self._engine) as connection:
            connection.execute(delete(_LABEL).where(*mine))
            connection.execute(
                _LABEL.insert().values(
                    reviewer=reviewer, kind=kind, item=item, label=label, confidence=confidence, note=note,
                    created=time.time(),
                )
            )  # fmt: skip

    def drop(self, reviewer: str, kind: str, item: str) -> bool:
        """Takes a label back; False where there was none."""
        mine = (_LABEL.c.reviewer == reviewer, _LABEL.c.kind == kind, _LABEL.c.item == item)
        with writing(self._engine) as connection:
            return bool(connection.execute(delete(_LABEL).where(*mine)).rowcount)

    def listed(
        self,
        *,
        kind: str | None = None,
        reviewer: str | None = None,
        items: Iterable[str] | None = None,
        after: int = 0,
        limit: int = 1000,
    ) -> list[Found]:
        """Labels in the order in which they were given."""
        query = select(_LABEL).where(_LABEL.c.id > after)
        if kind is not None:
            query = query.where(_LABEL.c.kind == kind)
        if reviewer is not None:
            query = query.where(_LABEL.c.reviewer == reviewer)
        if items is not None:
            query = query.where(_LABEL.c.item.in_(list(items)))
        return rows(self._engine, query.order_by(_LABEL.c.id).limit(limit))

    def labelled(self, kind: str, reviewer: str) -> set[str]:
        """The items that a reviewer has labelled."""
        query = select(_LABEL.c.item).where(_LABEL.c.kind == kind, _LABEL.c.reviewer == reviewer)
        return {row["item"] for row in rows(self._engine, query)}

    def state(self, items: Iterable[str]) -> tuple[int, int]:
        """How many labels some items have, and the newest one's id: they change when a label does."""
        columns: list[ColumnElement[Any]] = [func.count().label("n"), func.max(_LABEL.c.id).label("newest")]
        found = rows(self._engine, select(*columns).where(_LABEL.c.item.in_(list(items))))[0]
        return int(found["n"]), int(found["newest"] or 0)

    def reviewers(self, kind: str) -> dict[str, int]:
        """Labels of a kind by reviewer."""
        query = select(_LABEL.c.reviewer, func.count().label("n")).where(_LABEL.c.kind == kind)
        grouped = query.group_by(_LABEL.c.reviewer).order_by(_LABEL.c.reviewer)
        return {row["reviewer"]: row["n"] for row in rows(self._engine, grouped)}

    def pairs(self, kind: str, first: str, second: str) -> list[tuple[str, str]]:
        """The labels of the items that two reviewers both labelled."""
        a, b = _LABEL.alias("a"), _LABEL.alias("b")
        query = (
            select(a.c.label.label("x"), b.c.label.label("y"))
            .join(b, (a.c.item == b.c.item) & (a.c.kind == b.c.kind))
            .where(a.c.kind == kind, a.c.reviewer == first, b.c.reviewer == second)
        )
        return [(row["x"], row["y"]) for row in rows(self._engine, query)]
