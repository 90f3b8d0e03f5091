"""Delta debugging: the smallest mutation that still shows a violation (Zeller and Hildebrandt, 2002)."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ragtester.records import Edit, Mutant, content_key
from ragtester.text import split_sentences

StillFails: TypeAlias = Callable[[Mutant], Awaitable[bool]]
"""Runs the system under a smaller mutant: whether its relation is still violated."""


@dataclass(frozen=True, slots=True)
class Reduction:
    """The smallest mutant found."""

    mutant: Mutant
    """Every edit of it is needed: without any one of them the relation holds."""
    edits_before: int
    trials: int
    """How often the system was run."""
    minimal: bool
    """False where the trials ran out first."""


async def smallest_mutation(mutant: Mutant, still_fails: StillFails, *, max_trials: int = 60) -> Reduction:
    """Reduces the edits of a violated mutant, then the sentences of what they insert.

    The result is 1-minimal: it violates the relation, and leaving out any single edit or inserted
    sentence makes it hold (unless the trials ran out). A mutant without edits, such as TK, is returned.

    Args:
        mutant: a mutant whose relation is violated.
        still_fails: runs one smaller mutant.
        max_trials: how many smaller mutants are run at most.
    """
    search = _Search(mutant, still_fails, max_trials)
    pieces = list(mutant.edits)
    if len(pieces) > 1:
        pieces = await search.ddmin(pieces)
    finer = [part for edit in pieces for part in _sentences(edit)]
    if len(finer) > len(pieces):
        pieces = await search.ddmin(finer)
    return Reduction(
        mutant=_with(mutant, pieces) if pieces != list(mutant.edits) else mutant,
        edits_before=len(mutant.edits),
        trials=search.trials,
        minimal=search.trials < max_trials or len(pieces) <= 1,
    )


class _Search:
    """One search, with the results of the mutants that were run."""

    def __init__(self, mutant: Mutant, still_fails: StillFails, max_trials: int) -> None:
        self.mutant = mutant
        self.still_fails = still_fails
        self.max_trials = max_trials
        self.trials = 0
        self._known: dict[tuple[Edit, ...], bool] = {}

    async def ddmin(self, pieces: list[Edit]) -> list[Edit]:
        """The pieces that are needed, by halves first and single pieces last."""
        parts = 2
        while len(pieces) >= 2 and self.trials < self.max_trials:
            groups = _groups(pieces, parts)
            smaller = await self._first_failing([*groups, *_complements(groups)] if parts > 2 else groups)
            if smaller is None and parts >= len(pieces):
                break
            if smaller is None:
                parts = min(len(pieces), parts * 2)
            else:
                parts = 2 if smaller in groups else max(parts - 1, 2)
                pieces = smaller
        return pieces

    async def _first_failing(self, candidates: Sequence[list[Edit]]) -> list[Edit] | None:
        for candidate in candidates:
            if candidate and await self._fails(candidate):
                return candidate
        return None

    async def _fails(self, pieces: list[Edit]) -> bool:
        key = tuple(pieces)
        if key not in self._known:
            if self.trials >= self.max_trials:
                return False
            self.trials += 1
            self._known[key] = await self.still_fails(_with(self.mutant, pieces))
        return self._known[key]


def _groups(pieces: list[Edit], parts: int) -> list[list[Edit]]:
    edges = [len(pieces) * part // parts for part in range(parts + 1)]
    return [pieces[begin:end] for begin, end in itertools.pairwise(edges) if end > begin]


def _complements(groups: Sequence[list[Edit]]) -> list[list[Edit]]:
    return [
        [edit for at, group in enumerate(groups) if at != left_out for edit in group] for left_out in range(len(groups))
    ]


def _sentences(edit: Edit) -> list[Edit]:
    """An insertion as one insertion per sentence, all at its place."""
    pieces = split_sentences(edit.text)
    if edit.end > edit.start or len(pieces) < 2:
        return [edit]
    edges = [0, *(piece.end for piece in pieces[:-1]), len(edit.text)]
    return [edit.model_copy(update={"text": edit.text[begin:end]}) for begin, end in itertools.pairwise(edges)]


def _with(mutant: Mutant, edits: Sequence[Edit]) -> Mutant:
    key = content_key("reduced", mutant=mutant.id, edits=[edit.model_dump() for edit in edits])
    count = f"{len(edits)} edit{'s' * (len(edits) != 1)}"
    return mutant.model_copy(
        update={"id": f"{mutant.id}-{key[:6]}", "edits": tuple(edits), "note": f"reduced to {count}"}
    )
