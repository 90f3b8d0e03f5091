"""Runs every check that applies to a draft and keeps what each found on the test."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

from ragtester.protocols import ChatModel
from ragtester.records import Check, Document, Fact, Test
from ragtester.suite.checks.absence import Archive, absent, unanswerable
from ragtester.suite.checks.closed_book import ask_closed_book
from ragtester.suite.checks.evidence import answer_supported, evidence_located
from ragtester.suite.checks.question import run_question_checks
from ragtester.suite.checks.round_trip import Answering, answered_again
from ragtester.suite.checks.rows import Rows
from ragtester.suite.drafts import Draft
from ragtester.suite.searching import Passages


class Validator:
    """The checks of one corpus.

    Args:
        documents: by id.
        facts: the ledger; empty for a user's documents.
        archive: the corpus's statements.
        passages: what retrieval finds; None leaves that check unmeasured.
        closed_book: a model that is asked without documents; None leaves that check out.
        concurrency: questions that are put to it at once.
    """

    def __init__(
        self,
        documents: Mapping[str, Document],
        facts: Sequence[Fact],
        archive: Archive,
        *,
        passages: Passages | None,
        closed_book: ChatModel | None,
        concurrency: int = 16,
    ) -> None:
        self._documents = documents
        self._facts = {fact.id: fact for fact in facts}
        self._archive = archive
        self._rows: dict[str, Rows] = {}
        self._passages = passages
        self._closed_book = closed_book
        self._slots = asyncio.Semaphore(concurrency)
        self.answerable: Callable[[str, Sequence[str]], Awaitable[str | None]] | None = None
        """A model's view whether passages answer a question; None to go by the built-in rules alone."""
        self.answering: Answering | None = None
        """The author's answer from a passage; None where the author is no model."""
        self.foreseen: Callable[[Draft], Test | None] | None = None
        """Checks drafts that a forecast made up; None for a draft that is real."""

    def local(self, draft: Draft) -> Test:
        """The test with every check that needs neither a model nor retrieval."""
        test = draft.test
        made_up = self.foreseen(draft) if self.foreseen is not None else None
        if made_up is not None:
            return made_up
        checks = run_question_checks(test)
        if test.kind == "positive":
            checks.append(_check("evidence_located", evidence_located(test, self._documents)))
            checks.append(_check("answer_supported", answer_supported(test)))
            checks.append(_check("unambiguous", draft.note or self._ambiguous(test)))
        else:
            checks.append(_check("absent_from_corpus", absent(draft, self._archive)))
        return test.model_copy(update={"validation": tuple(checks)})

    def standing(self, draft: Draft) -> Test:
        """A test of an earlier suite checked against the documents as they are now."""
        test = draft.test
        checks: list[Check] = []
        if test.kind == "positive":
            checks.append(_check("evidence_located", evidence_located(test, self._documents)))
            checks.append(_check("unambiguous", self._ambiguous(test)))
            gone = [name for name in test.facts if self._facts and name not in self._facts]
            checks.append(_check("facts_unchanged", f"the ledger no longer has {gone[0]}" if gone else ""))
        elif test.document is not None and test.document not in self._documents:
            checks.append(_check("document_present", f"the document {test.document!r} is not in the corpus"))
        else:
            checks.append(_check("absent_from_corpus", self._now_stated(test)))
        return test.model_copy(update={"validation": tuple(checks)})

    def _now_stated(self, test: Test) -> str:
        for name in test.facts:
            fact = self._facts.get(name)
            if test.type == "withheld_fact" and fact is not None and fact.status == "stated":
                return f"the ledger now states {fact.id}"
        return ""

    async def remote(self, drafts: Sequence[Draft], tests: Sequence[Test]) -> list[Test]:
        """Locally valid tests with the checks by retrieval and by the closed-book model added."""
        negatives = [i for i, test in enumerate(tests) if test.kind == "negative"]
        found = dict(zip(negatives, await self._retrieved([tests[i].query for i in negatives]), strict=True))
        closed = await asyncio.gather(*(self._asked(test) for test in tests))
        done: list[Test] = []
        for i, test in enumerate(tests):
            checks = list(test.validation)
            if i in found:
                hits = found[i]
                checks.append(await self._unanswerable(drafts[i], hits))
            checks.extend(closed[i])
            done.append(test.model_copy(update={"validation": tuple(checks)}))
        return done

    async def _unanswerable(self, draft: Draft, hits: Sequence[str] | None) -> Check:
        name = "unanswerable_from_retrieved"
        if hits is None:
            return Check(name=name, status="unmeasured", detail="no retriever was given")
        detail = unanswerable(draft, hits)
        if not detail and self.answerable is not None and not draft.absence.terms and not draft.absence.forms:
            async with self._slots:
                quote = await self.answerable(draft.test.query, hits)
            if quote is None:
                return Check(name=name, status="unmeasured", detail="the model's reply could not be used")
            detail = f"a model answers it from {quote!r}" if quote else ""
        return _check(name, detail)

    async def _retrieved(self, queries: list[str]) -> list[list[str] | None]:
        if self._passages is None:
            return [None for _ in queries]
        return [[chunk.text for chunk in hits] for hits in await self._passages.best(queries)]

    async def _asked(self, test: Test) -> list[Check]:
        """What models say of a positive test: its author with the evidence, another one without any document."""
        if test.kind == "negative":
            return []
        checks: list[Check] = []
        document = self._documents.get(test.document or "")
        async with self._slots:
            if self.answering is not None and document is not None:
                checks.append(await answered_again(test, document, self.answering))
            if self._closed_book is not None and not (checks and checks[0].status == "failed"):
                checks.append(await ask_closed_book(test, self._closed_book))
        return checks

    def _ambiguous(self, test: Test) -> str:
        """What else fits the question: in the ledger the same subject and label with another value that holds too, else another row."""
        for name in test.facts:
            fact = self._facts.get(name)
            if fact is None or fact.status != "stated":
                continue
            for other in self._facts.values():
                if (
                    other.status == "stated"
                    and other.id != fact.id
                    and other.subject.casefold() == fact.subject.casefold()
                    and other.label.casefold() == fact.label.casefold()
                    and other.value != fact.value
                ):
                    return f"{other.id} fits the question too: {other.value}"
        document = self._documents.get(test.document or "")
        if document is None or test.facts:
            return ""
        if document.id not in self._rows:
            self._rows[document.id] = Rows(document)
        return self._rows[document.id].rival(test)


def failed(test: Test) -> str:
    """The first failed check of a test as a reason; empty where none failed."""
    for check in test.validation:
        if check.status == "failed":
            return f"{check.name}: {check.detail}" if check.detail else check.name
    return ""


def _check(name: str, detail: str) -> Check:
    return Check(name=name, status="failed" if detail else "passed", detail=detail)
