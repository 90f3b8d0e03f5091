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

_TIME = re.compile(
    r"\b(?:when|how long|how often|since|until|date|day|month|year|deadline|period|before|after|by what time)\b",
    re.IGNORECASE,
)
_ASKS_ONE = re.compile(r"(?:where|who|whom|whose|when)\b", re.IGNORECASE)


def told_type(wanted: str, *, query: str, answer: str, labels: Collection[str]) -> str:
    """`wanted`, or the plain type of a question that sets nothing against anything, lists one thing, or asks for no number or time.

    Args:
        wanted: the type that the model was asked for.
        query: its question.
        answer: its answer.
        labels: the types of the suite; one that is not among them is not given.
    """
    if wanted == "list" and _ASKS_ONE.match(query):
        return "natural_language" if "natural_language" in labels else wanted
    values = [value for value in extract_values(answer) if value.kind in _MEASURED or value.kind == "date"]
    single = len(values) < 2 and not _SEVERAL.search(answer)
    measured = any(value.kind in _MEASURED for value in values)
    dated = any(value.kind == "date" for value in values)
    fits = {
        "comparison": not single or bool(_COMPARES.search(f"{query} {answer}")),
        "list": bool(_SEVERAL.search(answer)),
        "multi_fact": not single,
        "numeric": measured or (not dated and bool(re.search(r"\d", answer))),
        "temporal": bool(_TIME.search(query))
        or any(value.kind == "date" for value in (*values, *extract_values(query))),
    }
    if fits.get(wanted, True):
        return wanted
    plain = "numeric" if measured else "temporal" if dated else "natural_language"
    return plain if plain in labels else wanted
