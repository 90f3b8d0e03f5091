"""The index settings under a repair."""

from __future__ import annotations

from dataclasses import replace

from ragtester.metamorphic.repair.strategy import RepairStrategy
from ragtester.metamorphic.settings import IndexSettings

RERANK_CANDIDATES = 10
"""Passages that are retrieved for reranking, where the setting itself asks for fewer."""


def repaired_settings(settings: IndexSettings, strategy: RepairStrategy) -> IndexSettings:
    """A mutant's settings with the strategy's change; the mutation itself stays.

    A strategy that reranks needs candidates to choose from and retrieves at least ten.
    """
    result = settings
    if strategy.top_k is not None:
        result = replace(result, top_k=strategy.top_k)
    if strategy.name == "rerank":
        result = replace(result, top_k=max(result.top_k, RERANK_CANDIDATES))
    if strategy.hybrid:
        result = replace(result, hybrid=True)
    return result
