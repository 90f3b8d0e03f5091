"""The matrix stage: cells are built from components that they share, and every case is run."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.prompts import load_prompt
from ragtester.records import Corpus, SystemSpec, Test
from ragtester.runner.cells import Cell
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.evidence import EvidenceMap
from ragtester.runner.execute import Executor, OnRows
from ragtester.runner.observing import Observations
from ragtester.runner.plan.systems import matching, reference_specs
from ragtester.runner.plan.targets import make_target
from ragtester.runner.progress import shown
from ragtester.runner.rows import Row
from ragtester.runner.session import Session
from ragtester.systems.reference import Knowledge, ReferenceSystem, Stages, allowed, budget, composer


def make_stages(session: Session, spec: SystemSpec) -> Stages:
    """The healthy stages of one cell of the matrix."""
    matrix = session.loaded.config.matrix
    components = session.components
    _, embedder, chunker, reranker = next(
        entry for entry in reference_specs(session.loaded.config) if entry[0].id == spec.id
    )
    dense = components.embedder_name(embedder)
    chosen = components.reranker(reranker)
    return Stages(
        chunker=components.chunker(chunker),
        make_retriever=components.retriever_factory(embedder),
        embedder=components.embedder(dense) if dense else None,
        reranker=chosen,
        fit=budget(matrix.context_tokens),
        compose=composer(
            components.prompt(matrix.prompt),
            temperature=matrix.temperature,
            max_tokens=matrix.max_tokens,
            citations=matrix.citations,
        ),
        generator=components.generator(spec.generator),
        allow=allowed,
        top_k=spec.top_k,
        candidates=spec.top_k if reranker.name == "none" else max(matrix.candidates, spec.top_k),
        rewriter=components.model(matrix.rewrite, what="rewriter") if matrix.rewrite else None,
        rewrite_prompt=load_prompt("answer/rewrite", folder=components.prompts) if matrix.rewrite else None,
    )


async def make_cells(session: Session, corpus: Corpus) -> list[Cell]:
    """Every system that the configuration and `--filter-systems` name, with its index built."""
    config = session.loaded.config
    specs = {spec.id: spec for spec, *_ in reference_specs(config)}
    wanted = matching(
        [*specs, *(target.name for target in config.targets)], session.options.filter_systems, what="systems"
    )
    shared: dict[tuple[str, str], tuple[Knowledge, EvidenceMap, Observations]] = {}
    cells: list[Cell] = []
    with session.timed("index"), shown(session.progress, "index", None) as bar:
        for name in wanted:
            if name not in specs:
                target = next(target for target in config.targets if target.name == name)
                cells.append(make_target(session, target))
                continue
            spec = specs[name]
            stages = make_stages(session, spec)
            if stages.embedder is not None:
                session.components.embedder(stages.embedder.name).bar = bar
            place = (spec.embedder, spec.chunker)
            if place not in shared:
                knowledge = Knowledge(corpus.documents, stages)
                await knowledge.build()
                evidence = EvidenceMap(knowledge.documents, knowledge.indexed)
                shared[place] = (knowledge, evidence, Observations(knowledge, embedder=stages.embedder))
            cells.append(_cell(session, spec, stages, *shared[place]))
    return cells


def _cell(
    session: Session,
    spec: SystemSpec,
    stages: Stages,
    knowledge: Knowledge,
    evidence: EvidenceMap,
    observations: Observations,
) -> Cell:
    system = ReferenceSystem(spec, knowledge, stages)
    judges = session.loaded.config.judge
    models = [spec.generator, *({judges.model, *judges.models} - {"builtin"})]
    return Cell(
        spec=spec,
        system=system,
        pool=spec.generator,
        workers=session.components.workers(models),
        version=system.version,
        knowledge=knowledge,
        evidence=evidence,
        observations=observations,
        depth=stages.candidates,
        searches_itself=stages.rewriter is not None,
    )


async def run_matrix(
    session: Session,
    cells: Sequence[Cell],
    tests: Sequence[Test],
    *,
    evaluator: Evaluator,
    on_rows: OnRows,
) -> list[Row | None]:
    """Rows of every case by position; None where the run was stopped before."""
    samples = session.options.samples or session.loaded.config.matrix.samples
    executor = Executor(
        store=session.store,
        log=session.log,
        evaluator=evaluator,
        stop=session.stop,
        retry_errors=session.options.retry_errors,
    )
    total = len(cells) * len(tests) * samples
    with session.timed("matrix"), shown(session.progress, "matrix", total) as bar:
        return await executor.run(cells, tests, samples=samples, bar=bar, on_rows=on_rows)
