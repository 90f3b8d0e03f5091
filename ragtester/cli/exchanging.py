"""`ragtester export` and `import`: suites for and from other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ragtester.cli.options import DEFAULT_OUTPUT


def export(
    suite: Annotated[
        Path, typer.Argument(metavar="SUITE", help="A suite's file or folder, or a configuration's name.")
    ],
    to: Annotated[
        str, typer.Option("--to", metavar="FORMAT", help="ragas, deepeval, promptfoo, giskard, autorag, jsonl, csv.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="File to write.")],
    folder: Annotated[Path, typer.Option("--in", help="Where a suite is looked for by name.")] = DEFAULT_OUTPUT,
) -> None:
    """Write a suite in another tool's format."""
    from ragtester.api_formats import export_tests

    typer.echo(f"wrote {export_tests(suite, to, output, folder=folder)} tests to {output}")


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Another tool's test file, or a data set.")],
    source: Annotated[
        str,
        typer.Option("--from", metavar="FORMAT", help="A format of export, or squad, tatqa, repliqa, t2-ragbench."),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="A .jsonl file for the tests, or a folder for tests and documents.")
    ],
) -> None:
    """Read tests from another tool's file, with their documents where it holds them."""
    from ragtester.api_formats import import_tests

    made = import_tests(file, source, output)
    typer.echo(f"{made.tests} tests in {made.suite}")
    if made.config is not None:
        typer.echo(f"{made.documents} documents; run them: ragtester run {made.config}")
    elif made.documents:
        typer.echo(f"{made.documents} documents are not written; name a folder to have them too")
