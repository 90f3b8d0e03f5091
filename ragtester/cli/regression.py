"""`ragtester gate`, `capture`, `contract`, `compare` and `lifecycle`: does retrieval still find what it must?"""

from __future__ import annotations

import json as encoder
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ragtester.cli.options import (
    DEFAULT_DATABASE,
    DEFAULT_OUTPUT,
    BudgetUsd,
    Concurrency,
    ConfigFile,
    Database,
    FilterTests,
    Json,
    Limit,
    Quiet,
    Seed,
)

if TYPE_CHECKING:
    from ragtester.retrieval import GateReport, RunComparison

_SHOWN = 20

System = Annotated[
    str | None,
    typer.Option(
        "--system",
        "--filter-systems",
        metavar="GLOB",
        envvar="RAGTESTER_FILTER_SYSTEMS",
        help="The system, where the configuration has several.",
    ),
]
Folder = Annotated[Path, typer.Option("--in", help="Folder that runs and corpora are kept in.")]
ContractFile = Annotated[Path, typer.Argument(metavar="CONTRACT", help="The contract, JSON or YAML.")]


Margins = Annotated[
    list[str] | None,
    typer.Option(
        "--margin",
        metavar="[MEASURE=]VALUE",
        help="A mean difference up to it counts as the same; MEASURE may be a pattern. Repeat it.",
    ),
]
Draws = Annotated[int, typer.Option("--seed", min=0, envvar="RAGTESTER_SEED", help="Seed of the resampling.")]
Resamples = Annotated[int, typer.Option("--resamples", min=100, max=1_000_000, help="Bootstrap draws.")]


class Part(StrEnum):
    """Which queries are judged."""

    dev = "dev"
    heldout = "heldout"


class Stage(StrEnum):
    """Which result set is recorded."""

    candidates = "candidates"
    reranked = "reranked"
    final_context = "final_context"


def gate(
    contract: ContractFile,
    base: Annotated[Path, typer.Argument(metavar="BASE", help="Capture of the baseline.")],
    candidate: Annotated[Path, typer.Argument(metavar="CANDIDATE", help="Capture of the candidate.")],
    report: Annotated[
        list[Path],
        typer.Option("--report", metavar="FILE", help="The report, JSON, .html or .md, in every outcome. Repeat it."),
    ],
    junit: Annotated[Path | None, typer.Option("--junit", help="Also a JUnit report.")] = None,
    declare: Annotated[
        list[str] | None, typer.Option("--declare", metavar="KEY", help="A setting that is meant to differ; repeat it.")
    ] = None,
    split: Annotated[Part | None, typer.Option("--split", help="Judge the queries of this split only.")] = None,
    margin: Margins = None,
    seed: Draws = 20261001,
    resamples: Resamples = 10_000,
    json: Json = False,
) -> None:
    """Judge a candidate's capture against a contract and a baseline: exit 0 PASS, 1 FAIL, 2 INVALID."""
    from ragtester.api_retrieval import gate_files, parse_margins

    found = gate_files(
        contract,
        base,
        candidate,
        report=report,
        junit=junit,
        declared_change=declare or (),
        seed=seed,
        resamples=resamples,
        split={None: None, "dev": "development", "heldout": "held_out"}[split],
        margins=parse_margins(margin or ()),
    )
    if json:
        typer.echo(encoder.dumps(found.to_json()))
    else:
        _show_gate(found, report)
    raise typer.Exit(found.exit_code)


def _show_gate(found: GateReport, reports: list[Path]) -> None:
    typer.echo(found.status + (f": {found.error}" if found.error else ""))
    failing = [one for one in found.queries if one.candidate.failures]
    for one in failing[:_SHOWN]:
        typer.echo(f"  {one.change.replace('_', ' ')}: {one.query.id}: {', '.join(one.candidate.failures[:4])}")
    if len(failing) > _SHOWN:
        typer.echo(f"  ... and {len(failing) - _SHOWN} more")
    for failure in found.run_failures:
        typer.echo(f"  {failure}")
    for comparison in found.comparisons:
        if comparison.slice is None:
            typer.echo(f"  {_compared(comparison.to_json())}")
    for note in found.notes:
        typer.echo(f"note: {note}")
    for report in reports:
        if report.is_file():
            typer.echo(f"report: {report}")


