"""A report in the format that its file's suffix names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragtester.errors import UnknownNameError
from ragtester.reports.html import write_html
from ragtester.reports.junit import write_junit
from ragtester.reports.tabular import write_csv, write_json, write_jsonl, write_markdown

SUFFIXES = (".csv", ".html", ".json", ".jsonl", ".md", ".xml")


def write_report(lines: Path, file: Path, *, summary: Mapping[str, Any]) -> None:
    """Writes `file` from a results file and its summary.

    Raises:
        UnknownNameError: no report has this suffix.
        InputError: the results file cannot be read.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    match file.suffix:
        case ".html":
            write_html(lines, file, summary=summary)
        case ".xml":
            write_junit(lines, file, name=str(summary.get("name", "ragtester")))
        case ".csv":
            write_csv(lines, file)
        case ".jsonl":
            write_jsonl(lines, file)
        case ".json":
            write_json(lines, file, summary=summary)
        case ".md":
            write_markdown(lines, file, summary=summary)
        case suffix:
            raise UnknownNameError("report format", suffix or file.name, SUFFIXES)
