"""Rows of a file: JSON lines, a JSON list, CSV or Parquet; what cannot be read is named by file and line."""

from __future__ import annotations

import contextlib
import csv
import importlib
import io
import json
import math
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import cast

from ragtester.errors import MissingExtraError, SuiteError
from ragtester.records import JsonValue

Row = dict[str, JsonValue]

_HALF = re.compile(r"\\u[dD][89abAB]")
_HALF_READ = re.compile("[\ud800-\udfff]")
_TEXT_KEYS = ("text", "content", "contents", "page_content")
"""Where a passage that is an object keeps its text."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row with the line of the file on which it begins (its position where the file has no lines)."""

    number: int
    data: Row


def read_text(path: Path) -> str:
    """The file's text.

    Raises:
        SuiteError: it does not exist, or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise SuiteError("there is no such file", file=path) from None
    except IsADirectoryError:
        raise SuiteError("is a folder; name the file in it", file=path) from None
    except UnicodeDecodeError as error:
        raise SuiteError(f"is not UTF-8 text (byte {error.start})", file=path) from None


def read_rows(path: Path) -> list[Line]:
    """The rows of a file, by its suffix: .csv and .tsv, .parquet, .json, and JSON lines for every other.

    Raises:
        SuiteError: names the file and the line that cannot be read.
    """
    suffix = path.suffix.lower()
    if suffix == ".parquet":
        return _parquet(path)
    text = read_text(path)
    if suffix in (".csv", ".tsv"):
        return _csv(text, path)
    bare = text.lstrip()
    if suffix == ".json" or bare.startswith("["):
        whole = parse(text, path)
        if isinstance(whole, Mapping):
            whole = next((value for key, value in whole.items() if key in ("data", "rows", "tests", "items")), [whole])
        if not isinstance(whole, Sequence) or isinstance(whole, str):
            raise SuiteError("does not hold a list of tests", file=path)
        return [Line(i, _row(item, path, i)) for i, item in enumerate(whole, 1)]
    return [
        Line(number, _row(parse(line, path, number), path, number))
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip()
    ]


def parse(text: str, path: Path, line: int | None = None) -> JsonValue:
    """JSON from a text.

    Raises:
        SuiteError: the text is not JSON; names the file and the line.
    """
    try:
        found = cast("JsonValue", json.loads(text))
    except json.JSONDecodeError as error:
        raise SuiteError(
            f"is not JSON: {error.msg} (column {error.colno})", file=path, line=line or error.lineno
        ) from None
    except RecursionError:
        raise SuiteError("is JSON nested too deeply to be a suite", file=path, line=line) from None
    except ValueError:
        raise SuiteError("holds a number of too many digits", file=path, line=line) from None
    if _HALF.search(text) and _HALF_READ.search(json.dumps(found, ensure_ascii=False)):
        raise SuiteError("holds half of a character (a lone surrogate); escape the pair", file=path, line=line)
    return found


def _row(item: JsonValue, path: Path, number: int) -> Row:
    if not isinstance(item, Mapping):
        raise SuiteError(f"holds {type(item).__name__} where an object was expected", file=path, line=number)
    return dict(item)


def _csv(text: str, path: Path) -> list[Line]:
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    try:
        if not reader.fieldnames:
            raise SuiteError("has no header line", file=path, line=1)
        lines: list[Line] = []
        before = reader.line_num
        for row in reader:
            if None in row:
                raise SuiteError(
                    f"has more cells than the header's {len(reader.fieldnames)}", file=path, line=reader.line_num
                )
            lines.append(Line(before + 1, {str(key): value for key, value in row.items()}))
            before = reader.line_num
    except csv.Error as error:
        raise SuiteError(f"is not CSV: {error}", file=path, line=reader.line_num) from None
    return lines


def _delimiter(text: str) -> str:
    """A comma, or what the header line has instead of any: a semicolon or a tab."""
    header = text.split("\n", 1)[0]
    return "," if "," in header else max(",;\t", key=header.count)


def _parquet(path: Path) -> list[Line]:
    parquet = _pyarrow("pyarrow.parquet")
    if not path.is_file():
        raise SuiteError("there is no such file", file=path)
    try:
        rows = parquet.read_table(path).to_pylist()
    except (OSError, ValueError) as error:
        raise SuiteError(f"is not a Parquet file: {error}", file=path) from None
    return [Line(i, cast("Row", row)) for i, row in enumerate(rows, 1)]


def write_rows(rows: Iterable[Mapping[str, JsonValue]], path: Path) -> None:
    """Writes rows by the suffix of `path`: .json, .csv, .parquet, and JSON lines for every other.

    Raises:
        SuiteError: the file cannot be written.
    """
    listed = [dict(row) for row in rows]
    if path.suffix == ".parquet":
        arrow, parquet = _pyarrow("pyarrow"), _pyarrow("pyarrow.parquet")
        path.parent.mkdir(parents=True, exist_ok=True)
        parquet.write_table(arrow.Table.from_pylist(listed), path)
        return
    if path.suffix == ".json":
        write_text(json.dumps(listed, ensure_ascii=False, indent=1) + "\n", path)
    elif path.suffix == ".csv":
        write_text(_csv_text(listed), path)
    else:
        write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in listed), path)


def write_text(text: str, path: Path) -> None:
    """Writes a file whole or not at all.

    Raises:
        SuiteError: the file cannot be written.
    """
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise SuiteError(f"cannot be written: {error.strerror}", file=path) from None


def _csv_text(rows: Sequence[Mapping[str, JsonValue]]) -> str:
    names = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {
            name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            for name, value in row.items()
        }
        for row in rows
    )
    return out.getvalue()


def _pyarrow(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingExtraError("pyarrow", extra="parquet", needed_for="a Parquet file") from None


def strings(value: JsonValue) -> tuple[str, ...]:
    """The strings of a list, or of one string; nothing from nothing."""
    if value is None or value == "":
        return ()
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Sequence):
        return tuple(text for item in value for text in strings(item if not isinstance(item, list) else None))
    if isinstance(value, Mapping):
        return strings(next((value[key] for key in _TEXT_KEYS if isinstance(value.get(key), str)), None))
    return () if is_missing(value) else (str(value),)


def is_missing(value: JsonValue) -> bool:
    """Whether a cell holds nothing: none, an empty text, or what data frames write for it (not a number)."""
    return value is None or value == "" or (isinstance(value, float) and math.isnan(value))


def first(row: Mapping[str, JsonValue], *names: str) -> JsonValue:
    """The value of the first of `names` that the row has, case and spaces aside."""
    folded = {key.strip().casefold().replace(" ", "_"): value for key, value in row.items()}
    for name in names:
        if not is_missing(folded.get(name)):
            return folded[name]
    return None


def numbered(items: Iterable[Row]) -> Iterator[Line]:
    """Rows with their positions from 1."""
    for i, item in enumerate(items, 1):
        yield Line(i, item)
