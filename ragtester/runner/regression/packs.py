"""Fault packs over the systems of a configuration."""

from __future__ import annotations

from ragtester.retrieval.faults import PackResult, run_packs
from ragtester.runner.regression.lifecycle import own_system
from ragtester.runner.regression.settings import distinct
from ragtester.runner.session import Session
from ragtester.runner.stages.corpus import make_corpus
from ragtester.runner.stages.matrix import make_cells


async def take_packs(session: Session) -> dict[str, list[PackResult]]:
    """By system, how it took each of the four packs, on top of the configuration's corpus.

    Raises:
        UsageError: the configuration cannot be used, or a system cannot ingest.
    """
    corpus = await make_corpus(session)
    cells = distinct(session, await make_cells(session, corpus))
    return {cell.spec.id: await run_packs(own_system(cell)) for cell in cells}
