"""The recency rule: of passages that contradict each other, the newest current document speaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from ragtester.records import Document, Retrieved, as_utc

_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)
_STANDING = {"current": 2, "superseded": 1, "withdrawn": 0}


def newest_first(context: Sequence[Retrieved], documents: Mapping[str, Document]) -> list[Retrieved]:
    """Passages of withdrawn and superseded documents left out where a current one is there; the rest newest first.

    Newest by effective date, then by revision; documents of equal standing keep the order of retrieval.

    Args:
        context: what was retrieved.
        documents: the corpus by id; a passage of an unknown document counts as current.
    """
    known = [(passage, documents.get(passage.document)) for passage in context]
    standing = [_STANDING[document.status] if document else 2 for _, document in known]
    best = max(standing, default=0)
    kept = [pair for pair, rank in zip(known, standing, strict=True) if rank == best]
    kept.sort(key=lambda pair: _age(pair[1]), reverse=True)
    return [passage.model_copy(update={"rank": rank}) for rank, (passage, _) in enumerate(kept, start=1)]


def _age(document: Document | None) -> tuple[datetime, int]:
    if document is None:
        return _BEFORE_ALL, 0
    return as_utc(document.effective_from) if document.effective_from else _BEFORE_ALL, document.revision
