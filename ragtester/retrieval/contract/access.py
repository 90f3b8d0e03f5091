"""What a query may see: tenant, role, and revisions that are forbidden at its time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragtester.retrieval.contract.records import Contract, ContractQuery


def is_forbidden(query: ContractQuery, doc_id: str, version: str) -> bool:
    """Whether the query must not see this revision at its time."""
    for one in query.forbidden_versions.get(doc_id, ()):
        if one.version == version and (one.after is None or query.as_of is None or query.as_of >= one.after):
            return True
    return False


def may_read(contract: Contract, query: ContractQuery, chunk_id: str) -> bool:
    """Whether tenant and role of the query may see the chunk, by the manifest."""
    entry = contract.manifest[chunk_id]
    tenant_fits = entry.tenant is None or query.tenant is None or entry.tenant == query.tenant
    return tenant_fits and (not entry.roles or query.role in entry.roles)
