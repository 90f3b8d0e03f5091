"""Answers as stored: every text of a trace is kept once under its hash, and the trace refers to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ragtester.records import Answer, Message, Retrieved, Usage, text_hash
from ragtester.store import Payload

_STAGES = ("candidates", "reranked", "context")


def dehydrate(answer: Answer) -> tuple[Payload, dict[str, str]]:
    """A small payload, and the texts that it refers to by their hashes."""
    texts: dict[str, str] = {}

    def refer(text: str) -> str:
        key = _hash_of(text)
        texts[key] = text
        return key

    payload: Payload = {
        "text": answer.text,
        "query": answer.query,
        "finish": answer.finish,
        "usage": answer.usage.model_dump(),
        "seconds": answer.seconds,
        "model": answer.model,
        "prompt": None if answer.prompt is None else [[m.role, refer(m.content)] for m in answer.prompt],
    }
    for stage in _STAGES:
        passages: Sequence[Retrieved] | None = getattr(answer, stage)
        payload[stage] = (
            None
            if passages is None
            else [
                [p.chunk, p.document, refer(p.text), p.rank, p.score, p.start, p.end, p.version, p.tenant]
                for p in passages
            ]
        )
    return payload, texts


@lru_cache(maxsize=4096)
def _hash_of(text: str) -> str:
    """Remembered, because a passage is candidate, reranked and context, and that of many cases."""
    return text_hash(text)


def referred(payload: Mapping[str, Any]) -> Iterable[str]:
    """The hashes of the texts that a payload refers to."""
    for stage in _STAGES:
        for passage in payload[stage] or ():
            yield passage[2]
    for message in payload["prompt"] or ():
        yield message[1]


def hydrate(payload: Mapping[str, Any], texts: Mapping[str, str]) -> Answer:
    """The answer as it was; it is marked as reused."""
    fields: dict[str, Any] = dict(payload)
    for stage in _STAGES:
        rows = fields[stage]
        fields[stage] = None if rows is None else tuple(_passage(row, texts) for row in rows)
    prompt = fields["prompt"]
    fields["prompt"] = None if prompt is None else tuple(Message(role=role, content=texts[key]) for role, key in prompt)
    fields["usage"] = Usage.model_validate(fields["usage"])
    return Answer.model_validate({**fields, "reused": True})


def _passage(row: Sequence[object], texts: Mapping[str, str]) -> Retrieved:
    chunk, document, key, rank, score, start, end, version, tenant = row
    return Retrieved.model_validate(
        {
            "chunk": chunk,
            "document": document,
            "text": texts[str(key)],
            "rank": rank,
            "score": score,
            "start": start,
            "end": end,
            "version": version,
            "tenant": tenant,
        }
    )


def plain(payload: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """The answer as plain data, as `hydrate(...).model_dump(mode="json")` gives it, without making the records."""
    fields: dict[str, Any] = {**_ABSENT, **payload, "reused": True}
    for stage in _STAGES:
        rows = fields[stage]
        fields[stage] = None if rows is None else [_plain_passage(row, texts) for row in rows]
    prompt = fields["prompt"]
    fields["prompt"] = None if prompt is None else [{"role": role, "content": texts[key]} for role, key in prompt]
    return fields


_ABSENT: Mapping[str, Any] = Answer(text="").model_dump(mode="json")
_PASSAGE = ("chunk", "document", "text", "rank", "score", "start", "end", "version", "tenant")


def _plain_passage(row: Sequence[Any], texts: Mapping[str, str]) -> dict[str, Any]:
    passage = dict(zip(_PASSAGE, row, strict=True))
    passage["text"] = texts[passage["text"]]
    return passage
