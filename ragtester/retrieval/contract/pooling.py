"""Results that nobody has judged, pooled over captures, for people to label."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ragtester.errors import ContractError
from ragtester.records import JsonValue
from ragtester.retrieval.contract.consistency import check_contract
from ragtester.retrieval.contract.records import Capture, Contract, ContractQuery, Hit
from ragtester.retrieval.diagnosis import redact


@dataclass(frozen=True, slots=True)
class Unjudged:
    """One result without a label, and where it was seen."""

    query_id: str
    query: str
    chunk_id: str
    doc_id: str
    text: str
    rank: int
    """Best rank at which it was seen, from 1."""
    seen_in: tuple[str, ...]
    place: str
    """Where it stands in the first capture that has it."""

    def to_json(self) -> dict[str, JsonValue]:
        """The item of a judging list, with an empty place for the label."""
        return {
            "query_id": self.query_id,
            "query": self.query,
            "chunk_id": self.chunk_id,
            "doc_id": self.doc_id,
            "text": redact(self.text),
            "rank": self.rank,
            "seen_in": list(self.seen_in),
            "judgment": None,
        }


def unjudged_results(contract: Contract, baseline: Capture, candidate: Capture | None = None) -> tuple[Unjudged, ...]:
    """The judging list: every result of either capture that its query has no label for.

    An unanswerable query without any judgment needs none: its measures do not apply. Where the contract
    declares `default_judgment: 0`, nothing is unjudged.
    """
    if contract.default_judgment is not None:
        return ()
    found: dict[tuple[str, str], Unjudged] = {}
    if contract.by_text:
        for side, capture in (("baseline", baseline), ("candidate", candidate)):
            for position, result in enumerate(capture.results if capture else ()):
                query = contract.by_id[result.query_id]
                for rank, chunk in contract.passages.judge(query, result.hits).unjudged:
                    _note(found, query, chunk, result.hits[rank], rank, side, position, contract)
        return tuple(found.values())
    for side, capture in (("baseline", baseline), ("candidate", candidate)):
        for position, result in enumerate(capture.results if capture else ()):
            query = contract.by_id[result.query_id]
            if not query.answerable and (query.expect_empty or not query.judgments):
                continue
            for rank, hit in enumerate(result.hits, start=1):
                if hit.chunk_id not in query.judgments:
                    _note(found, query, hit.chunk_id, hit, rank - 1, side, position, contract)
    return tuple(found.values())


def _note(
    found: dict[tuple[str, str], Unjudged],
    query: ContractQuery,
    chunk: str,
    hit: Hit,
    rank: int,
    side: str,
    position: int,
    contract: Contract,
) -> None:
    """Adds one result, under the chunk of the manifest that takes the label."""
    known = found.get((query.id, chunk))
    if known is None:
        text = hit.text if chunk == hit.chunk_id else contract.manifest[chunk].text or hit.text
        place = f"results[{position}].hits[{rank}].chunk_id"
        found[query.id, chunk] = Unjudged(query.id, query.query, chunk, hit.doc_id, text, rank + 1, (side,), place)
    else:
        seen = known.seen_in if side in known.seen_in else (*known.seen_in, side)
        found[query.id, chunk] = replace(known, rank=min(rank + 1, known.rank), seen_in=seen)


def with_judgments(contract: Contract, labels: Mapping[str, Mapping[str, int]], *, version: str) -> Contract:
    """The contract with labels added (by query and chunk id), under a new version.

    Labels are part of the contract: captures of the old version cannot be measured by the new one.

    Raises:
        ContractError: the version is the old one, a query is unknown, or the labels contradict the contract.
    """
    if version == contract.version:
        raise ContractError(f"version {version!r} is the contract's own; changed labels need a new version")
    unknown = [name for name in labels if name not in contract.by_id]
    if unknown:
        raise ContractError(f"query {unknown[0]!r} is not in the contract; correct its id")
    queries = tuple(
        replace(query, judgments={**query.judgments, **labels[query.id]}) if query.id in labels else query
        for query in contract.queries
    )
    changed = replace(contract, version=version, queries=queries)
    check_contract(changed)
    return changed
