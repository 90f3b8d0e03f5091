"""Letters into words, in the order in which the file paints them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ragtester.documents.pdf.direction import is_right_to_left, printed_to_read
from ragtester.documents.pdf.ink import Rule, Word
from ragtester.documents.pdf.letters import raised, repaired, unknown

_GAP = 0.17
"""Of the letter size: a wider gap parts words (a space is 0.2 to 0.33)."""
_BACK = 0.4
"""Of the letter size: a jump back by more begins another run of text."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One painted glyph."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    font: str
    slope: float = 0.0
    """Above 0 for text that rises, below for text that falls, 0 for text from left to right."""


def words_of(letters: Iterable[Letter], down: Sequence[Rule] = ()) -> Iterator[Word]:
    """Words; a word never runs over a vertical rule into what another run of text painted beside it."""
    run: list[Letter] = []
    order = 0
    spaced = after_space = False
    for letter in letters:
        blank = not letter.text.strip()
        if run and (blank or _parted(run, letter, down)):
            if (word := _word(run, order, spaced=spaced)) is not None:
                yield word
                order += 1
            run = []
        if blank:
            after_space = True
            continue
        if not run:
            spaced = after_space
        run.append(letter)
        after_space = False
    if run and (word := _word(run, order, spaced=spaced)) is not None:
        yield word


def _parted(run: Sequence[Letter], letter: Letter, down: Sequence[Rule]) -> bool:
    last = run[-1]
    size = max(last.size, letter.size)
    if min(last.bottom, letter.bottom) - max(last.top, letter.top) < 0.3 * min(last.size, letter.size):
        return True
    gap = letter.x0 - last.x1
    if is_right_to_left(letter.text) and is_right_to_left(last.text) and letter.x0 < last.x0:
        return last.x0 - letter.x1 > _GAP * size
    if gap > _GAP * size or gap < -_BACK * size:
        return True
    return abs(gap) > 0.01 * size and any(
        last.x0 < rule.at <= letter.x0 + 0.5 * size and rule.at >= run[0].x0 and _beside(rule, letter) for rule in down
    )


def _beside(rule: Rule, letter: Letter) -> bool:
    return rule.low <= (letter.top + letter.bottom) / 2 <= rule.high


def _is_raised(letter: Letter, base: Letter) -> bool:
    """Whether the letter is a superscript of what stands before it."""
    return letter.size < 0.82 * base.size and base.bottom - letter.bottom > 0.12 * base.size


def _word(run: Sequence[Letter], order: int, *, spaced: bool) -> Word | None:
    leftwards = len(run) > 1 and run[-1].x0 < run[0].x0
    parts = [repaired(letter.text) for letter in run]
    if run[0].text.isalnum() or len(run) > 1:
        parts = [
            raised(part) if at and part.isdigit() and _is_raised(letter, run[0]) else part
            for at, (part, letter) in enumerate(zip(parts, run, strict=True))
        ]
    text = "".join(parts) if leftwards else printed_to_read(parts)
    text = " ".join(text.split())
    if not text and len(run) == 1 and unknown(run[0].text):
        text = "•"  # a sign of a symbol font, which is what bullets are printed in
    if not text:
        return None
    bold = run[0].font.lower()
    return Word(
        text=text,
        x0=min(letter.x0 for letter in run),
        x1=max(letter.x1 for letter in run),
        top=min(letter.top for letter in run),
        bottom=max(letter.bottom for letter in run),
        size=run[0].size,
        bold="bold" in bold or "black" in bold or "heavy" in bold,
        order=order,
        spaced=spaced,
    )
