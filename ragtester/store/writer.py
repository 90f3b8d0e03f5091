"""The one writer of a process: rows are queued and written in batches by a thread of its own.

A batch is written when it has 500 rows or is 0.25 s old, so that a killed process loses less than a
second of finished work. An error of the database is kept and raised at the next `put` or `flush`.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, Insert, Table
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import SQLModel

from ragtester.errors import StoreError
from ragtester.store.engine import writing

Row: TypeAlias = Mapping[str, Any]  # column values as the driver takes them

BATCH_ROWS = 500
BATCH_SECONDS = 0.25


class Writer:
    """Queues rows and writes them in batches; `put` never waits for the database."""

    def __init__(self, engine: Engine, *, replace: Sequence[str] = ()) -> None:
        self._engine = engine
        self._replaced = frozenset(("case_row", "run", "run_test", *replace))
        self._queue: queue.SimpleQueue[tuple[type[SQLModel], Row] | threading.Event | None] = queue.SimpleQueue()
        self._error: StoreError | None = None
        self._thread = threading.Thread(target=self._work, name="ragtester-writer", daemon=True)
        self._thread.start()

    def put(self, table: type[SQLModel], rows: Iterable[Row]) -> None:
        """Queues rows; one whose key is there already replaces it only in `case_row`, `run`, `run_test` and what `replace` names.

        Raises:
            StoreError: an earlier batch could not be written.
        """
        self._raise()
        for row in rows:
            self._queue.put((table, row))

    def flush(self) -> None:
        """Waits until everything that was queued is written.

        Raises:
            StoreError: it could not be written.
        """
        if self._thread.is_alive():
            done = threading.Event()
            self._queue.put(done)
            done.wait()
        self._raise()

    def close(self) -> None:
        """Writes what is queued and ends the thread."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()
        self._raise()

    def _raise(self) -> None:
        if self._error is not None:
            raise self._error

    def _work(self) -> None:
        open_ = True
        while open_:
            batch, waiting, open_ = self._gather()
            if batch and self._error is None:
                try:
                    self._write(batch)
                except StoreError as error:
                    self._error = error
            for event in waiting:
                event.set()

    def _gather(self) -> tuple[list[tuple[type[SQLModel], Row]], list[threading.Event], bool]:
        batch: list[tuple[type[SQLModel], Row]] = []
        item = self._queue.get()
        deadline = time.monotonic() + BATCH_SECONDS
        while True:
            if item is None:
                return batch, [], False
            if isinstance(item, threading.Event):
                return batch, [item], True
            batch.append(item)
            if len(batch) >= BATCH_ROWS:
                return batch, [], True
            try:
                item = self._queue.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                return batch, [], True

    def _write(self, batch: list[tuple[type[SQLModel], Row]]) -> None:
        by_table: dict[type[SQLModel], list[Row]] = {}
        for table, row in batch:
            by_table.setdefault(table, []).append(row)
        with writing(self._engine) as connection:
            for model, rows in by_table.items():
                upsert(connection, model, rows, replace=str(model.__tablename__) in self._replaced)


def upsert(connection: Connection, model: type[SQLModel], rows: list[Row], *, replace: bool) -> None:
    """Inserts rows; one whose key is there already is replaced, or left as it is."""
    table: Table = model.__table__  # type: ignore[attr-defined]
    keys = [column.name for column in table.primary_key]
    unique = {tuple(row.get(key) for key in keys): dict(row) for row in rows}
    insert = postgresql_insert if connection.dialect.name == "postgresql" else sqlite_insert
    made = insert(table)
    others = {column.name: made.excluded[column.name] for column in table.columns if column.name not in keys}
    statement: Insert = (
        made.on_conflict_do_update(index_elements=keys, set_=others)
        if replace
        else made.on_conflict_do_nothing(index_elements=keys)
    )
    connection.execute(statement, list(unique.values()))
