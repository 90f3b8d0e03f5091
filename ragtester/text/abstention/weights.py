"""Weights of the abstention model: `weights.tsv`, written by `benchmarks/abstention_train.py`; see there for the fit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("weights.tsv")


class Weights(NamedTuple):
    """What a sentence's features add up with: `bias + sum > 0` abstains."""

    bias: float
    of: Mapping[str, float]
    """By the name of a feature."""


@lru_cache(maxsize=1)
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    lines = (line.rpartition("\t") for line in FILE.read_text(encoding="utf-8").splitlines())
    found = {name: float(value) for name, _, value in lines}
    return Weights(found.pop("(bias)"), found)


def write_weights(weights: Weights, file: Path = FILE) -> None:
    """Writes a file that `shipped_weights` reads."""
    lines = [f"{name}\t{value:.2f}" for name, value in sorted(weights.of.items())]
    file.write_text("\n".join([f"(bias)\t{weights.bias:.4f}", *lines]) + "\n", encoding="utf-8")
