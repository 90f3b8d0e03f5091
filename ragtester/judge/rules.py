"""The version of the built-in rules: a hash of the code that holds them."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

_JUDGE = ("builtin.py", "clarity.py", "dimensions.py", "facts.py", "negatives.py", "relevance.py", "veto.py")


@lru_cache(maxsize=1)
def rules_version() -> str:
    """Sixteen hex digits that change whenever the text or judging rules change.

    Taken from the source files themselves, so that no one can forget to raise a number; the price is that a
    changed comment judges anew, which costs a model-free judge next to nothing.
    """
    digest = hashlib.sha256()
    judge = files("ragtester.judge")
    for name in _JUDGE:
        digest.update(judge.joinpath(name).read_bytes())
    for source in [*_sources(judge.joinpath("injection")), *_sources(files("ragtester.text"))]:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@lru_cache(maxsize=8)
def code_version(package: str) -> str:
    """Sixteen hex digits that change whenever the code or data files of a package change."""
    digest = hashlib.sha256()
    for source in _sources(files(package)):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _sources(folder: Traversable) -> list[Traversable]:
    found: list[Traversable] = []
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.is_dir() and entry.name != "__pycache__":
            found.extend(_sources(entry))
        elif entry.name.endswith((".py", ".gz", ".yaml")):
            found.append(entry)
    return found
