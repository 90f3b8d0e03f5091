"""Weights of the abstention model: `weights.tsv`, written by `benchmarks/abstention_train.py`; see there for the fit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("weights.tsv")


class Weights(NamedTuple):
    """What a sentence's features add up with, and how the sum and the grammar are put together.

    `model * score + grammar * found + shift > 0` abstains.
    """

    bias: float
    model: float
    grammar: float
    shift: float
    of: Mapping[str, float]
    """By the name of a feature."""


@lru_cache(maxsize=1)
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    lines = (line.rpartition("\t") for line in FILE.read_text(encoding="utf-8").splitlines())
    found = {name: float(value) for name, _, value in lines}
    bias, model, grammar, shift = (found.pop(f"({name})") for name in Weights._fields[:4])
    return Weights(bias, model, grammar, shift, found)


def write_weights(weights: Weights, file: Path = FILE) -> None:
    """Writes a file that `shipped_weights` reads."""
    whole = [f"({name})\t{getattr(weights, name):.4f}" for name in Weights._fields[:4]]
    lines = [f"{name}\t{value:.3f}" for name, value in sorted(weights.of.items())]
    file.write_text("\n".join([*whole, *lines]) + "\n", encoding="utf-8")
