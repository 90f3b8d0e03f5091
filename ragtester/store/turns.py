"""Turns: of the processes that work on one name in one database, one at a time.

A turn ends with its process, however that ends: the operating system frees the lock of a SQLite database's neighbour
file, and PostgreSQL that of a closed connection. So a killed run leaves nothing behind that the next one must wait for.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, text

from ragtester.errors import StoreError
from ragtester.store.engine import explained


class Turn:
    """The right to work on `name` in a database; `take` it, then `give_back`.

    A database in memory belongs to one process, so its turn is always free.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._key = hashlib.sha256(name.encode()).digest()[:8]
        self._number = int.from_bytes(self._key, "big", signed=True)
        self._connection: Connection | None = None
        file = engine.url.database
        self._lock: FileLock | None = None
        if engine.dialect.name == "sqlite" and file and file != ":memory:":
            place = Path(file).expanduser()
            self._lock = FileLock(place.with_name(f"{place.name}-turn-{self._key.hex()[:8]}"), thread_local=False)

    def take(self) -> bool:
        """Takes the turn if nobody has it; never waits.

        Raises:
            StoreError: the database cannot be reached.
        """
        if self._lock is not None:
            try:
                self._lock.acquire(timeout=0)
            except Timeout:
                return False
            return True
        if self._engine.dialect.name != "postgresql":
            return True
        if self._connection is None:
            with explained(self._engine):
                self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        with explained(self._engine):
            taken = self._connection.execute(text("SELECT pg_try_advisory_lock(:number)"), {"number": self._number})
            return bool(taken.scalar_one())

    def give_back(self) -> None:
        """Lets the next one work."""
        if self._lock is not None:
            self._lock.release()
        if self._connection is not None:
            # Said as well as closed: the server sees a closed connection a moment later. One that is lost needs no word.
            with contextlib.suppress(StoreError), explained(self._engine):
                self._connection.execute(text("SELECT pg_advisory_unlock(:number)"), {"number": self._number})
            self._connection.invalidate()  # not pooled: whatever lock it has goes with it
            self._connection.close()
            self._connection = None
