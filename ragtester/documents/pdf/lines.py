"""Words into lines, and lines into segments that a wide gap parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median

from ragtester.documents.pdf.direction import in_reading_order
from ragtester.documents.pdf.ink import Word
from ragtester.documents.pdf.letters import raised

_BAND = 16.0
"""Height in points of the bands in which lines are looked up."""


@dataclass(frozen=True)
class Line:
    """Words that stand side by side, from left to right."""

    words: tuple[Word, ...]

    @cached_property
    def x0(self) -> float:
        """Left end."""
        return min(word.x0 for word in self.words)

    @cached_property
    def x1(self) -> float:
        """Right end."""
        return max(word.x1 for word in self.words)

    @cached_property
    def top(self) -> float:
        """Upper end of its tallest word."""
        return min(word.top for word in self.words)

    @cached_property
    def bottom(self) -> float:
        """Lower end."""
        return max(word.bottom for word in self.words)

    @cached_property
    def size(self) -> float:
        """Median letter size."""
        return median(word.size for word in self.words)

    @cached_property
    def base(self) -> float:
        """Lower end of most words."""
        return median(word.bottom for word in self.words)

    @property
    def bold(self) -> bool:
        """Whether every word is bold."""
        return all(word.bold for word in self.words)

    @cached_property
    def text(self) -> str:
        """The words in the order in which they are read."""
        return in_reading_order([word.text for word in self.words])

    def segments(self, gap: float) -> list[Line]:
        """The parts of the line that gaps wider than `gap` points leave."""
        parts: list[list[Word]] = []
        for word in self.words:
            if parts and word.x0 - max(other.x1 for other in parts[-1]) <= gap:
                parts[-1].append(word)
            else:
                parts.append([word])
        return [Line(tuple(part)) for part in parts]


def group_lines(words: Iterable[Word]) -> list[Line]:
    """Lines from top to bottom; a raised or lowered sign joins the line that it overlaps most."""
    lines: list[list[Word]] = []
    spans: list[tuple[float, float]] = []
    near: dict[int, list[int]] = {}
    for word in sorted(words, key=lambda word: (-round(word.size), word.top, word.x0)):
        best, most = -1, 0.5
        bands = range(int(word.top // _BAND), int(word.bottom // _BAND) + 1)
        for index in dict.fromkeys(index for band in bands for index in near.get(band, ())):
            top, bottom = spans[index]
            shared = min(bottom, word.bottom) - max(top, word.top)
            share = shared / max(min(bottom - top, word.bottom - word.top), 0.1)
            if share > most:
                best, most = index, share
        if best < 0:
            for band in bands:
                near.setdefault(band, []).append(len(lines))
            lines.append([word])
            spans.append((word.top, word.bottom))
        else:
            lines[best].append(word)
    made = [Line(tuple(sorted(line, key=lambda word: word.x0))) for line in _with_raised(lines)]
    return sorted(made, key=lambda line: (line.base, line.x0))


def _with_raised(lines: Sequence[list[Word]]) -> list[list[Word]]:
    """The lines, a lone raised mark joined to the word at whose end it stands: the sign of a footnote."""
    marks = [line for line in lines if len(line) == 1 and len(line[0].text) <= 2 and not line[0].text.isalpha()]
    for line in marks:
        mark = line[0]
        for other in lines:
            last = next((w for w in other if -0.1 * w.size <= mark.x0 - w.x1 <= 0.3 * w.size), None)
            if (
                last is not None
                and other is not line
                and mark.size < 0.82 * last.size
                and last.top - 0.75 * last.size <= mark.top
                and last.top < mark.bottom < last.bottom
            ):
                other.append(replace(mark, text=raised(mark.text)))
                line.clear()
                break
    return [line for line in lines if line]


def usual_space(lines: Sequence[Line]) -> float:
    """The usual gap between two words, in points."""
    gaps = [
        right.x0 - left.x1
        for line in lines
        for left, right in zip(line.words, line.words[1:], strict=False)
        if 0 < right.x0 - left.x1 < 0.8 * line.size
    ]
    return median(gaps) if len(gaps) >= 3 else 0.28 * median([line.size for line in lines] or [10.0])
