"""The files of a run: summary, results, JUnit and the HTML report; `latest` points to the newest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ragtester.records import Corpus, Test
from ragtester.reports import write_html, write_junit
from ragtester.runner.cells import Cell
from ragtester.runner.results import result_lines
from ragtester.runner.rows import Row
from ragtester.runner.session import Session


def write_outputs(
    session: Session,
    folder: Path,
    summary: Mapping[str, Any],
    *,
    cells: Sequence[Cell],
    tests: Sequence[Test],
    rows: Sequence[Row],
    corpus: Corpus,
) -> None:
    """Writes the files of a run; each appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    by_id = {test.id: test for test in tests}
    lines = folder / "results.jsonl"
    write_lines(lines, (json.dumps(line, ensure_ascii=False) for line in result_lines(session.store, rows, by_id)))
    write_junit(lines, folder / "junit.xml", name=str(summary["name"]))
    write_html(lines, folder / "report.html", summary=summary)


def write_summary(folder: Path, summary: Mapping[str, Any]) -> None:
    """Writes the summary, the last file of a run, and makes `runs/latest` point to the run."""
    write_text(folder / "summary.json", json.dumps(summary, indent=2, ensure_ascii=False) + "\n")
    point_latest(folder)


def write_text(file: Path, text: str) -> None:
    """Writes a file so that it is never seen half-written."""
    partial = file.with_suffix(file.suffix + ".partial")
    partial.write_text(text, encoding="utf-8")
    partial.replace(file)


def write_lines(file: Path, lines: Iterable[str]) -> None:
    """Writes a file line by line; it appears under its name when it is complete."""
    partial = file.with_suffix(file.suffix + ".partial")
    with partial.open("w", encoding="utf-8") as out:
        for line in lines:
            out.write(line + "\n")
    partial.replace(file)


def point_latest(folder: Path) -> None:
    """Makes `runs/latest` point to this run."""
    link = folder.parent / "latest"
    new = folder.parent / ".latest"
    new.unlink(missing_ok=True)
    try:
        new.symlink_to(folder.name, target_is_directory=True)
        new.replace(link)
    except OSError:
        # A file system without links: a file with the name serves the same purpose.
        (folder.parent / "latest.txt").write_text(folder.name + "\n", encoding="utf-8")
