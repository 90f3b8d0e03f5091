"""Tests in rows of other formats: what every format has, and the whole test where there is room for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from pydantic import ValidationError

from ragtester.errors import SuiteError
from ragtester.records import Document, JsonValue, Span, Test, text_hash
from ragtester.suite.formats.rows import Line, Row, first, is_missing, parse, strings
from ragtester.suite.ids import identified
from ragtester.text import detect_abstention

OWN = "ragtester"
"""Key under which a row of another format carries the whole test."""

RAGAS_NAMES = ("user_input", "reference", "reference_contexts", "response", "retrieved_contexts")
_QUESTION = ("query", "question", "user_input", "input", "prompt")
_ANSWER = (
    "expected_answer", "reference", "answer", "expected_output", "reference_answer", "ground_truth", "expected", "golden_answer"
)  # fmt: skip
_CONTEXT = ("reference_contexts", "reference_context", "contexts", "context", "retrieval_context", "retrieved_contexts")


def dump(test: Test) -> Row:
    """A test as JSON, without what has its default."""
    return cast("Row", test.model_dump(mode="json", exclude_defaults=True))


def contexts(test: Test) -> list[str]:
    """The quotes of a test's evidence."""
    return [span.quote for span in test.evidence]


def validated(data: Mapping[str, JsonValue], path: Path, line: int) -> Test:
    """A test from its JSON.

    Raises:
        SuiteError: a field is missing, unknown or of the wrong type; names the file, the line and the field.
    """
    try:
        return Test.model_validate_json(json.dumps(data))
    except ValidationError as error:
        found = error.errors()[0]
        place = ".".join(str(part) for part in found["loc"])
        raise SuiteError(f"{place or 'the test'}: {found['msg']}", file=path, line=line) from None


def from_row(line: Line, path: Path) -> Test:
    """The test that a row carries whole, or one made from its question and answer.

    Raises:
        SuiteError: the row has no question, or a positive test has no answer.
    """
    own = _own(line, path)
    if own is not None:
        return validated(own, path, line.number)
    query = first(line.data, *_QUESTION)
    if not isinstance(query, str) or not query.strip():
        raise SuiteError(
            f"has no question; looked for {', '.join(_QUESTION)}, found {', '.join(line.data) or 'nothing'}",
            file=path,
            line=line.number,
        )
    answers = strings(first(line.data, *_ANSWER))
    answer = answers[0] if answers else ""
    if not answer:
        raise SuiteError(f"has no answer to {query!r}; looked for {', '.join(_ANSWER)}", file=path, line=line.number)
    return plain_test(
        query.strip(),
        answer,
        accepted=answers[1:],
        quotes=strings(_listed(first(line.data, *_CONTEXT))),
        document=_text(first(line.data, "document", "source", "source_file", "seed_document_id")),
        kind=_text(first(line.data, "kind")),
        label=_text(first(line.data, "type", "question_type", "synthesizer_name")),
        author="imported",
    )


def plain_test(
    query: str,
    answer: str,
    *,
    accepted: tuple[str, ...] = (),
    quotes: tuple[str, ...] = (),
    document: str | None = None,
    kind: str | None = None,
    label: str | None = None,
    author: str = "imported",
) -> Test:
    """A test of which only question, answer and perhaps its contexts are known; an abstention makes it negative."""
    negative = kind == "negative" or (
        kind != "positive" and detect_abstention(answer, question=query).kind in ("complete", "refusal")
    )
    name = document or "imported"
    return identified(
        Test(
            id="",
            query=query,
            kind="negative" if negative else "positive",
            type=(label or "").strip().lower().replace(" ", "_")
            or ("withheld_fact" if negative else "natural_language"),
            expected_answer=answer,
            accepted_answers=accepted,
            evidence=() if negative else tuple(Span(document=name, quote=q, sha256=text_hash(q)) for q in quotes),
            document=document,
            author=author,
        )
    )


def evidence_of(document: Document, answer: str, *, start: int = -1) -> tuple[Span, ...]:
    """The sentence or line of `document` that holds `answer`; the one around `start` where that is known."""
    text = document.text
    at = start if start >= 0 and text[start : start + len(answer)] == answer else text.find(answer)
    if at < 0 or not answer:
        return ()
    from ragtester.text import split_sentences

    for piece in split_sentences(text):
        if piece.start <= at < piece.end and at + len(answer) <= piece.end:
            return (Span.cut(document, piece.start, piece.end),)
    return (Span.cut(document, at, at + len(answer)),)


def _own(line: Line, path: Path) -> Mapping[str, JsonValue] | None:
    held = line.data.get(OWN)
    for name in ("additional_metadata", "metadata"):
        inner = line.data.get(name)
        if isinstance(inner, str) and inner.startswith("{") and OWN in inner:
            inner = parse(inner, path, line.number)
        if held is None and isinstance(inner, Mapping):
            held = inner.get(OWN)
    if isinstance(held, str) and held:
        held = parse(held, path, line.number)
    return held if isinstance(held, Mapping) else None


def _listed(value: JsonValue) -> JsonValue:
    if isinstance(value, str) and value.startswith("["):
        try:
            return cast("JsonValue", json.loads(value))
        except json.JSONDecodeError:
            return value
    return value


def _text(value: JsonValue) -> str | None:
    return None if is_missing(value) else str(value)
