"""A fixed number of words: the base setting of the metamorphic study (256 words)."""

from __future__ import annotations

import re

from ragtester.documents.chunkers.cutter import Cutter, Ranges
from ragtester.documents.chunkers.windows import windows
from ragtester.records import Document

_WORD = re.compile(r"\S+")


def words(*, size: int = 256, overlap: int = 0, offset: int = 0) -> Cutter:
    """Chunks of `size` white-space separated words; an `offset` shifts all boundaries by that many words."""

    def ranges(document: Document) -> Ranges:
        units = [found.span() for found in _WORD.finditer(document.text)]
        return windows(units, size=size, overlap=overlap, offset=offset)

    shift = f"-{offset}" if offset else ""
    return Cutter(f"words-{size}-{overlap}{shift}", "1", ranges)
