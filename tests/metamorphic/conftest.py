"""A small world with a ledger: documents written from facts, tests about them, and scripted systems."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest

from ragtester.metamorphic import (
    BASE_SETTINGS,
    Observation,
    Target,
    apply_to_context,
    apply_to_documents,
    changes_index,
    choose,
    diff,
    evidence_documents,
    mutate,
    relation_outcome,
    segment,
    settings_of,
    truth,
)
from ragtester.metamorphic.pools import pool
from ragtester.records import Answer, Chunk, Document, Fact, Mutant, RelationOutcome, Retrieved, Span, Test, ValueKind
from ragtester.text import detect_abstention
from tests.metamorphic import scripted
from tests.metamorphic.scripted import Call, Responder

_ROWS = [
    # subject, attribute label, kind, value, forms, counterfactual, sentence
    ("the Alder plan", "notice period", "duration", "14 days", ("14 days", "fourteen days"), "45 days", "Members who leave {s} keep to a notice period of {v}."),
    ("the Alder plan", "joining fee", "money", "€ 120", ("€ 120", "120 euros"), "€ 310", "The joining fee of {s} is {v}, payable at the start."),
    ("the Birch workshop", "opening date", "date", "3 March 2026", ("3 March 2026",), "17 May 2026", "The opening date of {s} has been fixed for {v}."),
    ("the Birch workshop", "head of safety", "name", "Marta Lindqvist", ("Marta Lindqvist",), "Jonas Okafor", "The head of safety of {s} is {v}, who signs every permit."),
    ("the Cedar archive", "storage temperature", "number", "16 degrees", ("16 degrees",), "21 degrees", "The storage temperature of {s} stays at {v} all through the year."),
    ("the Cedar archive", "access code", "code", "CA-771", ("CA-771",), "CA-904", "Staff open the vault of {s} with the access code {v} only."),
    ("the Dogwood clinic", "visiting hours", "duration", "3 hours", ("3 hours", "three hours"), "7 hours", "Visiting hours at {s} last {v} in the afternoon."),
    ("the Dogwood clinic", "discount rate", "percent", "12 %", ("12 %", "12 percent"), "30 %", "Returning patients of {s} enjoy a discount rate of {v}."),
    ("the Elder bridge", "weight limit", "number", "18 tonnes", ("18 tonnes",), "26 tonnes", "No lorry above the weight limit of {v} may cross {s}."),
    ("the Elder bridge", "maintenance partner", "name", "Corvane Works", ("Corvane Works",), "Hallmere Group", "The maintenance partner of {s} is {v}, chosen after a tender."),
    ("the Fir library", "lending period", "duration", "28 days", ("28 days", "four weeks"), "10 days", "Books from {s} have a lending period of {v}."),
    ("the Fir library", "reading room location", "place", "Osterby", ("Osterby",), "Lindholm", "The reading room location of {s} is {v}, near the harbour."),
    ("the Hazel fund", "minimum deposit", "money", "$2,500", ("$2,500", "2,500 dollars"), "$4,000", "Whoever invests in {s} brings a minimum deposit of {v}."),
    ("the Hazel fund", "annual return", "percent", "4.5 %", ("4.5 %", "4.5 percent"), "6.2 %", "Last year the annual return of {s} came to {v}."),
    ("the Ivy theatre", "seat count", "number", "640 seats", ("640 seats", "640"), "815 seats", "The great hall of {s} has a seat count of {v}."),
    ("the Ivy theatre", "season theme", "choice", "folk opera", ("folk opera",), "silent film", "The season theme of {s} is {v}, as the council wished."),
]  # fmt: skip

_HARBOUR_ROWS = [
    ("the Marlin trawler", "crew size", "number", "11 sailors", ("11 sailors",), "17 sailors", "At sea {s} carries a crew size of {v} in all."),
    ("the Marlin trawler", "licence number", "code", "FV-2093", ("FV-2093",), "FV-3177", "The licence number of {s} reads {v} on both sides of the bow."),
    ("the Otter harbour", "mooring rate", "money", "€ 48", ("€ 48", "48 euros"), "€ 75", "Guests of {s} pay a mooring rate of {v} for a night."),
    ("the Otter harbour", "harbour master", "name", "Signe Halloran", ("Signe Halloran",), "Pavel Dressler", "The harbour master of {s} is {v}, whom everybody knows."),
    ("the Puffin lighthouse", "lamp interval", "duration", "9 seconds", ("9 seconds", "nine seconds"), "21 seconds", "The lamp of {s} turns with a lamp interval of {v}."),
    ("the Puffin lighthouse", "construction date", "date", "8 May 1911", ("8 May 1911",), "2 October 1934", "The construction date of {s} is {v}, as a stone tells."),
    ("the Quail cannery", "waste share", "percent", "6 %", ("6 %", "6 percent"), "19 %", "The waste share of {s} has come down to {v}."),
    ("the Quail cannery", "main product", "choice", "smoked herring", ("smoked herring",), "pickled mussels", "The main product of {s} is {v}, sold in tins."),
    ("the Raven chandlery", "repair deadline", "duration", "16 days", ("16 days", "sixteen days"), "40 days", "Ropes left at {s} come back within a repair deadline of {v}."),
    ("the Raven chandlery", "branch town", "place", "Tornby", ("Tornby",), "Ekvik", "The branch town of {s} is {v}, up the coast."),
    ("the Seal ferry", "ticket price", "money", "$14", ("$14", "14 dollars"), "$23", "The ticket price of {s} stands at {v} for one way."),
    ("the Seal ferry", "vehicle limit", "number", "32 cars", ("32 cars",), "54 cars", "No more than the vehicle limit of {v} goes on board {s}."),
]  # fmt: skip
"""Another domain, for the slow tests."""

_PADDING = (
    "Visitors are asked to leave their coats at the entrance. The rooms are cleaned every evening after closing. "
    "Questions may be put to the staff at the desk. A folder with the house rules lies in each room. "
    "Bicycles can be parked behind the building. Those who arrive late wait in the hall until the next break. "
    "The canteen offers a warm meal at noon. Lost things are kept in the office until somebody asks for them. "
    "Groups announce themselves beforehand so that a guide can be found. Photographs are welcome where no sign says otherwise. "
)


@dataclass(frozen=True)
class World:
    """Documents, facts and tests."""

    documents: tuple[Document, ...]
    facts: Mapping[str, Fact]
    tests: tuple[Test, ...]
    chunk_words: int = 256
    seed: int = 7

    def chunks(self, documents: Sequence[Document]) -> list[Chunk]:
        return [chunk for document in documents for chunk in cut(document, self.chunk_words)]


def cut(document: Document, words: int) -> list[Chunk]:
    text = document.text
    starts = [i for i, c in enumerate(text) if not c.isspace() and (i == 0 or text[i - 1].isspace())]
    edges = [*starts[::words], len(text)]
    return [
        Chunk(id=f"{document.id}#{n}", document=document.id, text=text[a:b].rstrip(), start=a, end=a + len(text[a:b].rstrip()), index=n)
        for n, (a, b) in enumerate(itertools.pairwise(edges))
    ]  # fmt: skip


def build_world(rows_of_all: Sequence[tuple[str, str, ValueKind, str, tuple[str, ...], str, str]] = _ROWS) -> World:
    subjects = list(dict.fromkeys(row[0] for row in rows_of_all))
    documents, facts, tests = [], {}, []
    for number, subject in enumerate(subjects):
        rows = [row for row in rows_of_all if row[0] == subject]
        text = f"About {subject}. {_PADDING}"
        places = []
        for part, (_, label, kind, value, forms, wrong, sentence) in enumerate(rows):
            stated = sentence.format(s=subject, v=value)
            places.append((len(text), len(text) + len(stated), label, kind, value, forms, wrong))
            text += f"{stated} {_PADDING * (2 + part)}"
        document = Document(id=f"doc{number}", text=text.rstrip(), title=subject)
        documents.append(document)
        for start, end, label, kind, value, forms, wrong in places:
            name = f"f{len(facts)}"
            facts[name] = Fact(
                id=name, subject=subject, entity_kind="place", attribute=label, label=label, kind=kind,
                value=value, forms=forms, counterfactual=wrong, status="stated", document=document.id,
            )  # fmt: skip
            tests.append(
                Test(
                    id=f"t{len(tests)}",
                    query=f"What is the {label} of {subject}?",
                    kind="positive",
                    type="natural_language",
                    expected_answer=value,
                    accepted_answers=forms,
                    answer_kind=kind,
                    facts=(name,),
                    counterfactuals=(wrong,),
                    evidence=(Span.cut(document, start, end),),
                    document=document.id,
                )
            )
    return World(tuple(documents), facts, tuple(tests))


def lexicon(world: World) -> frozenset[str]:
    """Every word that is spelt rightly in this world and in the pools that operators draw from."""
    known = {word for d in world.documents for word in scripted.words(d.text)}
    for test in world.tests:
        known |= {word for text in (*test.counterfactuals, test.query) for word in scripted.words(text)}
    for name in ("unrelated_facts", "fragments", "vocabulary", "filler_templates", "counterfactual_templates"):
        known |= {word for item in pool(name) for word in scripted.words(item)}
    return frozenset(known)


@dataclass
class Campaign:
    """Runs every mutant of every test on one scripted system, with an exact retriever."""

    world: World
    respond: Responder
    outcomes: list[RelationOutcome] = field(default_factory=list)

    def run(self, names: Sequence[str] = ("all",), scopes: Sequence[str] = ("pre", "post")) -> list[RelationOutcome]:
        for test in self.world.tests:
            base_context = scripted.search(test, self.world.chunks(self.world.documents), 1)
            base = Answer(text=test.expected_answer, context=tuple(base_context))
            mutants, _ = mutate(
                Target(test, self.world.facts), choose(names, scopes_wanted=scopes),
                documents=self.world.documents, context=base_context, seed=self.world.seed,
            )  # fmt: skip
            self.outcomes += [self.relate(test, mutant, base, base_context) for mutant in mutants]
        return self.outcomes

    def relate(self, test: Test, mutant: Mutant, base: Answer, base_context: Sequence[Retrieved]) -> RelationOutcome:
        documents = apply_to_documents(self.world.documents, mutant)
        if mutant.scope == "pre":
            context = self.mutated_context(test, mutant, documents)
            held = evidence_documents(test, self.world.documents)
            before = [d.text for d in held]
            after = [d.text for d in evidence_documents(test, documents)]
            texts = {d.id: d.text for d in held}
        else:
            context = apply_to_context(base_context, mutant)
            before, after = [p.text for p in base_context], [p.text for p in context]
            texts = {p.chunk: p.text for p in base_context}
        corpus = [document.text for document in self.world.documents]
        ids = [document.id for document in self.world.documents]
        text = self.respond(Call(test, mutant, [passage.text for passage in context], corpus, ids))
        seen = Observation.of(
            test, mutant, system="scripted", base=base, answer=Answer(text=text, context=tuple(context)),
            before=before, after=after, diff=diff(mutant, texts),
        )  # fmt: skip
        outcome = relation_outcome(seen)
        known = truth(test, mutant, text, texts, facts=self.world.facts)
        return outcome.model_copy(update={"truth": known.outcome if known else None})

    def mutated_context(self, test: Test, mutant: Mutant, documents: Sequence[Document]) -> list[Retrieved]:
        settings = settings_of(mutant, BASE_SETTINGS)
        chunks = [
            chunk
            for document in documents
            for chunk in segment(document, cut(document, self.world.chunk_words), settings.segmentation)
        ]
        assert changes_index(mutant) == (settings != BASE_SETTINGS)
        return scripted.search(test, chunks, settings.top_k)


@pytest.fixture(scope="session")
def world() -> World:
    return build_world()


@pytest.fixture(scope="session")
def campaigns(world: World) -> Callable[[str], list[RelationOutcome]]:
    """Outcomes of a scripted system over all operators, run once for the session."""
    systems = scripted.systems(lexicon(world))
    done: dict[str, list[RelationOutcome]] = {}

    def outcomes(name: str) -> list[RelationOutcome]:
        if name not in done:
            done[name] = Campaign(world, systems[name]).run()
        return done[name]

    return outcomes


@pytest.fixture(scope="session")
def elsewhere() -> Callable[[str, str, int], list[RelationOutcome]]:
    """Outcomes of a scripted system in a domain with a seed."""

    def outcomes(system: str, domain: str, seed: int) -> list[RelationOutcome]:
        world = replace(build_world(_HARBOUR_ROWS if domain == "harbour" else _ROWS), seed=seed)
        return Campaign(world, scripted.systems(lexicon(world))[system]).run()

    return outcomes


@pytest.fixture(scope="session")
def campaign(world: World) -> Campaign:
    return Campaign(world, scripted.perfect)


assert detect_abstention(scripted.ABSTAINS).abstained
