"""The newest results of a kind, where the key is not known."""

from __future__ import annotations

import json

from sqlalchemy import Table, select

from ragtester.records import JsonValue
from ragtester.store.reading import rows
from ragtester.store.store import Store
from ragtester.store.tables import ResultRow

_RESULT: Table = ResultRow.__table__  # type: ignore[attr-defined]


def newest_results(store: Store, kind: str, *, limit: int = 20) -> list[dict[str, JsonValue]]:
    """The newest stored results of a kind, newest first."""
    store.flush()
    query = select(_RESULT.c.payload).where(_RESULT.c.kind == kind).order_by(_RESULT.c.created.desc()).limit(limit)
    return [json.loads(row["payload"]) for row in rows(store.engine, query)]
