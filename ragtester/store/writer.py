"""The one writer of a process: rows are queued and written in batches by a thread of its own.

Rows are written at most 0.25 s after they were put, or sooner where 2,000 are waiting, so that a killed process loses
less than a second of finished work. A database that goes away is waited for (`patiently`); an error that stays is
kept and raised at the next `put` or `flush`.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, Insert, Table
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import SQLModel

from ragtester.errors import StoreError
from ragtester.store.engine import patiently, writing

Row: TypeAlias = Mapping[str, Any]  # column values as the driver takes them
Put: TypeAlias = tuple[type[SQLModel], Sequence[Row]]

BATCH_ROWS = 2000
BATCH_SECONDS = 0.25


class Writer:
    """Queues rows and writes them in batches; `put` never waits for the database.

    Args:
        engine: the database.
        replace: tables, beside `case_row`, `run` and `run_test`, in which a row replaces the one with its key.
        wrote: told of the rows of every batch once they are committed; called in the writer's thread.
    """

    def __init__(
        self, engine: Engine, *, replace: Sequence[str] = (), wrote: Callable[[Sequence[Put]], None] | None = None
    ) -> None:
        self._engine = engine
        self._replaced = frozenset(("case_row", "run", "run_test", *replace))
        self._wrote = wrote
        self._queue: deque[Put | threading.Event] = deque()
        self._waiting = 0
        self._some = threading.Event()
        self._hurry = threading.Event()
        self._closing = False
        self._error: StoreError | None = None
        self._thread = threading.Thread(target=self._work, name="ragtester-writer", daemon=True)
        self._thread.start()

    def put(self, table: type[SQLModel], rows: Iterable[Row]) -> None:
        """Queues rows; one whose key is there already replaces it only in the tables that are replaced.

        Raises:
            StoreError: an earlier batch could not be written.
        """
        self._raise()
        queued = list(rows)
        if not queued:
            return
        self._queue.append((table, queued))
        self._waiting += len(queued)
        if not self._some.is_set():
            self._some.set()
        if self._waiting >= BATCH_ROWS and not self._hurry.is_set():
            self._hurry.set()

    def flush(self) -> None:
        """Waits until everything that was queued is written.

        Raises:
            StoreError: it could not be written.
        """
        if self._thread.is_alive():
            done = threading.Event()
            self._queue.append(done)
            self._hurry.set()
            self._some.set()
            done.wait()
        self._raise()

    def close(self) -> None:
        """Writes what is queued and ends the thread."""
        if self._thread.is_alive():
            self._closing = True
            self._hurry.set()
            self._some.set()
            self._thread.join()
        self._raise()

    def _raise(self) -> None:
        if self._error is not None:
            raise self._error

    def _work(self) -> None:
        while not self._closing:
            self._some.wait()
            self._hurry.wait(BATCH_SECONDS)
            self._hurry.clear()
            self._some.clear()
            self._drain()
        self._drain()

    def _drain(self) -> None:
        batch: list[Put] = []
        waiting: list[threading.Event] = []
        for _ in range(len(self._queue)):
            item = self._queue.popleft()
            if isinstance(item, threading.Event):
                waiting.append(item)
            else:
                batch.append(item)
        self._waiting = 0
        if batch and self._error is None:
            try:
                patiently(self._engine, lambda: self._write(batch))
            except StoreError as error:
                self._error = error
            except Exception as error:  # noqa: BLE001  the thread must live on, or what follows is lost without a word
                self._error = StoreError(f"a result cannot be stored: {type(error).__name__}: {error}")
            else:
                if self._wrote is not None:
                    self._wrote(batch)
        for event in waiting:
            event.set()

    def _write(self, batch: Sequence[Put]) -> None:
        by_table: dict[type[SQLModel], list[Row]] = {}
        for table, rows in batch:
            by_table.setdefault(table, []).extend(rows)
        with writing(self._engine) as connection:
            for model, rows in sorted(by_table.items(), key=lambda entry: str(entry[0].__tablename__)):
                upsert(connection, model, rows, replace=str(model.__tablename__) in self._replaced)


def upsert(connection: Connection, model: type[SQLModel], rows: list[Row], *, replace: bool) -> None:
    """Inserts rows; one whose key is there already is replaced, or left as it is.

    Rows go in the order of their keys, so that two writers never wait for each other in a circle.
    """
    statement, keys = _insert(model, connection.dialect.name, replace)
    unique = {tuple(row.get(key) for key in keys): row for row in rows}
    connection.execute(statement, [dict(unique[key]) for key in sorted(unique)])


@lru_cache(maxsize=64)
def _insert(model: type[SQLModel], dialect: str, replace: bool) -> tuple[Insert, tuple[str, ...]]:
    """The statement and the table's keys; made once, since making it takes as long as a batch of rows."""
    table: Table = model.__table__  # type: ignore[attr-defined]
    keys = tuple(column.name for column in table.primary_key)
    made = (postgresql_insert if dialect == "postgresql" else sqlite_insert)(table)
    if not replace:
        return made.on_conflict_do_nothing(index_elements=keys), keys
    others = {column.name: made.excluded[column.name] for column in table.columns if column.name not in keys}
    return made.on_conflict_do_update(index_elements=keys, set_=others), keys
