"""The systems of a campaign in their base setting: k = 1 over chunks of 256 words, without a reranker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from ragtester.config import Component, MetamorphicConfig, RunConfig
from ragtester.errors import ConfigError
from ragtester.metamorphic import IndexSettings, trials_for
from ragtester.protocols import RagSystem
from ragtester.records import Corpus, JsonValue, SystemSpec
from ragtester.runner.campaigns.metamorphic.closed_book import ClosedBook, WithoutPassages
from ragtester.runner.campaigns.metamorphic.indexes import Indexes, Place
from ragtester.runner.cells import Cell
from ragtester.runner.plan.systems import reference_specs
from ragtester.runner.plan.targets import make_target
from ragtester.runner.session import Session
from ragtester.runner.stages.matrix import make_stages
from ragtester.systems.reference import ReferenceSystem

_DENSE = ("all-MiniLM-L6-v2", "use_multilingual")


@dataclass(frozen=True, kw_only=True)
class Subject:
    """One system under metamorphic test."""

    id: str
    cell: Cell
    """The full pipeline in the base setting."""
    closed_book: Cell | None
    """Its generator without the corpus; None where an external system cannot be asked so."""
    trials: int
    wanted: int
    """Base instances."""
    settings: IndexSettings | None = None
    """Of the base index; None for an external system."""
    indexes: Indexes | None = None

    @property
    def system(self) -> RagSystem:
        """What is asked."""
        return self.cell.system


def make_subjects(session: Session, corpus: Corpus) -> list[Subject]:
    """Every generator of the matrix by every embedder in the base setting, and the external systems.

    A pattern of `--filter-systems` or of `metamorphic.systems` may match the id of a base setting or of any
    system of the matrix with the same generator and embedder.

    Raises:
        ConfigError: the patterns match none.
    """
    config = session.loaded.config
    aliases: dict[str, list[str]] = {}
    first: dict[str, tuple[SystemSpec, Component]] = {}
    for spec, embedder, _, _ in reference_specs(config):
        name = base_id(config, spec)
        aliases.setdefault(name, [name]).append(spec.id)
        first.setdefault(name, (spec, embedder))
    for target in config.targets:
        aliases[target.name] = [target.name]
    chosen = _chosen(session, aliases)
    indexes: Indexes | None = None
    subjects: list[Subject] = []
    for name in chosen:
        if name not in first:
            subjects.append(_external(session, name))
            continue
        spec, _ = first[name]
        indexes = indexes or make_indexes(session, corpus, spec)
        subjects.append(_reference(session, name, spec, indexes))
    return subjects


def base_id(config: RunConfig, spec: SystemSpec) -> str:
    """Such as `reader/bm25/words-256/k1`."""
    metamorphic = campaign_config(config)
    generator = spec.generator.replace("/", "-")
    return f"{generator}/{spec.embedder}/words-{metamorphic.chunk_words}/k{metamorphic.top_k}"


def campaign_config(config: RunConfig) -> MetamorphicConfig:
    """The section of the campaign, with its defaults where the configuration has none."""
    return config.metamorphic or MetamorphicConfig()


def swaps(config: RunConfig) -> dict[str, JsonValue]:
    """For EM: which embedder replaces which, by default the next dense one of the matrix."""
    names = [component.label for component in config.matrix.embedders]
    dense = [c.label for c in config.matrix.embedders if c.name not in ("bm25", "hybrid")]
    found: dict[str, JsonValue] = {}
    for name in names:
        at = dense.index(name) + 1 if name in dense else 0
        others = [other for other in [*dense[at:], *dense[:at]] if other != name]
        if others:
            found[name] = others[0]
    return found | dict(campaign_config(config).swap_embedder)


def make_indexes(session: Session, corpus: Corpus, spec: SystemSpec) -> Indexes:
    """The indexes that all systems of the matrix share."""
    config = session.loaded.config
    metamorphic = campaign_config(config)
    known = {component.label: component for component in config.matrix.embedders}
    dense = [c.name for c in config.matrix.embedders if c.name not in ("bm25", "hybrid")]
    return Indexes(
        session.components,
        corpus.documents,
        chunker=session.components.chunker(Component(name="words", arguments={"size": metamorphic.chunk_words})),
        stages=make_stages(session, spec),
        known=known,
        dense=(dense or list(_DENSE))[0],
    )


def _reference(session: Session, name: str, spec: SystemSpec, indexes: Indexes) -> Subject:
    config = session.loaded.config
    metamorphic = campaign_config(config)
    settings = IndexSettings(spec.embedder, metamorphic.top_k)
    knowledge = indexes.knowledge(Place.of(settings))
    plain = session.components.reranker(Component(name="none"))
    stages = replace(
        make_stages(session, spec),
        chunker=indexes.chunker,
        reranker=plain,
        top_k=metamorphic.top_k,
        candidates=metamorphic.top_k,
        rewriter=None,
        rewrite_prompt=None,
    )
    generator = spec.generator
    base = spec.model_copy(
        update={
            "id": name,
            "chunker": f"words-{metamorphic.chunk_words}",
            "top_k": metamorphic.top_k,
            "reranker": "none",
        }
    )
    system = ReferenceSystem(base, knowledge, stages)
    workers = 2 * session.components.window(generator) + 2
    closed = ClosedBook(
        f"{generator}/closed-book",
        stages.generator,
        session.components.prompt("answer/closed_book"),
        max_tokens=config.matrix.max_tokens,
        temperature=config.matrix.temperature,
    )
    return Subject(
        id=name,
        cell=Cell(
            spec=base,
            system=system,
            pool=generator,
            workers=workers,
            version=system.version,
            knowledge=knowledge,
            depth=metamorphic.top_k,
        ),
        closed_book=_closed_cell(closed, pool=generator, workers=workers),
        trials=trials_for(stages.generator, trials=metamorphic.trials),
        wanted=_wanted(session, [name, spec.id]),
        settings=settings,
        indexes=indexes,
    )


def _external(session: Session, name: str) -> Subject:
    config = session.loaded.config
    target = next(target for target in config.targets if target.name == name)
    cell = make_target(session, target)
    can = "generate" in cell.system.capabilities
    closed = WithoutPassages(f"{name}/closed-book", cell.system) if can else None
    return Subject(
        id=name,
        cell=cell,
        closed_book=_closed_cell(closed, pool=cell.pool, workers=cell.workers) if closed else None,
        trials=campaign_config(config).trials,
        wanted=_wanted(session, [name]),
    )


def _closed_cell(system: ClosedBook, *, pool: str, workers: int) -> Cell:
    return Cell(spec=SystemSpec(id=system.name), system=system, pool=pool, workers=workers, version=system.version)


def _wanted(session: Session, names: Sequence[str]) -> int:
    metamorphic = campaign_config(session.loaded.config)
    wanted = metamorphic.instances
    for pattern, limit in metamorphic.instances_of.items():
        if any(fnmatchcase(name, pattern) for name in names):
            wanted = limit
    return min(wanted, session.options.limit) if session.options.limit else wanted


def _chosen(session: Session, aliases: Mapping[str, Sequence[str]]) -> list[str]:
    everything = list(aliases)
    given = session.options.filter_systems
    named = _matching(everything, campaign_config(session.loaded.config).systems, aliases, "metamorphic.systems")
    asked = _matching(everything, [given] if given else [], aliases, "--filter-systems")
    both = [name for name in named if name in asked]
    if not both:
        session.report(f"no mutant is run: --filter-systems {given} names none of metamorphic.systems")
    return both


def _matching(
    names: Sequence[str], patterns: Sequence[str], aliases: Mapping[str, Sequence[str]], place: str
) -> list[str]:
    if not patterns:
        return list(names)
    kept = [name for name in names if any(fnmatchcase(alias, p) for alias in aliases[name] for p in patterns)]
    if not kept:
        raise ConfigError(
            f"{', '.join(map(repr, patterns))} matches none of the systems: {', '.join(names)}", place=place
        )
    return kept
