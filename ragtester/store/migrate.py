"""Bringing a database to the current schema with Alembic; done whenever one is opened."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine, inspect, text

from ragtester.errors import StoreError
from ragtester.store.engine import explained, writing

HEAD = "0003"
"""The newest revision; a test compares it with the migration scripts and with the tables."""

_LOCK = 7_245_110_963
"""Key of the advisory lock that upgrades of PostgreSQL take; any constant number of our own."""
_SCRIPTS = Path(__file__).parent / "migrations"


def current_revision(engine: Engine) -> str | None:
    """The revision that the database is at; None for an empty one."""
    with explained(engine), engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return str(found) if found else None


def upgrade(engine: Engine) -> bool:
    """Upgrades to the newest revision; True where there was something to do.

    Raises:
        StoreError: the database was written by a newer version, or cannot be used.
    """
    revision = current_revision(engine)
    if revision == HEAD:
        return False
    if revision is not None and revision > HEAD:
        raise StoreError(
            f"the database is at revision {revision}, newer than this version of ragtester knows ({HEAD}); "
            "upgrade ragtester, or use another one with --database"
        )
    from alembic import command
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(_SCRIPTS))
    with writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            # Two processes that open a new database at once: the second waits, and finds nothing left to do.
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")
    return True
