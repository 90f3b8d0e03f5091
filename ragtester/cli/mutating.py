"""`ragtester metamorphic` and `repair`."""

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
    Instances,
    Json,
    Output,
    Quiet,
    RetryErrors,
    Seed,
)
from ragtester.cli.width import table_width

if TYPE_CHECKING:
    from ragtester.runner.campaigns import CampaignResult


def metamorphic(
    config: ConfigFile,
    output: Output = DEFAULT_OUTPUT,
    concurrency: Concurrency = None,
    limit: Instances = None,
    filter_systems: FilterSystems = None,
    filter_tests: FilterTests = None,
    retry_errors: RetryErrors = False,
    fresh: Fresh = False,
    seed: Seed = None,
    budget: BudgetUsd = None,
    json: Json = False,
    quiet: Quiet = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Change documents, index and passages, and say whether each system's answers behave accordingly."""
    from ragtester.api_campaigns import run_metamorphic
    from ragtester.cli.progress import make_progress
    from ragtester.runner import RunOptions

    options = RunOptions(
        output=output,
        limit=limit,
        filter_systems=filter_systems,
        filter_tests=filter_tests,
        retry_errors=retry_errors,
        fresh=fresh,
        concurrency=concurrency,
        budget_usd=budget,
    )
    progress = make_progress(quiet=quiet or json)
    _show(run_metamorphic(config, options, database=database, seed=seed, progress=progress), json=json)


def repair(
    config: ConfigFile,
    output: Output = DEFAULT_OUTPUT,
    concurrency: Concurrency = None,
    limit: Instances = None,
    filter_systems: FilterSystems = None,
    filter_tests: FilterTests = None,
    retry_errors: RetryErrors = False,
    fresh: Fresh = False,
    seed: Seed = None,
    budget: BudgetUsd = None,
    json: Json = False,
    quiet: Quiet = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Run the metamorphic campaign, and try every repair on the violations that it found."""
    from ragtester.api_campaigns import run_repair
    from ragtester.cli.progress import make_progress
    from ragtester.runner import RunOptions

    options = RunOptions(
        output=output,
        limit=limit,
        filter_systems=filter_systems,
        filter_tests=filter_tests,
        retry_errors=retry_errors,
        fresh=fresh,
        concurrency=concurrency,
        budget_usd=budget,
    )
    progress = make_progress(quiet=quiet or json)
    _show(run_repair(config, options, database=database, seed=seed, progress=progress), json=json)


def _show(result: CampaignResult, *, json: bool) -> None:
    """One JSON object, or the tables, what fell short, and what to open or run next."""
    if json:
        import json as encoder

        typer.echo(encoder.dumps(dict(result.summary), ensure_ascii=False))
    else:
        from ragtester.runner.campaigns.terminal import campaign_lines

        for line in campaign_lines(result, width=table_width()):
            typer.echo(line)
    raise typer.Exit(result.exit_code)
