"""Tables: repeated header over pages, merged cells, columns as wide as their content."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bs4 import Tag

from ragtester.corpus.pdf.bidi import is_right_to_left
from ragtester.corpus.pdf.inline import inline
from ragtester.corpus.pdf.script import is_cjk
from ragtester.corpus.pdf.styles import Styles

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

UP = "^^"
LEFT = "<<"
_NARROWEST = 34.0
_TOGETHER = 3
_SHORT = 1200
"""Signs of the last rows that surely fit on one page."""
_AMOUNT = re.compile(r"\d")
_LONGEST_AMOUNT = 16
"""Signs of an amount with its unit, or of a day, that is not broken over two lines while there is room."""


def table_flowable(element: Tag, styles: Styles, width: float) -> Flowable:
    """An HTML table set to `width` points.

    A cell `^^` is merged with the one above it and `<<` with the one to its left; the header is
    repeated on every page.
    """
    from reportlab.platypus import LongTable, Paragraph

    rows = [row.find_all(["th", "td"]) for row in element.find_all("tr")]
    columns = max((len(row) for row in rows), default=0)
    texts = [[_text(row, place) for place in range(columns)] for row in rows]
    heads = len(element.thead.find_all("tr")) if element.thead else 0
    right = [_right(row, columns) for row in rows]
    family = styles.face.body
    cells: list[list[object]] = []
    for number, row in enumerate(rows):
        line: list[object] = []
        for place in range(columns):
            if texts[number][place] in (UP, LEFT) or place >= len(row):
                line.append("")
                continue
            style = (
                (styles.head_right if right[number][place] else styles.head)
                if number < heads
                else (styles.cell_right if right[number][place] else styles.cell)
            )
            if is_right_to_left(texts[number][place]):
                style = styles.head_right if number < heads else styles.cell_right
            if is_cjk(texts[number][place]):
                style = style.clone(f"{style.name}-cjk", wordWrap="CJK")
            line.append(Paragraph(inline(row[place], family, accent=styles.face.accent), style))
        cells.append(line)
    table = LongTable(
        cells, colWidths=_widths(texts, width, styles), repeatRows=heads, hAlign="LEFT", spaceBefore=2, spaceAfter=12
    )
    table.setStyle(_look(styles, heads) + _spans(texts) + _last_rows(texts, heads))
    made: Flowable = table
    return made


def _text(row: list[Tag], place: int) -> str:
    return row[place].get_text().strip() if place < len(row) else ""


def _right(row: list[Tag], columns: int) -> list[bool]:
    flags = ["right" in str(cell.get("style") or "") or cell.get("align") == "right" for cell in row]
    return flags + [False] * (columns - len(flags))


def _widths(texts: list[list[str]], width: float, styles: Styles) -> list[float]:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    size = styles.cell.fontSize
    columns = len(texts[0]) if texts else 0
    longest_word, wanted = [_NARROWEST] * columns, [_NARROWEST] * columns
    for row in texts:
        for place, text in enumerate(row):
            whole = _AMOUNT.search(text) and len(text) <= _LONGEST_AMOUNT
            words = [stringWidth(word, styles.head.fontName, size) for word in ([text] if whole else text.split())]
            longest_word[place] = max(longest_word[place], min(width / 2, max(words, default=0) + 14))
            wanted[place] = max(wanted[place], min(width * 0.6, stringWidth(text, styles.head.fontName, size) + 14))
    total, least = sum(wanted), sum(longest_word)
    if total <= width:
        spare = (width - total) / max(1, columns)
        full = styles.face.table in ("grid", "zebra")
        return [value + (spare if full else min(spare, value * 0.6)) for value in wanted]
    if least >= width:
        return [value * width / least for value in longest_word]
    share = (width - least) / (total - least)
    return [low + (high - low) * share for low, high in zip(longest_word, wanted, strict=True)]


def _look(styles: Styles, heads: int) -> list[tuple[Any, ...]]:
    body = (0, heads)
    commands: list[tuple[Any, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 3.2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3.6),
        ("LEFTPADDING", (0, 0), (-1, -1), 5),
        ("RIGHTPADDING", (0, 0), (-1, -1), 5),
    ]
    # Faint lines between all cells: without them nothing tells a wrapped cell from the next row.
    commands.append(("GRID", (0, 0), (-1, -1), 0.25, styles.rule))
    look = styles.face.table
    if look == "zebra":
        commands.append(
            ("BACKGROUND", (0, 0), (-1, heads - 1), styles.accent) if heads else ("NOSPLIT", (0, 0), (0, 0))
        )
        commands.append(("ROWBACKGROUNDS", body, (-1, -1), [None, styles.tint]))
        commands.append(("LINEBELOW", (0, -1), (-1, -1), 0.6, styles.accent))
    elif look == "grid":
        commands += [
            ("GRID", (0, 0), (-1, -1), 0.4, styles.rule),
            ("BOX", (0, 0), (-1, -1), 0.8, styles.ink),
        ]
        if heads:
            commands.append(("BACKGROUND", (0, 0), (-1, heads - 1), styles.tint))
    else:
        weight = 1.0 if look == "rules" else 0.6
        commands += [
            ("LINEABOVE", (0, 0), (-1, 0), weight, styles.accent),
            ("LINEBELOW", (0, -1), (-1, -1), weight, styles.accent),
        ]
        if heads:
            commands.append(("LINEBELOW", (0, heads - 1), (-1, heads - 1), 0.6, styles.accent))
    return commands


def _last_rows(texts: list[list[str]], heads: int) -> list[tuple[Any, ...]]:
    """That the last rows of a long table stay together: one row alone does not begin a page."""
    last = texts[-_TOGETHER:]
    if len(texts) - heads < 2 * _TOGETHER or sum(len(text) for row in last for text in row) > _SHORT:
        return []
    return [("NOSPLIT", (0, len(texts) - _TOGETHER), (0, len(texts) - 1))]


def _spans(texts: list[list[str]]) -> list[tuple[Any, ...]]:
    """SPAN commands for cells that are merged up or to the left."""
    ends: dict[tuple[int, int], tuple[int, int]] = {}
    owner: dict[tuple[int, int], tuple[int, int]] = {}
    for number, row in enumerate(texts):
        for place, text in enumerate(row):
            here = (place, number)
            if text == UP and number:
                owner[here] = owner.get((place, number - 1), (place, number - 1))
            elif text == LEFT and place:
                owner[here] = owner.get((place - 1, number), (place - 1, number))
            if here in owner:
                start = owner[here]
                old = ends.get(start, start)
                ends[start] = (max(old[0], place), max(old[1], number))
    return [("SPAN", start, end) for start, end in ends.items()]
