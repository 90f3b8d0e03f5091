"""Flags that several commands share, each documented once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

ConfigFile = Annotated[Path, typer.Argument(metavar="CONFIG", help="The configuration, a YAML file.")]
Output = Annotated[
    Path, typer.Option("--output", "-o", envvar="RAGTESTER_OUTPUT", help="Folder that NAME/ is made in.")
]
Concurrency = Annotated[
    int | None,
    typer.Option(
        "--concurrency", "-j", min=1, envvar="RAGTESTER_CONCURRENCY", help="Calls in flight at each endpoint."
    ),
]
Limit = Annotated[int | None, typer.Option(min=1, envvar="RAGTESTER_LIMIT", help="Use only the first N tests.")]
Instances = Annotated[
    int | None, typer.Option("--limit", min=1, envvar="RAGTESTER_LIMIT", help="Most base instances of each system.")
]
FilterSystems = Annotated[
    str | None, typer.Option(metavar="GLOB", envvar="RAGTESTER_FILTER_SYSTEMS", help="Only systems whose id matches.")
]
FilterTests = Annotated[
    str | None,
    typer.Option(
        metavar="GLOB", envvar="RAGTESTER_FILTER_TESTS", help="Only tests whose id, type, kind or document matches."
    ),
]
RetryErrors = Annotated[bool, typer.Option("--retry-errors", help="Also try again what is unmeasured.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Do everything again, embeddings apart.")]
Samples = Annotated[int | None, typer.Option(min=1, max=100, envvar="RAGTESTER_SAMPLES", help="Answers for each case.")]
Seed = Annotated[int | None, typer.Option(envvar="RAGTESTER_SEED", help="Seed in place of the configuration's.")]
BudgetUsd = Annotated[
    float | None,
    typer.Option(
        "--budget", metavar="USD", min=0, envvar="RAGTESTER_BUDGET", help="Send nothing more once this is spent."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", envvar="RAGTESTER_QUIET", help="Show no progress.")]
Database = Annotated[
    str,
    typer.Option(metavar="URL", envvar="RAGTESTER_DATABASE_URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME."),
]
NoReuse = Annotated[bool, typer.Option("--no-reuse", help="Send equal prompts each time, to measure variance.")]

DEFAULT_OUTPUT = Path("generated")
DEFAULT_DATABASE = "sqlite:///generated/ragtester.db"
