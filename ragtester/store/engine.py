"""Opening a database: SQLite with a write-ahead log, or PostgreSQL by URL; migrated when it is opened."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from ragtester.errors import ConfigError, MissingExtraError, StoreError

_BUSY_SECONDS = 60
_AWAY_SECONDS = 30.0
_PAUSE_SECONDS = 0.5

T = TypeVar("T")


def open_engine(url: str, *, cache_mb: int = 64) -> Engine:
    """An engine for `url`.

    Args:
        url: `sqlite:///FILE` or `postgresql://USER@HOST/NAME`; a path alone means SQLite.
        cache_mb: pages of the database that each connection keeps, in megabytes (SQLite).

    Raises:
        ConfigError: the URL is not one, or names a database that is not supported.
        MissingExtraError: PostgreSQL without its driver.
    """
    text = url if "://" in url else f"sqlite:///{url}"
    try:
        parsed = make_url(text)
    except ArgumentError:
        raise ConfigError(
            f"not a database URL: {url!r}; write sqlite:///FILE or postgresql://...", place="database"
        ) from None
    backend = parsed.get_backend_name()
    if backend == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
        try:
            return create_engine(parsed, pool_pre_ping=True, pool_size=4, max_overflow=8)
        except (ImportError, NoSuchModuleError):
            raise MissingExtraError("psycopg", extra="postgres", needed_for="a PostgreSQL database") from None
    if backend != "sqlite":
        raise ConfigError(f"{backend} is not supported; use sqlite:///FILE or postgresql://...", place="database")
    if parsed.database and parsed.database != ":memory:":
        folder = Path(parsed.database).expanduser().parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot make the folder {folder} of the database: {error.strerror}") from error
    engine = create_engine(parsed, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False})
    event.listen(engine, "connect", partial(_tune_sqlite, cache_mb=cache_mb))
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _tune_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry, *, cache_mb: int) -> None:
    # SQLAlchemy's `begin` event sends BEGIN itself, so that the driver's own rules do not apply.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "foreign_keys=ON",
        f"cache_size=-{1024 * cache_mb}",
        "temp_store=MEMORY",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    options = connection.get_execution_options()
    if not options.get("single"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")


@contextmanager
def explained(engine: Engine) -> Iterator[None]:
    """Turns a driver's error into a `StoreError` that says what to do."""
    try:
        yield
    except OperationalError as error:
        raise StoreError(_remedy(str(error.orig), engine)) from error
    except DBAPIError as error:
        problem = str(error.orig)
        if "not a database" in problem or "malformed" in problem:
            raise StoreError(_remedy(problem, engine)) from error
        raise StoreError(f"the database {_shown(engine)} refused: {problem}") from error


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that takes the write lock at once; committed at the end."""
    with explained(engine), engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


def patiently(engine: Engine, work: Callable[[], T], *, seconds: float = _AWAY_SECONDS) -> T:
    """Does `work`, again and again for `seconds` while a database server restarts or cannot be reached.

    The work may be done twice, so it must be safe to repeat: lookups, and rows that keep or replace what is there.

    Raises:
        StoreError: the server did not come back, or refused the work itself.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            return work()
        except StoreError as error:
            if engine.dialect.name == "sqlite" or not _is_away(error.__cause__) or time.monotonic() >= until:
                raise
        time.sleep(_PAUSE_SECONDS)


def _is_away(cause: BaseException | None) -> bool:
    """Whether a driver's error means that the connection was lost or refused, or that two writers met."""
    return isinstance(cause, OperationalError) or (isinstance(cause, DBAPIError) and cause.connection_invalidated)


def _remedy(problem: str, engine: Engine) -> str:
    shown = _shown(engine)
    folded = problem.lower()
    if "locked" in folded or "busy" in folded:
        return (
            f"the database {shown} was locked by another process for {_BUSY_SECONDS} s; what was stored is safe: "
            "let the other run finish, or give this one its own with --database"
        )
    if "full" in folded or "no space" in folded or "disk i/o" in folded:
        return f"the disk of the database {shown} is full ({problem}); what was stored is safe: free some space and run the same command"
    if "readonly" in folded or "unable to open" in folded or "permission" in folded:
        return f"the database {shown} cannot be opened for writing ({problem}); check its folder's rights, or use --database"
    if "malformed" in folded or "not a database" in folded:
        return f"{shown} is not a database, or is damaged ({problem}); move it away, or use --database"
    return f"the database {shown} does not answer ({problem.strip()}); check that it runs and that --database is right"


def _shown(engine: Engine) -> str:
    name = engine.url.render_as_string(hide_password=True)
    return (
        os.path.relpath(engine.url.database)
        if engine.url.get_backend_name() == "sqlite" and engine.url.database
        else name
    )
