"""What it takes to reproduce a failing query: who asked what and when, what was expected, and what came back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ragtester.records import JsonValue
from ragtester.retrieval.contract import Contract, ContractQuery, Hit
from ragtester.retrieval.diagnosis import redact

_MOST_HITS: Final = 50
_LONGEST: Final = 600
_TEXTS: Final = frozenset({"content_mismatch", "version_mismatch", "document_mismatch", "forbidden_version"})
_WITHHELD: Final = frozenset({"unauthorized_tenant", "unauthorized_role"})


def artefacts(
    contract: Contract, query: ContractQuery, baseline: Sequence[Hit], candidate: Sequence[Hit], failures: Sequence[str]
) -> dict[str, JsonValue]:
    """Identity, expectation and both rankings of a failing query.

    A text is shown where it is what failed, beside the one that the manifest has; secrets in it are redacted, and
    what the identity may not read is withheld. The captures hold everything.
    """
    failed: dict[str, set[str]] = {}
    for failure in failures:
        code, _, name = failure.partition(":")
        failed.setdefault(name, set()).add(code)
    expected: dict[str, JsonValue] = {
        "required_ids": list(query.required_ids),
        "evidence": [fact.label for fact in query.evidence],
        "required_text": [list(forms) for forms in query.required_text],
        "relevant": [name for name, gain in query.judgments.items() if gain > 0],
        "forbidden_versions": {
            name: [one.version for one in versions] for name, versions in query.forbidden_versions.items()
        },
    }
    return {
        "query": query.query,
        "tenant": query.tenant,
        "role": query.role,
        "language": query.language,
        "as_of": query.as_of.isoformat() if query.as_of else None,
        "expected": {key: value for key, value in expected.items() if value},
        "baseline": [_hit(rank, hit) for rank, hit in enumerate(baseline[:_MOST_HITS], start=1)],
        "candidate": [
            {**_hit(rank, hit), **_texts(contract, hit, failed.get(hit.chunk_id, set()))}
            for rank, hit in enumerate(candidate[:_MOST_HITS], start=1)
        ],
    }


def _hit(rank: int, hit: Hit) -> dict[str, JsonValue]:
    return {
        "rank": rank,
        "chunk_id": hit.chunk_id,
        "doc_id": hit.doc_id,
        "version": hit.version,
        "tenant": hit.tenant,
        **({"score": hit.score} if hit.score is not None else {}),
    }


def _texts(contract: Contract, hit: Hit, codes: set[str]) -> Mapping[str, JsonValue]:
    if codes & _WITHHELD:
        return {"failures": sorted(codes), "text": "(withheld: the identity may not read it)"}
    if not codes & _TEXTS:
        return {"failures": sorted(codes)} if codes else {}
    entry = contract.manifest.get(hit.chunk_id)
    trusted = {"trusted_text": _cut(entry.text)} if entry and entry.text and entry.text != hit.text else {}
    return {"failures": sorted(codes), "text": _cut(hit.text), **trusted}


def _cut(text: str) -> str:
    shown = redact(text)
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
