"""Reading rows as plain mappings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from sqlalchemy import Engine, Select

from ragtester.store.engine import explained

Found: TypeAlias = Mapping[str, Any]
"""A row by column name, as the driver gives it."""


def rows(engine: Engine, query: Select[Any], values: Mapping[str, Any] | None = None) -> list[Found]:
    """Every row of a query, which needs no transaction of its own."""
    with explained(engine), engine.connect().execution_options(single=True) as connection:
        found = connection.execute(query, values or {})
        names = tuple(found.keys())
        return [dict(zip(names, row, strict=True)) for row in found.all()]


def first(engine: Engine, query: Select[Any], values: Mapping[str, Any] | None = None) -> Found | None:
    """The first row of a query, or None."""
    found = rows(engine, query.limit(1), values)
    return found[0] if found else None
