"""The tables as files: CSV for a spreadsheet, JSON for a program, JSON lines for every outcome."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from ragtester.metamorphic.tables.report import CampaignReport
from ragtester.metamorphic.tables.violations import ViolationRow, scope_averages
from ragtester.records import JsonValue, Record, RelationOutcome


def write_tables(report: CampaignReport, outcomes: Sequence[RelationOutcome], folder: Path) -> list[Path]:
    """Writes every table that has rows, and returns the files in the order in which they are read.

    `violations.csv` (table 1), `overlap.csv`, `oracle.csv` (table 3), `faults.csv` (figure 2),
    `agreement.csv`, `costs.csv`, `outcomes.csv`, and all of it in `metamorphic.json`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tables: dict[str, Sequence[Mapping[str, JsonValue]]] = {
        "violations": [_violation(row) for row in report.violations],
        "overlap": _rows(report.overlaps),
        "oracle": _rows(report.meta),
        "faults": [{"found_by": " ".join(r.found_by) or "nobody", "faults": r.faults} for r in report.regions],
        "agreement": _rows(report.agreement),
        "costs": [{k: v for k, v in row.items() if k != "usage"} for row in _rows(report.costs)],
        "outcomes": [_outcome(outcome) for outcome in outcomes],
    }
    written: list[Path] = []
    for name, rows in tables.items():
        if rows:
            file = folder / f"{name}.csv"
            file.write_text(to_csv(rows), encoding="utf-8")
            written.append(file)
    everything = folder / "metamorphic.json"
    data = {**report.model_dump(mode="json"), "averages": _averages(report)}
    everything.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
    return [*written, everything]


def to_csv(rows: Sequence[Mapping[str, JsonValue]]) -> str:
    """Rows with one header line; a text that a spreadsheet would take for a formula gets a leading quote."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: _safe(value) for key, value in row.items()})
    return buffer.getvalue()


def _safe(value: JsonValue) -> JsonValue:
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t"):
        return f"'{value}"
    return "" if value is None else value


def _rows(records: Sequence[Record]) -> list[dict[str, JsonValue]]:
    return [record.model_dump(mode="json") for record in records]


def _violation(row: ViolationRow) -> dict[str, JsonValue]:
    interval = row.rate.interval
    return {
        "system": row.system,
        "operator": row.operator,
        "scope": row.scope,
        "mutants": row.mutants,
        "violated": row.violated,
        "rate": row.rate.value,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
        "held": row.held,
        "unmeasured": row.unmeasured,
        "not_applicable": row.not_applicable,
        "preserving": row.preserving,
        "altering": row.altering,
    }


def _outcome(outcome: RelationOutcome) -> dict[str, JsonValue]:
    dumped = outcome.model_dump(mode="json", exclude={"base_context", "mutant_context"})
    return dict(dumped)


def _averages(report: CampaignReport) -> dict[str, dict[str, float | None]]:
    systems = dict.fromkeys(row.system for row in report.violations)
    return {system: dict(scope_averages(report.violations, system).items()) for system in systems}
