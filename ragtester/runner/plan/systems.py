"""The matrix as a list of systems, with readable and stable ids."""

from __future__ import annotations

from fnmatch import fnmatchcase
from itertools import product

from ragtester.config import Component, RunConfig
from ragtester.errors import ConfigError
from ragtester.records import SystemSpec


def reference_specs(config: RunConfig) -> list[tuple[SystemSpec, Component, Component, Component]]:
    """Every combination of the matrix with its embedder, chunker and reranker."""
    matrix = config.matrix
    found: list[tuple[SystemSpec, Component, Component, Component]] = []
    for generator, embedder, chunker, top_k, reranker in product(
        matrix.generators, matrix.embedders, matrix.chunkers, matrix.top_k, matrix.rerankers
    ):
        parts = [generator.replace("/", "-"), embedder.label, chunker.label, f"k{top_k}"]
        if reranker.name != "none":
            parts.append(reranker.label)
        spec = SystemSpec(
            id="/".join(parts),
            generator=generator,
            embedder=embedder.label,
            chunker=chunker.label,
            top_k=top_k,
            reranker=reranker.label,
        )
        found.append((spec, embedder, chunker, reranker))
    ids = [spec.id for spec, *_ in found]
    twice = next((name for name in ids if ids.count(name) > 1), None)
    if twice:
        raise ConfigError(f"the system {twice} comes twice; remove the repetition", place="matrix")
    return found


def matching(ids: list[str], pattern: str | None, *, what: str) -> list[str]:
    """The ids that a `--filter` pattern matches, in order.

    Raises:
        ConfigError: it matches none.
    """
    if pattern is None:
        return ids
    kept = [name for name in ids if fnmatchcase(name, pattern)]
    if not kept:
        shown = ", ".join(ids[:6]) + (", ..." if len(ids) > 6 else "")
        raise ConfigError(
            f"the pattern {pattern!r} matches none of the {len(ids)} {what}: {shown}", place=f"--filter-{what}"
        )
    return kept
