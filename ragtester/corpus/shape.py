"""The wanted structure of documents, as the blocks that their sections are made of."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.corpus.blueprint import Block
from ragtester.corpus.settings import Structure

_TEXT: tuple[Block, ...] = ("prose", "bullets", "faq", "minutes")


def shaped(blocks: Sequence[Block], structure: Structure) -> tuple[Block, ...]:
    """A section's blocks in the structure that the settings ask for.

    `prose` leaves paragraphs only, `faq` turns text into questions with answers, `procedures` puts numbered steps
    behind each text, and `tables` is told to the author by the settings: it states the facts of a text as a table.
    """
    if structure == "prose":
        return ("prose",)
    if structure == "faq":
        return tuple(dict.fromkeys("faq" if block in _TEXT else block for block in blocks if block != "procedure"))
    if structure == "procedures" and set(blocks) & set(_TEXT):
        kept: list[Block] = ["prose" if block in _TEXT else block for block in blocks if block != "procedure"]
        return (*dict.fromkeys(kept), "procedure")
    return tuple(blocks)
