"""`ragtester doctor`, `validate`, `estimate` and `schema`: look before anything is spent."""

from __future__ import annotations

import json as encoder
from pathlib import Path
from typing import Annotated

import typer

from ragtester.cli.options import DEFAULT_DATABASE, DEFAULT_OUTPUT, ConfigFile, Database, Json, Limit, Output, Samples


def validate(config: ConfigFile, json: Json = False) -> None:
    """Check a configuration before anything is spent: keys, names, files, variables."""
    from ragtester.api_checking import validate_config

    checked = validate_config(config)
    if json:
        typer.echo(encoder.dumps({"config": str(config), "valid": True, "systems": checked}))
        return
    typer.echo(f"{config}: valid, {len(checked)} systems")
    for name in checked[:20]:
        typer.echo(f"  {name}")
    if len(checked) > 20:
        typer.echo(f"  ... and {len(checked) - 20} more")


def estimate(
    config: ConfigFile,
    output: Output = DEFAULT_OUTPUT,
    limit: Limit = None,
    samples: Samples = None,
    json: Json = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Show the calls, tokens, cost and time that a run would take; nothing is sent."""
    from ragtester.api import estimate_config
    from ragtester.runner import RunOptions

    found = estimate_config(config, RunOptions(output=output, limit=limit, samples=samples), database=database)
    if json:
        typer.echo(encoder.dumps(found.to_json()))
        return
    typer.echo(found.to_text())


def doctor(
    config: Annotated[
        Path | None, typer.Argument(metavar="[CONFIG]", help="Also check what this configuration needs.")
    ] = None,
    json: Json = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Check Python, packages, models, keys, endpoints, database and fonts, with a remedy for each problem."""
    from ragtester.api import examine

    findings = examine(config, database=database)
    if json:
        typer.echo(encoder.dumps({"findings": [finding.model_dump() for finding in findings]}))
    else:
        for finding in findings:
            mark = {"ok": "ok  ", "warning": "warn", "problem": "FAIL"}[finding.state]
            typer.echo(f"{mark}  {finding.what}: {finding.detail}")
            if finding.remedy:
                typer.echo(f"      {finding.remedy}")
    raise typer.Exit(2 if any(finding.state == "problem" for finding in findings) else 0)


def schema() -> None:
    """Print the JSON schema of a configuration."""
    from ragtester.config import config_schema

    typer.echo(encoder.dumps(config_schema(), indent=2))