def _compared(one: object) -> str:
    values = one if isinstance(one, dict) else {}
    difference, interval = values.get("difference"), values.get("interval")
    where = f" ({interval[0]:+.3f} to {interval[1]:+.3f})" if interval else ""
    shown = "no pair" if difference is None else f"{difference:+.3f}{where}"
    return f"{values['measure']:<24} {shown}, n {values['n']}: {values['message']}"


def capture(
    contract: ContractFile,
    config: ConfigFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="File of the capture.")],
    stage: Annotated[Stage, typer.Option("--stage", help="Which result set is recorded.")] = Stage.final_context,
    system: System = None,
    repeats: Annotated[
        int, typer.Option("--repeats", "--samples", min=1, max=100, help="How often each query is asked.")
    ] = 1,
    folder: Folder = DEFAULT_OUTPUT,
    concurrency: Concurrency = None,
    seed: Seed = None,
    budget: BudgetUsd = None,
    json: Json = False,
    quiet: Quiet = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Record what a system of a configuration returns for a contract's queries (see `contract` to make one)."""
    from ragtester.api_retrieval import capture_config
    from ragtester.cli.progress import make_progress
    from ragtester.runner import RunOptions

    found, name = capture_config(
        contract,
        config,
        RunOptions(output=folder, filter_systems=system, concurrency=concurrency, budget_usd=budget),
        output=output,
        stage=stage.value,
        repeats=repeats,
        seed=seed,
        database=database,
        progress=make_progress(quiet=quiet or json),
    )
    told = {
        "system": name,
        "stage": found.stage,
        "queries": len({result.query_id for result in found.results}),
        "hits": sum(len(result.hits) for result in found.results),
        "errors": dict(found.errors),
        "ingestion_failed": dict(found.ingestion_failed),
        "output": str(output),
    }
    if json:
        typer.echo(encoder.dumps(told))
        return
    typer.echo(f"{name}: {told['queries']} queries, {told['hits']} hits in {output}")
    for what, reason in [*found.errors.items(), *found.ingestion_failed.items()][:_SHOWN]:
        typer.echo(f"  not observed: {what}: {reason}")


