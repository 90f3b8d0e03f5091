"""Development and held-out sets: tune on the one, release by the other."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from ragtester.errors import ContractError
from ragtester.records import text_hash
from ragtester.retrieval.contract.records import Contract, Split


def assign_splits(contract: Contract, *, held_out: float = 0.3, seed: int = 0) -> Contract:
    """The contract with every query in `development` or `held_out`.

    Paraphrases of one group stay together, each slice gives its share, and a query that has a split
    keeps it. The draw depends only on seed and names, so that adding queries moves none of the others
    far.

    Args:
        contract: whose queries are divided.
        held_out: share of the groups of each slice that is held out, 0 to 1.
        seed: another seed draws another set.

    Raises:
        ContractError: the share does not lie in 0 to 1.
    """
    if not 0 <= held_out <= 1:
        raise ContractError(f"held_out {held_out} is out of range; give a share from 0 to 1")
    slices: dict[str, dict[str, None]] = defaultdict(dict)
    fixed: dict[str, Split] = {}
    for query in contract.queries:
        name = query.group or query.id
        if query.split is not None:
            fixed.setdefault(name, query.split)
    placed: set[str] = set()
    for query in contract.queries:
        name = query.group or query.id
        if name not in fixed and name not in placed:
            placed.add(name)
            slices[query.slice][name] = None
    drawn: dict[str, Split] = dict(fixed)
    for names in slices.values():
        ordered = sorted(names, key=lambda name: text_hash(f"{seed}:{name}"))
        cut = round(held_out * len(ordered))
        for position, name in enumerate(ordered):
            drawn[name] = "held_out" if position < cut else "development"
    return replace(
        contract, queries=tuple(replace(query, split=drawn[query.group or query.id]) for query in contract.queries)
    )


def select_split(contract: Contract, split: Split) -> Contract:
    """The contract with the queries of one split only.

    Raises:
        ContractError: no query is in that split.
    """
    chosen = tuple(query for query in contract.queries if query.split == split)
    if not chosen:
        raise ContractError(f"no query is in the split {split!r}; give queries a split, or assign them")
    return replace(contract, queries=chosen)


def move_to_development(contract: Contract, query_ids: tuple[str, ...], *, version: str) -> Contract:
    """The contract with held-out queries (and their paraphrases) given up for tuning, under a new version.

    A held-out failure that was tuned against says nothing about the release any more.

    Raises:
        ContractError: an unknown query, or the version is the old one.
    """
    if version == contract.version:
        raise ContractError(f"version {version!r} is the contract's own; moved queries need a new version")
    unknown = [name for name in query_ids if name not in contract.by_id]
    if unknown:
        raise ContractError(f"query {unknown[0]!r} is not in the contract; correct its id")
    groups = {contract.by_id[name].group or name for name in query_ids}
    queries = tuple(
        replace(query, split="development") if (query.group or query.id) in groups else query
        for query in contract.queries
    )
    return replace(contract, version=version, queries=queries)
