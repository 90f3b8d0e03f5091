"""The gate over files: reads, judges, and writes its report in every outcome."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ragtester.errors import ContractError
from ragtester.records import JsonValue
from ragtester.retrieval.contract import read_capture, read_contract
from ragtester.retrieval.contract.atomic import write_atomically
from ragtester.retrieval.contract.records import Split
from ragtester.retrieval.contract.splits import select_split
from ragtester.retrieval.gate.gate import DEFAULT_RESAMPLES, DEFAULT_SEED, gate
from ragtester.retrieval.gate.junit import junit_xml
from ragtester.retrieval.gate.report import GateReport
from ragtester.retrieval.margins import NO_MARGINS


def gate_files(
    contract_path: Path | str,
    base_path: Path | str,
    candidate_path: Path | str,
    *,
    report: Path | str | Sequence[Path | str],
    junit: Path | str | None = None,
    declared_change: Sequence[str] | str = (),
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    split: Split | None = None,
    margins: Mapping[str, float] = NO_MARGINS,
    formats: Mapping[str, Callable[[Mapping[str, JsonValue]], str]] | None = None,
) -> GateReport:
    """Runs the gate over three files and writes the report, whatever the outcome.

    Args:
        contract_path: contract (JSON or YAML).
        base_path: capture of the baseline.
        candidate_path: capture of the candidate.
        report: where the report goes, one file or several; each is replaced whole or not at all.
        junit: where a JUnit report goes.
        declared_change: configuration keys that are meant to differ; one key may be given as a text.
        seed: of the resampling.
        resamples: bootstrap draws.
        split: judge the queries of this split only.
        margins: by measure or pattern, the mean difference that still counts as the same; see `parse_margins`.
        formats: by suffix, what else than JSON is made of a report.

    Returns:
        The report; INVALID where an input cannot be used, and where the report cannot be written.
    """
    declared = (declared_change,) if isinstance(declared_change, str) else tuple(declared_change)
    inputs = [Path(contract_path), Path(base_path), Path(candidate_path)]
    reports = [Path(path) for path in ([report] if isinstance(report, (str, Path)) else report)]
    outputs = [*reports, *([Path(junit)] if junit is not None else [])]
    taken = _overwritten(inputs, outputs)
    if taken is not None:
        return GateReport(
            status="INVALID",
            error=f"{taken}: the report would replace an input or the other report; write it to another file",
        )
    with _no_collection():
        outcome = _judge(inputs, declared_change=declared, seed=seed, resamples=resamples, split=split, margins=margins)
    makers = {path: _maker(path, formats or {}) for path in reports}
    contents = [(path, make(outcome)) for path, make in makers.items()]
    for path, content in [*contents, *([(Path(junit), junit_xml(outcome))] if junit is not None else [])]:
        try:
            write_atomically(path, content)
        except OSError as error:
            problem = f"{path}: the report cannot be written ({error.strerror}); name a folder that can be written"
            also = f"; beside it: {outcome.error}" if outcome.error else ""
            outcome = replace(outcome, status="INVALID", error=problem + also)
    return outcome


def report_text(report: GateReport) -> str:
    """The report as JSON with one line per query, comparison or other list item: it can be read and compared."""
    parts = []
    for key, value in report.to_json().items():
        if isinstance(value, list) and value:
            items = ",\n  ".join(json.dumps(item, allow_nan=False) for item in value)
            parts.append(f" {json.dumps(key)}: [\n  {items}\n ]")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value, allow_nan=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _maker(path: Path, formats: Mapping[str, Callable[[Mapping[str, JsonValue]], str]]) -> Callable[[GateReport], str]:
    make = formats.get(path.suffix.lower())
    return report_text if make is None else lambda found: make(found.to_json())


@contextmanager
def _no_collection() -> Iterator[None]:
    """Large inputs make millions of small objects and no cycles; looking for cycles meanwhile costs a third of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _judge(
    paths: Sequence[Path],
    *,
    declared_change: Sequence[str],
    seed: int,
    resamples: int,
    split: Split | None,
    margins: Mapping[str, float],
) -> GateReport:
    contract_path, base_path, candidate_path = paths
    try:
        contract = read_contract(contract_path)
        base = read_capture(base_path)
        candidate = read_capture(candidate_path)
        if split is not None:
            contract = select_split(contract, split)
            kept = contract.by_id
            base = replace(base, results=tuple(one for one in base.results if one.query_id in kept))
            candidate = replace(candidate, results=tuple(one for one in candidate.results if one.query_id in kept))
    except ContractError as error:
        return GateReport(status="INVALID", error=str(error))
    return gate(
        contract,
        base,
        candidate,
        declared_change=declared_change,
        seed=seed,
        resamples=resamples,
        margins=margins,
        base_file=base_path,
        candidate_file=candidate_path,
    )


def _overwritten(inputs: Sequence[Path], outputs: Sequence[Path]) -> Path | None:
    taken = {path.resolve() for path in inputs}
    for path in outputs:
        if path.resolve() in taken:
            return path
        taken.add(path.resolve())
    return None
