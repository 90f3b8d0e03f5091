"""Repairs of violated relations: the paper's, by scope, and our own; and the table of what they repair."""

from __future__ import annotations

from collections.abc import Mapping

from ragtester.errors import UnknownNameError
from ragtester.metamorphic.repair.neighbours import with_neighbours
from ragtester.metamorphic.repair.recency import newest_first
from ragtester.metamorphic.repair.rerank import best_units, evidence_units, lexical_scores, model_scores
from ragtester.metamorphic.repair.settings import repaired_settings
from ragtester.metamorphic.repair.strategy import RepairStrategy
from ragtester.metamorphic.repair.table import RepairOutcome, RepairRow, repair_summary, repair_table
from ragtester.metamorphic.repair.typo_tolerance import corrected, corrected_text, vocabulary

REPAIRS: Mapping[str, RepairStrategy] = {
    strategy.name: strategy
    for strategy in (
        RepairStrategy(
            name="top_k_3",
            title="k = 3",
            description="Retrieves three passages; not tried on TK, whose mutant does the same.",
            kind="settings",
            scopes=("pre",),
            from_paper=True,
            excludes=("TK",),
            top_k=3,
        ),
        RepairStrategy(
            name="top_k_5",
            title="k = 5",
            description="Retrieves five passages.",
            kind="settings",
            scopes=("pre",),
            from_paper=True,
            top_k=5,
        ),
        RepairStrategy(
            name="rerank",
            title="rerank",
            description="Cuts the candidates into at most 30 units, scores each 0 to 5 and gives the best six.",
            kind="context",
            scopes=("pre", "post"),
            from_paper=True,
        ),
        RepairStrategy(
            name="generator_upgrade",
            title="stronger generator",
            description="Answers with the generator that the configuration names as an upgrade.",
            kind="generator",
            scopes=("post",),
            from_paper=True,
        ),
        RepairStrategy(
            name="hybrid_search",
            title="hybrid search",
            description="Combines lexical and dense search; not tried on EM, whose mutant is the embedder.",
            kind="settings",
            scopes=("pre",),
            from_paper=False,
            excludes=("EM",),
            hybrid=True,
        ),
        RepairStrategy(
            name="neighbour_chunks",
            title="neighbour chunks",
            description="Gives each passage with the chunks before and after it.",
            kind="context",
            scopes=("pre",),
            from_paper=False,
        ),
        RepairStrategy(
            name="recency_rule",
            title="recency rule",
            description="Leaves out what is withdrawn or superseded and puts the newest document first.",
            kind="context",
            scopes=("pre", "post"),
            from_paper=False,
        ),
        RepairStrategy(
            name="typo_tolerance",
            title="typo tolerance",
            description="Reads unknown words as the known words of the corpus that they resemble.",
            kind="context",
            scopes=("pre", "post"),
            from_paper=False,
        ),
    )
}


def repair_strategy(name: str) -> RepairStrategy:
    """The strategy with this name.

    Raises:
        UnknownNameError: there is none.
    """
    if name not in REPAIRS:
        raise UnknownNameError("repair strategy", name, REPAIRS)
    return REPAIRS[name]


__all__ = [
    "REPAIRS",
    "RepairOutcome",
    "RepairRow",
    "RepairStrategy",
    "best_units",
    "corrected",
    "corrected_text",
    "evidence_units",
    "lexical_scores",
    "model_scores",
    "newest_first",
    "repair_strategy",
    "repair_summary",
    "repair_table",
    "repaired_settings",
    "vocabulary",
    "with_neighbours",
]
