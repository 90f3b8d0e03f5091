"""`ragtester ground`: which statements of given answers their contexts do not bear out."""

from __future__ import annotations

import json as encoder
from pathlib import Path
from typing import Annotated

import typer

from ragtester.cli.options import DEFAULT_DATABASE, Concurrency, Database, Json

_SHOWN = 20


def ground(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="JSON lines with answer, contexts, and if known question, label, spans."),
    ],
    verifier: Annotated[
        list[str] | None,
        typer.Option("--verifier", help="builtin, a model's name (repeat it for a panel), or cross_encoder/FOLDER."),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option("--config", help="Configuration that names the models; its grounding section is used."),
    ] = None,
    tau: Annotated[float | None, typer.Option("--tau", min=0, max=1, help="A statement is flagged from here.")] = None,
    topics: Annotated[Path | None, typer.Option("--topics", help="File of topic rules, or `default`.")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Also a page with the marked answers.")] = None,
    concurrency: Concurrency = None,
    json: Json = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Find hallucinated statements in given answers; with labels also how well they were found."""
    from ragtester.api_grounding import ground_answers

    found = ground_answers(
        file,
        verifiers=verifier or (),
        config=config,
        tau=tau,
        topics=topics,
        html=html,
        concurrency=concurrency,
        database=database,
    )
    for problem in found.problems[:_SHOWN]:
        typer.echo(f"ragtester: {file}:{problem.line}: {problem.message}", err=True)
    if json:
        typer.echo(encoder.dumps(found.to_json()))
        return
    for row, grounding in zip(found.rows, found.groundings, strict=True):
        for factoid in grounding.factoids:
            if factoid.flagged:
                typer.echo(f"{file}:{row.line}: {factoid.start}-{factoid.end} S={factoid.score:.2f} {factoid.text!r}")
    flagged = sum(grounding.flagged for grounding in found.groundings)
    typer.echo(f"{len(found.rows)} answers, {flagged} flagged, {len(found.problems)} lines not used")
    if found.measures is not None:
        told = found.to_json()
        named = ("accuracy", "precision", "recall", "f1", "roc_auc")
        typer.echo("  ".join(f"{name} {value:.3f}" for name in named if isinstance(value := told.get(name), float)))
    if html is not None:
        typer.echo(f"page: {html}")
