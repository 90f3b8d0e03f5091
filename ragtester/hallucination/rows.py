"""The lines of an answers file: question, answer, contexts, and where known the label and the wrong spans."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ragtester.errors import InputError, UsageError
from ragtester.hallucination.inputs import check_answer, check_contexts, check_question

_KNOWN = "answer, contexts, question, label, spans, id"


@dataclass(frozen=True, slots=True)
class Row:
    """One line that can be used."""

    line: int
    answer: str
    contexts: tuple[str, ...]
    question: str = ""
    label: bool | None = None
    """True: the answer holds a hallucination."""
    spans: tuple[tuple[int, int], ...] | None = None
    """Offsets of what is wrong in the answer; None where the line does not say."""
    id: str = ""


@dataclass(frozen=True, slots=True)
class BadLine:
    """One line that cannot be used, and why."""

    line: int
    message: str


def read_rows(path: Path | str) -> Iterator[Row | BadLine]:
    """The lines of a JSONL file in order; empty lines are passed over.

    Raises:
        InputError: there is no such file, or it cannot be opened.
    """
    file = Path(path)
    try:
        source = file.open("rb")
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror or error}; give a JSONL file with {_KNOWN}", file=file
        ) from error
    with source:
        for number, raw in enumerate(source, start=1):
            if raw.strip():
                try:
                    yield _row(raw, number)
                except UnicodeDecodeError as error:
                    yield BadLine(number, f"byte {error.start} of the line is not UTF-8; save the file as UTF-8")
                except UsageError as error:
                    yield BadLine(number, str(error))


def _row(raw: bytes, number: int) -> Row:
    try:
        given = json.loads(raw.decode("utf-8-sig"))
    except (json.JSONDecodeError, RecursionError) as error:
        raise UsageError(f"not JSON: {error}") from error
    if not isinstance(given, Mapping):
        raise UsageError(f"is a {type(given).__name__}; give an object with {_KNOWN}")
    for name in ("answer", "contexts"):
        if name not in given:
            raise UsageError(f"has no {name}; give an object with {_KNOWN}")
    answer = check_answer(given["answer"])
    return Row(
        line=number,
        answer=answer,
        contexts=check_contexts(given["contexts"]),
        question=check_question(given.get("question")),
        label=_label(given.get("label")),
        spans=_spans(given.get("spans"), len(answer)),
        id=str(given.get("id", "")),
    )


def _label(given: object) -> bool | None:
    if given is None or isinstance(given, bool):
        return given
    if isinstance(given, int) and given in (0, 1):
        return bool(given)
    raise UsageError(f"label is {given!r}; give true (hallucinated), false or nothing")


def _spans(given: object, length: int) -> tuple[tuple[int, int], ...] | None:
    if given is None:
        return None
    if not isinstance(given, list):
        raise UsageError(f"spans is {given!r}; give a list of [start, end]")
    found: list[tuple[int, int]] = []
    for span in given:
        pair = [span.get("start"), span.get("end")] if isinstance(span, Mapping) else span
        if not isinstance(pair, list) or len(pair) != 2 or not all(type(place) is int for place in pair):
            raise UsageError(f"spans holds {span!r}; give [start, end] or {{start, end}} in characters")
        start, end = pair
        if not 0 <= start < end <= length:
            raise UsageError(f"span {start}:{end} lies outside the {length} characters of the answer")
        found.append((start, end))
    return tuple(sorted(found))
