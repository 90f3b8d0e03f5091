"""Files of other evaluators as tests: ragas, deepeval, promptfoo, giskard, AutoRAG, CSV, JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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

_STATING = (
    "equals", "contains", "icontains", "contains-any", "icontains-any", "contains-all", "icontains-all", "starts-with",
    "similar", "factuality", "levenshtein", "rouge-n", "bleu", "answer-relevance", "llm-rubric", "model-graded-closedqa",
)  # fmt: skip
"""Assertions of promptfoo whose value is, or says, the answer; programs, prices and negations are not."""


def from_jsonl(path: Path) -> Imported:
    """Our own suite file, or JSON lines with a question and an answer."""
    return Imported(tuple(read_suite(path)))


def from_rows(path: Path) -> Imported:
    """Rows with a question and an answer under any of their usual names."""
    return Imported(_tests(read_rows(path), path))


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
    for place, item in enumerate(items, 1):
        if not isinstance(item, Mapping):
            raise SuiteError(f"test {place} is {item!r:.60}, where an object with vars was expected", file=path)
    rows = cast("Sequence[Mapping[str, JsonValue]]", items)
    return Imported(_tests(numbered(_promptfoo_row(item) for item in rows), path))


def _promptfoo_row(item: Mapping[str, JsonValue]) -> Row:
    meta, variables = item.get("metadata"), item.get("vars")
    row: Row = dict(variables) if isinstance(variables, Mapping) else {}
    if isinstance(meta, Mapping) and OWN in meta:
        row[OWN] = meta[OWN]
    checks = item.get("assert")
    for check in checks if isinstance(checks, Sequence) else ():
        if not isinstance(check, Mapping) or check.get("type") not in _STATING:
            continue
        if not any(row.get(name) for name in ("reference", "answer", "expected_answer")):
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
    lines: list[Line] = []
    for line in read_rows(path):
        row = dict(line.data)
        row["reference"] = row.get("generation_gt")
        gold = [str(name) for group in _lists(row.get("retrieval_gt")) for name in group]
        row["reference_contexts"] = [texts[name] for name in gold if name in texts]
        lines.append(Line(line.number, row))
    return Imported(_tests(lines, path))


def _tests(lines: Iterable[Line], path: Path) -> tuple[Test, ...]:
    """A test for each row; a row that says again what an earlier one says is the same test."""
    found: dict[str, Test] = {}
    for line in lines:
        test = from_row(line, path)
        known = found.setdefault(test.id, test)
        if (known.query, known.expected_answer) != (test.query, test.expected_answer):
            raise SuiteError(f"the id {test.id!r} is that of another test before it", file=path, line=line.number)
    return tuple(found.values())


def _lists(value: JsonValue) -> list[list[JsonValue]]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return [list(g) if isinstance(g, Sequence) and not isinstance(g, str) else [g] for g in value]
