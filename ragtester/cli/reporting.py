"""`ragtester report`: a finished run in another format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ragtester.cli.options import DEFAULT_OUTPUT


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run's folder, its id, or the name of a configuration.")],
    output: Annotated[list[Path], typer.Option("--output", "-o", help="File to write; its suffix names the format.")],
    folder: Annotated[Path, typer.Option("--in", help="Where runs are looked for by id or name.")] = DEFAULT_OUTPUT,
) -> None:
    """Write a run's report as .html, .xml (JUnit), .json, .jsonl, .csv or .md."""
    from ragtester.api import find_run, write_run_report

    found = find_run(run, folder)
    for file in output:
        write_run_report(found, file)
        typer.echo(f"wrote {file}")
