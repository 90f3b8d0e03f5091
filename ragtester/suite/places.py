"""Which parts of the documents are already asked about: a section serves one test."""

from __future__ import annotations

from collections import defaultdict

from ragtester.records import Test
from ragtester.suite.sections import Section


class Places:
    """Ranges of text that tests were made from."""

    def __init__(self) -> None:
        self._sections: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._evidence: dict[str, list[tuple[int, int]]] = defaultdict(list)

    def free(self, document: str, start: int, end: int) -> bool:
        """Whether no test has its evidence in this range."""
        return not _overlaps(self._evidence[document], start, end)

    def open(self, section: Section, *, finer: bool = False) -> bool:
        """Whether a section is unused; a `finer` cut may use what is left of a larger one that was used."""
        if not self.free(section.document, section.start, section.end):
            return False
        return finer or not _overlaps(self._sections[section.document], section.start, section.end)

    def take(self, test: Test, section: Section | None) -> None:
        """Marks a test's evidence, and the section that it was made from, as used."""
        if section is not None:
            self._sections[section.document].append((section.start, section.end))
        for span in test.evidence:
            if span.start >= 0:
                self._evidence[span.document].append((span.start, span.end))


def _overlaps(taken: list[tuple[int, int]], start: int, end: int) -> bool:
    return any(start < last and first < end for first, last in taken)