def contract(
    config: ConfigFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="File of the contract, .json or .yaml.")],
    system: System = None,
    k: Annotated[int | None, typer.Option("-k", min=1, max=1000, help="Cutoff; the system's top-k by default.")] = None,
    version: Annotated[str, typer.Option("--contract-version", help="Version of the contract.")] = "1",
    held_out: Annotated[
        float, typer.Option("--held-out", min=0, max=1, help="Share of the queries that is kept for releases.")
    ] = 0.0,
    folder: Folder = DEFAULT_OUTPUT,
    concurrency: Concurrency = None,
    limit: Limit = None,
    filter_tests: FilterTests = None,
    seed: Seed = None,
    budget: BudgetUsd = None,
    json: Json = False,
    quiet: Quiet = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Turn the suite of a configuration into a contract over the chunks of one of its systems."""
    from ragtester.api_retrieval import contract_of_config
    from ragtester.cli.progress import make_progress
    from ragtester.runner import RunOptions

    made = contract_of_config(
        config,
        RunOptions(
            output=folder,
            filter_systems=system,
            limit=limit,
            filter_tests=filter_tests,
            concurrency=concurrency,
            budget_usd=budget,
        ),
        output=output,
        k=k,
        version=version,
        held_out=held_out,
        seed=seed,
        database=database,
        progress=make_progress(quiet=quiet or json),
    )
    answerable = sum(query.answerable for query in made.queries)
    told = {"queries": len(made.queries), "answerable": answerable, "chunks": len(made.manifest), "k": made.k}
    if json:
        typer.echo(encoder.dumps({**told, "version": made.version, "output": str(output)}))
        return
    typer.echo(f"{told['queries']} queries ({answerable} answerable) over {told['chunks']} chunks in {output}")


def compare(
    base: Annotated[Path, typer.Argument(metavar="BASE", help="A run's folder, its id, or the name of its config.")],
    candidate: Annotated[Path, typer.Argument(metavar="CANDIDATE", help="The run that is judged.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Also a report, .html or .json.")] = None,
    margin: Margins = None,
    seed: Draws = 20261001,
    resamples: Resamples = 10_000,
    folder: Folder = DEFAULT_OUTPUT,
    json: Json = False,
) -> None:
    """Compare two runs of the matrix: what is better, by how much, and whether that is real."""
    from ragtester.api_retrieval import compare as compare_two
    from ragtester.api_retrieval import parse_margins

    margins = parse_margins(margin or ())
    found = compare_two(base, candidate, folder=folder, output=output, margins=margins, seed=seed, resamples=resamples)
    if json:
        typer.echo(encoder.dumps(found.to_json()))
        return
    _show_comparison(found)
    if output is not None:
        typer.echo(f"report: {output}")


def _show_comparison(found: RunComparison) -> None:
    system = None
    for one in found.measures:
        if one.system != system:
            system = one.system
            typer.echo(system or "all systems")
        typer.echo(f"  {_compared(one.to_json())}")
    for title, names in (("newly failing", found.newly_failing), ("newly passing", found.newly_passing)):
        typer.echo(f"{title}: {len(names)}")
        for name in names[:_SHOWN]:
            typer.echo(f"  {name}")
    if found.only_base or found.only_candidate:
        typer.echo(f"not compared: {found.only_base} cases only in the base, {found.only_candidate} only here")


def lifecycle(
    scenarios: Annotated[Path, typer.Argument(metavar="SCENARIOS", help="Scenarios, YAML or JSON.")],
    config: ConfigFile,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Also the JSON report as a file.")] = None,
    system: System = None,
    cutoff: Annotated[
        float | None,
        typer.Option(
            "--cutoff", metavar="SECONDS", min=0, help="Report after so long; later deadlines are counted as pending."
        ),
    ] = None,
    folder: Folder = DEFAULT_OUTPUT,
    concurrency: Concurrency = None,
    seed: Seed = None,
    budget: BudgetUsd = None,
    json: Json = False,
    quiet: Quiet = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Change documents and watch each change arrive: exit 0 passed, 1 a step failed, 3 not all was observed."""
    from ragtester.api_retrieval import run_lifecycle
    from ragtester.cli.progress import make_progress
    from ragtester.runner import RunOptions

    found = run_lifecycle(
        scenarios,
        config,
        RunOptions(output=folder, filter_systems=system, concurrency=concurrency, budget_usd=budget),
        output=output,
        cutoff_s=cutoff,
        seed=seed,
        database=database,
        progress=make_progress(quiet=quiet or json),
    )
    if json:
        typer.echo(encoder.dumps(found.to_json()))
        raise typer.Exit(found.exit_code)
    for one in found.systems:
        typer.echo(one.system)
        for step in one.steps:
            lag = "" if step.context_s is None else f" in context after {step.context_s:.2f} s"
            reason = f": {step.reason}" if step.reason else ""
            typer.echo(f"  {step.status.replace('_', ' '):<8} {step.name}{lag}{reason}")
    stale, on_time = found.together.stale_context(), found.together.on_time()
    typer.echo(
        f"on time: {on_time['on_time']} of {on_time['cohort']} ({on_time['pending']} pending, "
        f"{on_time['not_begun']} not begun); stale context: {stale['stale']} of {stale['inspectable']} scheduled looks "
        f"({stale['observation_failures']} without an observation)"
    )
    raise typer.Exit(found.exit_code)
