"""Failures of results that are told by their text: chunks may be cut otherwise than the manifest's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ragtester.retrieval.contract import Contract, ContractQuery, Hit
from ragtester.retrieval.contract.access import is_forbidden, may_read
from ragtester.retrieval.contract.passages import Located


def text_failures(
    contract: Contract, query: ContractQuery, hits: Sequence[Hit], located: Sequence[Located]
) -> Iterator[str]:
    """Over every captured hit, beyond the cutoff too.

    A result is checked against the chunks of the manifest that its text stands in: it must be a stretch of
    the document and revision that it names, and the query must be allowed to read all of it.
    """
    seen: set[str] = set()
    for hit, one in zip(hits, located, strict=True):
        name = hit.chunk_id
        if query.expect_empty:
            yield f"expected_empty:{name}"
        if name in seen:
            yield f"duplicate:{name}"
        seen.add(name)
        yield from (f"{code}:{name}" for code in _access(contract, query, hit, one))
        yield from (f"{code}:{name}" for code in _identity(contract, hit, one))


def _access(contract: Contract, query: ContractQuery, hit: Hit, one: Located) -> Sequence[str]:
    """What forbids the result to the query; of a text that stands in several places, the most harmless reading."""
    return min((_forbids(contract, query, hit, chunks) for chunks in one.stretches or ((),)), key=len)


def _forbids(contract: Contract, query: ContractQuery, hit: Hit, chunks: Sequence[str]) -> list[str]:
    entries = [contract.manifest[name] for name in chunks]
    found = []
    tenants = {hit.tenant, *(entry.tenant for entry in entries)} - {None}
    if query.tenant is not None and tenants - {query.tenant}:
        found.append("unauthorized_tenant")
    elif not all(may_read(contract, query, name) for name in chunks):
        found.append("unauthorized_role")
    revisions = {(hit.doc_id, hit.version), *((entry.doc_id, entry.version) for entry in entries)}
    if any(is_forbidden(query, document, version) for document, version in revisions):
        found.append("forbidden_version")
    return found


def _identity(contract: Contract, hit: Hit, one: Located) -> Iterator[str]:
    manifest = contract.manifest
    entry = manifest.get(hit.chunk_id)
    if entry is None:
        sources = contract.passages.sources(hit.doc_id)
        if hit.version not in {version for _, version, _ in sources}:
            yield "version_mismatch"
        elif not one.same:
            yield "content_mismatch"
        tenants = {tenant for _, _, tenant in sources}
        if hit.tenant is not None and None not in tenants and hit.tenant not in tenants:
            yield "tenant_mismatch"
        return
    if hit.version != entry.version:
        yield "version_mismatch"
    if hit.doc_id != entry.doc_id:
        yield "document_mismatch"
    if hit.tenant is not None and entry.tenant is not None and hit.tenant != entry.tenant:
        yield "tenant_mismatch"
    if not one.same:
        yield "content_mismatch"
