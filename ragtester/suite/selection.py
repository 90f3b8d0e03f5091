"""Which sections are asked about, and in what order."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ragtester.protocols import Vectors
from ragtester.suite.options import SelectionName
from ragtester.suite.sections import Section


def order(
    sections: Sequence[Section],
    count: int,
    *,
    selection: SelectionName,
    complex_share: float,
    seed: int,
    vectors: Vectors | None = None,
) -> list[Section]:
    """Every section, in the order in which tests are made from them; the first `count` are the selection.

    Args:
        sections: the sections of one document, or of a corpus.
        count: how many tests are wanted.
        selection: `flesch` puts the `complex_share` x `count` hardest first and the rest at random
            (RAG-Tester, section 3.3), `random` is that paper's baseline, `coverage` spreads the
            choice over the embedding space, or over the text where `vectors` is None.
        complex_share: used by `flesch`.
        seed: of the random order.
        vectors: one unit row per section.
    """
    rng = random.Random(f"selection/{seed}/{sections[0].document if sections else ''}")
    if selection == "coverage":
        return _spread(sections, vectors, rng)
    shuffled = list(sections)
    rng.shuffle(shuffled)
    if selection == "random":
        return shuffled
    scored = sorted((s for s in sections if s.flesch is not None), key=lambda s: (s.flesch or 0.0, s.start))
    hardest = scored[: round(complex_share * count)]
    taken = {section.key for section in hardest}
    return [*hardest, *(section for section in shuffled if section.key not in taken)]


def _spread(sections: Sequence[Section], vectors: Vectors | None, rng: random.Random) -> list[Section]:
    """Farthest-first: each next section is the one least like those already chosen."""
    if not sections:
        return []
    first = rng.randrange(len(sections))
    chosen = [first]
    nearest = [_distance(sections, vectors, first, other) for other in range(len(sections))]
    while len(chosen) < len(sections):
        taken = set(chosen)
        pick = max((i for i in range(len(sections)) if i not in taken), key=lambda i: (nearest[i], -i))
        chosen.append(pick)
        nearest = [min(nearest[i], _distance(sections, vectors, pick, i)) for i in range(len(sections))]
    return [sections[i] for i in chosen]


def _distance(sections: Sequence[Section], vectors: Vectors | None, a: int, b: int) -> float:
    if vectors is not None:
        return 1.0 - float(vectors[a] @ vectors[b])
    if sections[a].document != sections[b].document:
        return 1e9
    return float(abs(sections[a].start - sections[b].start))
