"""Whether a faster way to compute a model's vectors gives the same ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ragtester.errors import ConfigError
from ragtester.protocols import Vectors
from ragtester.search.embedders.rows import unit_rows

LEAST_COSINE = 0.9999
"""Between the two vectors of one text. Above it, rankings differ where two chunks are as good as equal, and there only."""

CHECKED = (
    "Short.",
    "The notice period in the first year of employment is fourteen days, and a month after that.",
    "Die Kündigungsfrist beträgt 14 Tage; gesetzliche Feiertage zählen nicht.",
    "有給休暇は年間20日です。",
    "| item | price |\n| --- | --- |\n| filter A-17 | 12.50 EUR |",
    "\n".join(f"{number}. Step {number}: check valve {number * 7} and note the pressure." for number in range(60)),
    "",
)
"""One word to hundreds, scripts, a table, a long list, nothing."""

Encode = Callable[[Sequence[str]], Vectors]


def agreement(wanted: Encode, got: Encode, *, what: str, remedy: str) -> float:
    """The least cosine between the vectors of both, over `CHECKED`.

    Args:
        wanted: how torch encodes texts in full precision.
        got: the faster way.
        what: its name in an error.
        remedy: what to write in the configuration instead.

    Raises:
        ConfigError: it is below `LEAST_COSINE`.
    """
    rows = unit_rows(wanted(CHECKED), name="torch") * unit_rows(got(CHECKED), name=what)
    cosine = float(rows.sum(axis=1).min())
    if cosine < LEAST_COSINE:
        raise ConfigError(f"{what} gives other vectors than torch (cosine {cosine:.6f} < {LEAST_COSINE}); {remedy}")
    return cosine
