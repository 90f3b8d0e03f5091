"""The systems of a campaign: the healthy pipeline, its re-runs, and one system for each fault."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ragtester.errors import ConfigError
from ragtester.faults import Fault
from ragtester.faults.parts.generator import FaultyGenerator
from ragtester.protocols import Embedder
from ragtester.records import Document, SystemSpec
from ragtester.runner.campaigns.faults.grounds import Grounds
from ragtester.runner.cells import Cell
from ragtester.runner.evidence import EvidenceMap
from ragtester.runner.observing import Observations
from ragtester.runner.plan.systems import matching, reference_specs
from ragtester.runner.session import Session
from ragtester.runner.stages.matrix import make_stages
from ragtester.systems.reference import Knowledge, ReferenceSystem, Stages

HEALTHY = "healthy"


@dataclass(frozen=True, kw_only=True)
class Plot:
    """One system of a campaign."""

    id: str
    stages: Stages
    system: ReferenceSystem
    fault: Fault | None = None
    seed: int | None = None
    """Seed of a healthy re-run."""


def planted_spec(session: Session) -> SystemSpec:
    """The system that faults are planted in: the first of the matrix.

    Raises:
        ConfigError: the configuration has no reference system; faults are planted in nothing else.
    """
    specs = {spec.id: spec for spec, *_ in reference_specs(session.loaded.config)}
    if not specs:
        raise ConfigError(
            "faults are planted in the reference pipeline: name a generator, such as matrix: {generators: [obedient]}",
            place="matrix.generators",
            file=session.loaded.file,
        )
    name = matching([*specs], session.options.filter_systems, what="systems")[0]
    return specs[name]


def healthy_stages(session: Session, spec: SystemSpec, grounds: Grounds) -> Stages:
    """The stages of a system, with the documents that it must not index."""
    return replace(make_stages(session, spec), retired=grounds.retired)


def healthy_plot(spec: SystemSpec, stages: Stages, grounds: Grounds) -> Plot:
    """The pipeline as it should be."""
    return _plot(spec, HEALTHY, stages, grounds.given)


def rerun_plot(spec: SystemSpec, stages: Stages, grounds: Grounds, *, seed: int) -> Plot:
    """The same pipeline once more: documents come in another order, and a generator that samples samples anew."""
    documents = list(grounds.given)
    random.Random(f"faults/rerun/{seed}").shuffle(documents)
    generator = stages.generator
    if generator.samples:
        generator = FaultyGenerator(
            generator, f"sample-{seed}", request=lambda request: request.model_copy(update={"sample": seed})
        )
    again = replace(stages, generator=generator, version=f"{stages.version}+rerun-{seed}")
    return replace(_plot(spec, f"{HEALTHY}-{seed}", again, documents), seed=seed)


def fault_plot(spec: SystemSpec, stages: Stages, grounds: Grounds, fault: Fault) -> Plot:
    """The pipeline with one fault in it."""
    return replace(_plot(spec, fault.name, fault.plant(stages), grounds.given), fault=fault)


def _plot(spec: SystemSpec, name: str, stages: Stages, documents: Sequence[Document]) -> Plot:
    own = spec.model_copy(update={"id": f"{spec.id}/{name}"})
    return Plot(id=name, stages=stages, system=ReferenceSystem(own, Knowledge(documents, stages), stages))


async def plot_cell(session: Session, plot: Plot, *, embedder: Embedder | None) -> Cell:
    """The plot as the executor runs it, with its index built; vectors are compared with the healthy embedder's."""
    knowledge = plot.system.knowledge
    await knowledge.build()
    generator = plot.system.spec.generator
    return Cell(
        spec=plot.system.spec,
        system=plot.system,
        pool=generator,
        workers=2 * session.components.window(generator) + 2,
        version=plot.system.version,
        knowledge=knowledge,
        evidence=EvidenceMap(knowledge.documents, knowledge.indexed),
        observations=Observations(knowledge, embedder=embedder),
        depth=plot.stages.candidates,
        searches_itself=plot.stages.rewriter is not None,
    )
