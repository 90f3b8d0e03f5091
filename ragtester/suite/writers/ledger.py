"""Tests from the facts of a ledger: one fact, one question, with its evidence found in the document."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ragtester.corpus import Blueprint
from ragtester.records import AnswerPart, Corpus, Fact, Span, Test
from ragtester.suite.ids import identified
from ragtester.suite.phrasing import Phrasebook, phrasebook
from ragtester.suite.speech import Speech, bare, paraphrased
from ragtester.suite.statements import Statement, Statements, statements

_NUMERIC = ("number", "money", "percent", "duration")


@dataclass(frozen=True)
class Located:
    """A fact with the statement that gives it."""

    fact: Fact
    statement: Statement
    span: Span
    language: str

    @property
    def in_table(self) -> bool:
        """Whether a table row gives it."""
        return self.statement.in_table


@dataclass(frozen=True)
class Ledger:
    """A corpus's facts by what is known of them."""

    corpus: Corpus
    texts: Mapping[str, Statements]
    located: tuple[Located, ...]
    """Stated and superseded facts that were found in their documents."""
    unfound: tuple[Fact, ...]
    """Facts that the ledger says are stated, but that no document gives."""
    speech: Speech
    """The blueprints' phrasings."""

    @property
    def current(self) -> tuple[Located, ...]:
        """Found facts that hold now."""
        return tuple(item for item in self.located if item.fact.status == "stated")

    @property
    def revised(self) -> frozenset[tuple[str, str]]:
        """Subject and attribute of every fact that has an older or newer version."""
        return frozenset(
            (f.subject, f.attribute) for f in self.corpus.facts if f.status == "superseded" or f.supersedes is not None
        )


def locate_facts(corpus: Corpus, blueprints: Sequence[Blueprint] = ()) -> Ledger:
    """Every stated or superseded fact with the statement that gives it."""
    texts = {document.id: statements(document) for document in corpus.documents}
    located: list[Located] = []
    unfound: list[Fact] = []
    kinds: dict[str, set[str]] = {}
    for fact in corpus.facts:
        kinds.setdefault(fact.entity_kind, set()).add(bare(fact.subject).casefold())
    for fact in corpus.facts:
        if fact.status == "withheld" or fact.document is None:
            continue
        text = texts.get(fact.document)
        statement = text.stating(fact, rivals=kinds[fact.entity_kind]) if text else None
        if text is None or statement is None:
            unfound.append(fact)
        else:
            located.append(Located(fact, statement, text.evidence(statement, fact), text.document.language))
    return Ledger(corpus, texts, tuple(located), tuple(unfound), Speech.of(corpus, blueprints))


def rng_for(seed: int, *parts: str) -> random.Random:
    """The random stream of one decision; the same in every process."""
    return random.Random("/".join([str(seed), *parts]))


def single_fact_tests(ledger: Ledger, *, seed: int, language: str | None = None) -> Iterator[Test]:
    """Questions about one fact each, in every type that suits it."""
    revised = ledger.revised
    for item in ledger.current:
        fact = item.fact
        book = phrasebook(language or item.language)
        changed = (fact.subject, fact.attribute) in revised
        for kind in _types(item):
            rng = rng_for(seed, kind, fact.id)
            style = {"natural_language": "natural", "paraphrase": "paraphrase"}.get(kind, "direct")
            query = ask_about(ledger, book, fact, style, rng, changed=changed)
            if query:
                yield build(
                    query,
                    kind,
                    [item],
                    book=book,
                    difficulty="medium" if kind in ("paraphrase", "table_lookup") else "easy",
                )


def _types(item: Located) -> list[str]:
    kinds = ["natural_language", "paraphrase"]
    if item.fact.kind == "list":
        return ["natural_language", "list"]
    if item.in_table:
        kinds.append("table_lookup")
    else:
        kinds.append("extractive")
    if item.fact.kind in _NUMERIC:
        kinds.append("numeric")
    if item.fact.kind == "date":
        kinds.append("temporal")
    return kinds


