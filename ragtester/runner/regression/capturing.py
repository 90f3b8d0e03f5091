"""A capture of one system of a configuration for a contract."""

from __future__ import annotations

from dataclasses import replace

from ragtester.retrieval import Capture, CaptureStage, Contract, capture_contract
from ragtester.runner.regression.settings import only_one, settings_of
from ragtester.runner.session import Session
from ragtester.runner.stages.corpus import make_corpus
from ragtester.runner.stages.matrix import make_cells


async def capture_system(
    session: Session, contract: Contract, *, stage: CaptureStage = "final_context", repeats: int = 1
) -> tuple[Capture, str]:
    """What the system that the configuration (and `filter_systems`) names returns for a contract, and its id.

    Documents that could not be read are in the capture's `ingestion_failed`.

    Raises:
        UsageError: several systems are meant, or the system shows no results of this stage.
    """
    corpus = await make_corpus(session)
    cell = only_one(session, await make_cells(session, corpus), option="--system GLOB")
    with session.timed("capture"):
        found = await capture_contract(
            contract,
            cell.system,
            stage=stage,
            configuration=settings_of(session, cell),
            repeats=repeats,
            concurrency=cell.workers,
        )
    unread = {file: reason for file, _, reason in (problem.partition(": ") for problem in session.problems)}
    return replace(found, ingestion_failed=unread), cell.spec.id
