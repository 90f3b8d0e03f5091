"""`ragtester corpus` and `ragtester suite`: make the documents or the tests only."""

from __future__ import annotations

import json as encoder
from typing import Annotated

import typer

from ragtester.cli.options import (
    DEFAULT_DATABASE,
    DEFAULT_OUTPUT,
    BudgetUsd,
    Concurrency,
    ConfigFile,
    Database,
    Fresh,
    Json,
    Output,
    Quiet,
    Seed,
)


def corpus(
    config: ConfigFile,
    output: Output = DEFAULT_OUTPUT,
    concurrency: Concurrency = None,
    seed: Seed = None,
    budget: BudgetUsd = None,
    fresh: Fresh = False,
    json: Json = False,
    quiet: Quiet = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Make the corpus only: PDFs, ledger and manifest."""
    from ragtester.api import make_corpus
    from ragtester.cli.progress import make_progress
    from ragtester.runner import RunOptions

    made, folder, problems = make_corpus(
        config,
        RunOptions(output=output, concurrency=concurrency, budget_usd=budget, fresh=fresh),
        database=database,
        seed=seed,
        progress=make_progress(quiet=quiet or json),
    )
    if json:
        typer.echo(
            encoder.dumps(
                {
                    "folder": str(folder),
                    "documents": [{"id": d.id, "title": d.title, "pages": len(d.pages)} for d in made.documents],
                    "facts": len(made.facts),
                    "problems": problems,
                }
            )
        )
        return
    stated = sum(fact.status == "stated" for fact in made.facts)
    typer.echo(f"{len(made.documents)} documents, {len(made.facts)} facts ({stated} stated) in {folder / 'corpus'}")


def suite(
    config: ConfigFile,
    output: Output = DEFAULT_OUTPUT,
    concurrency: Concurrency = None,
    seed: Seed = None,
    budget: BudgetUsd = None,
    add: Annotated[int, typer.Option(min=0, help="Add this many tests to the suite.")] = 0,
    fresh: Fresh = False,
    json: Json = False,
    quiet: Quiet = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Make the corpus and the tests only."""
    from collections import Counter

    from ragtester.api import make_suite
    from ragtester.cli.progress import make_progress
    from ragtester.runner import RunOptions

    tests, folder = make_suite(
        config,
        RunOptions(output=output, concurrency=concurrency, budget_usd=budget, fresh=fresh, add_tests=add),
        database=database,
        seed=seed,
        progress=make_progress(quiet=quiet or json),
    )
    by_type = dict(Counter(test.type for test in tests).most_common())
    if json:
        typer.echo(encoder.dumps({"folder": str(folder), "tests": len(tests), "by_type": by_type}))
        return
    typer.echo(f"{len(tests)} tests in {folder / 'suite.jsonl'}: " + ", ".join(f"{n} {t}" for t, n in by_type.items()))
