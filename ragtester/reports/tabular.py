"""Results as CSV, Markdown, JSON and JSON lines."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ragtester.reports.lines import Line, read_lines

_COLUMNS = (
    "system",
    "test",
    "sample",
    "kind",
    "type",
    "query",
    "expected_answer",
    "answer",
    "status",
    "reason",
    "stage",
    "failure",
    "factuality",
    "relevance",
    "completeness",
    "clarity",
    "recall",
    "grounding",
    "confidence",
    "flesch",
    "seconds",
    "rationale",
)


def write_csv(lines: Path, file: Path) -> None:
    """One row per case; a cell that a spreadsheet would run as a formula is quoted."""
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, _COLUMNS)
        writer.writeheader()
        for line in read_lines(lines):
            writer.writerow({column: _harmless(value) for column, value in _flat(line).items()})


def _flat(line: Line) -> dict[str, Any]:
    flat = {column: line.get(column) for column in _COLUMNS}
    flat |= {name: value for name, value in (line.get("scores") or {}).items() if name in _COLUMNS}
    flat["recall"] = (line.get("retrieval") or {}).get("recall")
    return flat


def _harmless(value: object) -> object:
    """Answers are untrusted: a leading sign must not make a formula of them."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def write_jsonl(lines: Path, file: Path) -> None:
    """The results lines as they are."""
    with file.open("w", encoding="utf-8") as out:
        for line in read_lines(lines):
            out.write(json.dumps(line, ensure_ascii=False) + "\n")


def write_json(lines: Path, file: Path, *, summary: Mapping[str, Any]) -> None:
    """Summary and results in one object."""
    with file.open("w", encoding="utf-8") as out:
        json.dump({"summary": summary, "results": list(read_lines(lines))}, out, ensure_ascii=False, indent=1)


def write_markdown(lines: Path, file: Path, *, summary: Mapping[str, Any], failures: int = 50) -> None:
    """The systems as a table, and the first failures with their stage."""
    rows = [
        (
            str(system["id"]),
            percent(system["pass_rate"]),
            bounds(system["interval"]),
            f"{system['passed']}/{system['passed'] + system['failed']}",
            str(system["unmeasured"]),
            percent(system["retrieval"]["recall"]),
            ", ".join(f"{stage} {n}" for stage, n in system["stages"].items()) or "-",
        )
        for system in by_rate(summary["systems"])
    ]
    head = ("system", "pass rate", "95 % interval", "passed", "unmeasured", "recall", "failing stages")
    text = [f"# {summary['name']}", "", f"Run {summary['run']}, {summary['status']}.", "", *_table(head, rows)]
    failed = [line for line in read_lines(lines) if line["status"] == "failed"]
    if failed:
        text += ["", f"## Failures ({min(failures, len(failed))} of {len(failed)})", ""]
        text += _table(
            ("system", "question", "expected", "answer", "stage"),
            [
                tuple(str(line.get(key) or "") for key in ("system", "query", "expected_answer", "answer", "stage"))
                for line in failed[:failures]
            ],
        )
    file.write_text("\n".join(text) + "\n", encoding="utf-8")


def by_rate(systems: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Systems by pass rate, best first; those without one last."""
    return sorted(
        systems, key=lambda system: (-(system["pass_rate"] if system["pass_rate"] is not None else -1), system["id"])
    )


def percent(value: float | None) -> str:
    """A share as a percentage; a dash where it was not measured."""
    return "-" if value is None else f"{100 * value:.1f} %"


def bounds(interval: Sequence[float] | None) -> str:
    """An interval of shares as percentages."""
    return "-" if interval is None else f"{100 * interval[0]:.0f} to {100 * interval[1]:.0f} %"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows]
    return lines


def _cell(text: str) -> str:
    shown = " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
    return shown if len(shown) <= 300 else shown[:299] + "…"
