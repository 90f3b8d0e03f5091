"""The store: replies, vectors, texts and results under their content keys; runs and their cases."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from types import TracebackType
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from sqlalchemy import Select, bindparam, delete, func, select
from sqlmodel import SQLModel, col

from ragtester.records import JsonValue, Reply, Test, Usage
from ragtester.store.engine import explained, open_engine, patiently, writing
from ragtester.store.known import KnownKeys, number_of
from ragtester.store.migrate import upgrade
from ragtester.store.tables import TABLES, CaseRow, PassageRow, ReplyRow, ResultRow, RunRow, TestRow, VectorRow
from ragtester.store.writer import Put, Row, Writer

_LOOKUP = 800
"""Keys in one query; SQLite allows 32,766 variables, fewer keep the statement cache small."""

_MOST_PENDING = 50_000
"""Rows that may wait to be written before `put` waits for the database, so that memory stays bounded."""

CACHE_TABLES = ("reply", "vector", "passage", "result")
"""What a rerun would make again."""

Payload = dict[str, JsonValue]

_as_json = json.JSONEncoder(ensure_ascii=False).encode


class Store:
    """One database. Reading is by key in bulk; writing is queued to the one writer."""

    def __init__(self, url: str, *, fresh: bool = False, cache_mb: int = 64) -> None:
        """Opens the database and brings it to the current schema.

        Args:
            url: see `open_engine`.
            fresh: replies and results from before this moment are not found, and are replaced.
            cache_mb: see `open_engine`.

        Raises:
            StoreError: it cannot be opened, or was written by a newer version.
            ConfigError: the URL is wrong.
        """
        self.engine = open_engine(url, cache_mb=cache_mb)
        try:
            self.upgraded = upgrade(self.engine)
        except BaseException:
            self.engine.dispose()  # a database that is refused keeps no connection open
            raise
        self._since = time.time() if fresh else 0.0
        self._writer = Writer(self.engine, replace=("reply", "result") if fresh else (), wrote=self._written)
        self._pending: dict[str, dict[str, Row]] = {name: {} for name in CACHE_TABLES}
        self._known: dict[str, KnownKeys] = {}
        self._put_texts: set[int] = set()
        self._forgotten: set[str] = set()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Writes what is queued and closes the connections."""
        try:
            self._writer.close()
        finally:
            self.engine.dispose()

    def flush(self) -> None:
        """Waits until everything that was put is written."""
        self._writer.flush()

    def may_hold(self, table: Literal["reply", "result"], key: str) -> bool:
        """Whether it is worth looking a key up; False costs no query (see `KnownKeys`)."""
        known = self._known.get(table)
        if known is None:
            known = self._known[table] = KnownKeys(self.engine, SQLModel.metadata.tables[table], since=self._since)
        return key in self._pending[table] or known.may_hold(key)

    # -- replies ---------------------------------------------------------------------------------

    def replies(self, keys: Iterable[str]) -> dict[str, Reply]:
        """The stored replies among `keys`."""
        return {key: _reply(row) for key, row in self._find(ReplyRow, keys).items()}

    def put_reply(self, key: str, reply: Reply, *, model: str) -> None:
        """Stores a reply."""
        row = {
            "key": key,
            "model": model,
            "text": reply.text,
            "finish": reply.finish,
            "prompt_tokens": reply.usage.prompt_tokens,
            "completion_tokens": reply.usage.completion_tokens,
            "cached_tokens": reply.usage.cached_tokens,
            "said": reply.model[:200],
            "seconds": reply.seconds,
            "created": time.time(),
        }
        self._put(ReplyRow, {key: row})

    def reply_seconds(self, model: str, *, most: int = 200) -> float | None:
        """Mean seconds of some of a model's replies, by its name in a configuration; None where there is none."""
        columns = ReplyRow.__table__.columns  # type: ignore[attr-defined]
        some = select(columns.seconds).where(columns.model == model).limit(most).subquery()
        found = self._rows(select(func.avg(some.c.seconds).label("mean")))
        return None if found[0]["mean"] is None else float(found[0]["mean"])

    # -- vectors ---------------------------------------------------------------------------------

    def vectors(self, keys: Iterable[str]) -> dict[str, npt.NDArray[np.float32]]:
        """The stored vectors among `keys`, each of shape (d,)."""
        return {key: np.frombuffer(row["data"], dtype="<f4") for key, row in self._find(VectorRow, keys).items()}

    def put_vectors(self, vectors: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Stores vectors under their keys."""
        rows = {key: {"key": key, "data": vector.astype("<f4").tobytes()} for key, vector in vectors.items()}
        self._put(VectorRow, rows)

    # -- texts -----------------------------------------------------------------------------------

    def passages(self, keys: Iterable[str]) -> dict[str, str]:
        """The stored texts among `keys` (their hashes)."""
        return {key: row["text"] for key, row in self._find(PassageRow, keys).items()}

    def put_passages(self, texts: Mapping[str, str]) -> None:
        """Stores texts under their hashes; one that this process put before is not put again."""
        new = {key: text for key, text in texts.items() if number_of(key) not in self._put_texts}
        self._put_texts.update(map(number_of, new))
        self._put(PassageRow, {key: {"key": key, "text": text} for key, text in new.items()})

    # -- results ---------------------------------------------------------------------------------

    def results(self, keys: Iterable[str]) -> dict[str, Payload]:
        """The stored results among `keys`."""
        return {key: json.loads(row["payload"]) for key, row in self._find(ResultRow, keys).items()}

    def put_results(self, kind: str, results: Mapping[str, Payload]) -> None:
        """Stores results of one kind under their keys."""
        now = time.time()
        rows = {
            key: {"key": key, "kind": kind, "payload": _as_json(payload), "created": now}
            for key, payload in results.items()
        }
        self._put(ResultRow, rows)

    def forget(self, keys: Iterable[str]) -> None:
        """Removes results and replies that turned out to be of no use."""
        self.flush()
        for some in _groups(keys):
            self._forgotten.update(some)
            with writing(self.engine) as connection:
                for table in (ResultRow, ReplyRow):
                    connection.execute(delete(table).where(col(table.key).in_(some)))

    def was_forgotten(self, key: str) -> bool:
        """Whether this process removed what it had put under a key, and has put nothing since."""
        return key in self._forgotten

    # -- runs and cases --------------------------------------------------------------------------

    def put_run(self, row: Row) -> None:
        """Stores a run, replacing an earlier row of the same id."""
        self._writer.put(RunRow, [row])

    def put_cases(self, rows: Iterable[Row]) -> None:
        """Stores cases of a run."""
        self._writer.put(CaseRow, rows)

    def put_tests(self, run_id: str, tests: Iterable[Test]) -> None:
        """Stores the tests of a run, in its order, for whoever looks at its cases later."""
        rows = [
            {
                "run": run_id,
                "id": test.id,
                "position": position,
                "query": test.query,
                "kind": test.kind,
                "type": test.type,
                "document": test.document,
                "payload": test.model_dump_json(),
            }
            for position, test in enumerate(tests)
        ]
        self._writer.put(TestRow, rows)

    def runs(self, *, name: str | None = None, limit: int = 100) -> list[Row]:
        """Runs, newest first."""
        query = select(*RunRow.__table__.columns).order_by(col(RunRow.started).desc()).limit(limit)  # type: ignore[attr-defined]
        return self._rows(query.where(col(RunRow.name) == name) if name else query)

    def run(self, run_id: str) -> Row | None:
        """One run."""
        found = self._rows(select(*RunRow.__table__.columns).where(col(RunRow.id) == run_id))  # type: ignore[attr-defined]
        return found[0] if found else None

    def cases(self, run_id: str, *, after: int = -1, limit: int = 100, **equal: str | None) -> list[Row]:
        """Cases of a run by position, keyset-paged; `equal` filters by system, test, status, kind, type, stage."""
        columns = CaseRow.__table__.columns  # type: ignore[attr-defined]
        query = select(*columns).where(columns.run == run_id, columns.position > after)
        for name, value in equal.items():
            if value is not None:
                query = query.where(columns[name] == value)
        return self._rows(query.order_by(columns.position).limit(limit))

    def heat(self, run_id: str) -> list[Row]:
        """Counts of a run by system, kind and status: rows of (system, kind, status, n)."""
        columns = CaseRow.__table__.columns  # type: ignore[attr-defined]
        group = (columns.system, columns.kind, columns.status)
        return self._rows(select(*group, func.count().label("n")).where(columns.run == run_id).group_by(*group))

    def drop_cases(self, run_id: str, *, position: int) -> None:
        """Removes the cases of a run from `position` on, where it became smaller."""
        self.flush()
        with writing(self.engine) as connection:
            connection.execute(delete(CaseRow).where(col(CaseRow.run) == run_id, col(CaseRow.position) >= position))

    # -- the whole -------------------------------------------------------------------------------

    def counts(self) -> dict[str, int]:
        """Rows by table."""
        self.flush()
        with explained(self.engine), self.engine.connect() as connection:
            return {
                str(model.__tablename__): int(connection.execute(select(func.count()).select_from(model)).scalar() or 0)
                for model in TABLES
            }

    def clear(self, tables: Sequence[str] = CACHE_TABLES) -> None:
        """Empties tables; by default what a rerun would make again."""
        self.flush()
        with writing(self.engine) as connection:
            for model in TABLES:
                if model.__tablename__ in tables:
                    connection.execute(delete(model))
        self._put_texts.clear()

    def _put(self, table: type[SQLModel], rows: Mapping[str, Row]) -> None:
        name = str(table.__tablename__)
        pending, known = self._pending[name], self._known.get(name)
        if len(pending) > _MOST_PENDING:
            self.flush()
        pending.update(rows)
        if self._forgotten:
            self._forgotten.difference_update(rows)
        if known is not None:
            for key in rows:
                known.add(key)
        self._writer.put(table, list(rows.values()))

    def _written(self, batch: Sequence[Put]) -> None:
        """In the writer's thread: rows that the database has need not be kept any more."""
        for table, rows in batch:
            pending = self._pending.get(str(table.__tablename__))
            for row in rows if pending is not None else ():
                if pending is not None and pending.get(row["key"]) is row:
                    pending.pop(row["key"], None)

    def _find(self, table: type[SQLModel], keys: Iterable[str]) -> dict[str, Row]:
        pending = self._pending[str(table.__tablename__)]
        wanted = set(keys)
        found: dict[str, Row] = {}
        for key in wanted if pending else ():
            row = pending.get(key)
            if row is not None:
                found[key] = row
        left = wanted - found.keys()
        if len(left) == 1:
            # A list of keys is expanded and compiled anew each time, which takes longer than the lookup.
            for row in self._rows(_one_of(table), {"key": left.pop(), "since": self._since}):
                found[row["key"]] = row
        columns = table.__table__.columns  # type: ignore[attr-defined]
        for some in _groups(left):
            query = select(*columns).where(columns.key.in_(some))
            if self._since and "created" in columns:
                query = query.where(columns.created >= self._since)
            for row in self._rows(query):
                found[row["key"]] = row
        return found

    def _rows(self, query: object, values: Mapping[str, object] | None = None) -> list[Row]:
        def read() -> list[Row]:
            with explained(self.engine), self.engine.connect() as connection:
                return [dict(row) for row in connection.execute(query, values).mappings()]  # type: ignore[call-overload]

        return patiently(self.engine, read)


@lru_cache(maxsize=len(CACHE_TABLES))
def _one_of(table: type[SQLModel]) -> Select[Any]:
    """The query for the row of one key, compiled once; without rows from before `since` where they have a time."""
    columns = table.__table__.columns  # type: ignore[attr-defined]
    query = select(*columns).where(columns.key == bindparam("key"))
    return query.where(columns.created >= bindparam("since")) if "created" in columns else query


def _groups(keys: Iterable[str]) -> Iterator[list[str]]:
    iterator = iter(keys)
    while some := list(islice(iterator, _LOOKUP)):
        yield some


def _reply(row: Row) -> Reply:
    return Reply(
        text=row["text"],
        finish=row["finish"],
        usage=Usage(
            prompt_tokens=row["prompt_tokens"],
            completion_tokens=row["completion_tokens"],
            cached_tokens=row["cached_tokens"],
        ),
        model=row["said"],
        seconds=row["seconds"],
        reused=True,
    )
