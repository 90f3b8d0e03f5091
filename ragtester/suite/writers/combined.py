"""Tests that need more than one fact: comparison, several facts, two documents, and what held before."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from string import Template

from ragtester.records import AnswerPart, Fact, Test
from ragtester.suite.ids import identified
from ragtester.suite.phrasing import COMPARABLE, Phrasebook, is_plural, phrasebook
from ragtester.suite.speech import as_question
from ragtester.suite.writers.ledger import (
    Ledger,
    Located,
    answer_of,
    build,
    by_attribute,
    forms_of,
    rng_for,
)
from ragtester.text import extract_values, tokens

_PER_ATTRIBUTE = 4
"""Comparisons of one attribute: more would ask the same thing over and over."""
_LINKED = re.compile(r"\b(?:of|for|in|per|to|at|on|without|with|before|after|granted|achieved)\b")
"""Labels that do not go before "of the pump"."""
_PREPOSITIONS = frozenset("under at in for of with on".split())


def combined_tests(ledger: Ledger, *, seed: int, language: str | None = None) -> Iterator[Test]:
    """Every test that joins two facts, in all types."""
    for make in (_comparisons, _multi_fact, _multi_hop, _history):
        yield from make(ledger, seed, language)


def number_of(fact: Fact) -> tuple[float, str] | None:
    """A fact's value as a number with its unit; None where it has no single one."""
    values = [v for v in extract_values(forms_of(fact)[0]) if v.number is not None]
    if len(values) != 1 or values[0].number is None:
        return None
    return float(values[0].number), str(values[0].unit or "")


def _comparisons(ledger: Ledger, seed: int, language: str | None) -> Iterator[Test]:
    revised = ledger.revised
    for (_, attribute), items in by_attribute(ledger.current).items():
        if items[0].fact.kind not in COMPARABLE:
            continue
        numbers = [(item, number_of(item.fact)) for item in items if (item.fact.subject, attribute) not in revised]
        rng = rng_for(seed, "comparison", attribute)
        rng.shuffle(numbers)
        for (a, first), (b, second) in list(zip(numbers[::2], numbers[1::2], strict=False))[:_PER_ATTRIBUTE]:
            if first is None or second is None or first[1] != second[1] or first[0] == second[0]:
                continue
            if a.fact.subject == b.fact.subject:
                continue
            book = phrasebook(language or a.language)
            up = rng.random() < 0.5
            words = book.mapping("more" if up else "less")
            names = {"subject": a.fact.subject, "other": b.fact.subject}
            query = _compared(ledger, book, a.fact, b.fact, rng) or book.ask(
                "comparison", "any", rng, label=a.fact.label, more=words[a.fact.kind], **names
            )
            more, less = (a, b) if (first[0] > second[0]) == up else (b, a)
            asked = [more, less] if words[a.fact.kind] in query.split() else [a, b]
            told = [f"{answer_of(item.fact)} for {item.fact.subject}" for item in asked]
            plain = [f"{_capital(item.fact.subject)}: {answer_of(item.fact)}" for item in asked]
            yield build(
                query,
                "comparison",
                [a, b],
                book=book,
                answer=f"{told[0]}, and {told[1]}." if book.language == "en" else f"{plain[0]}; {plain[1]}.",
                parts=[AnswerPart(forms=forms_of(item.fact), fact=item.fact.id) for item in asked],
                difficulty="medium",
            )


def _compared(ledger: Ledger, book: Phrasebook, fact: Fact, other: Fact, rng: random.Random) -> str | None:
    """How a value of one thing compares with that of another; None where the language has no words for it."""
    names = {"subject": fact.subject, "other": other.subject}
    own = _own_words(ledger, book, fact)
    linked = re.search(rf"\bis the .+ (of|for) {re.escape(fact.subject)}$", own or "")
    than = f"that {linked[1]} {other.subject}" if linked else other.subject
    asked = book.frame("frame_compare", rng, ask=own, other=than) if own else None
    if _LINKED.search(fact.label) or ledger.speech.language(fact) != book.language or rng.random() < 0.35:
        return asked
    many = is_plural(fact.label.split()[-1])
    return book.frame("frame_compare_many" if many else "frame_compare_one", rng, label=fact.label, **names) or asked


def _multi_fact(ledger: Ledger, seed: int, language: str | None) -> Iterator[Test]:
    revised = ledger.revised
    for subject, items in _by_subject(ledger).items():
        single = [i for i in items if i.fact.kind != "list" and (subject, i.fact.attribute) not in revised]
        together: dict[tuple[str, str], list[Located]] = defaultdict(list)
        for item in single:
            together[(item.span.document, ledger.speech.topic(item.fact) or item.fact.section or "")].append(item)
        for (document, topic), facts in together.items():
            rng = rng_for(seed, "multi_fact", subject, document, topic)
            rng.shuffle(facts)
            for a, b in list(zip(facts[::2], facts[1::2], strict=False))[:2]:
                if a.fact.label == b.fact.label or (a.statement == b.statement and a.fact.value == b.fact.value):
                    continue
                book = phrasebook(language or a.language)
                own, own2 = _own_words(ledger, book, a.fact), _own_words(ledger, book, b.fact)
                own2 = (ledger.speech.again(b.fact) if own2 else None) or own2
                query = joined_questions(book, own, own2, rng) if own and own2 else None
                labels = {"label": a.fact.label, "label2": b.fact.label}
                query = query or book.ask("multi_fact", "any", rng, subject=subject, **labels)
                yield build(
                    query,
                    "multi_fact",
                    [a, b],
                    book=book,
                    answer=f"{_capital(a.fact.label)}: {answer_of(a.fact)}; {b.fact.label}: {answer_of(b.fact)}.",
                    parts=[AnswerPart(forms=forms_of(i.fact), fact=i.fact.id) for i in (a, b)],
                    difficulty="medium",
                )


