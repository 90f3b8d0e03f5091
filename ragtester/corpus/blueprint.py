"""What a domain is made of: entities, attributes, document genres and the words to write them with.

A blueprint is data (YAML). It holds no document: the ledger is drawn from its attributes, and
documents are written from the ledger with its phrasings and background prose.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from ragtester.records import Record, ValueKind

Topic = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
Block = Literal["prose", "bullets", "table", "procedure", "definitions", "chart", "faq", "minutes", "schedule"]
"""What a section is made of, in order."""

Level = Literal["plain", "standard", "expert"]
LEVELS: tuple[Level, ...] = ("plain", "standard", "expert")

_SLOTS = re.compile(r"\{([A-Za-z]*)\}")
_DIGIT = re.compile(r"\d")


def _clause(text: str) -> str:
    found = _SLOTS.findall(text)
    unknown = sorted(set(found) - {"S", "O", "P", "V"})
    if unknown:
        raise ValueError(f"unknown slot {{{unknown[0]}}}; the slots are {{S}} {{O}} {{P}} {{V}}")
    if found.count("V") != 1:
        raise ValueError("a phrasing states the value exactly once, with {V}")
    if not {"S", "O", "P"} & set(found):
        raise ValueError("a phrasing names its subject with {S}, {O} or {P}")
    return text.strip().rstrip(".")


def _background(text: str) -> str:
    if _DIGIT.search(text):
        raise ValueError(f"background prose states no number, and this does: {text!r}")
    return text.strip()


Clause = Annotated[str, AfterValidator(_clause), Field(max_length=300)]
"""A clause with {S} (subject), {O} (the same as an object), {P} (possessive) and {V} (value)."""

Background = Annotated[str, AfterValidator(_background), Field(max_length=400)]
"""Domain prose without any checkable fact."""


class EntityKind(Record):
    """A kind of thing that facts are about, such as a staff group or a device model."""

    kind: str
    plural: bool = False
    pronoun: Literal["they", "it"] = "it"
    article: Literal["the", ""] = ""
    """Put before the name in running text."""
    names: tuple[str, ...] = ()
    parts: tuple[tuple[str, ...], ...] = ()
    """Pieces that are combined to further names, for kinds with many members."""
    names_label: str = ""
    """Head of the column that lists them in a table."""
    reserve: tuple[str, ...] = ()
    """Names of the kind that no document ever uses: questions ask for them in vain."""

    @model_validator(mode="after")
    def _named(self) -> EntityKind:
        if not self.names and not self.parts:
            raise ValueError(f"entity kind {self.kind!r} has neither names nor parts")
        return self


class Attribute(Record):
    """Something that can be said of an entity: the kind of value, its range, and ways to say it."""

    label: str
    """As a reader would say it: `notice period`."""
    kind: ValueKind
    topic: Topic
    entity: str
    """The entity kind that it belongs to."""
    range: tuple[float, float] | None = None
    step: float = 1
    decimals: int = 0
    unit: str | None = None
    """`days`, `EUR`, `beds`; for a percent it is not needed."""
    options: tuple[str, ...] = ()
    """Of a choice, name, place or list; `a | b` gives an accepted synonym."""
    pattern: str = ""
    """Of a code: # is a digit, @ a capital letter, the rest stands as it is."""
    size: tuple[int, int] = (3, 5)
    """Items of a list."""
    between: tuple[date, date] | None = None
    """Of a date."""
    product: tuple[str, str] | None = None
    """Two attributes of the same entity whose product it is: an amount and a percentage of it."""
    ask: str
    """A question for it, with {S}, {O} or {P}."""
    rephrased: str = ""
    """The same question in other words than `ask` and the phrasings use; without it, `ask` is turned by rules."""
    say: tuple[Clause, ...] = Field(min_length=3)
    """Phrasings from plain to expert."""
    why: tuple[Background, ...] = ()
    """Clauses that give the domain's reason, without a subject slot or a value."""
    lasting: bool = False
    """Whether it belongs to the thing and stays as it is, such as a length: nobody asks what it was in a past year."""

    @model_validator(mode="after")
    def _complete(self) -> Attribute:
        needs = {
            "number": ("range", self.range),
            "money": ("range", self.range),
            "percent": ("range", self.range),
            "duration": ("range", self.range),
            "choice": ("options", self.options),
            "list": ("options", self.options),
            "place": ("options", self.options),
            "code": ("pattern", self.pattern),
            "date": ("between", self.between),
        }
        key, value = needs.get(self.kind, ("", True))
        if not value:
            raise ValueError(f"an attribute of kind {self.kind!r} needs the key {key!r}")
        if self.kind in ("money", "duration") and not self.unit:
            raise ValueError(f"an attribute of kind {self.kind!r} needs the key 'unit'")
        if self.range is not None and (self.range[0] >= self.range[1] or self.step <= 0):
            raise ValueError(f"range {list(self.range)} with step {self.step:g} holds fewer than two values")
        if self.kind in ("choice", "place") and len(self.options) < 2:
            raise ValueError("needs at least two options, or there is no wrong answer")
        if self.kind == "list" and len(self.options) <= self.size[1]:
            raise ValueError(f"a list of up to {self.size[1]} items needs more than {self.size[1]} options")
        return self


