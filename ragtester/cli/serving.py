"""`ragtester serve`: the web service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ragtester.cli.options import DEFAULT_DATABASE, DEFAULT_OUTPUT, Database, Output


def serve(
    configs: Annotated[
        Path,
        typer.Option(metavar="FOLDER", envvar="RAGTESTER_CONFIGS", help="Folder of configurations, one project each."),
    ] = Path("configs"),
    host: Annotated[
        str, typer.Option(help="Address to listen at; any but this machine's own needs a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8321,
    workers: Annotated[int, typer.Option(min=0, max=32, help="Processes that run projects.")] = 1,
    require_token: Annotated[
        bool, typer.Option("--require-token", help="Ask for a token on this machine too.")
    ] = False,
    output: Output = DEFAULT_OUTPUT,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Serve pages and an API over the results, and run projects on request and by schedule."""
    try:
        from ragtester.web import Settings
        from ragtester.web import serve as run_service
    except ModuleNotFoundError as error:
        from ragtester.errors import MissingExtraError

        raise MissingExtraError(str(error.name), extra="web", needed_for="the service") from None
    run_service(
        Settings(
            configs=configs, host=host, port=port, workers=workers, require_token=require_token, output=output,
            database=database,
        )
    )  # fmt: skip
