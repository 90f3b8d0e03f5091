"""Fact clauses: a phrasing with its subject and value filled in."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ragtester.corpus.blueprint import Attribute, EntityKind
from ragtester.corpus.forms import written_forms
from ragtester.records import Fact

_PRONOUNS = {"they": ("they", "them", "their"), "it": ("it", "it", "its")}


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause that states one fact, and the names in it that are masked when texts are compared."""

    text: str
    names: tuple[str, ...]
    pronoun: bool
    """Whether the subject stands as a pronoun."""


def possessive(subject: str) -> str:
    """`field engineers'`, `the Harbour depot's`."""
    return f"{subject}'" if subject.endswith("s") else f"{subject}'s"


def written_value(fact: Fact, rng: Random) -> str:
    """One of the value's forms for running text; the canonical one most of the time."""
    choices = written_forms(fact.kind, fact.forms or (fact.value,), fact.unit)
    return choices[0] if rng.random() < 0.65 else rng.choice(choices)


def clause(fact: Fact, phrasing: str, kind: EntityKind, *, value: str, pronoun: bool = False) -> Clause:
    """The phrasing with everything filled in, its first letter in lower case unless it is a name's."""
    subject, object_, owner = (
        _PRONOUNS[kind.pronoun] if pronoun else (fact.subject, fact.subject, possessive(fact.subject))
    )
    text = phrasing.replace("{S}", subject).replace("{O}", object_).replace("{P}", owner).replace("{V}", value)
    return Clause(text=text, names=(fact.subject, value), pronoun=pronoun)


def question(fact: Fact, attribute: Attribute) -> str:
    """The attribute's question about this fact's subject."""
    text = attribute.ask.replace("{S}", fact.subject).replace("{O}", fact.subject)
    text = text.replace("{P}", possessive(fact.subject)).rstrip("?.")
    return f"{capital(text)}?"


def capital(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]
