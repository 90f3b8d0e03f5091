"""Where drafts come from: the built-in writer's stock, or a model that is asked section by section."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from ragtester.records import Document
from ragtester.suite.drafts import Draft
from ragtester.suite.sections import Section
from ragtester.suite.statements import Statements
from ragtester.suite.writers.model import ModelWriter

_RARE = 0.4
"""Share of a document's places below which a type that they can carry is rare."""
_AHEAD = 2
"""Tests that a rare type may be ahead of the others where a section can carry it."""


class Source(Protocol):
    """Gives drafts for a section, and negative drafts for a document."""

    async def positive(self, section: Section, document: Document, made: Counter[str]) -> Sequence[Draft]:
        """Drafts from one section, the type that is wanted most first."""
        ...

    def promising(self, section: Section) -> bool:
        """Whether the section states something that is worth asking about, as far as rules can tell."""
        ...

    async def negative(self, document: Document, kind: str, count: int) -> Sequence[Draft]:
        """Up to `count` more negative drafts of one kind; none where there are no more."""
        ...

    def ahead(self, document: Document, label: str) -> int:
        """How many tests of a type may be ahead of the others, because few places of the document can carry it."""
        ...


class Stock:
    """Drafts that were all made beforehand."""

    def __init__(
        self, positive: Iterable[Draft], negative: Iterable[Draft], *, types: Sequence[str], seed: int
    ) -> None:
        self._by_document: dict[str, list[Draft]] = defaultdict(list)
        for draft in positive:
            if draft.test.type in types:
                for name in {span.document for span in draft.test.evidence}:
                    self._by_document[name].append(draft)
        self._rare = {name: _rare_types(drafts) for name, drafts in self._by_document.items()}
        self._seed = seed
        self._negative: dict[tuple[str, str], Iterator[Draft]] = {}
        groups: dict[tuple[str, str], list[Draft]] = defaultdict(list)
        for draft in negative:
            groups[(draft.test.document or "", draft.test.type)].append(draft)
        for (document, kind), drafts in groups.items():
            if document:
                random.Random(f"negative/{seed}/{document}/{kind}").shuffle(drafts)
            self._negative[(document, kind)] = iter(drafts)

    async def positive(self, section: Section, document: Document, made: Counter[str]) -> Sequence[Draft]:
        """The stock's drafts with evidence in this section, scarce types first."""
        inside = self._inside(section)
        rng = random.Random(f"{self._seed}/{document.id}/{section.start}")
        rng.shuffle(inside)
        stock = Counter(draft.test.type for draft in self._by_document[document.id])
        return sorted(
            inside,
            key=lambda draft: (
                made[draft.test.type] - self.ahead(document, draft.test.type),
                stock[draft.test.type],
            ),
        )

    def ahead(self, document: Document, label: str) -> int:
        """How many tests of a type may be ahead of the others, because few places of the document can carry it."""
        return _AHEAD if label in self._rare.get(document.id, ()) else 0

    def promising(self, section: Section) -> bool:
        """Whether the stock has a draft from this section."""
        return bool(self._inside(section))

    def _inside(self, section: Section) -> list[Draft]:
        return [
            draft
            for draft in self._by_document[section.document]
            if any(
                s.document == section.document and section.start <= s.start < section.end for s in draft.test.evidence
            )
        ]

    async def negative(self, document: Document, kind: str, count: int) -> Sequence[Draft]:
        """The next drafts of this kind; those of no document are shared by all."""
        found: list[Draft] = []
        for name in (document.id, ""):
            for draft in self._negative.get((name, kind), iter(())):
                found.append(draft)
                if len(found) == count:
                    return found
        return found


def _rare_types(drafts: Sequence[Draft]) -> frozenset[str]:
    """Types that few places of a document can carry, such as look-ups in its one table."""
    places: dict[str, set[int]] = defaultdict(set)
    for draft in drafts:
        places[draft.test.type].add(draft.test.evidence[-1].start)
    every = {start for starts in places.values() for start in starts}
    return frozenset(label for label, starts in places.items() if len(starts) < _RARE * len(every))


class Asked:
    """Drafts that a model writes on demand."""

    def __init__(
        self, writer: ModelWriter, texts: dict[str, Statements], stock: Stock, *, seed: int, max_words: int
    ) -> None:
        self._writer = writer
        self._texts = texts
        self._stock = stock
        self._seed = seed
        self._max_words = max_words
        self._planned: dict[str, Counter[str]] = defaultdict(Counter)
        self._tried: Counter[tuple[str, str]] = Counter()

    async def positive(self, section: Section, document: Document, made: Counter[str]) -> Sequence[Draft]:
        """One request for the suitable type that was asked for least in this document.

        A request of which no test came counts twice, so that a model is asked less often for what it does badly.
        """
        suitable = self._writer.suitable(section, document)
        if not suitable:
            return []
        planned = self._planned[document.id]
        rng = random.Random(f"{self._seed}/{document.id}/{section.start}")
        rank = {label: rng.random() for label in sorted(suitable)}
        wanted = min(sorted(suitable), key=lambda label: (2 * planned[label] - made[label], rank[label]))
        planned[wanted] += 1
        return await self._writer.positive(section, document, wanted, self._heading(document, section.start))

    def promising(self, section: Section) -> bool:
        """Whether the built-in writer would find something to ask about: signatures and forms are asked about last."""
        return self._stock.promising(section)

    async def negative(self, document: Document, kind: str, count: int) -> Sequence[Draft]:
        """Withheld facts and far questions come from the stock where it has them; the rest is asked for."""
        ready = await self._stock.negative(document, kind, count) if kind in ("withheld_fact", "out_of_domain") else []
        if ready:
            return ready
        from ragtester.suite.sections import cut

        sections = [s for s in cut(document, count, max_words=self._max_words) if s.words >= 25]
        random.Random(f"negative/{self._seed}/{document.id}/{kind}").shuffle(sections)
        begin = self._tried[(document.id, kind)]
        chosen = sections[begin : begin + count]
        self._tried[(document.id, kind)] += len(chosen)
        return [draft for section in chosen for draft in await self._writer.negative(section, document, kind)]

    def ahead(self, document: Document, label: str) -> int:
        """None: the model is asked for the type that has the fewest."""
        del document, label
        return 0

    def _heading(self, document: Document, at: int) -> str:
        above = [heading.text for heading in document.headings if heading.start <= at]
        return above[-1] if above else ""
