"""Questions about a user's own documents: table cells and sentences that state a value."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from ragtester.records import AnswerPart, Document, Span, Test, ValueKind
from ragtester.suite.drafts import Absence, Draft
from ragtester.suite.ids import identified
from ragtester.suite.phrasing import Phrasebook, phrasebook
from ragtester.suite.statements import Statements
from ragtester.suite.writers.cells import Cell, cells_of
from ragtester.suite.writers.entity import Entity, entity_of
from ragtester.suite.writers.ledger import Ledger, joined, rng_for
from ragtester.suite.writers.listing import listed
from ragtester.suite.writers.named import named_questions
from ragtester.suite.writers.negatives import negative
from ragtester.suite.writers.plain import plain_questions
from ragtester.suite.writers.prose import prose_questions
from ragtester.suite.writers.turning import Turned, names_in, questions_from

_NUMERIC = ("number", "money", "percent", "duration")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def found_positives(ledger: Ledger, *, seed: int) -> Iterator[Draft]:
    """Drafts from the documents that no fact of the ledger was written into."""
    drafts = [draft for text in _own(ledger) for draft in _positives(text, seed)]
    yield from _unambiguous(drafts)


def _own(ledger: Ledger) -> list[Statements]:
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
        for turned in _turned(item.text, entity, names):
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


def _turned(sentence: str, entity: Entity | None, names: frozenset[str]) -> Iterator[Turned]:
    """Every question that a sentence answers, each once."""
    asked: set[str] = set()
    for made in (
        *questions_from(sentence, entity, names=names),
        *named_questions(sentence, names=names),
        *prose_questions(sentence, names=names),
        *plain_questions(sentence, names=names),
    ):
        if made.question not in asked:
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


def found_negatives(ledger: Ledger, *, kind: str, seed: int) -> Iterator[Draft]:
    """Negative drafts beside what documents without a ledger state."""
    own = _own(ledger)
    known = {year for text in ledger.texts.values() for year in _YEAR.findall(text.document.text)}
    for text in own:
        document = text.document
        if document.language.split("-")[0] != "en":
            continue
        entity = entity_of(document)
        rng = rng_for(seed, kind, document.id)
        if kind == "wrong_time":
            yield from _other_year(text, entity, rng, known=known)
        elif kind == "false_premise":
            yield from _premises(text, entity, rng)
        elif kind == "near_miss_entity" and entity:
            yield from _other_name(text, entity, rng)
        elif kind == "withheld_fact" and entity:
            yield from _unstated(text, entity, rng)


def _asked(text: Statements, entity: Entity | None) -> list[tuple[str, str]]:
    """Questions of a document with their answers, from cells and sentences."""
    names = names_in(text.document.text)
    pairs = [(cell.question, cell.answer) for cell in cells_of(text.document, entity)]
    for item in text.items:
        if not item.in_table:
            pairs += [(turned.question, turned.answer) for turned in _turned(item.text, entity, names)]
    return list(dict.fromkeys(pairs))


def _other_year(
    text: Statements, entity: Entity | None, rng: random.Random, *, known: Collection[str]
) -> Iterator[Draft]:
    """Questions with a year of their own, put to a year that no document has."""
    book = phrasebook("en")
    pairs = [(question, answer) for question, answer in _asked(text, entity) if len(set(_YEAR.findall(question))) == 1]
    rng.shuffle(pairs)
    for question, answer in pairs:
        own = int(_YEAR.findall(question)[0])
        free = [year for year in (str(own - step) for step in range(4, 40)) if year not in known]
        if not free:
            continue
        year = rng.choice(free[:10])
        yield negative(
            _YEAR.sub(year, question),
            "wrong_time",
            f"The documents say nothing about {year}.",
            Absence(terms=(year,)),
            book=book,
            document=text.document.id,
            counterfactuals=(answer,),
            difficulty="hard",
        )


def _premises(text: Statements, entity: Entity | None, rng: random.Random) -> Iterator[Draft]:
    book = phrasebook("en")
    names = names_in(text.document.text)
    turned = [
        t
        for item in text.items
        if not item.in_table
        for t in questions_from(item.text, entity, names=names)
        if t.premise
    ]
    rng.shuffle(turned)
    for made in turned:
        yield _premise(made, text.document, book)
    cells = [c for c in cells_of(text.document, entity) if c.timed and c.kind in _NUMERIC and "“" not in c.question]
    rng.shuffle(cells)
    for cell in cells:
        wrong = _perturbed(cell.answer, rng)
        if wrong is None:
            continue
        verb = "were" if cell.question.startswith("What were") else "was"
        yield negative(
            f"Why {verb} {cell.subject} as high as {wrong} {cell.phrase}?",
            "false_premise",
            f"The documents do not say that; they give {cell.answer} {cell.phrase}.",
            Absence(terms=(re.sub(r"[^\d.,]", "", wrong).strip(".,"),)),
            book=book,
            document=text.document.id,
            counterfactuals=(wrong,),
            difficulty="hard",
        )


def _premise(made: Turned, document: Document, book: Phrasebook) -> Draft:
    return negative(
        made.premise,
        "false_premise",
        "The documents say the opposite.",
        Absence(),
        book=book,
        document=document.id,
        difficulty="hard",
    )


def _perturbed(answer: str, rng: random.Random) -> str | None:
    """The amount a good deal larger, in the same form."""
    found = re.search(r"\d[\d,]*(?:\.\d+)?", answer)
    if not found:
        return None
    value = float(found[0].replace(",", "")) * rng.choice([1.3, 1.4, 1.6, 1.8])
    places = len(found[0].partition(".")[2])
    if "%" in answer and value > 95:
        return None
    written = f"{value:,.{places}f}" if "," in found[0] or value >= 1000 else f"{value:.{places}f}"
    return answer.replace(found[0], written, 1)


def _other_name(text: Statements, entity: Entity, rng: random.Random) -> Iterator[Draft]:
    book = phrasebook("en")
    pairs = [(q, a) for q, a in _asked(text, entity) if entity.own in q or f" {entity.short} " in q]
    rng.shuffle(pairs)
    names = list(book.items("organisations"))
    for question, answer in pairs:
        name = rng.choice(names)
        own = f"{name}'" if name.endswith("s") else f"{name}'s"
        query = question.replace(entity.own, own).replace(entity.full, name).replace(entity.short, name)
        yield negative(
            query,
            "near_miss_entity",
            book.abstention("entity", subject=name),
            Absence(terms=(name,)),
            book=book,
            document=text.document.id,
            counterfactuals=(answer,),
        )


def _unstated(text: Statements, entity: Entity, rng: random.Random) -> Iterator[Draft]:
    book = phrasebook("en")
    aspects = list(book.mapping("aspects").items())
    rng.shuffle(aspects)
    for term, template in aspects:
        query = book.fill(template, entity=entity.short, own=entity.own)
        yield negative(
            query,
            "withheld_fact",
            f"The documents do not answer this about {entity.short}.",
            Absence(terms=tuple(term.split("|"))),
            book=book,
            document=text.document.id,
        )
