"""The pools that noise is drawn from: data files of our own writing, one idea each."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

PoolName = Literal[
    "unrelated_facts",
    "fragments",
    "vocabulary",
    "filler_templates",
    "counterfactual_templates",
    "counterfactual_questions",
    "function_words",
    "stop_terms",
]

_FOLDER = Path(__file__).resolve().parent
_WORD_POOLS = frozenset({"vocabulary", "stop_terms", "function_words"})


@lru_cache(maxsize=16)
def pool(name: PoolName) -> tuple[str, ...]:
    """The items of one pool, in the order of its file.

    A file holds one item a line; `fragments` has items of several lines between lines of `---`, and the
    word pools hold many words a line. Lines that begin with `# ` are comments.
    """
    raw = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    lines = [line for line in raw.splitlines() if not line.startswith("# ")]
    if name == "fragments":
        return tuple(part.strip("\n") for part in "\n".join(lines).split("\n---\n"))
    if name in _WORD_POOLS:
        return tuple(word for line in lines for word in line.split())
    return tuple(line for line in lines if line.strip())


__all__ = ["PoolName", "pool"]
