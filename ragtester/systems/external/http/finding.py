"""Where in a reply the answer and the passages are: by the names of keys, and by what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_ANSWERS = {
    "answer": 100, "final_answer": 98, "response": 90, "reply": 88, "output": 84, "generated_text": 84, "output_text": 84,
    "completion": 82, "result": 80, "answer_text": 96, "text": 70, "content": 70, "message": 66, "token": 60, "delta": 60,
    "data": 40,
}  # fmt: skip
_NEVER = {
    "id", "model", "object", "role", "type", "created", "status", "session", "session_id", "conversation_id", "error", "detail",
    "question", "query", "input", "prompt", "language", "finish_reason", "system_fingerprint", "user", "name", "title", "url",
    "source", "thread_id", "request_id", "trace_id", "timestamp", "version",
}  # fmt: skip
_CONTEXTS = (
    "contexts", "retrieved_contexts", "context", "sources", "source_documents", "source_nodes", "documents", "passages",
    "chunks", "references", "citations", "retrieved", "hits", "results", "docs", "evidence",
)  # fmt: skip
_TEXTS = (
    "text", "content", "page_content", "passage", "chunk", "snippet", "body", "excerpt", "quote", "node.text", "document.text",
    "document.content", "document.page_content", "payload.text",
)  # fmt: skip
_DOCUMENTS = (
    "document", "doc_id", "document_id", "metadata.source", "metadata.file_name", "metadata.document", "meta.file_path",
    "meta.name", "node.metadata.file_name", "source", "file", "file_name", "filename", "title", "url", "id",
)  # fmt: skip
_OTHER_LISTS = {"choices", "messages", "history", "output", "delta", "tool_calls"}
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DEEPEST = 8


@dataclass(frozen=True, kw_only=True)
class Places:
    """JSONPaths of what a reply holds."""

    answer: str
    contexts: str | None = None
    text: str | None = None
    document: str | None = None


def find_places(parts: Sequence[object], *, question: str) -> Places | None:
    """The likeliest places in the parts of a reply; None where nothing looks like an answer."""
    texts: dict[str, tuple[float, str]] = {}
    found: tuple[int, str, list[object]] | None = None
    for part in parts:
        for path, listed in _lists(part):
            rank = _context_rank(path, listed)
            if rank is not None and (found is None or (rank, not listed) < (found[0], not found[2])):
                found = (rank, path, listed)
    inside = found[1] if found else None
    for part in parts:
        for path, text in _texts(part):
            if (inside and path.startswith(inside + "[")) or text.strip() == question:
                continue
            weight = _answer_weight(path, text)
            if weight is not None:
                known = texts.get(path)
                texts[path] = (weight, (known[1] if known else "") + text)
    if not texts:
        return None
    answer = max(texts, key=lambda path: (texts[path][0], len(texts[path][1])))
    if found is None:
        return Places(answer=answer)
    return Places(
        answer=answer,
        contexts=found[1],
        text=_inner(found[2], _TEXTS, "text"),
        document=_inner(found[2], _DOCUMENTS, "document"),
    )


def _answer_weight(path: str, text: str) -> float | None:
    keys = _keys(path)
    if any(key in _NEVER for key in keys[-1:]) or not text.strip():
        return None
    named = max((_ANSWERS.get(key, 0) - 2 * depth for depth, key in enumerate(reversed(keys))), default=30)
    if keys and named <= 0 and " " not in text.strip():
        return None
    return named - len(keys) + (4 if " " in text.strip() else 0)


def _context_rank(path: str, listed: list[object]) -> int | None:
    """Lower is likelier; None for a list that holds no passages."""
    key = _keys(path)[-1] if _keys(path) else ""
    named = _CONTEXTS.index(key) if key in _CONTEXTS else None
    if not listed:
        return named + 100 if named is not None else None
    first = listed[0]
    if isinstance(first, str):
        return named if named is not None else None
    if not isinstance(first, Mapping) or (named is None and _OTHER_LISTS & set(_keys(path))):
        return None
    if not any(isinstance(_at(first, name), str) for name in _TEXTS):
        return None
    return named if named is not None else 50


def _inner(listed: Sequence[object], names: Sequence[str], default: str) -> str | None:
    """The path of the first of some keys that a passage has a text at; None where it is the usual one."""
    first = listed[0] if listed else None
    if not isinstance(first, Mapping):
        return None
    found = next((name for name in names if isinstance(_at(first, name), str) and _at(first, name)), None)
    return f"$.{found}" if found and found != default else None


def _at(item: Mapping[object, object], dotted: str) -> object:
    value: object = item
    for key in dotted.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _texts(value: object, path: str = "$", depth: int = 0) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif depth < _DEEPEST:
        for inner_path, inner in _children(value, path):
            yield from _texts(inner, inner_path, depth + 1)


def _lists(value: object, path: str = "$", depth: int = 0) -> Iterator[tuple[str, list[object]]]:
    if isinstance(value, list) and path != "$":
        yield path, value
    if depth < _DEEPEST:
        for inner_path, inner in _children(value, path):
            yield from _lists(inner, inner_path, depth + 1)


def _children(value: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            text = str(key)
            quoted = text.replace("\\", "\\\\").replace("'", "\\'")
            yield (f"{path}.{text}" if _PLAIN.fullmatch(text) else f"{path}['{quoted}']"), inner
    elif isinstance(value, list):
        for number, inner in enumerate(value[:3]):
            yield f"{path}[{number}]", inner


def _keys(path: str) -> list[str]:
    return [part.lower() for part in re.findall(r"[A-Za-z_][A-Za-z0-9_]*", path)]
