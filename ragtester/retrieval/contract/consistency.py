"""Contradictions in a contract: expectations that exclude each other, or that no result can meet."""

from __future__ import annotations

from pathlib import Path

from ragtester.errors import ContractError
from ragtester.retrieval.contract.access import is_forbidden, may_read
from ragtester.retrieval.contract.fields import fault
from ragtester.retrieval.contract.grounded import check_evidence
from ragtester.retrieval.contract.records import Contract, ContractQuery

_SLACK = 1e-9


def check_contract(contract: Contract, *, file: Path | str | None = None) -> None:
    """Refuses a contract that contradicts itself.

    Raises:
        ContractError: an id that the manifest does not have, a relevant chunk that the query may not
            see, a mandatory id judged irrelevant, a floor that `k` makes unreachable, and the like.
    """
    for position, query in enumerate(contract.queries):
        place = f"queries[{position}]"
        _check_ids(contract, query, place, file)
        _check_answerability(query, place, file)
        _check_access(contract, query, place, file)
        check_evidence(contract, query, place, file)
        if query.answerable:
            _check_reachable(contract, query, place, file)


def _check_ids(contract: Contract, query: ContractQuery, place: str, file: Path | str | None) -> None:
    named = {
        "judgments": list(query.judgments),
        "required_ids": list(query.required_ids),
        "alternatives": [name for group in query.alternatives for name in group],
    }
    for key, names in named.items():
        for name in names:
            if name not in contract.manifest:
                raise fault(
                    file,
                    f"{place}.{key}",
                    f"{name!r} of query {query.id!r} is not in the manifest; add it there or correct the id",
                )
    for group in query.alternatives:
        for name in group:
            if query.answerable and query.judgments.get(name, 0) == 0:
                raise fault(
                    file,
                    f"{place}.alternatives",
                    f"{name!r} is not judged relevant; judge it 1 or take it out of the group",
                )
    documents = {entry.doc_id for entry in contract.manifest.values()} if query.forbidden_versions else set()
    for document in query.forbidden_versions:
        if document not in documents:
            raise fault(
                file,
                f"{place}.forbidden_versions",
                f"no chunk of the manifest belongs to document {document!r}; correct the id",
            )


def _check_answerability(query: ContractQuery, place: str, file: Path | str | None) -> None:
    relevant = [name for name, gain in query.judgments.items() if gain > 0]
    if query.answerable and query.expect_empty:
        raise fault(
            file,
            f"{place}.expect_empty",
            f"query {query.id!r} is answerable and must be empty; set answerable to false",
        )
    if query.answerable and not relevant and not query.evidence:
        raise fault(
            file,
            f"{place}.judgments",
            f"answerable query {query.id!r} has no relevant judgment and no evidence; label its evidence, or set answerable to false",
        )
    if not query.answerable:
        for key, given in (
            ("judgments", relevant),
            ("evidence", [fact.label for fact in query.evidence]),
            ("required_ids", query.required_ids),
            ("required_text", query.required_text),
        ):
            if given:
                raise fault(
                    file,
                    f"{place}.{key}",
                    f"query {query.id!r} is unanswerable but names evidence ({given[0]!r}); set answerable to true or remove it",
                )
    for name in query.required_ids:
        if query.judgments.get(name, 0) == 0:
            raise fault(
                file, f"{place}.required_ids", f"{name!r} is mandatory but not judged relevant; judge it 1 or remove it"
            )


def _check_access(contract: Contract, query: ContractQuery, place: str, file: Path | str | None) -> None:
    for name, gain in query.judgments.items():
        if gain == 0:
            continue
        entry = contract.manifest[name]
        if is_forbidden(query, entry.doc_id, entry.version):
            raise fault(
                file,
                f"{place}.forbidden_versions",
                f"{name!r} is judged relevant, but version {entry.version!r} of {entry.doc_id!r} is forbidden; change one of them",
            )
        if not may_read(contract, query, name):
            who = f"tenant {query.tenant!r}, role {query.role!r}"
            raise fault(
                file,
                f"{place}.judgments",
                f"{name!r} is judged relevant, but {who} may not read it; judge it 0 or correct the identity",
            )


def _check_reachable(contract: Contract, query: ContractQuery, place: str, file: Path | str | None) -> None:
    if query.evidence:
        return
    k, facts = contract.k, len(query.reference.facts)
    relevant = sum(gain > 0 for gain in query.judgments.values())
    most_precise, most_complete = min(k, relevant) / k, min(k, facts) / facts
    for key, floor, most in (
        ("min_precision", query.min_precision, most_precise),
        ("min_recall", query.min_recall, most_complete),
    ):
        if floor is not None and floor > most + _SLACK:
            raise fault(
                file,
                f"{place}.{key}",
                f"{floor:g} cannot be reached: with k = {k} and {relevant} relevant chunks the most is {most:.3f}; lower the floor or change k",
            )
    groups = {query.reference.fact_of[name] for name in query.required_ids}
    if len(groups) > k:
        raise fault(
            file,
            f"{place}.required_ids",
            f"{len(groups)} mandatory ids cannot all be within k = {k}; raise k or require fewer",
        )


__all__ = ["ContractError", "check_contract"]
