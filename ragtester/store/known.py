"""Which keys a table may hold, in memory: most lookups of a new run would find nothing, and need no query."""

from __future__ import annotations

import time
from array import array
from bisect import bisect_left

import numpy as np
from sqlalchemy import Engine, Table, select

from ragtester.store.engine import explained, patiently

_DIGITS = 16
"""Hexadecimal digits of a key that are kept: 64 bits, so that two of a billion keys rarely share them."""
_RENEW_SECONDS = 30.0
_RENEW_TIMES = 100.0
"""The keys are read anew when they are 30 s old, or a hundred times as old as reading them took."""
_BLOCK = 50_000


class KnownKeys:
    """The keys of one table as they were a short while ago, with those that this process has put since.

    A key that it does not know is not in the table, unless another process has put it meanwhile: that
    costs one repetition of work, never a wrong result. A key that it knows has to be looked up.

    Args:
        engine: the database.
        table: with a column `key` of hexadecimal digits.
        since: rows from before this moment (seconds since the epoch) do not count.
    """

    def __init__(self, engine: Engine, table: Table, *, since: float = 0.0) -> None:
        self._engine = engine
        self._table = table
        self._since = since
        self._sorted = array("Q")
        self._new: set[int] = set()
        self._renew_at = 0.0

    def add(self, key: str) -> None:
        """A key that this process has put."""
        self._new.add(number_of(key))

    def may_hold(self, key: str) -> bool:
        """Whether the table may hold the key."""
        if time.monotonic() >= self._renew_at:
            self._read()
        number = number_of(key)
        if number in self._new:
            return True
        place = bisect_left(self._sorted, number)
        return place < len(self._sorted) and self._sorted[place] == number

    def _read(self) -> None:
        started = time.monotonic()
        self._sorted = patiently(self._engine, self._stored)
        ended = time.monotonic()
        self._renew_at = ended + max(_RENEW_SECONDS, _RENEW_TIMES * (ended - started))

    def _stored(self) -> array[int]:
        query = select(self._table.c.key)
        if self._since and "created" in self._table.c:
            query = query.where(self._table.c.created >= self._since)
        with explained(self._engine), self._engine.connect() as connection:
            found = connection.execution_options(yield_per=_BLOCK).execute(query)
            numbers = np.fromiter((number_of(row[0]) for row in found), dtype=np.uint64)
        return array("Q", np.sort(numbers).tobytes())


def number_of(key: str) -> int:
    """64 bits of a key, which is the hexadecimal form of a hash."""
    return int(key[:_DIGITS], 16)
