"""A RAG system over Qdrant in local mode: how a real vector database takes part in lifecycle tests."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Sequence
from datetime import UTC, date, datetime

import numpy as np
from qdrant_client import QdrantClient, models

from ragtester.records import Answer, Capability, DocumentChange, IngestReceipt, Question, Retrieved

SIZE = 512


def vector(text: str) -> list[float]:
    """Hashed words: enough to search by, and the same in every process."""
    found = np.zeros(SIZE, dtype=np.float32)
    for word in re.findall(r"[a-z0-9]+", text.lower()):
        found[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % SIZE] += 1
    return (found / (np.linalg.norm(found) or 1)).tolist()


def seconds(moment: date | datetime | None, otherwise: float) -> float:
    if moment is None:
        return otherwise
    if not isinstance(moment, datetime):
        moment = datetime(moment.year, moment.month, moment.day, tzinfo=UTC)
    return moment.timestamp()


class QdrantSystem:
    name = "qdrant"
    version = "1"
    capabilities: frozenset[Capability] = frozenset(("retrieve", "ingest"))

    def __init__(self, *, k: int = 5, delete_first: bool = True) -> None:
        self.client = QdrantClient(":memory:")
        self.client.create_collection("chunks", vectors_config=models.VectorParams(size=SIZE, distance="Cosine"))
        self.k = k
        self.delete_first = delete_first
        self.newest: dict[str, int] = {}

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        for change in changes:
            if change.revision < self.newest.get(change.document, 0):
                continue
            self.newest[change.document] = change.revision
            points = self._points(change) if change.action == "upsert" else []
            if points:
                self.client.upsert("chunks", points)
            if self.delete_first:
                own = models.FieldCondition(key="document", match=models.MatchValue(value=change.document))
                keep = models.HasIdCondition(has_id=[point.id for point in points])
                old = models.Filter(must=[own], must_not=[keep])
                self.client.delete("chunks", points_selector=models.FilterSelector(filter=old))
        return IngestReceipt(accepted=tuple(change.document for change in changes))

    async def records(self) -> Sequence[Retrieved]:
        found, offset = [], None
        while True:
            page, offset = self.client.scroll("chunks", limit=3, offset=offset)
            found += [self._hit(point, rank) for rank, point in enumerate(page, start=len(found) + 1)]
            if offset is None:
                return found

    async def restart(self) -> None:
        """The collection is the durable state; there is no cache to lose."""

    async def retrieve(self, question: Question) -> Answer:
        allowed = [
            self._either("tenant", [question.tenant] if question.tenant else []),
            self._either("roles", [question.role] if question.role else []),
        ]
        if question.as_of is not None:
            now = question.as_of.timestamp()
            allowed.append(models.FieldCondition(key="from", range=models.Range(lte=now)))
            allowed.append(models.FieldCondition(key="to", range=models.Range(gt=now)))
        found = self.client.query_points(
            "chunks", query=vector(question.text), query_filter=models.Filter(must=allowed), limit=self.k
        ).points
        hits = tuple(self._hit(point, rank) for rank, point in enumerate(found, start=1) if point.score > 0.2)
        return Answer(text="", candidates=hits, context=hits)

    async def ask(self, question: Question) -> Answer:
        return await self.retrieve(question)

    async def generate(self, question: Question, contexts: Sequence[Retrieved]) -> Answer:
        raise NotImplementedError

    @staticmethod
    def _either(key: str, values: list[str]) -> models.Filter:
        open_ = models.IsEmptyCondition(is_empty=models.PayloadField(key=key))
        own = models.FieldCondition(key=key, match=models.MatchAny(any=values or ["(nobody)"]))
        return models.Filter(should=[open_, own])

    def _points(self, change: DocumentChange) -> list[models.PointStruct]:
        texts = [text.strip() for text in change.text.split("\n\n") if text.strip()]
        return [
            models.PointStruct(
                id=str(uuid.uuid5(uuid.NAMESPACE_URL, f"{change.document}#{number}@{change.revision}")),
                vector=vector(text),
                payload={
                    "document": change.document,
                    "text": text,
                    "revision": change.revision,
                    "from": seconds(change.effective_from, -1e18),
                    "to": seconds(change.effective_to, 1e18),
                    **({"tenant": change.tenant} if change.tenant else {}),
                    **({"roles": list(change.roles)} if change.roles else {}),
                },
            )
            for number, text in enumerate(texts)
        ]

    @staticmethod
    def _hit(point: object, rank: int) -> Retrieved:
        payload = point.payload
        return Retrieved(
            chunk=str(point.id),
            document=payload["document"],
            text=payload["text"],
            rank=rank,
            score=getattr(point, "score", None),
            version=str(payload["revision"]),
            tenant=payload.get("tenant"),
        )
