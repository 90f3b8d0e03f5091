"""Retrieval regression as functions of a few lines: contract, capture, gate, lifecycle, comparison of runs."""

from __future__ import annotations

from pathlib import Path

from ragtester.api import DEFAULT_DATABASE, FoundRun, find_run, open_session, run_stoppable
from ragtester.config import LoadedConfig
from ragtester.errors import InputError
from ragtester.reports import Line, read_lines, write_comparison
from ragtester.retrieval import (
    Capture,
    CaptureStage,
    Contract,
    GateReport,
    RunComparison,
    compare_runs,
    gate_files,
    read_contract,
    write_capture,
    write_contract,
)
from ragtester.retrieval.faults import Calibration, PackResult, calibrate_threshold, read_query_pairs
from ragtester.retrieval.lifecycle import read_scenarios
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
        database: see `Store`.
        progress: is told how far it is.

    Raises:
        UsageError: the contract or configuration cannot be used, or several systems are meant.
    """
    asked = read_contract(contract)

    async def work(session: Session) -> tuple[Capture, str]:
        return await capture_system(session, asked, stage=stage, repeats=repeats)

    with open_session(config, options, database, None, progress) as session:
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
        database: see `Store`.
        progress: is told how far it is.

    Raises:
        UsageError: the configuration cannot be used, or the evidence of a test is in no chunk.
    """

    async def work(session: Session) -> Contract:
        return await make_contract(session, k=k, version=version, held_out=held_out, max_recall_drop=max_recall_drop)

    with open_session(config, options, database, None, progress) as session:
        check(session.loaded)
        made = run_stoppable(session, work)
    write_contract(made, output)
    return made


def run_lifecycle(
    scenarios: Path | str,
    config: Config,
    options: RunOptions | None = None,
    *,
    database: str = DEFAULT_DATABASE,
    progress: Progress | None = None,
) -> LifecycleRun:
    """Takes every system of a configuration that retrieves in its own way through the scenarios of a file.

    Raises:
        UsageError: the scenarios or the configuration cannot be used.
    """
    listed = read_scenarios(scenarios)

    async def work(session: Session) -> LifecycleRun:
        return await run_scenarios(session, listed)

    with open_session(config, options, database, None, progress) as session:
        check(session.loaded)
        return run_stoppable(session, work)


def run_fault_packs(
    config: Config,
    options: RunOptions | None = None,
    *,
    database: str = DEFAULT_DATABASE,
    progress: Progress | None = None,
) -> dict[str, list[PackResult]]:
    """How every system of a configuration takes the four ready-made faults: by system, one result per pack.

    Raises:
        UsageError: the configuration cannot be used, or a system cannot ingest.
    """
    with open_session(config, options, database, None, progress) as session:
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
    base: Path | str, candidate: Path | str, *, folder: Path = Path("generated"), output: Path | str | None = None
) -> RunComparison:
    """Compares two runs of the matrix, each given by its folder, its id or the name of its configuration.

    Args:
        base: the run that is compared with.
        candidate: the run that is judged.
        folder: where runs are looked for by id or name.
        output: a report; its suffix (.html, .json) names the format.

    Raises:
        InputError: there is no such run, or the two have no case in common.
        UnknownNameError: no report has this suffix.
    """
    runs = [find_run(Path(name), folder) for name in (base, candidate)]
    found = compare_runs(*(_rows(run) for run in runs))
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
    "run_fault_packs",
    "run_lifecycle",
]
