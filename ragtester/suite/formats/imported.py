"""What an import gives: tests, and their documents where the file holds them."""

from __future__ import annotations

from dataclasses import dataclass

from ragtester.records import Corpus, Test


@dataclass(frozen=True, slots=True)
class Imported:
    """Tests from a file, and the corpus that they ask about (None where the file has only quotes)."""

    tests: tuple[Test, ...]
    corpus: Corpus | None = None
