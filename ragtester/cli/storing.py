"""`ragtester cache` and `ragtester db`: the store."""

from __future__ import annotations

import json as encoder
from typing import Annotated

import typer

from ragtester.cli.options import DEFAULT_DATABASE, Database, Json

cache = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
db = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@cache.command("stats")
def stats(database: Database = DEFAULT_DATABASE, json: Json = False) -> None:
    """Show how much is stored."""
    from ragtester.store import Store

    with Store(database) as store:
        counts = store.counts()
    if json:
        typer.echo(encoder.dumps(counts))
        return
    for name, n in counts.items():
        typer.echo(f"{name:<10} {n:>10,}")


@cache.command("clear")
def clear(
    database: Database = DEFAULT_DATABASE,
    only: Annotated[
        list[str] | None, typer.Option("--only", help="reply, vector, passage or result; all four by default.")
    ] = None,
) -> None:
    """Remove stored replies, vectors, texts and results; runs and labels stay."""
    from ragtester.errors import UnknownNameError
    from ragtester.store import CACHE_TABLES, Store

    wanted = only or list(CACHE_TABLES)
    for name in wanted:
        if name not in CACHE_TABLES:
            raise UnknownNameError("cache table", name, CACHE_TABLES)
    with Store(database) as store:
        before = store.counts()
        store.clear(wanted)
    typer.echo("removed " + ", ".join(f"{before[name]:,} {name}" for name in wanted))


@db.command("upgrade")
def upgrade(database: Database = DEFAULT_DATABASE) -> None:
    """Bring the database to this version's schema; every command does it when it opens one."""
    from ragtester.store import HEAD, Store

    with Store(database) as store:
        typer.echo(f"{'upgraded to' if store.upgraded else 'already at'} revision {HEAD}")
