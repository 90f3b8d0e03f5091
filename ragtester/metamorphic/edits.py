"""Applying edits to a text, and saying where each old offset went."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ragtester.errors import UsageError
from ragtester.records import Edit

PASSAGE_BREAK = "\x1e"
"""An edit with this text cuts a retrieved passage in two at its place (ASCII record separator)."""


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """Edits of one text from left to right; several insertions at one place keep their order."""
    return sorted(edits, key=lambda edit: (edit.start, edit.end))


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """`text` with every edit made; offsets are those of the text before any edit.

    Raises:
        UsageError: an edit lies outside the text, or two overlap.
    """
    parts: list[str] = []
    at = 0
    for edit in in_order(edits):
        _check(edit, at, len(text))
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    return "".join([*parts, text[at:]])


def split_at_breaks(text: str, edits: Iterable[Edit]) -> list[str]:
    """Like `apply_edits`, cut at each edit that is a `PASSAGE_BREAK`; empty pieces are left out."""
    pieces: list[str] = []
    parts: list[str] = []
    at = 0
    for edit in in_order(edits):
        _check(edit, at, len(text))
        parts.append(text[at : edit.start])
        if edit.text == PASSAGE_BREAK:
            pieces.append("".join(parts))
            parts = []
        else:
            parts.append(edit.text)
        at = edit.end
    pieces.append("".join([*parts, text[at:]]))
    return [piece.strip() if len(pieces) > 1 else piece for piece in pieces if piece.strip()]


def _check(edit: Edit, at: int, length: int) -> None:
    if not 0 <= edit.start <= edit.end <= length:
        raise UsageError(
            f"edit {edit.start}:{edit.end} lies outside the {length} characters of {edit.document}; "
            "the mutant was made for another version of this text: make it again"
        )
    if edit.start < at:
        raise UsageError(f"two edits of {edit.document} overlap at {edit.start}; make the mutant again")


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Where an offset of the original text lies in the edited one."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    shifts: tuple[int, ...]
    """`shifts[i]` is what the first i edits add to an offset behind them."""

    @classmethod
    def of(cls, edits: Iterable[Edit]) -> OffsetMap:
        """The map of edits of one text."""
        ordered = in_order(edits)
        shifts = [0]
        for edit in ordered:
            shifts.append(shifts[-1] + len(edit.text) - (edit.end - edit.start))
        return cls(tuple(edit.start for edit in ordered), tuple(edit.end for edit in ordered), tuple(shifts))

    def __call__(self, offset: int) -> int:
        """The new offset; one inside a replaced piece goes to where its replacement begins."""
        done = bisect_right(self.ends, offset)
        if done < len(self.starts) and self.starts[done] < offset:
            return self.starts[done] + self.shifts[done]
        return offset + self.shifts[done]

    def end(self, offset: int) -> int:
        """The new offset of the end of a stretch; what is inserted right behind the stretch stays outside."""
        return self(offset - 1) + 1 if offset > 0 else 0


def by_document(edits: Sequence[Edit]) -> dict[str, list[Edit]]:
    """Edits grouped by the text that they belong to, in first-seen order."""
    grouped: dict[str, list[Edit]] = {}
    for edit in edits:
        grouped.setdefault(edit.document, []).append(edit)
    return grouped
