"""From what a service sent to answer and contexts: JSON, text, server-sent events, or lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from ragtester.errors import EndpointError
from ragtester.systems.external.http.options import Format, HttpOptions
from ragtester.systems.external.http.paths import all_at, first_at

_SUFFIXES = {".pdf", ".md", ".markdown", ".html", ".htm", ".docx", ".txt"}
_SHOWN = 160


def read_parts(text: str, kind: Format, *, system: str) -> list[object]:
    """The JSON values of a reply: one, or one for each event or line.

    Raises:
        EndpointError: the reply is of another form.
    """
    if kind == "text":
        return [text]
    if kind == "events":
        return [_loose(data) for data in events(text)]
    if kind == "lines":
        return [_strict(line, system) for line in text.split("\n") if line.strip()]
    return [_strict(text, system)]


def events(text: str) -> Iterator[str]:
    """The data of server-sent events (WHATWG HTML, section 9.2.6); the marker `[DONE]` is none."""
    data: list[str] = []
    for line in [*text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""]:
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line and data:
            joined = "\n".join(data)
            data = []
            if joined.strip() != "[DONE]":
                yield joined


def answer_in(parts: Sequence[object], options: HttpOptions, *, system: str) -> str:
    """The answer: its pieces of all parts joined.

    Raises:
        EndpointError: there is no text where it should be, or the service speaks of an error.
    """
    pieces = [piece for part in parts if isinstance(piece := first_at(part, _path(part, options)), str)]
    if pieces:
        return "".join(pieces)
    for part in parts:
        told = part.get("error") or part.get("detail") if isinstance(part, Mapping) else None
        if told:
            raise EndpointError(f"{system}: {str(told)[:300]}", problem="server_error", retryable=False)
    shown = json.dumps(parts[0] if len(parts) == 1 else list(parts[:3]), ensure_ascii=False)
    raise EndpointError(
        f"{system}: no text at {options.answer} in the reply {shown[:_SHOWN]}{'…' if len(shown) > _SHOWN else ''}",
        problem="bad_request",
        retryable=False,
    )


def contexts_in(parts: Sequence[object], options: HttpOptions) -> list[object] | None:
    """The contexts of the first part that has any; None where the configuration names no place for them."""
    if options.contexts is None:
        return None
    for part in parts:
        found = all_at(part, options.contexts)
        if len(found) == 1 and isinstance(found[0], list):
            found = found[0]
        if found:
            return [item if isinstance(item, str) else _context(item, options) for item in found]
    return []


def _path(part: object, options: HttpOptions) -> str:
    return "$" if isinstance(part, str) and options.format in ("text", "events") else options.answer


def _context(item: object, options: HttpOptions) -> object:
    text = first_at(item, options.context_text)
    if not isinstance(item, Mapping) or not isinstance(text, str):
        return item
    named = first_at(item, options.context_document) if options.context_document else None
    return {**item, "text": text} | ({"document": document_name(named)} if isinstance(named, str) else {})


def document_name(given: str) -> str:
    """A document's name as ragtester has it: without folder and suffix."""
    path = PurePosixPath(given.replace("\\", "/"))
    return path.stem if path.suffix.lower() in _SUFFIXES else path.name or given


def _strict(text: str, system: str) -> object:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        streamed = text.lstrip().startswith(("data:", "event:", ":"))
        hint = "; it is a stream of events: write `format: events`" if streamed else ""
        raise EndpointError(
            f"{system} answered with something that is not JSON: {text[:120]!r}{hint}",
            problem="not_json",
            retryable=False,
        ) from None


def _loose(text: str) -> object:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        return text
