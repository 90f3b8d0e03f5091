"""Reading rows as plain mappings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from sqlalchemy import Engine, Select

from ragtester.store.engine import explained

Found: TypeAlias = Mapping[str, Any]
"""A row by column name, as the driver gives it."""


def rows(engine: Engine, query: Select[Any]) -> list[Found]:
    """Every row of a query."""
    with explained(engine), engine.connect() as connection:
        return [dict(row) for row in connection.execute(query).mappings()]


def first(engine: Engine, query: Select[Any]) -> Found | None:
    """The first row of a query, or None."""
    found = rows(engine, query.limit(1))
    return found[0] if found else None
