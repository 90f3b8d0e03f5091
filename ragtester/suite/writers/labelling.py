"""The type that a question of a model really has, where the one that it was asked for is more than it is."""

from __future__ import annotations

import re
from collections.abc import Collection

from ragtester.text import extract_values

_MEASURED = frozenset({"number", "money", "percent", "duration"})
_COMPARES = re.compile(
    r"\b(?:than|versus|vs|compared|compares?|comparison|difference|differ|more|less|fewer|higher|lower|larger|smaller|greater|"
    r"longer|shorter|older|newer|equal|same|both|most|least|highest|lowest|largest|smallest|longest|shortest|increased?|"
    r"decreased?|change[ds]?|rose|fell|grew|from .+ to)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"[,;、，]|\b(?:and|or|und|oder|et|ou|y|o|e|a|nebo)\b", re.IGNORECASE)


def told_type(wanted: str, *, query: str, answer: str, labels: Collection[str]) -> str:
    """`wanted`, or the plain type of a question that sets nothing against anything, or lists a single thing.

    Args:
        wanted: the type that the model was asked for.
        query: its question.
        answer: its answer.
        labels: the types of the suite; one that is not among them is not given.
    """
    values = [value for value in extract_values(answer) if value.kind in _MEASURED or value.kind == "date"]
    single = len(values) < 2 and not _SEVERAL.search(answer)
    too_much = (wanted == "comparison" and single and not _COMPARES.search(f"{query} {answer}")) or (
        wanted == "list" and not _SEVERAL.search(answer)
    )
    if not too_much:
        return wanted
    plain = "numeric" if any(value.kind in _MEASURED for value in values) else "natural_language"
    return plain if plain in labels else wanted
