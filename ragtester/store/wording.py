"""Which tests of a run ask in given words, in any script; the questions of the last few runs are kept in memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from sqlalchemy import Engine, Table, select

from ragtester.store.reading import first, rows
from ragtester.store.tables import RunRow, TestRow

_RUN: Table = RunRow.__table__  # type: ignore[attr-defined]
_TEST: Table = TestRow.__table__  # type: ignore[attr-defined]
_KEPT = 4
_LARGEST = 100_000
"""Questions of a run that has more are not kept, but read each time."""


class Wording:
    """Searches questions; upper and lower case are the same letter in every script."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: OrderedDict[str, tuple[object, Sequence[tuple[str, str]]]] = OrderedDict()
        self._lock = threading.Lock()

    def matching(self, run: str, words: str) -> tuple[list[str], int]:
        """Ids of the tests whose question holds `words`, in the order of the run, and how many tests there are."""
        questions = self._questions(run)
        folded = words.casefold()
        return [test for test, question in questions if folded in question], len(questions)

    def _questions(self, run: str) -> Sequence[tuple[str, str]]:
        row = first(self._engine, select(_RUN.c.status, _RUN.c.seconds).where(_RUN.c.id == run))
        state = None if row is None or row["status"] == "running" else (row["status"], row["seconds"])
        with self._lock:
            known = self._known.get(run)
            if known is not None and state is not None and known[0] == state:
                self._known.move_to_end(run)
                return known[1]
        found = rows(
            self._engine, select(_TEST.c.id, _TEST.c.query).where(_TEST.c.run == run).order_by(_TEST.c.position)
        )
        questions = [(row["id"], row["query"].casefold()) for row in found]
        if state is not None and len(questions) <= _LARGEST:
            with self._lock:
                self._known[run] = (state, questions)
                while len(self._known) > _KEPT:
                    self._known.popitem(last=False)
        return questions
