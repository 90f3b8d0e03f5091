"""The files of a run: summary, results, JUnit and the HTML report; `latest` points to the newest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ragtester.records import Test
from ragtester.reports import JUnit, Tallies, write_page
from ragtester.runner.results import result_lines
from ragtester.runner.rows import Row
from ragtester.runner.session import Session

LINES_VERSION = "1"
"""Changes when results lines or the JUnit report are made otherwise from the same rows."""
_BLOCK = 1 << 20


def write_outputs(
    session: Session,
    folder: Path,
    summary: Mapping[str, Any],
    *,
    tests: Sequence[Test],
    rows: Sequence[Row],
) -> dict[str, str]:
    """Writes the files of a run; each appears whole or not at all.

    Returns:
        The `files` entry of the summary: what results.jsonl was made from (`rows`), and the SHA-256 of the files that a
        later run with the same rows takes over.
    """
    folder.mkdir(parents=True, exist_ok=True)
    by_id = {test.id: test for test in tests}
    made_from = _identity(rows, tests)
    files = None if session.options.fresh else _taken_over(folder, made_from)
    if files is None:
        junit = JUnit()
        lines = folder / "results.jsonl"
        files = {"rows": made_from, lines.name: write_lines(lines, _encoded(session, rows, by_id, junit))}
        junit.write(folder / "junit.xml", name=str(summary["name"]))
        files["junit.xml"] = file_hash(folder / "junit.xml")
    write_page(_tallies(session, rows, by_id, len(summary["systems"])), folder / "report.html", summary=summary)
    return files


def _encoded(session: Session, rows: Sequence[Row], tests: Mapping[str, Test], junit: JUnit) -> Iterator[str]:
    """The results lines; the JUnit report sees each of them pass by."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    for line in result_lines(session.store, rows, tests):
        junit.add(line)
        yield encode(line)


def _tallies(session: Session, rows: Sequence[Row], tests: Mapping[str, Test], systems: int) -> Tallies:
    """What the page shows: all rows counted, the few that it shows whole joined with their answers."""
    found = Tallies.sized(systems)
    for row in rows:
        test = tests[row.test]
        light = {
            "row": row,
            "system": row.system,
            "test": row.test,
            "query": test.query,
            "expected_answer": test.expected_answer,
            "status": row.status,
            "type": row.type,
            "flesch": row.flesch,
            "stage": row.stage,
            "failure": row.failure,
            "reason": row.reason,
            "grounding_spans": row.grounding_spans,
        }
        found.add(light)
    for shown in (found.failed, found.unmeasured, found.flagged):
        shown[:] = result_lines(session.store, [line["row"] for line in shown], tests)
    return found


def _identity(rows: Sequence[Row], tests: Sequence[Test]) -> str:
    """Hash of what results.jsonl is made from; what was measured anew has another one, its times differ."""
    digest = hashlib.sha256(LINES_VERSION.encode())
    for test in tests:
        digest.update(test.model_dump_json().encode("utf-8", "surrogatepass"))
    for row in rows:
        own = (row.row_key, row.answer_key, row.verdict_key, row.system, row.test, row.sample, row.status, row.seconds)
        digest.update(repr((*own, row.stage, row.reason, row.message)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _taken_over(folder: Path, made_from: str) -> dict[str, str] | None:
    """Copies the files of the newest run, where it had the same rows and they are as it wrote them."""
    latest = folder.parent / "latest"
    try:
        files = json.loads((latest / "summary.json").read_text(encoding="utf-8"))["files"]
        if files["rows"] != made_from or latest.resolve() == folder.resolve():
            return None
        for name in ("results.jsonl", "junit.xml"):
            if not copied(latest / name, folder / name, sha256=files[name]):
                return None
        return dict(files)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_summary(folder: Path, summary: Mapping[str, Any]) -> None:
    """Writes the summary, the last file of a run, and makes `runs/latest` point to the run."""
    write_text(folder / "summary.json", json.dumps(summary, indent=2, ensure_ascii=False) + "\n")
    point_latest(folder)


def write_text(file: Path, text: str) -> None:
    """Writes a file so that it is never seen half-written."""
    partial = file.with_suffix(file.suffix + ".partial")
    partial.write_text(text, encoding="utf-8")
    partial.replace(file)


def write_lines(file: Path, lines: Iterable[str]) -> str:
    """Writes a file line by line; it appears under its name when it is complete. Gives its SHA-256."""
    partial = file.with_suffix(file.suffix + ".partial")
    digest = hashlib.sha256()
    with partial.open("wb") as out:
        for line in lines:
            data = f"{line}\n".encode()
            digest.update(data)
            out.write(data)
    partial.replace(file)
    return digest.hexdigest()


def copied(source: Path, file: Path, *, sha256: str) -> bool:
    """Copies a file, unless its content is another than it should be.

    Raises:
        OSError: it cannot be read, or the copy not be written.
    """
    partial = file.with_suffix(file.suffix + ".partial")
    digest = hashlib.sha256()
    with source.open("rb") as given, partial.open("wb") as out:
        while block := given.read(_BLOCK):
            digest.update(block)
            out.write(block)
    if digest.hexdigest() != sha256:
        partial.unlink()
        return False
    partial.replace(file)
    return True


def file_hash(file: Path) -> str:
    """SHA-256 (hex) of a file."""
    with file.open("rb") as given:
        return hashlib.file_digest(given, "sha256").hexdigest()


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
