"""Negative questions beside what documents without a ledger state: another year, amount, thing or property.

What makes each unanswerable is a word, a year or an amount that stands nowhere in the corpus.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator

from ragtester.records import Document
from ragtester.suite.drafts import Absence, Draft
from ragtester.suite.phrasing import Phrasebook, phrasebook
from ragtester.suite.speech import as_question, in_the_past
from ragtester.suite.statements import Statements
from ragtester.suite.writers.cells import cells_of
from ragtester.suite.writers.clauses import clauses_of
from ragtester.suite.writers.entity import Entity, entity_of
from ragtester.suite.writers.found import own_texts, turned_from
from ragtester.suite.writers.happened import other_people, other_times
from ragtester.suite.writers.ledger import Ledger, rng_for
from ragtester.suite.writers.negatives import near_name, negative
from ragtester.suite.writers.qualifying import qualified, spoken_title
from ragtester.suite.writers.turning import Turned, inside, names_in, questions_from
from ragtester.suite.writers.unlisted import unlisted_things

_NUMERIC = ("number", "money", "percent", "duration")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MODEL = re.compile(r"(?<=\bthe )[A-Z]{1,6}-?\d{1,4}\b(?! [A-Z])")
_CHANGING = re.compile(r"\d")
"""An answer that may have been another one in another year: an amount, a time, a number."""
_YEARS = tuple(str(year) for year in range(2004, 2021))
"""Years that one may ask about and that a corpus may have nothing on."""


def found_negatives(ledger: Ledger, *, kind: str, seed: int) -> Iterator[Draft]:
    """Negative drafts beside what documents without a ledger state."""
    own = own_texts(ledger)
    known = {year for text in ledger.texts.values() for year in _YEAR.findall(text.document.text)}
    everything = " ".join(text.document.text.casefold() for text in ledger.texts.values())
    several = len(own) > 1
    for text in own:
        document = text.document
        if document.language.split("-")[0] != "en":
            continue
        entity = entity_of(document)
        rng = rng_for(seed, kind, document.id)
        if kind == "wrong_time":
            yield from _other_year(text, entity, rng, known=known)
            yield from _long_ago(text, entity, rng, known=known, several=several)
        elif kind == "false_premise":
            yield from _premises(text, entity, rng)
            yield from _amounts(text, entity, rng, several=several)
            yield from other_times(text, entity, rng, known=known, several=several)
        elif kind == "near_miss_entity":
            if entity:
                yield from _other_name(text, entity, rng)
            yield from _other_model(text, entity, rng, everything)
            yield from other_people(text, entity, rng, everything)
            yield from unlisted_things(text, entity, rng, everything)
        elif kind == "withheld_fact":
            if entity:
                yield from _unstated(text, entity, rng)
            yield from _unsaid(text, rng)


def _asked(text: Statements, entity: Entity | None) -> list[tuple[str, str]]:
    """Questions of a document with their answers, from cells and sentences."""
    names = names_in(text.document.text)
    pairs = [(cell.question, cell.answer) for cell in cells_of(text.document, entity)]
    for item in text.items:
        if not item.in_table:
            pairs += [(turned.question, turned.answer) for turned in turned_from(item.text, entity, names)]
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
        free = [year for year in (str(own - step) for step in range(1, 16)) if year not in known]
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


def _long_ago(
    text: Statements, entity: Entity | None, rng: random.Random, *, known: Collection[str], several: bool
) -> Iterator[Draft]:
    """What holds now, asked of a year that the corpus does not name: `How much did a lost key cost in 2012?`."""
    book = phrasebook("en")
    years = [year for year in _YEARS if year not in known]
    if not years:
        return
    pairs = [
        (q, a)
        for q, a in _asked(text, entity)
        if not _YEAR.search(q) and not q.startswith(("When", "Who was", "Where")) and _CHANGING.search(a)
    ]
    rng.shuffle(pairs)
    for question, answer in pairs:
        past = in_the_past(question[:1].lower() + question[1:].rstrip("?"))
        year = rng.choice(years)
        if past is None or "“" in question:
            continue
        yield negative(
            qualified(f"{as_question(past).rstrip('?')} in {year}?", text.document, several=several),
            "wrong_time",
            book.abstention("time", label="", subject="", date=year),
            Absence(terms=(year,)),
            book=book,
            document=text.document.id,
            counterfactuals=(answer,),
            difficulty="hard",
        )


def _amounts(text: Statements, entity: Entity | None, rng: random.Random, *, several: bool) -> Iterator[Draft]:
    """A stated amount replaced by one that the corpus does not have: `Why is it that a lost key costs 60 pounds?`."""
    book = phrasebook("en")
    names = names_in(text.document.text)
    title = spoken_title(text.document)
    clauses = [clause for item in text.items if not item.in_table for clause in clauses_of(item.text)]
    rng.shuffle(clauses)
    for clause in clauses:
        made = next((t for t in turned_from(clause, entity, names) if t.kind in _NUMERIC), None)
        bare = clause.strip().rstrip(".")
        if (
            made is None
            or len(bare.split()) > 18
            or bare.count(made.answer) != 1
            or len(re.findall(r"\d[\d.,]*", bare)) != 1
        ):
            continue
        wrong = _rounded(made.answer, rng)
        if wrong is None:
            continue
        claim = inside(bare, names)
        told = claim.replace(made.answer, wrong)
        named = qualified(told, text.document, several=several) == told
        yield negative(
            f"Why is it that {told}?" if named else f"Why does “{title}” say that {told}?",
            "false_premise",
            book.abstention("otherwise", claim=claim),
            Absence(terms=(wrong,)),
            book=book,
            document=text.document.id,
            counterfactuals=(wrong,),
            difficulty="hard",
        )


def _rounded(answer: str, rng: random.Random) -> str | None:
    """Another amount that is as round as the answer's: 45 pounds as 60 pounds, 7 days as 10 days."""
    found = re.search(r"\d[\d,]*(?:\.\d+)?", answer)
    if not found or "%" in answer:
        return None
    number = found[0].replace(",", "")
    places = len(number.partition(".")[2])
    step = 10**-places * (5 if number.endswith(("0", "5")) else 1)
    zeros = len(number) - len(number.rstrip("0")) if not places else 0
    step *= 10 ** max(0, zeros - 1)
    other = float(number) + max(step, round(float(number) * rng.choice((0.3, 0.5, 0.8)) / step) * step)
    written = f"{other:,.{places}f}" if "," in found[0] else f"{other:.{places}f}"
    return answer.replace(found[0], written, 1)


