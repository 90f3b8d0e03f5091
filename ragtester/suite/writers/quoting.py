"""Where a model's question has its evidence: lines that it names by number, or words that it quotes."""

from __future__ import annotations

import re

from ragtester.documents import locate
from ragtester.records import Document, Span
from ragtester.suite.sections import Section
from ragtester.text import contains_form, split_sentences

_BETWEEN = re.compile(r"\band\b|\bto\b|[\s,;.()\[\]–-]")
"""What may stand beside and between the numbers of lines."""
_MOST_LINES = 4


def numbered(section: Section) -> list[tuple[int, int]]:
    """Start and end in the document of each sentence and row of a section, in order; shown as `[1] ...`."""
    found: list[tuple[int, int]] = []
    for piece in split_sentences(section.text):
        for line in re.finditer(r"[^\n]*\S[^\n]*", piece.text):
            start = section.start + piece.start + line.start()
            found.append((start, start + len(line[0])))
    return found


def shown(section: Section, document: Document) -> str:
    """The section in numbered lines, as an author sees it."""
    lines = numbered(section)
    return "\n".join(f"[{n}] {document.text[start:end].strip()}" for n, (start, end) in enumerate(lines, 1))


def evidence_of(said: str, answer: str, section: Section, document: Document) -> tuple[Span, ...]:
    """The evidence that a model names, checked against its answer.

    Args:
        said: `[3]`, `[3], [5]`, or a quotation.
        answer: the model's answer.
        section: what the model saw.
        document: which the section is of.

    Returns:
        The lines named where they hold the answer, else the first line of the section that does, else what was named;
        nothing where that does not exist.
    """
    lines = numbered(section)
    bracketed = re.match(r"\s*((?:\[\d{1,3}\][\s,;]*)+)", said)  # a number, and the line's words behind it
    said = bracketed[1] if bracketed else said
    by_number = _BETWEEN.sub("", said).isdecimal()
    named = _named(said, lines) if by_number else _quoted(said, section, document)
    held = "\n".join(document.text[start:end] for start, end in named)
    if named and (not by_number or contains_form(held, [answer])):
        return tuple(Span.cut(document, *place) for place in named)
    holding = next((place for place in lines if contains_form(document.text[slice(*place)], [answer])), None)
    places = [holding] if holding is not None else named
    return tuple(Span.cut(document, *place) for place in places)


def _named(said: str, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    numbers = dict.fromkeys(int(number) for number in re.findall(r"\d+", said))
    return [lines[number - 1] for number in numbers if 1 <= number <= len(lines)][:_MOST_LINES]


def _quoted(said: str, section: Section, document: Document) -> list[tuple[int, int]]:
    quote = said.strip().strip('"“”').strip()
    found = locate(Span(document=document.id, quote=quote, start=-1, end=-1), document) if quote else None
    return [found] if found is not None and section.start <= found[0] < section.end else []
