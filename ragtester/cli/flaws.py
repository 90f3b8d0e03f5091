"""`ragtester fault-packs` and `calibrate-typos`: four faults that mislead a plain retriever, and one of the fixes."""

from __future__ import annotations

import json as encoder
from pathlib import Path
from typing import Annotated

import typer

from ragtester.cli.options import (
    DEFAULT_DATABASE,
    DEFAULT_OUTPUT,
    BudgetUsd,
    Concurrency,
    ConfigFile,
    Database,
    FilterSystems,
    Json,
    Output,
    Quiet,
    Seed,
)


def fault_packs(
    config: ConfigFile,
    system: FilterSystems = None,
    output: Output = DEFAULT_OUTPUT,
    concurrency: Concurrency = None,
    seed: Seed = None,
    budget: BudgetUsd = None,
    json: Json = False,
    quiet: Quiet = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Try four ready-made retriever faults on each system: exit 0 all proofs brought, 1 one failed, 3 one unmeasured."""
    from ragtester.api_retrieval import run_fault_packs
    from ragtester.cli.progress import make_progress
    from ragtester.runner import RunOptions

    found = run_fault_packs(
        config,
        RunOptions(output=output, filter_systems=system, concurrency=concurrency, budget_usd=budget),
        seed=seed,
        database=database,
        progress=make_progress(quiet=quiet or json),
    )
    results = [one for listed in found.values() for one in listed]
    if json:
        systems = [{"id": name, "packs": [one.to_json() for one in listed]} for name, listed in found.items()]
        typer.echo(encoder.dumps({"systems": systems}))
    else:
        for name, listed in found.items():
            typer.echo(name)
            for one in listed:
                told = one.problem or (one.proof.diagnosis if one.proof else "")
                typer.echo(f"  {'passed' if one.passed else 'failed':<8} {one.pack}: {told}")
    unmeasured = any(one.proof is None for one in results)
    raise typer.Exit(3 if unmeasured else 0 if all(one.passed for one in results) else 1)


def calibrate_typos(
    pairs: Annotated[Path, typer.Argument(metavar="PAIRS", help="Tab-separated: query as typed, query as meant.")],
    vocabulary: Annotated[
        Path | None, typer.Option("--vocabulary", help="A text with the words of the corpus.")
    ] = None,
    json: Json = False,
) -> None:
    """Pick the threshold of approximate matching from real misspelt queries."""
    from ragtester.api_retrieval import calibrate_typos as calibrate

    found = calibrate(pairs, vocabulary=vocabulary)
    if json:
        typer.echo(encoder.dumps(found.to_json()))
        return
    typer.echo(
        f"threshold {found.threshold:g}: finds {found.found:.1%} of {found.pairs} misspelt words; "
        f"{found.unrelated:.1%} also match another of {found.vocabulary} words"
    )
