"""Lines of lists: a bullet or a number with a wide gap behind it is no table row."""

from __future__ import annotations

import re

from ragtester.documents.pdf.lines import Line

_BULLET = re.compile(
    r"[•●▪■◦‣⁃∙·○–—*\-❖➢✓✔§o\uf0b7\uf0a7]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?"
)
BULLETS = re.compile(r"^[•●▪■◦‣⁃∙○❖➢✓✔\uf0b7\uf0a7]\s*")


def is_list_line(line: Line, space: float) -> bool:
    """Whether the line is a bullet, or an item's number, followed by running text."""
    parts = line.segments(max(0.95 * line.size, 2.6 * space))
    return len(parts) == 2 and bool(_BULLET.fullmatch(parts[0].text.strip()))
