"""Approximate matching of misspelt words, with a threshold picked from real queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ragtester.errors import InputError, UsageError
from ragtester.records import JsonValue
from ragtester.retrieval.faults.tokens import tokens

SHORTEST = 4
"""Words with fewer letters have too many neighbours to be matched approximately."""


def similarity(a: str, b: str) -> float:
    """1 minus the edits (insert, delete, replace, swap neighbours) per letter of the longer word.

    Words with digits are codes, measures or years: they match themselves only.
    """
    if a == b:
        return 1.0
    if not (a.isalpha() and b.isalpha()) or min(len(a), len(b)) < SHORTEST:
        return 0.0
    from rapidfuzz.distance import OSA

    return OSA.normalized_similarity(a, b)


@dataclass(frozen=True, slots=True)
class Point:
    """What one threshold does."""

    threshold: float
    found: float
    """Share of misspelt words that match the intended word."""
    unrelated: float
    """Share of words that match some other word of the vocabulary as well."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The chosen threshold with the curve that it was chosen from."""

    threshold: float
    found: float
    unrelated: float
    pairs: int
    """Pairs of a misspelt word and the intended one."""
    vocabulary: int
    curve: tuple[Point, ...]

    def to_json(self) -> dict[str, JsonValue]:
        """As a command prints it."""
        return {
            "threshold": self.threshold,
            "found": self.found,
            "unrelated": self.unrelated,
            "pairs": self.pairs,
            "vocabulary": self.vocabulary,
            "curve": [
                {"threshold": point.threshold, "found": point.found, "unrelated": point.unrelated}
                for point in self.curve
            ],
        }


def calibrate_threshold(
    pairs: Iterable[tuple[str, str]], *, vocabulary: Iterable[str] = (), words: int = 1000
) -> Calibration:
    """The threshold that best tells misspellings of a word from other words.

    For each threshold: how many misspelt words find the word that was meant (too high a threshold loses
    them), and how many words also find an unrelated one (too low a threshold brings those). Chosen is
    the largest difference of the two, the highest threshold where several are equal.

    Args:
        pairs: (query as typed, query as meant), from a query log or its corrections.
        vocabulary: further words of the corpus; more words make unrelated matches more likely, as in
            production.
        words: at most so many words are compared with the whole vocabulary, evenly chosen.

    Raises:
        UsageError: no pair differs in a word.
    """
    typed, meant = [], set(vocabulary)
    for wrong, right in pairs:
        meant.update(tokens(right))
        typed += _differing(tokens(wrong), tokens(right))
    typed = sorted(set(typed))
    if not typed:
        raise UsageError("no pair of queries differs in a word; give pairs of a misspelt query and the right one")
    candidates = sorted(word for word in meant if word.isalpha() and len(word) >= SHORTEST)
    best = [similarity(wrong, right) for wrong, right in typed]
    other = _closest_others(_even(typed, words), candidates)
    grid = [round(0.5 + step / 100, 2) for step in range(50)]
    curve = tuple(Point(t, _share(best, t), _share(other, t)) for t in grid)
    chosen = max(curve, key=lambda point: (round(point.found - point.unrelated, 9), point.threshold))
    return Calibration(chosen.threshold, chosen.found, chosen.unrelated, len(typed), len(candidates), curve)


def read_query_pairs(path: Path | str) -> list[tuple[str, str]]:
    """Pairs (as typed, as meant) from a tab-separated file: `typed<TAB>meant`, or `id<TAB>meant<TAB>typed`.

    Raises:
        InputError: the file cannot be read, or a line has another number of columns.
    """
    path = Path(path)
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read as UTF-8 text ({error}); check the path", file=path) from None
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) not in (2, 3):
            raise InputError(
                f"has {len(cells)} columns; write typed<TAB>meant or id<TAB>meant<TAB>typed", file=path, line=number
            )
        found.append((cells[0], cells[1]) if len(cells) == 2 else (cells[2], cells[1]))
    return found


def _differing(wrong: Sequence[str], right: Sequence[str]) -> list[tuple[str, str]]:
    """Words that were misspelt; a query whose number of words changed tells nothing about one word."""
    if len(wrong) != len(right):
        return []
    return [(a, b) for a, b in zip(wrong, right, strict=True) if a != b and a.isalpha() and b.isalpha()]


def _closest_others(typed: Sequence[tuple[str, str]], vocabulary: Sequence[str]) -> list[float]:
    """For each typed word and each meant one, the similarity of the closest word that was not meant."""
    import numpy as np
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if not vocabulary:
        return [0.0]
    asked = [(word, right) for wrong, right in typed for word in (wrong, right) if len(word) >= SHORTEST]
    if not asked:
        return [0.0]
    table = np.asarray(
        process.cdist([word for word, _ in asked], vocabulary, scorer=OSA.normalized_similarity, dtype=np.float32)
    )
    position = {word: index for index, word in enumerate(vocabulary)}
    for row, (word, right) in enumerate(asked):
        for same in (word, right):
            if same in position:
                table[row, position[same]] = 0.0
    return [float(value) for value in table.max(axis=1)]


def _even(items: Sequence[tuple[str, str]], most: int) -> Sequence[tuple[str, str]]:
    return items if len(items) <= most else [items[index * len(items) // most] for index in range(most)]


def _share(values: Sequence[float], threshold: float) -> float:
    return sum(value >= threshold - 1e-6 for value in values) / len(values)
