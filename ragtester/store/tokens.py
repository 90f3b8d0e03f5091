"""Tokens at rest: only their hashes are kept."""

from __future__ import annotations

import time

from sqlalchemy import Table, select, update

from ragtester.store.engine import writing
from ragtester.store.reading import Found, first, rows
from ragtester.store.store import Store
from ragtester.store.tables import TokenRow

_TOKEN: Table = TokenRow.__table__  # type: ignore[attr-defined]


class Tokens:
    """Who may use the service."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine

    def add(self, token: str, *, name: str, hash_: str, scope: str) -> None:
        """Stores a token's id, name, hash and scope."""
        with writing(self._engine) as connection:
            connection.execute(
                _TOKEN.insert().values(id=token, name=name, hash=hash_, scope=scope, created=time.time())
            )

    def get(self, token: str) -> Found | None:
        """The token with this id, revoked or not."""
        return first(self._engine, select(_TOKEN).where(_TOKEN.c.id == token))

    def touch(self, token: str) -> None:
        """Notes that it was used."""
        with writing(self._engine) as connection:
            connection.execute(update(_TOKEN).where(_TOKEN.c.id == token).values(used=time.time()))

    def revoke(self, token: str) -> bool:
        """Ends a token; False where there is none that is valid."""
        valid = (_TOKEN.c.id == token, _TOKEN.c.revoked.is_(None))
        with writing(self._engine) as connection:
            return bool(connection.execute(update(_TOKEN).where(*valid).values(revoked=time.time())).rowcount)

    def listed(self) -> list[Found]:
        """Tokens that are valid, oldest first, without their hashes."""
        query = select(_TOKEN.c.id, _TOKEN.c.name, _TOKEN.c.scope, _TOKEN.c.created, _TOKEN.c.used)
        return rows(self._engine, query.where(_TOKEN.c.revoked.is_(None)).order_by(_TOKEN.c.created))
