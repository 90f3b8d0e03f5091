"""Whether two captures can be compared under a contract; anything else makes the gate INVALID."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from ragtester.errors import ContractError
from ragtester.retrieval.contract import Capture, Contract
from ragtester.retrieval.contract.fields import fault
from ragtester.retrieval.contract.pooling import Unjudged, unjudged_results

_NAMED = 5


class UnjudgedError(ContractError):
    """Results without a label; `pool` lists them for people to judge."""

    def __init__(self, message: str, pool: tuple[Unjudged, ...]) -> None:
        self.pool = pool
        super().__init__(message)


def check_capture(contract: Contract, capture: Capture, *, file: Path | str | None) -> None:
    """Refuses a capture of another contract, corpus or unit, or one that is not complete.

    Raises:
        ContractError: names file, place and remedy.
    """
    if capture.contract_version != contract.version:
        raise fault(
            file,
            "contract_version",
            f"{capture.contract_version!r} is not the contract's version {contract.version!r}; capture again under this contract",
        )
    if contract.corpus is not None and capture.corpus != contract.corpus:
        given = "is missing" if capture.corpus is None else f"{capture.corpus!r} is not {contract.corpus!r}"
        raise fault(file, "corpus", f"{given}; the contract is about {contract.corpus!r}: capture from that corpus")
    if capture.unit is not None and capture.unit != contract.unit:
        raise fault(
            file,
            "unit",
            f"{capture.unit!r} results cannot be measured by judgments of unit {contract.unit!r}; capture {contract.unit}s",
        )
    _check_queries(contract, capture, file)
    _check_hits(contract, capture, file)


def check_pair(base: Capture, candidate: Capture, *, file: Path | str | None) -> None:
    """Refuses two captures of different stages or corpora.

    Raises:
        ContractError: names file, place and remedy.
    """
    if base.stage != candidate.stage:
        raise fault(
            file,
            "stage",
            f"{candidate.stage!r} cannot be compared with the baseline's {base.stage!r}; capture both at one stage",
        )
    if base.corpus != candidate.corpus:
        raise fault(
            file,
            "corpus",
            f"{candidate.corpus!r} cannot be compared with the baseline's {base.corpus!r}; capture both from one corpus",
        )


def check_judged(
    contract: Contract,
    base: Capture,
    candidate: Capture,
    *,
    base_file: Path | str | None,
    candidate_file: Path | str | None,
) -> None:
    """Refuses results that nobody has judged.

    Raises:
        UnjudgedError: carries the pooled list of both captures.
    """
    pool = unjudged_results(contract, base, candidate)
    if not pool:
        return
    first = pool[0]
    file = base_file if "baseline" in first.seen_in else candidate_file
    raise UnjudgedError(
        f"{file}: {first.place}: chunk {first.chunk_id!r} is not judged for query {first.query_id!r}"
        f"{f' (and {len(pool) - 1} more)' if len(pool) > 1 else ''}; judge the results listed under `unjudged`, "
        "give the contract a new version, and capture both again",
        pool,
    )


def _check_queries(contract: Contract, capture: Capture, file: Path | str | None) -> None:
    captured = Counter(result.query_id for result in capture.results)
    unknown = [name for name in captured if name not in contract.by_id]
    if unknown:
        position = next(i for i, result in enumerate(capture.results) if result.query_id == unknown[0])
        place = f"results[{position}].query_id"
        raise fault(file, place, f"{_some(unknown)} not in the contract; remove it or use the contract it belongs to")
    missing = [query.id for query in contract.queries if query.id not in captured]
    if missing:
        why = next((f" ({capture.errors[name]})" for name in missing if name in capture.errors), "")
        what = f"incomplete: no result for {_some(missing)}{why}"
        raise fault(file, "results", f"{what}; capture every query (an empty result is hits: [])")
    unobserved = [name for name in capture.errors if name in contract.by_id]
    if unobserved:
        what = f"{_some(unobserved)} not fully observed ({capture.errors[unobserved[0]]})"
        raise fault(file, f"errors.{unobserved[0]}", f"{what}; capture again")
    most = max(captured.values())
    uneven = [name for name, count in captured.items() if count != most]
    if uneven:
        what = f"{_some(uneven)} captured fewer times than the others ({most})"
        raise fault(file, "results", f"{what}; repeat every query as often")


def _check_hits(contract: Contract, capture: Capture, file: Path | str | None) -> None:
    manifest = contract.manifest
    if contract.by_text:
        _check_texts(contract, capture, file)
        return
    tenants = any(entry.tenant is not None for entry in manifest.values())
    for position, result in enumerate(capture.results):
        for rank, hit in enumerate(result.hits):
            if hit.chunk_id not in manifest:
                raise fault(
                    file,
                    f"results[{position}].hits[{rank}].chunk_id",
                    f"{hit.chunk_id!r} is not in the contract's manifest; results of another unit or corpus cannot be measured: rebuild the manifest or capture again",
                )
            if tenants and hit.tenant is None and manifest[hit.chunk_id].tenant is not None:
                raise fault(
                    file,
                    f"results[{position}].hits[{rank}].tenant",
                    f"is missing for {hit.chunk_id!r}, which the manifest gives a tenant; record the tenant that the system returned",
                )


def _check_texts(contract: Contract, capture: Capture, file: Path | str | None) -> None:
    """Where evidence is text, chunks may be cut otherwise; they must be of documents whose texts are known."""
    manifest, passages = contract.manifest, contract.passages
    tenants = {entry.doc_id: entry.tenant for entry in manifest.values()}
    for position, result in enumerate(capture.results):
        for rank, hit in enumerate(result.hits):
            place = f"results[{position}].hits[{rank}]"
            if hit.chunk_id not in manifest and not passages.sources(hit.doc_id):
                raise fault(
                    file,
                    f"{place}.doc_id",
                    f"neither chunk {hit.chunk_id!r} nor document {hit.doc_id!r} is in the contract's manifest; results of another corpus cannot be measured: add the document's text or capture again",
                )
            if (
                hit.chunk_id not in manifest
                and not passages.can_tell(hit.doc_id)
                and not passages.locate(hit).stretches
            ):
                raise fault(
                    file,
                    f"{place}.chunk_id",
                    f"{hit.chunk_id!r} is not in the contract's manifest, which has only digests of {hit.doc_id!r}; give the texts, so that chunks cut otherwise can be checked",
                )
            if hit.tenant is None and tenants.get(hit.doc_id) is not None:
                raise fault(
                    file,
                    f"{place}.tenant",
                    f"is missing for {hit.chunk_id!r}, whose document the manifest gives a tenant; record the tenant that the system returned",
                )


def _some(names: list[str]) -> str:
    listed = ", ".join(repr(name) for name in names[:_NAMED])
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{listed}{more}"
