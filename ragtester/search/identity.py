"""Under which key a vector is kept: what it depends on, and nothing else."""

from __future__ import annotations

from typing import Literal

from ragtester.protocols import Embedder
from ragtester.records import content_key, text_hash


def embedder_identity(embedder: Embedder) -> str:
    """What the vectors of an embedder depend on; two configured names of the same model share it."""
    return embedder.version


def vector_key(embedder: Embedder, text: str, *, purpose: Literal["document", "query"] = "document") -> str:
    """The content key of one vector: the embedder, the text, and the purpose where it makes a difference."""
    told_apart = bool(getattr(embedder, "purposes_differ", False))
    return content_key(
        "embed", embedder=embedder_identity(embedder), text=text_hash(text), purpose=purpose if told_apart else ""
    )