class TopicText(Record):
    """What a topic's sections are written with, beside the facts."""

    headings: tuple[str, ...] = Field(min_length=1)
    background: tuple[Background, ...] = ()
    actions: tuple[Background, ...] = ()
    """Verb phrases in the base form, for the domain's actors."""
    steps: tuple[tuple[Background, ...], ...] = ()
    """Procedures, each a list of steps in order."""


class Grammar(Record):
    """Pieces that background sentences are put together from."""

    actors: tuple[Background, ...] = Field(min_length=3)
    """Plural noun phrases."""
    actions: tuple[Background, ...] = ()
    """Verb phrases in the base form that fit any topic."""
    occasions: tuple[Background, ...] = Field(min_length=3)
    """`when the roster changes`, `before a file is closed`."""
    purposes: tuple[Background, ...] = Field(min_length=3)
    """`to keep the record complete`."""


class SectionPlan(Record):
    """A section of a genre: topics to draw from, and what it is made of."""

    topics: tuple[Topic, ...] = ()
    heading: tuple[str, ...] = ()
    """Headings to choose from; without any, the topic's."""
    blocks: tuple[Block, ...] = ("prose",)


class Genre(Record):
    """A kind of document: its face, its titles and its sections."""

    name: str
    face: str
    """Style sheet of the PDF."""
    entity: str
    """Kind of the document's main subject."""
    titles: tuple[str, ...] = Field(min_length=1)
    """With {S} for the main subject."""
    opening: tuple[Background, ...] = ()
    """Sentences that say what the document is for; {S} may stand in them."""
    sections: tuple[SectionPlan, ...] = Field(min_length=2)


class Term(Record):
    """A definition."""

    term: str
    meaning: Background


class Translation(Record):
    """The domain's questions in another language than its documents'."""

    names: dict[str, str] = Field(default_factory=dict)
    """Names as running text has them; `* depot` stands for every name that ends so, and * in the value for the rest."""
    asks: dict[str, str] = Field(default_factory=dict)
    """Whole questions by attribute, with {S} for the subject."""


class Blueprint(Record):
    """A domain: everything that a corpus is drawn from and written with."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    title: str
    language: str = "en"
    organisations: tuple[str, ...] = Field(min_length=1)
    departments: tuple[str, ...] = Field(min_length=1)
    entities: tuple[EntityKind, ...] = Field(min_length=1)
    attributes: dict[str, Attribute] = Field(min_length=2)
    topics: dict[str, TopicText] = Field(min_length=1)
    grammar: Grammar
    genres: tuple[Genre, ...] = Field(min_length=1)
    terms: tuple[Term, ...] = ()
    translations: dict[str, Translation] = Field(default_factory=dict)
    """By code of the language."""

    @model_validator(mode="after")
    def _linked(self) -> Blueprint:
        kinds = {entity.kind for entity in self.entities}
        for name, attribute in self.attributes.items():
            if attribute.topic not in self.topics:
                raise ValueError(f"attribute {name!r} has the topic {attribute.topic!r}, which is not under 'topics'")
            if attribute.entity not in kinds:
                raise ValueError(f"attribute {name!r} belongs to the entity {attribute.entity!r}, which is not listed")
            for part in attribute.product or ():
                other = self.attributes.get(part)
                if other is None or other.entity != attribute.entity or other.range is None or attribute.range is None:
                    raise ValueError(f"attribute {name!r} is a product of {part!r}, which is no number of its entity")
        for code, translation in self.translations.items():
            unknown = sorted(set(translation.asks) - set(self.attributes))
            if unknown:
                raise ValueError(f"the translation {code!r} asks for the attribute {unknown[0]!r}, which is not listed")
        for genre in self.genres:
            if genre.entity not in kinds:
                raise ValueError(f"genre {genre.name!r} is about the entity {genre.entity!r}, which is not listed")
            for topic in (topic for section in genre.sections for topic in section.topics):
                if topic not in self.topics:
                    raise ValueError(f"genre {genre.name!r} has a section on {topic!r}, which is not under 'topics'")
        return self

    def entity(self, kind: str) -> EntityKind:
        """The entity kind of this name.

        Raises:
            KeyError: there is none; a validated blueprint never asks for one.
        """
        for entity in self.entities:
            if entity.kind == kind:
                return entity
        raise KeyError(kind)
