"""Currency and percent signs that stand apart from their number, as accountants print them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ragtester.documents.pdf.ink import Word
from ragtester.documents.pdf.kinds import is_number
from ragtester.documents.pdf.lines import Line, group_lines

LEADING = frozenset(("$", "€", "£", "¥", "US$", "($", "$(", "(€", "(£"))
_TRAILING = frozenset(("%", "‰", ")", ")%", "%)"))
_REACH = 14.0
"""Of the letter size: how far a sign at a column's left end stands from its number."""


def with_marks(line: Line) -> Line:
    """The line with signs joined to their numbers; a joined word keeps the place of the number."""
    words: list[Word] = []
    sign: Word | None = None
    for word in line.words:
        if sign is not None and is_number(word.text) and word.x0 - sign.x1 <= _REACH * word.size:
            words.append(replace(word, text=sign.text + word.text))
            sign = None
            continue
        if sign is not None:
            words.append(sign)
            sign = None
        if word.text in LEADING:
            sign = word
        elif word.text in _TRAILING and words and _ends(words[-1], word):
            words[-1] = replace(words[-1], text=words[-1].text + word.text)
        else:
            words.append(word)
    if sign is not None:
        words.append(sign)
    return line if len(words) == len(line.words) else Line(tuple(words))


def words_with_marks(words: Iterable[Word]) -> list[Word]:
    """The same for words in any order."""
    return [word for line in group_lines(words) for word in with_marks(line).words]


def _ends(number: Word, sign: Word) -> bool:
    return is_number(number.text) and sign.x0 - number.x1 <= 1.5 * number.size
