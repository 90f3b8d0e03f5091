"""`ragtester calibrate` and `ragtester review`: the judge against people."""

from __future__ import annotations

import getpass
import json as encoder
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ragtester.cli.options import DEFAULT_DATABASE, DEFAULT_OUTPUT, ConfigFile, Database, Fresh, Json, Output

if TYPE_CHECKING:
    from ragtester.api_judging import ReviewResult
    from ragtester.judge import Calibration
    from ragtester.runner.reviewing import Kind

_SHOWN = 20


def calibrate(
    labels: Annotated[
        Path,
        typer.Argument(metavar="LABELS", help="JSON lines: question, reference, answer, label; optional contexts."),
    ],
    judge: Annotated[
        str | None,
        typer.Option("--judge", metavar="NAME", help="builtin, openai/NAME, llama_cpp/PATH, or a model of --config."),
    ] = None,
    config: Annotated[Path | None, typer.Option("--config", help="Configuration that names models and judge.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap intervals.")] = 0,
    fresh: Fresh = False,
    json: Json = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Measure how far a judge agrees with people's labels; runs with the same judge then show it."""
    from ragtester.api_judging import calibrate_judge

    found = calibrate_judge(labels, judge=judge, config=config, seed=seed, fresh=fresh, database=database)
    if json:
        typer.echo(encoder.dumps(found.model_dump(mode="json"), ensure_ascii=False))
    else:
        _show(found, labels)


def _show(found: Calibration, labels: Path) -> None:
    typer.echo(f"{found.judge}: {found.n} labels measured, {found.unmeasured} unmeasured")
    for name in ("accuracy", "kappa", "precision", "recall", "f1"):
        value, interval = getattr(found, name), found.intervals.get(name)
        around = f"  ({interval.low:.3f} to {interval.high:.3f})" if interval else ""
        typer.echo(f"  {name:<10} {f'{value:.3f}' if value is not None else 'undefined'}{around}")
    typer.echo("  " + ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in found.confusion.items()))
    for kind, one in found.by_type.items():
        typer.echo(f"  {kind:<20} {one.agreed}/{one.n}")
    if found.position_flips is not None:
        typer.echo(f"  verdicts kept in reverse order {found.position_flips.agreed}/{found.position_flips.n}")
    if found.verbosity is not None:
        typer.echo(f"  leniency with longer answers {found.verbosity.difference:+.3f}")
    for other in found.disagreements[:_SHOWN]:
        said = "right" if other.label else "wrong"
        typer.echo(f"{labels}:{other.line}: people say {said}, the judge: {other.rationale}")


def review(
    config: ConfigFile,
    reviewer: Annotated[
        str, typer.Option("--reviewer", envvar="RAGTESTER_REVIEWER", help="Who labels; by default your user name.")
    ] = "",
    kind: Annotated[
        list[str] | None, typer.Option("--kind", help="test, verdict or mutant; repeat it. By default all.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=0, help="Label at most so many now; 0 lists agreement only.")] = None,
    export: Annotated[
        Path | None, typer.Option("--export", help="Write the labelled answers for `ragtester calibrate`.")
    ] = None,
    json: Json = False,
    output: Output = DEFAULT_OUTPUT,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Label tests, answers and mutants in the terminal; lists two reviewers' agreement and what is still open."""
    from ragtester.api_judging import review as run_review

    found = run_review(
        config,
        reviewer=reviewer or getpass.getuser(),
        ask=_ask,
        say=lambda text: typer.echo(text, err=json),
        kinds=_kinds(kind),
        limit=limit,
        export=export,
        output=output,
        database=database,
    )
    if json:
        typer.echo(encoder.dumps(found.to_json(), ensure_ascii=False))
    else:
        _summarise(found, export)


def _ask(prompt: str) -> str | None:
    typer.echo(prompt, nl=False, err=True)
    line = sys.stdin.readline()
    return line if line else None


def _kinds(given: Sequence[str] | None) -> tuple[Kind, ...]:
    from ragtester.errors import UnknownNameError
    from ragtester.runner.reviewing import KINDS

    for name in given or ():
        if name not in KINDS:
            raise UnknownNameError("kind", name, KINDS)
    return tuple(kind for kind in KINDS if not given or kind in given)


def _summarise(found: ReviewResult, export: Path | None) -> None:
    typer.echo(f"\n{found.labelled} labelled, {found.left} left")
    for one in found.agreements:
        kappa = f"kappa {one.kappa:.2f}" if one.kappa is not None else "kappa undefined"
        typer.echo(f"{one.asked}: {one.a} and {one.b} agree on {one.agreed} of {one.n}, {kappa}")
    for open_ in found.disagreements[:_SHOWN]:
        said = ", ".join(f"{reviewer} {label}" for reviewer, label in open_.said.items())
        typer.echo(f"open: {open_.asked} {open_.item}: {said}")
    if export is not None:
        typer.echo(f"{found.exported} labelled answers written; next: ragtester calibrate {export}")
