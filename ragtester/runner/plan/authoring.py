"""What an author that is a model would take for a suite: all steps of writing it, with what is known of the author."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ragtester.config import SuiteConfig
from ragtester.records import Corpus, Reply, Request, Test
from ragtester.runner.plan.imitation import Calls, Imitation
from ragtester.runner.session import Session
from ragtester.runner.stages.suite import compose_suite, suite_options
from ragtester.runner.stored.authors import known_steps
from ragtester.suite import Foreseen, Rates, Steps, added, imagined_reply


@dataclass
class Unasked(Imitation):
    """An author in an estimate: what it has not said yet is not made up here."""

    imagine: Callable[[Request], Reply] = field(default=imagined_reply)

    async def ask(self, request: Request) -> Reply:
        """The stored reply; else the request is counted where it is new, and what follows is up to who asked."""
        return self.count(request) or self.imagine(request)


@dataclass(frozen=True, slots=True)
class Authoring:
    """What a suite takes."""

    calls: Calls
    """Of the author."""
    low: int
    high: int
    """The likely range of its calls."""
    closed_book: Calls
    tests: int
    known: bool
    """Whether the author has written here before, so that its rates are its own."""


@dataclass(frozen=True, slots=True)
class _Pass:
    calls: Calls
    closed_book: Calls
    tests: int
    drawn: int
    steps: Steps


async def forecast_authoring(
    session: Session, corpus: Corpus, suite: SuiteConfig, *, previous: Sequence[Test]
) -> Authoring:
    """The author's calls: expected, and in all likelihood at least and at most.

    Args:
        session: of the estimate.
        corpus: the documents.
        suite: what is to be written.
        previous: tests that stay where they still hold.
    """

    async def passed(rates: Rates) -> _Pass:
        return await _passed(session, corpus, suite, rates, previous)

    steps = known_steps(session.store, session.components.limited(suite.author, what="author"))
    expected = await passed(Rates(steps))
    if expected.drawn and Rates(expected.steps).known:  # a part is there, and tells of the rest
        steps = added(steps, expected.steps)
        expected = await passed(Rates(steps))
    low = high = round(expected.calls.calls)
    if expected.drawn:
        low = min(low, round((await passed(Rates(steps, -1))).calls.calls))
        high = max(high, round((await passed(Rates(steps, 1))).calls.calls))
    return Authoring(expected.calls, low, high, expected.closed_book, expected.tests, Rates(steps).known)


async def _passed(
    session: Session, corpus: Corpus, suite: SuiteConfig, rates: Rates, previous: Sequence[Test]
) -> _Pass:
    """The suite written once, by an author with these rates."""
    components, store = session.components, session.store
    author = Unasked(components.limited(suite.author, what="author"), store, use="author")
    closed_book: Imitation | None = None
    if suite.closed_book is not None:
        made = components.limited(suite.closed_book, what="closed-book model")
        closed_book = Imitation(made, store, use="closed-book model")
    foreseen = Foreseen(rates)
    result = await compose_suite(
        session,
        corpus,
        suite_options(session, suite),
        author=author,
        closed_book=closed_book,
        previous=list(previous),
        foreseen=foreseen,
    )
    author.counted.repeat(foreseen.repairs)
    return _Pass(
        author.counted,
        closed_book.counted if closed_book else Calls(),
        len(result.tests),
        foreseen.drawn,
        result.authoring.steps,
    )
