"""One section per chunk, by the document's headings; long sections are cut further."""

from __future__ import annotations

import itertools
import re

from ragtester.documents.chunkers.cutter import Cutter, Ranges
from ragtester.documents.chunkers.recursive import split_range
from ragtester.records import Document

_HASHES = re.compile(r"^#{1,6} \S", re.MULTILINE)


def headings(*, size: int = 1500, overlap: int = 0) -> Cutter:
    """Chunks that begin at headings and hold at most `size` characters."""

    def ranges(document: Document) -> Ranges:
        starts = sorted({heading.start for heading in document.headings})
        if not starts:
            starts = [found.start() for found in _HASHES.finditer(document.text)]
        bounds = [0, *[start for start in starts if start > 0], len(document.text)]
        cut: list[tuple[int, int]] = []
        for start, end in itertools.pairwise(bounds):
            cut += split_range(document.text, start, end, size=size, overlap=overlap)
        return cut

    return Cutter(f"headings-{size}-{overlap}", "1", ranges)
