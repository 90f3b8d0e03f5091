"""Collects validated tests, document by document, until every quota is met or nothing is left to ask."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence

from ragtester.protocols import Embedder, Vectors
from ragtester.records import Corpus, Document, RejectedTest, Test, Wording
from ragtester.search import make_embedder
from ragtester.suite.checks import Validator, failed
from ragtester.suite.drafts import Draft
from ragtester.suite.duplicates import Duplicates
from ragtester.suite.ids import identified
from ragtester.suite.options import SuiteOptions
from ragtester.suite.places import Places
from ragtester.suite.quota import Quota
from ragtester.suite.sections import Section, cut
from ragtester.suite.selection import order
from ragtester.suite.sources import Source
from ragtester.suite.wording import restyled, styled
from ragtester.suite.writers.ledger import Ledger
from ragtester.suite.writers.model import LANGUAGES

_GENERAL = "out_of_domain"
_FAR = 1.25
"""Of its share of the negative kinds: as many questions far from all documents as are made before others are tried."""


class Collector:
    """The suite so far.

    Args:
        corpus: the documents.
        options: selection, wordings, seed.
        source: gives drafts.
        validator: checks them.
        duplicates: refuses repeated questions.
        kinds: negative kinds, made in turn.
        types: labels of the positive types that are asked for.
        embedder: for the `coverage` selection; the hashing one without.
        ledger: facts, for wordings in another language.
        total: tests wanted in all.
        progress: told the number so far.
        reword: an author that can put a question into another style.
    """

    def __init__(
        self,
        corpus: Corpus,
        options: SuiteOptions,
        *,
        source: Source,
        validator: Validator,
        duplicates: Duplicates,
        kinds: Sequence[str],
        types: Sequence[str],
        embedder: Embedder | None,
        ledger: Ledger,
        total: int,
        progress: Callable[[int, int], None] | None,
        reword: Callable[[str, str], Awaitable[str | None]] | None = None,
    ) -> None:
        self.tests: list[Test] = []
        self.rejected: list[RejectedTest] = []
        self.missing: Counter[str] = Counter()
        self._corpus = corpus
        self._options = options
        self._source = source
        self._validator = validator
        self._duplicates = duplicates
        self._kinds = tuple(kinds)
        self._types = frozenset(types)
        self._embedder = embedder
        self._ledger = ledger
        self._total = total
        self._progress = progress
        self._reword = reword
        self._places = Places()
        self._made: dict[str, Counter[str]] = defaultdict(Counter)
        self._types_made: Counter[str] = Counter()
        """Positive tests by type over all documents: short documents take turns in what they give."""
        self._seen: set[str] = set()
        self._styles: Counter[str] = Counter()
        self._cuts: dict[str, int] = defaultdict(int)
        self._dry: dict[str, set[str]] = defaultdict(set)
        """Negative kinds of which a document gives no more."""
        self._general: int | None = None
        """How many questions far from every document are made while documents have nearer ones; None for any number."""

    async def keep(self, previous: Sequence[Test]) -> None:
        """Takes over the tests of an earlier suite that still hold and are of the kinds that are asked for now."""
        fitting = [test for test in previous if self._asked_for(test)]
        drafts = [Draft(test.model_copy(update={"validation": ()})) for test in fitting]
        for draft, old in zip(drafts, fitting, strict=True):
            checked = self._validator.standing(draft)
            reason = failed(checked)
            if reason:
                self.rejected.append(RejectedTest(test=old, reason=f"no longer holds: {reason}"))
                continue
            if not (await self._duplicates.admit([old]))[0]:
                self._accept(old, None)

    def _asked_for(self, test: Test) -> bool:
        wanted = self._kinds if test.kind == "negative" else self._types
        return test.type in wanted and test.wording in (*self._options.wordings, "plain")

    async def fill(self, plan: Sequence[Quota]) -> None:
        """Fills the quotas, then lets other documents make up for what one could not give."""
        documents = {document.id: document for document in self._corpus.documents}
        share = sum(quota.negative for quota in plan) / max(1, len(self._kinds))
        self._general = max(1, round(_FAR * share))
        for quota in plan:
            self.missing["positive"] += await self._positives(documents[quota.document], quota.positive)
            self.missing["negative"] += await self._negatives(documents[quota.document], quota.negative)
        for document in documents.values():
            if self.missing["positive"]:
                self.missing["positive"] = await self._positives(document, self.missing["positive"])
        await self._other_negatives(list(documents.values()))

    async def _other_negatives(self, documents: Sequence[Document]) -> None:
        """Lets the documents take turns in making up for negatives; questions that are far from all of them come last."""
        while self.missing["negative"]:
            before = self.missing["negative"]
            for document in documents:
                if self.missing["negative"]:
                    self.missing["negative"] -= 1 - await self._negatives(document, 1)
            if self.missing["negative"] == before:
                if self._general is None:
                    return
                self._general = None

    async def _positives(self, document: Document, wanted: int) -> int:
        """Makes up to `wanted` positive tests; returns how many are missing.

        A document that yields too few is cut into ever smaller sections, down to single statements.
        """
        made, before = 0, 0
        wide = not self._cuts[document.id]
        target = max(wanted, self._cuts[document.id])
        while made < wanted:
            sections = cut(document, target, max_words=self._options.section_tokens)
            if len(sections) <= before:
                break
            before = self._cuts[document.id] = len(sections)
            queue = await self._ordered(sections, wanted)
            while queue and made < wanted:
                batch, queue = queue[: wanted - made], queue[wanted - made :]
                made += await self._from_sections(document, [s for s in batch if self._places.open(s, finer=not wide)])
            wide = False
            target = 2 * before
        return max(0, wanted - made)

    async def _ordered(self, sections: Sequence[Section], wanted: int) -> list[Section]:
        vectors: Vectors | None = None
        if self._options.selection_name == "coverage" and sections:
            embedder = self._embedder or make_embedder("hashing", {"hashing": {}})
            vectors = await embedder.embed([section.text for section in sections])
        chosen = order(
            sections,
            wanted,
            selection=self._options.selection_name,
            complex_share=self._options.complex_share,
            seed=self._options.seed,
            vectors=vectors,
        )
        return sorted(chosen, key=lambda section: not self._source.promising(section))

    async def _from_sections(self, document: Document, sections: Sequence[Section]) -> int:
        """One test from each section, as far as its drafts pass; returns how many were made."""
        made = self._made[document.id]
        limit = asyncio.Semaphore(self._options.concurrency)

        async def ask(section: Section) -> Sequence[Draft]:
            async with limit:
                return await self._source.positive(section, document, made)

        chosen: list[tuple[Draft, Test, Section]] = []
        for section, drafts in zip(sections, await asyncio.gather(*map(ask, sections)), strict=True):
            ranked = sorted(
                drafts,
                key=lambda d: (
                    made[d.test.type] - self._source.ahead(document, d.test.type),
                    self._types_made[d.test.type],
                ),
            )
            picked = await self._first_valid(ranked)
            if picked:
                draft, test = picked
                test = test.model_copy(update={"flesch": section.flesch})
                made[test.type] += 1
                self._types_made[test.type] += 1
                self._places.take(test, section)
                chosen.append((draft, test, section))
        return await self._finish([(draft, test) for draft, test, _ in chosen])

    async def _first_valid(self, drafts: Sequence[Draft]) -> tuple[Draft, Test] | None:
        for draft in drafts:
            if draft.test.id in self._seen or not self._undisturbed(draft.test):
                continue
            self._seen.add(draft.test.id)
            draft, test = await self._styled(draft)
            reason = failed(test)
            if not reason:
                return draft, test
            self.rejected.append(RejectedTest(test=test, reason=reason))
        return None

    def _undisturbed(self, test: Test) -> bool:
        return all(self._places.free(span.document, span.start, span.end) for span in test.evidence)

    async def _styled(self, draft: Draft) -> tuple[Draft, Test]:
        """The draft in the style used least so far that it can be put in; else in its own words."""
        for style in sorted(self._options.wordings, key=lambda style: self._styles[style]):
            other: Draft | None = draft
            if style != "plain":
                other = styled(draft, style, self._ledger, seed=self._options.seed)
                other = other or await self._by_author(draft, style)
            if other is None:
                continue
            test = self._validator.local(other)
            if style == "plain" or not failed(test):
                self._styles[style] += 1
                return other, test
        return draft, self._validator.local(draft)

    async def _by_author(self, draft: Draft, style: Wording) -> Draft | None:
        """An author's rewording, for the styles that need one."""
        if self._reword is None or style not in ("expert", "other_language"):
            return None
        own = draft.test.language.split("-")[0]
        code = next(code for code in ("de", "es", "fr", "en") if code != own)
        wanted = "formal, in the terms of an expert" if style == "expert" else f"the same question in {LANGUAGES[code]}"
        query = await self._reword(draft.test.query, wanted)
        if query is None:
            return None
        return restyled(draft, query, style, code if style == "other_language" else draft.test.language)

    async def _negatives(self, document: Document, wanted: int) -> int:
        made: Counter[str] = Counter()
        dry = set(self._dry[document.id])
        turn = sum(document.id.encode()) % max(1, len(self._kinds))
        kinds = [*self._kinds[turn:], *self._kinds[:turn]]
        while wanted > 0:
            if self._general is not None and self._made["-"][_GENERAL] >= self._general:
                dry.add(_GENERAL)
            if len(dry | set(kinds)) == len(dry):
                break
            kind = min((k for k in kinds if k not in dry), key=lambda k: (made[k], self._made["-"][k], kinds.index(k)))
            drafts = await self._source.negative(document, kind, 1)
            if not drafts:
                dry.add(kind)
                self._dry[document.id].add(kind)
                continue
            picked = await self._first_valid(drafts)
            if picked and await self._finish([picked]):
                made[kind] += 1
                self._made["-"][kind] += 1
                wanted -= 1
        return max(0, wanted)

    async def _finish(self, chosen: Sequence[tuple[Draft, Test]]) -> int:
        """The checks that need a model or retrieval, and those among the tests; returns how many were accepted."""
        tests = await self._validator.remote([draft for draft, _ in chosen], [test for _, test in chosen])
        fine: list[Test] = []
        for test in tests:
            reason = failed(test)
            if reason:
                self.rejected.append(RejectedTest(test=test, reason=reason))
            else:
                fine.append(test)
        accepted = 0
        for test, reason in zip(fine, await self._duplicates.admit(fine), strict=True):
            if reason:
                self.rejected.append(RejectedTest(test=test, reason=reason))
            else:
                self._accept(test, None)
                accepted += 1
        return accepted

    def _accept(self, test: Test, section: Section | None) -> None:
        self._places.take(test, section)
        self.tests.append(identified(test))
        if self._progress:
            self._progress(min(len(self.tests), self._total), self._total)
