"""A contract from the suite of a configuration."""

from __future__ import annotations

from ragtester.errors import ConfigError
from ragtester.retrieval import Contract, assign_splits, contract_from_suite
from ragtester.runner.regression.settings import only_one
from ragtester.runner.session import Session
from ragtester.runner.stages.corpus import make_corpus
from ragtester.runner.stages.matrix import make_cells
from ragtester.runner.stages.suite import make_suite


async def make_contract(
    session: Session,
    *,
    k: int | None = None,
    version: str = "1",
    held_out: float = 0.0,
    max_recall_drop: float | None = 0.0,
) -> Contract:
    """One query per test of the suite, over the chunks of the system that the configuration names.

    Args:
        session: an open configuration; `filter_systems` chooses the system, `limit` the first tests.
        k: cutoff; the system's top-k by default.
        version: of the contract.
        held_out: share of the queries that is kept for releases; 0 leaves the splits out.
        max_recall_drop: allowed loss of recall per query; None allows any.

    Raises:
        UsageError: several systems are meant, the system shows no chunks, or a test has no evidence in them.
    """
    corpus = await make_corpus(session)
    tests = await make_suite(session, corpus)
    cell = only_one(session, await make_cells(session, corpus), option="--system GLOB")
    if cell.knowledge is None:
        raise ConfigError(
            f"{cell.spec.id} does not show its chunks; make the contract from a system of the matrix, or write it",
            file=session.loaded.file,
        )
    contract = contract_from_suite(
        tests,
        cell.knowledge.indexed,
        cell.knowledge.documents,
        k=k or cell.spec.top_k,
        version=version,
        corpus=session.loaded.config.name,
        max_recall_drop=max_recall_drop,
    )
    return assign_splits(contract, held_out=held_out, seed=session.loaded.config.seed) if held_out else contract
