"""Undoing known OCR errors, in words only and in declared fields only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

KNOWN_ERRORS: Mapping[str, str] = {"0": "o", "1": "i"}
"""Digits read for letters; learn those of your own scanner with `learn_substitutions`."""


@dataclass(frozen=True)
class OcrRule:
    """Which characters are put back, and where that is safe.

    A token is touched only if most of it is letters: `enterpr1se` and `ss0` are words with an error,
    `10`, `2026` and `a1052` are a measure, a year and a code.
    """

    substitutions: Mapping[str, str] = field(default_factory=lambda: dict(KNOWN_ERRORS))
    fields: frozenset[str] = frozenset({"subject", "text"})
    """Fields of a document that hold prose; others are left as they are."""
    keep: str = r"[a-z]{1,3}-?\d{2,}[a-z0-9-]*"
    """Tokens that look like a code are left alone."""

    def applies_to(self, name: str) -> bool:
        """Whether the field was declared safe."""
        return name in self.fields

    def word(self, token: str) -> str:
        """The token with known errors undone, or as it is."""
        letters = sum(character.isalpha() for character in token)
        if 2 * letters <= len(token) or re.fullmatch(self.keep, token):
            return token
        return "".join(self.substitutions.get(character, character) for character in token)


def learn_substitutions(pairs: Iterable[tuple[str, str]], *, at_least: int = 2) -> dict[str, str]:
    """Substitutions that were really observed, from pairs of a scanned word and the true one.

    Only a single character read for another counts, and only where the wrong one is not a letter: a
    letter for a letter cannot be undone without touching right words.

    Args:
        pairs: (as scanned, as it should be).
        at_least: how often an error must have been seen.
    """
    seen: Counter[tuple[str, str]] = Counter()
    for scanned, true in pairs:
        if len(scanned) == len(true):
            seen.update(
                (wrong, right)
                for wrong, right in zip(scanned.lower(), true.lower(), strict=True)
                if wrong != right and not wrong.isalpha() and right.isalpha()
            )
    best: dict[str, tuple[int, str]] = {}
    for (wrong, right), count in sorted(seen.items()):
        if count >= at_least and count > best.get(wrong, (0, ""))[0]:
            best[wrong] = (count, right)
    return {wrong: right for wrong, (_, right) in best.items()}