def _other_model(text: Statements, entity: Entity | None, rng: random.Random, everything: str) -> Iterator[Draft]:
    """A model or code that the corpus does not have, next to one that it has: the AQ-50 beside the AQ-40."""
    book = phrasebook("en")
    pairs = [(q, a) for q, a in _asked(text, entity) if len(set(_MODEL.findall(q))) == 1 and "“" not in q]
    rng.shuffle(pairs)
    for question, answer in pairs:
        own = _MODEL.findall(question)[0]
        other = near_name(own, [], everything, rng.random)
        if other is None:
            continue
        yield negative(
            question.replace(own, other),
            "near_miss_entity",
            book.abstention("entity", subject=f"the {other}"),
            Absence(terms=(other,)),
            book=book,
            document=text.document.id,
            counterfactuals=(answer,),
        )


def _unsaid(text: Statements, rng: random.Random) -> Iterator[Draft]:
    """What readers ask of any document and this one does not say, such as who approved it."""
    book = phrasebook("en")
    title = spoken_title(text.document)
    unsaid = list(book.mapping("unsaid").items()) if title else []
    rng.shuffle(unsaid)
    for terms, template in unsaid:
        query = book.fill(template, title=f"“{title}”")
        yield negative(
            query,
            "withheld_fact",
            f"The documents do not say this about “{title}”.",
            Absence(terms=tuple(terms.split("|"))),
            book=book,
            document=text.document.id,
        )
