"""`ragtester run`: everything that a configuration names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ragtester.cli.options import (
    DEFAULT_DATABASE,
    DEFAULT_OUTPUT,
    BudgetUsd,
    Concurrency,
    ConfigFile,
    Database,
    FilterSystems,
    FilterTests,
    Fresh,
    Json,
    Limit,
    NoReuse,
    Output,
    Quiet,
    RetryErrors,
    Samples,
    Seed,
)
from ragtester.cli.width import table_width

if TYPE_CHECKING:
    from ragtester.runner import RunResult


def run(
    config: ConfigFile,
    output: Output = DEFAULT_OUTPUT,
    concurrency: Concurrency = None,
    limit: Limit = None,
    filter_systems: FilterSystems = None,
    filter_tests: FilterTests = None,
    retry_errors: RetryErrors = False,
    fresh: Fresh = False,
    samples: Samples = None,
    seed: Seed = None,
    budget: BudgetUsd = None,
    no_reuse: NoReuse = False,
    json: Json = False,
    quiet: Quiet = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Make the corpus and the suite, run and judge the matrix, and write the reports; the same command resumes."""
    from ragtester.api import run_config
    from ragtester.cli.progress import make_progress
    from ragtester.runner import RunOptions

    options = RunOptions(
        output=output,
        limit=limit,
        filter_systems=filter_systems,
        filter_tests=filter_tests,
        retry_errors=retry_errors,
        fresh=fresh,
        samples=samples,
        concurrency=concurrency,
        budget_usd=budget,
        reuse=not no_reuse,
    )
    progress = make_progress(quiet=quiet or json)
    result = run_config(config, options, database=database, seed=seed, progress=progress)
    if json:
        import json as encoder

        typer.echo(encoder.dumps(dict(result.summary), ensure_ascii=False))
    else:
        show(result)
    raise typer.Exit(result.exit_code)


def show(result: RunResult) -> None:
    """The final table, what fell short, and what to open or run next."""
    from ragtester.reports import final_table

    summary = result.summary
    typer.echo("")
    typer.echo(final_table(summary, width=table_width()))
    totals = summary["totals"]
    typer.echo("")
    typer.echo(
        f"{totals['tests']} tests, {totals['cases']} cases: {totals['passed']} passed, {totals['failed']} failed, "
        f"{totals['unmeasured']} unmeasured in {summary['seconds']:.1f} s"
    )
    for shortfall in [*result.failed, *result.unmeasured]:
        typer.echo(f"threshold: {shortfall}")
    if totals["unmeasured"]:
        typer.echo("try the unmeasured ones again: the same command with --retry-errors")
    if result.exit_code == 130:
        typer.echo("interrupted; the same command continues where it stopped")
    typer.echo(f"report: {result.folder / 'report.html'}")
