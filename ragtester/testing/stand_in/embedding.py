"""Embeddings of a stand-in endpoint: texts that share words are near each other."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import TypedDict

from ragtester.search import hashed_vectors


class EmbeddingList(TypedDict):
    """The protocol's answer."""

    object: str
    data: list[dict[str, object]]
    model: object
    usage: dict[str, int]


def embeddings(body: Mapping[str, object], *, dimension: int) -> EmbeddingList:
    """One vector per input text, as numbers or in base64 as asked."""
    given = body.get("input")
    texts = [given] if isinstance(given, str) else [str(text) for text in given] if isinstance(given, list) else []
    vectors = hashed_vectors(texts, dimension=dimension)
    packed = body.get("encoding_format") == "base64"
    data: list[dict[str, object]] = [
        {
            "object": "embedding",
            "index": index,
            "embedding": base64.b64encode(row.tobytes()).decode() if packed else row.tolist(),
        }
        for index, row in enumerate(vectors)
    ]
    words = sum(len(text.split()) for text in texts)
    usage = {"prompt_tokens": words, "total_tokens": words}
    return {"object": "list", "data": data, "model": body.get("model"), "usage": usage}
