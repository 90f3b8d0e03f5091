"""`ragtester faults`: known faults are planted, and the suite must find them."""

from __future__ import annotations

import typer

from ragtester.cli.options import (
    DEFAULT_DATABASE,
    DEFAULT_OUTPUT,
    Concurrency,
    ConfigFile,
    Database,
    FilterSystems,
    Fresh,
    Json,
    Limit,
    Output,
    Quiet,
    RetryErrors,
    Seed,
)
from ragtester.cli.width import table_width


def faults(
    config: ConfigFile,
    output: Output = DEFAULT_OUTPUT,
    concurrency: Concurrency = None,
    limit: Limit = None,
    filter_systems: FilterSystems = None,
    retry_errors: RetryErrors = False,
    fresh: Fresh = False,
    seed: Seed = None,
    json: Json = False,
    quiet: Quiet = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Plant known faults in the reference pipeline, one by one, and say which of them the suite finds."""
    import json as encoder

    from ragtester.api_faults import find_faults
    from ragtester.cli.progress import make_progress
    from ragtester.runner import RunOptions
    from ragtester.runner.campaigns.faults import faults_table

    options = RunOptions(
        output=output,
        limit=limit,
        filter_systems=filter_systems,
        retry_errors=retry_errors,
        fresh=fresh,
        concurrency=concurrency,
    )
    progress = make_progress(quiet=quiet or json)
    result = find_faults(config, options, database=database, seed=seed, progress=progress)
    if json:
        typer.echo(encoder.dumps(dict(result.summary), ensure_ascii=False))
    elif result.exit_code == 130:
        typer.echo("interrupted; the same command continues where it stopped")
    else:
        typer.echo("")
        typer.echo(faults_table(result.summary, width=table_width()))
        typer.echo(f"{result.summary['seconds']:.1f} s; report: {result.folder / 'faults.html'}")
    raise typer.Exit(result.exit_code)
