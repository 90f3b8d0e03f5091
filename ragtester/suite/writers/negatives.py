"""Questions that the corpus cannot answer, of five kinds, each with what a proof of its absence needs."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from ragtester.records import Fact, Test
from ragtester.suite.drafts import Absence, Draft
from ragtester.suite.ids import identified
from ragtester.suite.phrasing import Phrasebook, phrasebook
from ragtester.suite.speech import bare
from ragtester.suite.writers.ledger import Ledger, answer_of, ask_about, forms_of, rng_for
from ragtester.text import tokens

_YEAR = re.compile(r"(?<![\w.,-])(?:19|20)\d\d(?![\w-]|[.,]\d)")
_ASKING = frozenset(
    "what which many much does have most will been would between during with from into that when".split()
)
_DIGITS = re.compile(r"\d+")
_YEARS_BACK = 9
"""How far before the first year that the corpus names a question may lie: further back nobody would ask."""


def negative_drafts(ledger: Ledger, *, kind: str, seed: int, language: str | None = None) -> Iterator[Draft]:
    """Drafts of one negative kind from the facts of a ledger."""
    yield from _MAKERS[kind](ledger, seed, language)


def negative(
    query: str,
    kind: str,
    expected: str,
    absence: Absence,
    *,
    book: Phrasebook,
    document: str | None,
    facts: tuple[str, ...] = (),
    counterfactuals: tuple[str, ...] = (),
    difficulty: str = "medium",
    accepted: tuple[str, ...] = (),
    keywords: str = "",
) -> Draft:
    """A negative test with its proof's needs."""
    test = Test(
        id="",
        query=query,
        kind="negative",
        type=kind,
        expected_answer=expected,
        accepted_answers=accepted,
        facts=facts,
        counterfactuals=counterfactuals,
        document=document,
        difficulty="easy" if difficulty == "easy" else "hard" if difficulty == "hard" else "medium",
        language=book.language,
    )
    return Draft(identified(test), absence, keywords=keywords)


def _withheld(ledger: Ledger, seed: int, language: str | None) -> Iterator[Draft]:
    home = {item.fact.subject: item for item in ledger.current}
    for fact in ledger.corpus.facts:
        if fact.status != "withheld":
            continue
        near = home.get(fact.subject)
        book = phrasebook(language or (near.language if near else ledger.corpus.documents[0].language))
        rng = rng_for(seed, "withheld_fact", fact.id)
        query = ask_about(ledger, book, fact, rng.choice(["direct", "natural"]), rng)
        if query is None:
            continue
        yield negative(
            query,
            "withheld_fact",
            _unstated(ledger, book, fact),
            Absence(subject=fact.subject, label=fact.label, forms=forms_of(fact), kind=fact.kind),
            book=book,
            document=near.span.document if near else fact.document,
            facts=(fact.id,),
        )


def _unstated(ledger: Ledger, book: Phrasebook, fact: Fact) -> str:
    """That the documents do not say it, as a sentence: how often the filter of the pump is changed."""
    clause = ledger.speech.told(fact) if ledger.speech.language(fact) == book.language else None
    if clause and "untold" in book.mapping("abstain"):
        return book.abstention("untold", told=clause)
    return book.abstention("unknown", label=fact.label, subject=fact.subject)


def _near_miss(ledger: Ledger, seed: int, language: str | None) -> Iterator[Draft]:
    names: dict[str, list[str]] = defaultdict(list)
    for fact in ledger.corpus.facts:
        if fact.subject not in names[fact.entity_kind]:
            names[fact.entity_kind].append(fact.subject)
    everything = " ".join(document.text.casefold() for document in ledger.corpus.documents)
    for item in ledger.current:
        rng = rng_for(seed, "near_miss_entity", item.fact.id)
        peers = names[item.fact.entity_kind]
        other = _unused(ledger.speech.peers(item.fact), everything, rng) or near_name(
            item.fact.subject, peers, everything, rng.random
        )
        if other is None:
            continue
        book = phrasebook(language or item.language)
        query = ask_about(ledger, book, item.fact, "direct", rng, subject=other)
        if query is None:
            continue
        yield negative(
            query,
            "near_miss_entity",
            book.abstention("entity", subject=other),
            Absence(terms=(other,)),
            book=book,
            document=item.span.document,
            counterfactuals=(answer_of(item.fact),),
            keywords=f"{item.fact.label} {bare(other)}",
        )


def _unused(names: Sequence[str], everything: str, rng: random.Random) -> str | None:
    """A name of the domain that stands nowhere in `everything` (folded text); None where all do."""
    fresh = [name for name in names if re.sub(r"^the ", "", name.casefold()) not in everything]
    return rng.choice(fresh) if fresh else None


