"""An author that is not asked: what it wrote before counts as it is, the rest succeeds as often as it is known to.

Sections, quotas, checks of what is stored, second tries: everything is what writing the suite does. Where a reply is
missing, the request is counted and its outcome drawn, evenly (by error diffusion) and not at random, so that one pass
gives what is expected.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence

from ragtester.records import Check, Document, Reply, Request, Span, Test
from ragtester.structured import example_of
from ragtester.suite.checks.round_trip import Answering
from ragtester.suite.drafts import Absence, Draft
from ragtester.suite.forecast.rates import Rates, Step
from ragtester.suite.sections import Section
from ragtester.suite.sources import Source
from ragtester.suite.writers.schema import ABOUT_SCHEMA
from ragtester.text import split_sentences

_PREFIX = "imagined-"
_NO_ANSWER = "I do not know."
_STRICT = ("near_miss_entity", "wrong_time")
"""Kinds whose questions name something that the corpus does not hold, which no model has to be asked about."""


class Unwritten(Exception):  # noqa: N818  says what is the case, and is no failure
    """A reply that the author has not given yet."""


def imagined_reply(request: Request) -> Reply:
    """A reply where any will do.

    Raises:
        Unwritten: what follows depends on the reply.
    """
    if request.schema_ == ABOUT_SCHEMA:
        return Reply(text=json.dumps(example_of(ABOUT_SCHEMA)))
    raise Unwritten


class Foreseen:
    """Stands around an author's writer, and answers for it where it was not asked yet.

    Args:
        rates: how often each step succeeds.
    """

    def __init__(self, rates: Rates) -> None:
        self.repairs = 0
        """Second requests among those that were drawn."""
        self.drawn = 0
        """Outcomes that were drawn."""
        self._rates = rates
        self._sums: dict[Step, float] = defaultdict(lambda: 0.5)
        self._expected: dict[str, str] = {}
        self._made = 0

    def draw(self, step: Step) -> bool:
        """Whether a step is the case this time."""
        self.drawn += 1
        self._sums[step] += self._rates.of(step)
        if self._sums[step] < 1:
            return False
        self._sums[step] -= 1
        return True

    def source(self, real: Source) -> Source:
        """The author's drafts, and imagined ones where it has not written them yet."""
        return _Drafts(real, self)

    def local(self, draft: Draft) -> Test | None:
        """An imagined test with the checks that need no model; None for a real one."""
        test = draft.test
        if not is_imagined(test):
            return None
        # A positive draft was drawn with these checks in it.
        good = test.kind == "positive" or self.draw("negative_valid")
        check = Check(name="imagined", status="passed" if good else "failed")
        return test.model_copy(update={"validation": (check,)})

    def answering(self, real: Answering) -> Answering:
        """The author's answer from the evidence."""

        async def answered(query: str, passage: str) -> str | None:
            try:
                return await real(query, passage)
            except Unwritten:
                self.asked()
                return self._expected.get(query) if self.draw("agreed") else _NO_ANSWER

        return answered

    def answerable(
        self, real: Callable[[str, Sequence[str]], Awaitable[str | None]]
    ) -> Callable[[str, Sequence[str]], Awaitable[str | None]]:
        """The author's view whether passages answer a question."""

        async def answerable(query: str, passages: Sequence[str]) -> str | None:
            try:
                return await real(query, passages)
            except Unwritten:
                self.asked()
                return "" if self.draw("negative_absent") else "something"

        return answerable

    def reword(self, real: Callable[[str, str], Awaitable[str | None]]) -> Callable[[str, str], Awaitable[str | None]]:
        """The author's rewording."""

        async def reworded(query: str, style: str) -> str | None:
            try:
                return await real(query, style)
            except Unwritten:
                self.asked()
                self._expected[f"{query} ({style})"] = self._expected.get(query, "")
                return f"{query} ({style})"

        return reworded

    def asked(self) -> None:
        """A request for data was counted; now and then it takes a second one."""
        self.repairs += self.draw("repaired")

    def seen(self, drafts: Sequence[Draft]) -> Sequence[Draft]:
        """Drafts whose answers are wanted again."""
        self._expected.update((draft.test.query, draft.test.expected_answer) for draft in drafts)
        return drafts

    def positive(self, section: Section, document: Document) -> Draft:
        """A question about some sentence of a section."""
        pieces = split_sentences(section.text)
        piece = pieces[self._made % len(pieces)] if pieces else None
        start, end = (section.start + piece.start, section.start + piece.end) if piece else (section.start, section.end)
        span = Span.cut(document, start, end)
        return self._draft(
            Test(
                id="",
                query="",
                kind="positive",
                type="natural_language",
                expected_answer=f"the value {self._made}",
                evidence=(span,),
                document=document.id,
            )
        )

    def negative(self, document: Document, kind: str) -> Draft:
        """A question that the corpus does not answer."""
        terms = (f"{_PREFIX}{self._made}",) if kind in _STRICT else ()
        test = Test(id="", query="", kind="negative", type=kind, expected_answer=_NO_ANSWER, document=document.id)
        return self._draft(test, Absence(terms=terms))

    def _draft(self, test: Test, absence: Absence | None = None) -> Draft:
        self._made += 1
        name = f"{_PREFIX}{self._made}"
        return Draft(test.model_copy(update={"id": name, "query": f"What is {name}?"}), absence or Absence())


def is_imagined(test: Test) -> bool:
    """Whether a test was made up in the author's place."""
    return "imagined-" in test.query


class _Drafts:
    """A source whose author may not have written yet."""

    def __init__(self, real: Source, foreseen: Foreseen) -> None:
        self._real = real
        self._foreseen = foreseen

    async def positive(self, section: Section, document: Document, made: Counter[str]) -> Sequence[Draft]:
        """The author's drafts, or an imagined one as often as it succeeds."""
        foreseen = self._foreseen
        try:
            drafts = await self._real.positive(section, document, made)
        except Unwritten:
            foreseen.asked()
            drafts = [foreseen.positive(section, document)] if foreseen.draw("written") else []
        return foreseen.seen(drafts)

    def promising(self, section: Section) -> bool:
        """As the author's source says."""
        return self._real.promising(section)

    async def negative(self, document: Document, kind: str, count: int) -> Sequence[Draft]:
        """The same for questions without an answer."""
        try:
            return await self._real.negative(document, kind, count)
        except Unwritten:
            self._foreseen.asked()
            return [self._foreseen.negative(document, kind)] if self._foreseen.draw("negative_written") else []

    def ahead(self, document: Document, label: str) -> int:
        """As the author's source says."""
        return self._real.ahead(document, label)
