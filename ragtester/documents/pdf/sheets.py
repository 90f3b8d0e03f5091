"""From a pdfplumber page to a sheet: words in painting order, and rules without their doubles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pdfplumber.page
from pdfminer.layout import LTChar, LTComponent, LTContainer, LTCurve, LTImage, LTLine, LTRect

from ragtester.documents.pdf.ink import Rule, Sheet
from ragtester.documents.pdf.letters import unknown
from ragtester.documents.pdf.rules import Shape, merged, rules_of
from ragtester.documents.pdf.words import Letter, words_of

Rules = tuple[Rule, ...]


def read_sheet(page: pdfplumber.page.Page, number: int) -> Sheet:
    """The words and rules of a page.

    The page's layout objects are read as they are: pdfplumber's dictionaries of them take more time to
    make than all of the layout.
    """
    layout = page.layout
    width, height = float(layout.width), float(layout.height)
    upright: list[Letter] = []
    turned: list[Letter] = []
    shapes: list[Shape] = []
    painted = _Painted()
    lost = images = overturned = 0
    for item in _items(layout):
        if isinstance(item, LTChar):
            letter = _letter(item, height)
            inside = -5 <= letter.x0 <= width + 5 and -5 <= letter.top <= height + 5
            if not inside or painted.again(letter):
                continue
            lost += unknown(letter.text)
            overturned += char_is_overturned(item)
            (turned if letter.slope else upright).append(letter)
        elif isinstance(item, LTImage):
            images += 1
        elif isinstance(item, LTRect | LTLine):
            outlined = isinstance(item, LTRect) and bool(item.stroke)
            shapes.append(Shape(item.x0, item.x1, height - item.y1, height - item.y0, outlined))
    if overturned * 2 > len(upright) > 0:
        upright, shapes = _upside_up(upright, shapes, width, height)
    across, down = rules_of(shapes)
    if len(turned) > 2 * len(upright):
        sheet = Sheet(number=number, width=width, height=height, words=(), across=across, down=down, images=images)
        return _turned_sheet(turned, sheet)
    blank = Sheet(number=number, width=width, height=height, words=())
    return Sheet(
        number=number,
        width=width,
        height=height,
        words=tuple(words_of(upright, down)),
        across=across,
        down=down,
        turned=" ".join(word.text for word in _turned_sheet(turned, blank).words) if turned else "",
        images=images,
        lost=lost,
    )


def _items(container: LTContainer[LTComponent]) -> Iterator[LTComponent]:
    """Everything painted, in painting order; forms inside the page are entered."""
    stack: list[Iterator[LTComponent]] = [iter(container)]
    while stack:
        item = next(stack[-1], None)
        if item is None:
            stack.pop()
        elif isinstance(item, LTContainer) and not isinstance(item, LTCurve):
            stack.append(iter(item))
        else:
            yield item


def _letter(char: LTChar, height: float) -> Letter:
    slope = 0.0 if char.upright else (1.0 if char.matrix[1] > 0 else -1.0)
    size = max(float(char.size), 0.5)
    return Letter(
        char.get_text(), char.x0, char.x1, height - char.y1, height - char.y0, size, str(char.fontname), slope
    )


def char_is_overturned(char: LTChar) -> bool:
    """Whether a letter stands on its head: a page that was laid into a scanner or printer the other way round."""
    along, _, _, across, *_ = char.matrix
    return along < 0 and across < 0


def _upside_up(
    letters: list[Letter], shapes: list[Shape], width: float, height: float
) -> tuple[list[Letter], list[Shape]]:
    """A page turned by half a turn."""
    turned = [
        replace(
            letter,
            x0=width - letter.x1,
            x1=width - letter.x0,
            top=height - letter.bottom,
            bottom=height - letter.top,
        )
        for letter in letters
    ]
    return turned, [
        replace(shape, x0=width - shape.x1, x1=width - shape.x0, top=height - shape.bottom, bottom=height - shape.top)
        for shape in shapes
    ]


class _Painted:
    """Where letters were painted: one that is painted again at its place, which is a way to print bold, is left out."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, int, int], tuple[float, float]] = {}

    def again(self, letter: Letter) -> bool:
        column, row = int(letter.x0), int(letter.top)
        near = 0.1 * letter.size
        for across in (column - 1, column, column + 1):
            for along in (row - 1, row, row + 1):
                place = self._places.get((letter.text, across, along))
                if place and abs(place[0] - letter.x0) < near and abs(place[1] - letter.top) < near:
                    return bool(letter.text.strip())
        self._places[letter.text, column, row] = (letter.x0, letter.top)
        return False


def _turned_sheet(letters: list[Letter], sheet: Sheet) -> Sheet:
    """A page whose text runs upwards or downwards, turned so that it reads from left to right."""
    rising = sum(letter.slope for letter in letters) >= 0
    width, height = sheet.width, sheet.height

    def turn(letter: Letter) -> Letter:
        size = max(letter.x1 - letter.x0, 0.5)
        if rising:
            box = (height - letter.bottom, height - letter.top, letter.x0, letter.x1)
        else:
            box = (letter.top, letter.bottom, width - letter.x1, width - letter.x0)
        return Letter(letter.text, *box, size, letter.font)

    if rising:
        across = [Rule(rule.at, height - rule.high, height - rule.low) for rule in sheet.down]
        down = [Rule(height - rule.at, rule.low, rule.high) for rule in sheet.across]
    else:
        across = [Rule(width - rule.at, rule.low, rule.high) for rule in sheet.down]
        down = [Rule(rule.at, width - rule.high, width - rule.low) for rule in sheet.across]
    verticals = merged(down)
    return Sheet(
        number=sheet.number,
        width=height,
        height=width,
        words=tuple(words_of([turn(letter) for letter in letters], verticals)),
        across=merged(across),
        down=verticals,
        images=sheet.images,
    )
