"""Reading results lines back: the one source of every report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from ragtester.errors import InputError

Line: TypeAlias = dict[str, Any]
"""One line of results.jsonl: a case joined with its test, answer, scores and verdict."""


def read_lines(file: Path) -> Iterator[Line]:
    """The lines of a results file, one at a time.

    Raises:
        InputError: the file is missing, or a line is not a result.
    """
    try:
        with file.open(encoding="utf-8") as lines:
            for number, text in enumerate(lines, start=1):
                if text.strip():
                    yield _parse(text, file, number)
    except FileNotFoundError:
        raise InputError("there is no such results file; `ragtester run` makes one", file=file) from None


def _parse(text: str, file: Path, number: int) -> Line:
    try:
        line = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", file=file, line=number) from None
    if not isinstance(line, dict) or "status" not in line or "system" not in line:
        raise InputError("not a result: system and status are missing", file=file, line=number)
    return line