def near_name(name: str, peers: list[str], everything: str, draw: Callable[[], float]) -> str | None:
    """A name like `name` that stands nowhere in `everything` (folded text): pieces of two peers, or another number."""
    article = next((a for a in ("the ", "The ", "a ", "an ") if name.startswith(a)), "")
    words = name.removeprefix(article).split()
    numbered = [i for i, word in enumerate(words) if _DIGITS.search(word)]
    options: list[str] = []
    if numbered:
        at = numbered[-1]
        for step in (10, 20, 5, 30, 50, 1, 2, 3):
            changed = _stepped(words[at], step)
            options.append(" ".join([*words[:at], changed, *words[at + 1 :]]))
    for peer in peers:
        other = peer.removeprefix(article).split()
        if peer != name and len(words) > 1 and len(other) > 1:
            options.append(" ".join([*words[:-1], other[-1]]))
            options.append(" ".join([other[0], *words[1:]]))
    known = {peer.removeprefix(article).casefold() for peer in peers}
    fresh = [
        option
        for option in dict.fromkeys(options)
        if option.casefold() not in known
        and len(set(option.casefold().split())) == len(option.split())
        and option.casefold() not in everything
    ]
    return article + fresh[int(draw() * len(fresh))] if fresh else None


def _stepped(word: str, step: int) -> str:
    """`word` with `step` added to its first number, as many digits wide."""
    return _DIGITS.sub(lambda found: str(int(found[0]) + step).zfill(len(found[0])), word, count=1)


def _wrong_time(ledger: Ledger, seed: int, language: str | None) -> Iterator[Draft]:
    years = sorted(int(year) for document in ledger.corpus.documents for year in _YEAR.findall(document.text))
    first = years[0] if years else 2000
    for item in ledger.current:
        attribute = ledger.speech.attribute(item.fact)
        if item.fact.kind in ("date", "list", "code") or (attribute is not None and attribute.lasting):
            continue
        rng = rng_for(seed, "wrong_time", item.fact.id)
        year = str(first - rng.randint(1, _YEARS_BACK))
        book = phrasebook(language or item.language)
        query = _in_year(ledger, book, item.fact, year, rng)
        yield negative(
            query,
            "wrong_time",
            book.abstention("time", label=item.fact.label, subject=item.fact.subject, date=year),
            Absence(terms=(year,)),
            book=book,
            document=item.span.document,
            counterfactuals=(answer_of(item.fact),),
            difficulty="hard",
            keywords=f"{item.fact.label} {bare(item.fact.subject)} {year}",
        )


def _in_year(ledger: Ledger, book: Phrasebook, fact: Fact, year: str, rng: random.Random) -> str:
    own = ledger.speech.question(fact, past=True) if ledger.speech.language(fact) == book.language else None
    framed = book.frame("frame_in_year", rng, ask=own, date=year) if own else None
    return framed or book.ask("in_year", "any", rng, label=fact.label, subject=fact.subject, date=year)


def _false_premise(ledger: Ledger, seed: int, language: str | None) -> Iterator[Draft]:
    for item in ledger.current:
        wrong = item.fact.counterfactual
        if not wrong or item.fact.kind == "list":
            continue
        rng = rng_for(seed, "false_premise", item.fact.id)
        book = phrasebook(language or item.language)
        words = {"label": item.fact.label, "subject": item.fact.subject, "wrong": wrong}
        claim = ledger.speech.claim(item.fact, wrong) if ledger.speech.language(item.fact) == book.language else None
        query = book.frame("frame_premise", rng, claim=claim) if claim else None
        yield negative(
            query or book.ask("false_premise", item.fact.kind, rng, **words),
            "false_premise",
            _put_right(ledger, book, item.fact, words),
            Absence(subject=item.fact.subject, label=item.fact.label, forms=(wrong,), kind=item.fact.kind),
            book=book,
            document=item.span.document,
            facts=(item.fact.id,),
            counterfactuals=(wrong,),
            accepted=(book.abstention("corrected", right=answer_of(item.fact), **words),),
            difficulty="hard",
        )


def _put_right(ledger: Ledger, book: Phrasebook, fact: Fact, words: Mapping[str, str]) -> str:
    """That the documents do not say it, with what they do say."""
    claim = ledger.speech.claim(fact, answer_of(fact)) if ledger.speech.language(fact) == book.language else None
    if claim and "otherwise" in book.mapping("abstain"):
        return book.abstention("otherwise", claim=claim)
    return book.abstention("premise", **words)


def _out_of_domain(ledger: Ledger, seed: int, language: str | None) -> Iterator[Draft]:
    main = ledger.corpus.documents[0].language if ledger.corpus.documents else "en"
    book = phrasebook(language or main)
    questions = list(book.items("out_of_domain"))
    rng_for(seed, "out_of_domain").shuffle(questions)
    for query in questions:
        keys = sorted(
            (word for word in set(tokens(query)) if len(word) > 3 and word not in _ASKING), key=lambda w: (-len(w), w)
        )
        yield negative(
            query,
            "out_of_domain",
            book.abstention("domain"),
            Absence(terms=tuple(keys[:1])),
            book=book,
            document=None,
            difficulty="easy",
        )


_MAKERS: Mapping[str, Callable[[Ledger, int, str | None], Iterator[Draft]]] = {
    "withheld_fact": _withheld,
    "near_miss_entity": _near_miss,
    "wrong_time": _wrong_time,
    "false_premise": _false_premise,
    "out_of_domain": _out_of_domain,
}
"""The makers of negative tests by kind."""