def ask_about(
    ledger: Ledger,
    book: Phrasebook,
    fact: Fact,
    style: str,
    rng: random.Random,
    *,
    subject: str | None = None,
    changed: bool = False,
) -> str | None:
    """A question about one fact; None where this style has no words of its own for it.

    Args:
        ledger: gives the blueprint's own question.
        book: the language to ask in.
        fact: what is asked.
        style: `direct`, `natural`, `paraphrase` or `expert`.
        rng: chooses among the phrasings.
        subject: another thing to ask it of.
        changed: the value was another one before, so the question says that it means the present one.
    """
    name = subject or fact.subject
    own = ledger.speech.question(fact, subject=name) if ledger.speech.language(fact) == book.language else None
    if own is None:
        now = book.mapping("words").get("now", "") + " " if changed else ""
        if style == "paraphrase":
            return None
        style = style if style in book.data else "direct"
        foreign = ledger.speech.language(fact) not in (None, book.language)
        turned = ledger.speech.translated(fact, book.language, subject=name) if foreign and not changed else None
        if turned:
            return turned
        subject = bare(name) if foreign else name
        return book.ask(style, book.kind_of(fact), rng, label=fact.label, subject=subject, now=now)
    if style == "paraphrase":
        own = ledger.speech.rephrased(fact, subject=name) or paraphrased(own, book, rng)
        if own is None:
            return None
    frame = "frame_now" if changed else f"frame_{style}"
    clause = ledger.speech.told(fact, subject=name) if style in ("natural", "expert") and not changed else None
    if clause and (style == "expert" or rng.random() < 0.4):
        frame, own = ("frame_expert_told" if style == "expert" else "frame_told"), clause
    return book.frame(frame, rng, ask=own, subject=name) or book.fill("$ask?", ask=own)


def forms_of(fact: Fact) -> tuple[str, ...]:
    """Every form of a fact's value, the canonical one first."""
    return tuple(dict.fromkeys([*(fact.forms or ()), fact.value])) if fact.forms else (fact.value,)


def answer_of(fact: Fact) -> str:
    """The expected answer to a question about one fact."""
    if fact.kind == "list" and fact.items:
        return joined(fact.items)
    return forms_of(fact)[0]


def joined(items: Sequence[str]) -> str:
    """`a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def build(
    query: str,
    kind: str,
    located: Sequence[Located],
    *,
    book: Phrasebook,
    answer: str | None = None,
    parts: Iterable[AnswerPart] = (),
    counterfactuals: Iterable[str] = (),
    difficulty: str = "easy",
) -> Test:
    """A positive test about `located` facts."""
    first = located[0].fact
    single = len(located) == 1
    listing = tuple(AnswerPart(forms=(item,), fact=first.id) for item in first.items) if single else ()
    wrong = tuple(counterfactuals) or tuple(item.fact.counterfactual for item in located if item.fact.counterfactual)
    return identified(
        Test(
            id="",
            query=query,
            kind="positive",
            type=kind,
            expected_answer=answer or answer_of(first),
            accepted_answers=forms_of(first) if single and first.kind != "list" else (),
            answer_parts=tuple(parts) or listing,
            answer_kind=first.kind if single else None,
            facts=tuple(item.fact.id for item in located),
            counterfactuals=wrong,
            evidence=tuple({(i.span.document, i.span.start): i.span for i in located}.values()),
            document=located[-1].span.document,
            difficulty=difficulty if difficulty in ("easy", "medium", "hard") else "medium",
            language=book.language,
        )
    )


def by_attribute(items: Iterable[Located]) -> dict[tuple[str, str], list[Located]]:
    """Facts that can be compared: by kind of entity and attribute."""
    groups: dict[tuple[str, str], list[Located]] = defaultdict(list)
    for item in items:
        groups[(item.fact.entity_kind, item.fact.attribute)].append(item)
    return groups
