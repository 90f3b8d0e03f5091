"""What retrieval depends on in one system of a configuration, and which systems differ in it."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.errors import ConfigError
from ragtester.records import JsonValue, content_key
from ragtester.runner.cells import Cell
from ragtester.runner.session import Session
from ragtester.systems.reference import ReferenceSystem


def settings_of(session: Session, cell: Cell) -> dict[str, JsonValue]:
    """The settings that a capture keeps: everything that decides what the system retrieves.

    The generator is not among them: two systems that differ in nothing else retrieve the same.
    """
    config = session.loaded.config
    system = cell.system
    if cell.knowledge is None or not isinstance(system, ReferenceSystem):
        target = next(target for target in config.targets if target.name == cell.spec.id)
        return {"target": target.model_dump(mode="json", exclude_none=True)}
    matrix = config.matrix
    retriever, stages = cell.knowledge.retriever, system.stages
    documents = cell.knowledge.given
    return {
        "retriever": {
            "embedder": {"name": cell.spec.embedder, "version": retriever.version},
            "top_k": stages.top_k,
            "candidates": stages.candidates,
            "rewrite": matrix.rewrite,
        },
        "chunker": {"name": stages.chunker.name, "version": stages.chunker.version},
        "reranker": {"name": cell.spec.reranker, "version": stages.reranker.version},
        "context": {"tokens": matrix.context_tokens},
        "corpus": {
            "documents": len(documents),
            "sha256": content_key("corpus", of=sorted([one.id, one.content_hash()] for one in documents)),
        },
    }


def distinct(session: Session, cells: Sequence[Cell]) -> list[Cell]:
    """One cell for each way to retrieve, in order."""
    found: dict[str, Cell] = {}
    for cell in cells:
        found.setdefault(content_key("settings", of=settings_of(session, cell)), cell)
    return list(found.values())


def only_one(session: Session, cells: Sequence[Cell], *, option: str) -> Cell:
    """The one system that is meant.

    Raises:
        ConfigError: there are several that retrieve in different ways.
    """
    systems = distinct(session, cells)
    if len(systems) == 1:
        return systems[0]
    listed = ", ".join(cell.spec.id for cell in systems[:8]) + (", ..." if len(systems) > 8 else "")
    raise ConfigError(
        f"{len(systems)} systems that retrieve in different ways are meant: {listed}; name one with {option}",
        file=session.loaded.file,
    )
