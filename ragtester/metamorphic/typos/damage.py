"""So many slips in a text: one per word while there are words, each at a place of its own."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ragtester.metamorphic.typos.channels import Channel, ocr
from ragtester.metamorphic.typos.words import Word, eligible_words


def damage(
    text: str,
    *,
    rate: float,
    channel: Channel,
    random_: random.Random,
    digits: bool = False,
    protected: Sequence[str] = (),
) -> list[tuple[int, int, str]]:
    """Replacements (start, end, text) that damage a text.

    Args:
        text: the text.
        rate: slips per character of the text; the count is rounded down and at least 1.
        channel: what a slip looks like.
        random_: where the slips fall.
        digits: see `eligible_words`.
        protected: see `eligible_words`.

    Returns:
        Replacements in order, none overlapping; fewer than the rate asks where too few words may be touched.
    """
    words = eligible_words(text, digits=digits, protected=protected)
    wanted = max(1, int(len(text) * rate + 1e-9))
    slips: dict[int, tuple[int, int, str]] = {}
    taken: set[int] = set()
    rounds = 0
    while words and len(slips) < wanted and rounds < 8:
        random_.shuffle(words)
        for word in words:
            if len(slips) >= wanted:
                break
            slip = _slip(word, channel, random_, taken)
            if slip:
                slips[slip[0]] = slip
                taken.update(range(slip[0] - 1, slip[1] + 1))
        rounds += 1
    return [slips[start] for start in sorted(slips)]


def _slip(word: Word, channel: Channel, random_: random.Random, taken: set[int]) -> tuple[int, int, str] | None:
    places = list(range(len(word.text)))
    random_.shuffle(places)
    for at in places:
        slip = channel(word.text, at, random_)
        if slip is None:
            continue
        length, put_in = slip
        start, end = word.start + at, word.start + at + length
        if (
            at + length <= len(word.text)
            and put_in != word.text[at : at + length]
            and not taken & set(range(start, end))
        ):
            return start, end, put_in
    return None


def scanned(text: str, *, rate: float, random_: random.Random) -> str:
    """A text as a scanner might have read it: look-alike letters, digits untouched."""
    result = text
    for start, end, put_in in reversed(damage(text, rate=rate, channel=ocr, random_=random_)):
        result = result[:start] + put_in + result[end:]
    return result
