"""A piece of a text with its place in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """`text[start:end]` of a longer text, as it stands there."""

    text: str
    start: int
    end: int


def piece(text: str, start: int, end: int) -> Piece:
    """The piece `text[start:end]` without the white space around it."""
    part = text[start:end]
    lead = len(part) - len(part.lstrip())
    bare = part.strip()
    return Piece(bare, start + lead, start + lead + len(bare))
