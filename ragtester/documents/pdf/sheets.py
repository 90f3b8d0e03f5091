"""From a pdfplumber page to a sheet: words in painting order, and rules without their doubles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pdfplumber.page

from ragtester.documents.pdf.ink import Rule, Sheet
from ragtester.documents.pdf.letters import unknown
from ragtester.documents.pdf.rules import merged, rules_of
from ragtester.documents.pdf.words import Letter, words_of

Shape = Mapping[str, object]
Rules = tuple[Rule, ...]


def read_sheet(page: pdfplumber.page.Page, number: int) -> Sheet:
    """The words and rules of a page."""
    across, down = rules_of(page)
    width, height = float(page.width), float(page.height)
    upright: list[Letter] = []
    turned: list[Shape] = []
    seen: set[tuple[str, int, int]] = set()
    lost = 0
    for char in page.chars:
        letter = Letter.of(char)
        if not (-5 <= letter.x0 <= width + 5 and -5 <= letter.top <= height + 5):
            continue
        place = (letter.text, round(letter.x0), round(letter.top))
        if place in seen and letter.text.strip():
            continue  # painted twice, which is a way to print bold
        seen.add(place)
        lost += unknown(letter.text)
        if char["upright"]:
            upright.append(letter)
        else:
            turned.append(char)
    if len(turned) > 2 * len(upright):
        return _turned_sheet(turned, page, number, across, down)
    return Sheet(
        number=number,
        width=width,
        height=height,
        words=tuple(words_of(upright, down)),
        across=across,
        down=down,
        turned=_turned_text(turned, page, number),
        images=len(page.images),
        lost=lost,
    )


def _turned_text(chars: Sequence[Shape], page: pdfplumber.page.Page, number: int) -> str:
    """Text along the other axis, as one string: labels of figures, stamps in the margin."""
    if not chars:
        return ""
    return " ".join(word.text for word in _turned_sheet(chars, page, number, (), ()).words)


def _turned_sheet(chars: Sequence[Shape], page: pdfplumber.page.Page, number: int, across: Rules, down: Rules) -> Sheet:
    """A page whose text runs upwards or downwards, turned so that it reads from left to right."""
    rising = sum(1 if _slope(char) > 0 else -1 for char in chars) >= 0
    width, height = float(page.width), float(page.height)

    def turn(char: Shape) -> Letter:
        letter = Letter.of(char)
        size = max(letter.x1 - letter.x0, 0.5)
        if rising:
            box = (height - letter.bottom, height - letter.top, letter.x0, letter.x1)
        else:
            box = (letter.top, letter.bottom, width - letter.x1, width - letter.x0)
        return Letter(letter.text, *box, size, letter.font)

    if rising:
        new_across = [Rule(rule.at, height - rule.high, height - rule.low) for rule in down]
        new_down = [Rule(height - rule.at, rule.low, rule.high) for rule in across]
    else:
        new_across = [Rule(width - rule.at, rule.low, rule.high) for rule in down]
        new_down = [Rule(rule.at, width - rule.high, width - rule.low) for rule in across]
    verticals = merged(new_down)
    return Sheet(
        number=number,
        width=height,
        height=width,
        words=tuple(words_of([turn(char) for char in chars], verticals)),
        across=merged(new_across),
        down=verticals,
        images=len(page.images),
    )


def _slope(char: Shape) -> float:
    matrix = char.get("matrix")
    return float(matrix[1]) if isinstance(matrix, tuple) else 0.0
