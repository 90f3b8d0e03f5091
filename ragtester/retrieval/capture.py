"""Recording what a system returns for the queries of a contract."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from ragtester.errors import MeasurementError, UsageError
from ragtester.protocols import RagSystem
from ragtester.records import Answer, JsonValue, Question, Retrieved
from ragtester.retrieval.contract import Capture, CapturedResult, CaptureStage, Contract, ContractQuery, Hit
from ragtester.retrieval.diagnosis import redact_tree


async def capture_contract(
    contract: Contract,
    system: RagSystem,
    *,
    stage: CaptureStage = "final_context",
    configuration: Mapping[str, JsonValue] | None = None,
    repeats: int = 1,
    concurrency: int = 8,
) -> Capture:
    """Asks a system every query of a contract and records the hits exactly as they came.

    Nothing is taken from the manifest: what the system does not say (a tenant, a version) stays unsaid. A
    query that could not be observed is in `errors`, and the gate calls such a capture INVALID.

    Args:
        contract: whose queries are asked, each for its tenant, role, language and time.
        system: anything that can retrieve, or that answers with a trace.
        stage: which result set is recorded.
        configuration: of the system, for the comparison with another capture; secrets are redacted.
        repeats: how often each query is asked, for systems that do not repeat themselves.
        concurrency: queries under way at the same time.

    Raises:
        UsageError: the system can neither retrieve nor answer, or shows no results of this stage.
    """
    if not system.capabilities & {"retrieve", "ask"}:
        raise UsageError(f"system {system.name!r} can neither retrieve nor ask; give it one of these capabilities")
    if repeats < 1:
        raise UsageError(f"repeats {repeats} is too small; ask every query at least once")
    window = asyncio.Semaphore(max(1, concurrency))

    async def observe(query: ContractQuery, repeat: int) -> CapturedResult | str:
        async with window:
            try:
                answer = await _trace(system, query)
            except MeasurementError as error:
                return str(error)
        return CapturedResult(query.id, _hits(answer, stage, system), repeat)

    wanted = [(query, repeat) for query in contract.queries for repeat in range(repeats)]
    found = await asyncio.gather(*(observe(query, repeat) for query, repeat in wanted))
    redacted = redact_tree(configuration or {})
    return Capture(
        contract_version=contract.version,
        stage=stage,
        results=tuple(one for one in found if isinstance(one, CapturedResult)),
        corpus=contract.corpus,
        unit=contract.unit,
        configuration={
            "system": {"name": system.name, "version": system.version},
            **(redacted if isinstance(redacted, Mapping) else {}),
        },
        errors={query.id: one for (query, _), one in zip(wanted, found, strict=True) if isinstance(one, str)},
    )


async def _trace(system: RagSystem, query: ContractQuery) -> Answer:
    question = Question(
        text=query.query, tenant=query.tenant, role=query.role, language=query.language, as_of=query.as_of
    )
    return await (system.retrieve(question) if "retrieve" in system.capabilities else system.ask(question))


def _hits(answer: Answer, stage: CaptureStage, system: RagSystem) -> tuple[Hit, ...]:
    stages: dict[CaptureStage, tuple[Retrieved, ...] | None] = {
        "candidates": answer.candidates,
        "reranked": answer.reranked,
        "final_context": answer.context,
    }
    found = stages[stage]
    if found is None:
        shown = [name for name, hits in stages.items() if hits is not None]
        raise UsageError(
            f"system {system.name!r} shows no results of the stage {stage!r}; "
            f"it shows: {', '.join(shown) or 'no trace at all'}"
        )
    return tuple(Hit(one.chunk, one.document, one.version, one.tenant, one.text, one.score) for one in found)
