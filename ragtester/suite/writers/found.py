"""Questions about a user's own documents: table cells and sentences that state a value."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ragtester.records import AnswerPart, Document, Span, Test, ValueKind
from ragtester.suite.drafts import Draft
from ragtester.suite.ids import identified
from ragtester.suite.phrasing import Phrasebook, phrasebook
from ragtester.suite.statements import Statements
from ragtester.suite.writers.cells import Cell, cells_of
from ragtester.suite.writers.clauses import clauses_of
from ragtester.suite.writers.entity import Entity, entity_of
from ragtester.suite.writers.ledger import Ledger, joined, rng_for
from ragtester.suite.writers.listing import listed
from ragtester.suite.writers.named import named_questions
from ragtester.suite.writers.plain import plain_questions
from ragtester.suite.writers.prose import prose_questions
from ragtester.suite.writers.qualifying import qualified
from ragtester.suite.writers.turning import Turned, names_in, questions_from

_OWNED = re.compile(r"(?:When|Where) (?:did|was|were) .*\b(?:its|his|her|their) \w+\?$")
"""`When did the Commission announce its decision?`: which one stands in the rest of the sentence."""
_NUMERIC = ("number", "money", "percent", "duration")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def found_positives(ledger: Ledger, *, seed: int) -> Iterator[Draft]:
    """Drafts from the documents that no fact of the ledger was written into."""
    own = own_texts(ledger)
    drafts = [_of_document(draft, text, several=len(own) > 1) for text in own for draft in _positives(text, seed)]
    yield from _unambiguous(drafts)


def _of_document(draft: Draft, text: Statements, *, several: bool) -> Draft:
    """The draft with its document named where several could be meant."""
    query = qualified(draft.test.query, text.document, several=several)
    if query == draft.test.query:
        return draft
    return replace(draft, test=identified(draft.test.model_copy(update={"query": query})))


def own_texts(ledger: Ledger) -> list[Statements]:
    """The documents that no fact of the ledger was written into."""
    written = {fact.document for fact in ledger.corpus.facts}
    return [text for name, text in ledger.texts.items() if name not in written]


def _positives(text: Statements, seed: int) -> Iterator[Draft]:
    document = text.document
    if document.language.split("-")[0] != "en":
        return
    entity = entity_of(document)
    book = phrasebook("en")
    names = names_in(document.text)
    cells = list(cells_of(document, entity))
    for cell in cells:
        span = Span.cut(document, cell.start, cell.end)
        for kind in ("table_lookup", *_types(cell.kind)):
            query = (
                _conversational(cell.question, book, rng_for(seed, kind, cell.question))
                if kind == "natural_language"
                else cell.question
            )
            yield _positive(query, kind, cell.answer, cell.forms, cell.kind, span, document)
    yield from _compared(document, cells, rng_for(seed, "cells", document.id))
    for item in text.items:
        if item.in_table:
            continue
        for turned in turned_from(item.text, entity, names):
            for kind in _types(turned.kind):
                yield _positive(
                    turned.question, kind, turned.answer, turned.forms, turned.kind, text.span(item), document
                )
        made = listed(item.text, entity, names=names)
        if made:
            question, items = made
            parts = tuple(AnswerPart(forms=(part,)) for part in items)
            test = _positive(question, "list", joined(items), (), "list", text.span(item), document).test
            yield Draft(identified(test.model_copy(update={"answer_parts": parts})))


def turned_from(sentence: str, entity: Entity | None, names: frozenset[str]) -> Iterator[Turned]:
    """Every question that a sentence answers, each once."""
    asked: set[str] = set()
    for clause in clauses_of(sentence):
        for made in (
            *questions_from(clause, entity, names=names),
            *named_questions(clause, names=names),
            *prose_questions(clause, names=names),
            *plain_questions(clause, names=names),
        ):
            if made.question not in asked and not _OWNED.match(made.question):
                asked.add(made.question)
                yield made


def _conversational(question: str, book: Phrasebook, rng: random.Random) -> str:
    """The question as a colleague would put it."""
    plain = question[0].lower() + question[1:].rstrip("?")
    return book.frame("frame_natural", rng, ask=plain) or question


def _types(kind: ValueKind) -> tuple[str, ...]:
    if kind in _NUMERIC:
        return ("numeric", "natural_language")
    return ("temporal", "natural_language") if kind == "date" else ("extractive", "natural_language")


def _positive(
    question: str, kind: str, answer: str, forms: Sequence[str], value: ValueKind, span: Span, document: Document
) -> Draft:
    return Draft(
        identified(
            Test(
                id="",
                query=question,
                kind="positive",
                type=kind,
                expected_answer=answer,
                accepted_answers=tuple(forms),
                answer_kind=value,
                evidence=(span,),
                document=document.id,
                difficulty="medium" if kind == "table_lookup" else "easy",
                language=document.language,
            )
        )
    )


def _compared(document: Document, cells: Iterable[Cell], rng: random.Random) -> Iterator[Draft]:
    """One measure at two times: both values and which is larger."""
    rows: dict[tuple[str, int], list[Cell]] = defaultdict(list)
    for cell in cells:
        if cell.timed and cell.kind in _NUMERIC:
            rows[(cell.subject, cell.start)].append(cell)
    for (subject, _), pair in rows.items():
        same = [c for c in pair if _shape(c.phrase) == _shape(pair[0].phrase)]
        if len(same) < 2 or same[0].answer == same[1].answer or "“" in same[0].question:
            continue
        if same[0].phrase == same[1].phrase:
            continue
        a, b = same[:2] if rng.random() < 0.5 else same[1::-1]
        question = f"How did {subject} {a.phrase} compare with {subject} {b.phrase}, and what were the two figures?"
        question = question.replace(f"with {subject}", "with those" if "What were" in a.question else "with that")
        test = _positive(
            question, "comparison", f"{a.answer} {a.phrase}, and {b.answer} {b.phrase}.", (), a.kind,
            Span.cut(document, a.start, a.end), document,
        ).test  # fmt: skip
        parts = (AnswerPart(forms=a.forms), AnswerPart(forms=b.forms))
        yield Draft(
            identified(test.model_copy(update={"answer_parts": parts, "answer_kind": None, "difficulty": "medium"}))
        )


def _shape(phrase: str) -> str:
    return re.sub(r"\d+", "#", re.sub(r"[A-Z]\w+", "M", phrase))


def _unambiguous(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Each draft, with a note where the same question has another answer elsewhere."""
    answers: dict[str, set[str]] = defaultdict(set)
    for draft in drafts:
        answers[_plain(draft.test.query)].add(_plain(draft.test.expected_answer))
    for draft in drafts:
        several = answers[_plain(draft.test.query)]
        note = f"the documents give {len(several)} answers to this question" if len(several) > 1 else ""
        yield Draft(draft.test, note=note)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
