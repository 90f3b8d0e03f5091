"""Cutting a document into sections, each of which serves one test."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragtester.records import Document
from ragtester.suite.readability import reading_ease
from ragtester.text import split_sentences

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_WORDS = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Section:
    """A run of whole paragraphs of a document."""

    document: str
    start: int
    end: int
    text: str
    words: int
    flesch: float | None
    """Reading ease of its prose; None where it is all table or too short."""

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from every other section of the same cut."""
        return (self.document, self.start)


def cut(document: Document, count: int, *, max_words: int = 300) -> list[Section]:
    """The document in `count` sections of about equal length, cut at paragraph ends.

    A section never holds more than `max_words` words, so a long document has more sections than
    asked (and the selection a choice); a document with fewer paragraphs than `count` is cut at
    line or sentence ends. It has fewer sections than asked only where it has fewer sentences.
    """
    pieces = _pieces(document, count, max_words)
    if not pieces:
        return []
    total = sum(words for _, _, words in pieces)
    wanted = max(count, -(-total // max_words))
    groups = _grouped(pieces, min(wanted, len(pieces)), max_words)
    return [_section(document, start, end, words) for start, end, words in groups]


def _pieces(document: Document, count: int, max_words: int) -> list[tuple[int, int, int]]:
    """The smallest parts that are never cut: paragraphs, or sentences where those are too few or too long."""
    text = document.text
    paragraphs = _split(text, 0, len(text), _PARAGRAPH)
    coarse = [(start, end, _count(text[start:end])) for start, end in paragraphs]
    if len(coarse) >= 2 * count and all(words <= max_words for _, _, words in coarse):
        return coarse
    fine: list[tuple[int, int, int]] = []
    for start, end, words in coarse:
        if words <= max_words and len(coarse) >= 2 * count:
            fine.append((start, end, words))
            continue
        for first, last in _split(text, start, end, re.compile(r"\n")):
            fine.extend(
                (first + piece.start, first + piece.end, _count(piece.text))
                for piece in split_sentences(text[first:last])
            )
    return [piece for piece in fine if piece[2]]


def _split(text: str, start: int, end: int, separator: re.Pattern[str]) -> list[tuple[int, int]]:
    parts: list[tuple[int, int]] = []
    at = start
    for found in separator.finditer(text, start, end):
        if text[at : found.start()].strip():
            parts.append((at, found.start()))
        at = found.end()
    if text[at:end].strip():
        parts.append((at, end))
    return parts


def _grouped(pieces: list[tuple[int, int, int]], count: int, max_words: int) -> list[tuple[int, int, int]]:
    """Neighbouring pieces joined into `count` groups of about equal length (more where one would be too long)."""
    groups: list[tuple[int, int, int]] = []
    remaining = sum(words for _, _, words in pieces)
    current: tuple[int, int, int] | None = None
    for position, piece in enumerate(pieces):
        left_groups = max(1, count - len(groups))
        target = remaining / left_groups
        if current is not None:
            too_long = current[2] + piece[2] > max_words
            full = current[2] >= target or current[2] + piece[2] / 2 > target
            needed = len(pieces) - position <= count - len(groups) - 1
            if too_long or needed or (full and left_groups > 1):
                groups.append(current)
                remaining -= current[2]
                current = piece
                continue
        current = piece if current is None else (current[0], piece[1], current[2] + piece[2])
    if current is not None:
        groups.append(current)
    return groups


def _section(document: Document, start: int, end: int, words: int) -> Section:
    return Section(
        document=document.id,
        start=start,
        end=end,
        text=document.text[start:end],
        words=words,
        flesch=reading_ease(prose(document, start, end), language=document.language),
    )


def prose(document: Document, start: int, end: int) -> str:
    """The text of `start:end` without its tables and headings, which no readability formula fits."""
    skip = [(table.start, table.end) for table in document.tables if table.end > table.start]
    skip += [(head.start, head.start + len(head.text)) for head in document.headings]
    parts: list[str] = []
    at = start
    for first, last in sorted(skip):
        if last <= at or first >= end:
            continue
        parts.append(document.text[at : max(at, first)])
        at = min(end, last)
    parts.append(document.text[at:end])
    return " ".join(" ".join(parts).split())


def _count(text: str) -> int:
    return len(_WORDS.findall(text))
