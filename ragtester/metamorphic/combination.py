"""Mutants of order 2: two mutations of the same base instance at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ragtester.metamorphic.edits import in_order
from ragtester.records import Edit, Mutant, content_key


def combine(first: Mutant, second: Mutant) -> Mutant | None:
    """Both mutations in one mutant, or None where the second has nothing left to change.

    Edits are relative to the original text, so they are simply put together; where two overlap, the
    first mutant's stays. Index changes of both apply, in order.

    Raises:
        ValueError: the mutants are of different tests or scopes, or combined already.
    """
    if first.test != second.test or first.scope != second.scope:
        raise ValueError(f"{first.id} and {second.id} are not mutants of one test in one scope")
    if "+" in first.operator + second.operator:
        raise ValueError(f"{first.id} or {second.id} is a combined mutant already")
    if first.operator == second.operator:
        return None
    added = [edit for edit in second.edits if not any(_overlap(edit, kept) for kept in first.edits)]
    if second.edits and not added:
        return None
    edits = (*first.edits, *added)
    key = content_key("combined", first=first.id, second=second.id, edits=[edit.model_dump() for edit in edits])
    name = f"{first.operator}+{second.operator}"
    return Mutant(
        id=f"{first.test}/{first.scope}/{name}/{key[:8]}",
        test=first.test,
        operator=name,
        scope=first.scope,
        parameters={first.operator: first.parameters, second.operator: second.parameters},
        seed=first.seed,
        edits=edits,
        note=f"{first.note}; {second.note}",
    )


def combined_mutants(mutants: Sequence[Mutant]) -> list[Mutant]:
    """Every pair of mutants of one test and scope, in order."""
    pairs = combinations(mutants, 2)
    found = [combine(a, b) for a, b in pairs if a.test == b.test and a.scope == b.scope and a.operator != b.operator]
    return [mutant for mutant in found if mutant is not None]


def _overlap(one: Edit, other: Edit) -> bool:
    if one.document != other.document:
        return False
    first, second = in_order([one, other])
    return second.start < first.end
