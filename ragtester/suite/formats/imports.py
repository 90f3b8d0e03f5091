"""Files of other evaluators as tests: ragas, deepeval, promptfoo, giskard, AutoRAG, CSV, JSON lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import yaml

from ragtester.config.guarded import load_yaml
from ragtester.errors import SuiteError
from ragtester.records import JsonValue, Test
from ragtester.suite.formats.carrier import OWN, from_row
from ragtester.suite.formats.imported import Imported
from ragtester.suite.formats.native import read_suite
from ragtester.suite.formats.rows import Line, Row, numbered, read_rows, read_text


def from_jsonl(path: Path) -> Imported:
    """Our own suite file, or JSON lines with a question and an answer."""
    return Imported(tuple(read_suite(path)))


def from_rows(path: Path) -> Imported:
    """Rows with a question and an answer under any of their usual names."""
    return Imported(tuple(from_row(line, path) for line in read_rows(path)))


def from_promptfoo(path: Path) -> Imported:
    """A promptfoo test file or configuration (YAML or JSON), with its variables and assertions."""
    try:
        whole = load_yaml(read_text(path))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise SuiteError("is not YAML", file=path, line=mark.line + 1 if mark else None) from None
    items = whole.get("tests") if isinstance(whole, Mapping) else whole
    if not isinstance(items, Sequence) or isinstance(items, str):
        raise SuiteError("holds no list of tests", file=path)
    rows = [item for item in items if isinstance(item, Mapping)]
    return Imported(tuple(from_row(line, path) for line in numbered(_promptfoo_row(item) for item in rows)))


def _promptfoo_row(item: Mapping[str, JsonValue]) -> Row:
    meta, variables = item.get("metadata"), item.get("vars")
    row: Row = dict(variables) if isinstance(variables, Mapping) else {}
    if isinstance(meta, Mapping) and OWN in meta:
        row[OWN] = meta[OWN]
    for check in cast("Sequence[JsonValue]", item.get("assert") or ()):
        if isinstance(check, Mapping) and not any(row.get(name) for name in ("reference", "answer", "expected_answer")):
            row["reference"] = check.get("value")
    return row


def from_autorag(path: Path) -> Imported:
    """AutoRAG's `qa` table; with its `corpus` table beside it, the passages that the tests point to."""
    texts: dict[str, str] = {}
    for name in (f"{path.stem}.corpus{path.suffix}", f"corpus{path.suffix}"):
        beside = path.with_name(name)
        if beside.is_file() and beside != path:
            texts = {str(line.data.get("doc_id")): str(line.data.get("contents") or "") for line in read_rows(beside)}
            break
    tests: list[Test] = []
    for line in read_rows(path):
        row = dict(line.data)
        row["reference"] = row.get("generation_gt")
        gold = [str(name) for group in _lists(row.get("retrieval_gt")) for name in group]
        row["reference_contexts"] = [texts[name] for name in gold if name in texts]
        tests.append(from_row(Line(line.number, row), path))
    return Imported(tuple(tests))


def _lists(value: JsonValue) -> list[list[JsonValue]]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return [list(g) if isinstance(g, Sequence) and not isinstance(g, str) else [g] for g in value]
