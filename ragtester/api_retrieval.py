"""Retrieval regression as functions of a few lines: contract, capture, gate, lifecycle, comparison of runs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from ragtester.api import DEFAULT_DATABASE, FoundRun, find_run, open_session, run_stoppable
from ragtester.config import LoadedConfig
from ragtester.errors import InputError
from ragtester.reports import GATE_FORMATS, Line, read_lines, write_comparison
from ragtester.retrieval import (
    Capture,
    CaptureStage,
    Contract,
    GateReport,
    RunComparison,
    compare_runs,
    read_contract,
    write_capture,
    write_contract,
)
from ragtester.retrieval import gate_files as judge_files
from ragtester.retrieval.contract.atomic import write_atomically
from ragtester.retrieval.contract.records import Split
from ragtester.retrieval.faults import Calibration, PackResult, calibrate_threshold, read_query_pairs
from ragtester.retrieval.gate.gate import DEFAULT_RESAMPLES, DEFAULT_SEED
from ragtester.retrieval.lifecycle import read_scenarios
from ragtester.retrieval.margins import NO_MARGINS, parse_margins
from ragtester.runner import Progress, RunOptions, Session, check
from ragtester.runner.regression import LifecycleRun, capture_system, make_contract, run_scenarios, take_packs
from ragtester.text import tokens

Config = Path | str | LoadedConfig


def capture_config(
    contract: Path | str,
    config: Config,
    options: RunOptions | None = None,
    *,
    output: Path | str,
    stage: CaptureStage = "final_context",
    repeats: int = 1,
    seed: int | None = None,
    database: str = DEFAULT_DATABASE,
    progress: Progress | None = None,
) -> tuple[Capture, str]:
    """Records what a system of a configuration returns for a contract's queries; the capture and the system's id.

    Args:
        contract: file of the contract.
        config: the configuration; `options.filter_systems` chooses one system where it has several.
        options: what the flags of the command say.
        output: file of the capture.
        stage: which result set is recorded.
        repeats: how often each query is asked.
        seed: in place of the configuration's.
        database: see `Store`.
        progress: is told how far it is.

    Raises:
        UsageError: the contract or configuration cannot be used, or several systems are meant.
    """
    asked = read_contract(contract)

    async def work(session: Session) -> tuple[Capture, str]:
        return await capture_system(session, asked, stage=stage, repeats=repeats)

    with open_session(config, options, database, seed, progress) as session:
        check(session.loaded)
        found, system = run_stoppable(session, work)
    write_capture(found, output)
    return found, system


def contract_of_config(
    config: Config,
    options: RunOptions | None = None,
    *,
    output: Path | str,
    k: int | None = None,
    version: str = "1",
    held_out: float = 0.0,
    max_recall_drop: float | None = 0.0,
    seed: int | None = None,
    database: str = DEFAULT_DATABASE,
    progress: Progress | None = None,
) -> Contract:
    """A contract with one query per test of a configuration's suite, over the chunks of one of its systems.

    Args:
        config: the configuration; `options.filter_systems` chooses the system where several differ.
        options: what the flags of the command say.
        output: file of the contract.
        k: cutoff; the system's top-k by default.
        version: of the contract.
        held_out: share of the queries that is kept for releases.
        max_recall_drop: allowed loss of recall per query; None allows any.
        seed: in place of the configuration's.
        database: see `Store`.
        progress: is told how far it is.

    Raises:
        UsageError: the configuration cannot be used, or the evidence of a test is in no chunk.
    """

    async def work(session: Session) -> Contract:
        return await make_contract(session, k=k, version=version, held_out=held_out, max_recall_drop=max_recall_drop)

    with open_session(config, options, database, seed, progress) as session:
        check(session.loaded)
        made = run_stoppable(session, work)
    write_contract(made, output)
    return made


def gate_files(
    contract: Path | str,
    base: Path | str,
    candidate: Path | str,
    *,
    report: Path | str | Sequence[Path | str],
    junit: Path | str | None = None,
    declared_change: Sequence[str] | str = (),
    split: Split | None = None,
    margins: Mapping[str, float] = NO_MARGINS,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
) -> GateReport:
    """Judges a candidate's capture against a contract and a baseline, and writes the report in every outcome.

    Args:
        contract: file of the contract.
        base: capture of the baseline.
        candidate: capture of the candidate.
        report: one file or several; .html and .md are pages for readers, anything else is JSON.
        junit: also a JUnit report.
        declared_change: configuration keys that are meant to differ.
        split: judge the queries of this split only.
        margins: by measure or pattern, the mean difference that still counts as the same.
        seed: of the resampling.
        resamples: bootstrap draws.

    Returns:
        The report; INVALID where an input cannot be used, and where a report cannot be written.
    """
    return judge_files(
        contract,
        base,
        candidate,
        report=report,
        junit=junit,
        declared_change=declared_change,
        split=split,
        margins=margins,
        seed=seed,
        resamples=resamples,
        formats=GATE_FORMATS,
    )


def run_lifecycle(
    scenarios: Path | str,
    config: Config,
    options: RunOptions | None = None,
    *,
    output: Path | str | None = None,
    cutoff_s: float | None = None,
    seed: int | None = None,
    database: str = DEFAULT_DATABASE,
    progress: Progress | None = None,
) -> LifecycleRun:
    """Takes every system of a configuration that retrieves in its own way through the scenarios of a file.

    Args:
        scenarios: file of the scenarios.
        config: the configuration; `options.filter_systems` chooses systems.
        options: what the flags of the command say.
        output: also a file with the report as JSON.
        cutoff_s: when the report is due, in seconds; a step whose deadline is later is pending.
        seed: in place of the configuration's.
        database: see `Store`.
        progress: is told how far it is.

    Raises:
        UsageError: the scenarios or the configuration cannot be used.
    """
    listed = read_scenarios(scenarios)

    async def work(session: Session) -> LifecycleRun:
        return await run_scenarios(session, listed, cutoff_s=cutoff_s)

    with open_session(config, options, database, seed, progress) as session:
        check(session.loaded)
        found = run_stoppable(session, work)
    if output is not None:
        write_atomically(Path(output), json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n")
    return found


def run_fault_packs(
    config: Config,
    options: RunOptions | None = None,
    *,
    seed: int | None = None,
    database: str = DEFAULT_DATABASE,
    progress: Progress | None = None,
) -> dict[str, list[PackResult]]:
    """How every system of a configuration takes the four ready-made faults: by system, one result per pack.

    Raises:
        UsageError: the configuration cannot be used, or a system cannot ingest.
    """
    with open_session(config, options, database, seed, progress) as session:
        check(session.loaded)
        return run_stoppable(session, take_packs)


def calibrate_typos(pairs: Path | str, *, vocabulary: Path | str | None = None) -> Calibration:
    """The threshold of approximate matching that a file of queries, as typed and as meant, gives.

    Args:
        pairs: tab-separated, `typed<TAB>meant`, or `id<TAB>meant<TAB>typed`.
        vocabulary: a text whose words are in the corpus too; more of them make the threshold stricter.

    Raises:
        UsageError: a file cannot be read, or no pair differs in a word.
    """
    words = tokens(read_plain(Path(vocabulary))) if vocabulary is not None else []
    return calibrate_threshold(read_query_pairs(pairs), vocabulary=words)


def read_plain(file: Path) -> str:
    """A text file.

    Raises:
        InputError: it cannot be read.
    """
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read as UTF-8 text ({error}); check the path", file=file) from None


def compare(
    base: Path | str,
    candidate: Path | str,
    *,
    folder: Path = Path("generated"),
    output: Path | str | None = None,
    margins: Mapping[str, float] = NO_MARGINS,
    seed: int = 20261001,
    resamples: int = 10_000,
) -> RunComparison:
    """Compares two runs of the matrix, each given by its folder, its id or the name of its configuration.

    Args:
        base: the run that is compared with.
        candidate: the run that is judged.
        folder: where runs are looked for by id or name.
        output: a report; its suffix (.html, .json) names the format.
        margins: by measure or pattern, the mean difference that still counts as the same; see `parse_margins`.
        seed: of the resampling.
        resamples: bootstrap draws.

    Raises:
        InputError: there is no such run, or the two have no case in common.
        UnknownNameError: no report has this suffix.
    """
    runs = [find_run(Path(name), folder) for name in (base, candidate)]
    found = compare_runs(*(_rows(run) for run in runs), margins=margins, seed=seed, resamples=resamples)
    if output is not None:
        names = [f"{run.summary['name']} {run.summary['run']}" for run in runs]
        write_comparison(found.to_json(), Path(output), base=names[0], candidate=names[1])
    return found


def _rows(run: FoundRun) -> list[Line]:
    """What a comparison reads of a run, without the texts."""
    return [{name: line.get(name) for name in _READ} for line in read_lines(run.lines)]


_READ = ("test", "system", "status", "scores", "metrics", "retrieval", "grounding", "cost_usd", "seconds", "group")

__all__ = [
    "GateReport",
    "LifecycleRun",
    "calibrate_typos",
    "capture_config",
    "compare",
    "contract_of_config",
    "gate_files",
    "parse_margins",
    "run_fault_packs",
    "run_lifecycle",
]