def joined_questions(book: Phrasebook, ask: str, ask2: str, rng: random.Random) -> str | None:
    """Two questions as one; an ending that both have, such as "under the household plan", is said once."""
    first, second = ask.split(), ask2.split()
    same = 0
    while same < min(len(first), len(second)) - 2 and first[-1 - same] == second[-1 - same]:
        same += 1
    begins = next((at for at in range(len(first) - same, len(first)) if first[at] in _PREPOSITIONS), len(first))
    if book.language != "en" or len(first) - begins < 2:
        return book.frame("frame_both", rng, ask=ask, ask2=ask2)
    return as_question(f"{' '.join(first[:begins])} and {ask2}")


def _multi_hop(ledger: Ledger, seed: int, language: str | None) -> Iterator[Test]:
    """The thing is named only by what one document says of it; another document says what is asked."""
    holders: dict[tuple[str, str], set[str]] = defaultdict(set)
    for fact in ledger.corpus.facts:
        holders[(fact.attribute, fact.value.casefold())].add(fact.subject)
    revised = ledger.revised
    for subject, items in _by_subject(ledger).items():
        usable = [i for i in items if (subject, i.fact.attribute) not in revised]
        clues = [
            i
            for i in usable
            if i.fact.kind in ("name", "code", "place")
            and len(holders[(i.fact.attribute, i.fact.value.casefold())]) == 1
        ]
        rng = rng_for(seed, "multi_hop", subject)
        rng.shuffle(clues)
        made = 0
        for clue in clues:
            targets = [
                i
                for i in usable
                if i.span.document != clue.span.document and i.fact.kind != "list" and i.fact.value != clue.fact.value
            ]
            if not targets or made >= 3:
                continue
            target = rng.choice(targets)
            if set(tokens(subject)) <= set(tokens(f"{clue.fact.label} {clue.fact.value}")):
                continue
            made += 1
            book = phrasebook(language or clue.language)
            query = hop_question(ledger, book, clue.fact, target.fact, rng)
            test = build(
                query, "multi_hop", [clue, target], book=book, answer=answer_of(target.fact), difficulty="hard"
            )
            wrong = (target.fact.counterfactual,) if target.fact.counterfactual else ()
            yield identified(
                test.model_copy(
                    update={
                        "accepted_answers": forms_of(target.fact),
                        "answer_kind": target.fact.kind,
                        "counterfactuals": wrong,
                    }
                )
            )


def _history(ledger: Ledger, seed: int, language: str | None) -> Iterator[Test]:
    """Which value held before a date, and since when the present one holds."""
    newer = {item.fact.supersedes: item for item in ledger.located if item.fact.supersedes}
    for old in ledger.located:
        change = old.fact.effective_to
        if old.fact.status != "superseded" or change is None:
            continue
        new = newer.get(old.fact.id)
        if new and new.fact.value == old.fact.value:
            continue
        book = phrasebook(language or old.language)
        rng = rng_for(seed, "temporal", old.fact.id)
        query = ask_past(ledger, book, old.fact, spoken_date(change, book), rng)
        wrong = [answer_of(new.fact)] if new else []
        yield build(query, "temporal", [old], book=book, counterfactuals=wrong, difficulty="hard")


def ask_past(ledger: Ledger, book: Phrasebook, fact: Fact, day: str, rng: random.Random) -> str:
    """Which value held before `day`."""
    if ledger.speech.language(fact) == book.language:
        past = None if fact.kind == "date" else ledger.speech.question(fact, past=True)
        own = past or ledger.speech.question(fact)
        framed = book.frame("frame_past" if past else "frame_past_plain", rng, ask=own, date=day) if own else None
        if framed:
            return framed
    return book.ask("past", "any", rng, label=fact.label, subject=fact.subject, date=day)


def hop_question(ledger: Ledger, book: Phrasebook, clue: Fact, target: Fact, rng: random.Random) -> str:
    """The question for `target` of the thing that only `clue` names."""
    words = {"label": clue.label, "value": answer_of(clue), "entity": clue.entity_kind.replace("_", " ")}
    head = re.split(r" (?:of|for|in|per|to|at|on) ", clue.label)[0].split()[-1]
    verb = "are" if is_plural(head) else "is"
    frame = book.text("frame_hop_many" if ledger.speech.plural(target) else "frame_hop_one")
    if frame and ledger.speech.language(target) == book.language:
        who = Template(frame).substitute(words, **{"is": verb})
        own = ledger.speech.question(target, subject=who)
        if own:
            return as_question(own)
    return book.ask("multi_hop", "any", rng, label2=target.label, **words)


def _own_words(ledger: Ledger, book: Phrasebook, fact: Fact) -> str | None:
    return ledger.speech.question(fact) if ledger.speech.language(fact) == book.language else None


def _by_subject(ledger: Ledger) -> dict[str, list[Located]]:
    groups: dict[str, list[Located]] = defaultdict(list)
    for item in ledger.current:
        groups[item.fact.subject].append(item)
    return groups


_MONTHS = {
    "en": "January February March April May June July August September October November December".split(),
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
}


def spoken_date(day: date, book: Phrasebook) -> str:
    """A date in the words of the phrase book's language: `1 March 2026`."""
    months = _MONTHS.get(book.language)
    if months is None:
        return day.isoformat()
    dot = "." if book.language == "de" else ""
    of = " de " if book.language == "es" else " "
    return f"{day.day}{dot}{of}{months[day.month - 1]}{of}{day.year}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
