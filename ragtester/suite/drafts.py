"""A test that is not yet validated, with what a proof of its absence needs."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragtester.records import Test


@dataclass(frozen=True, slots=True)
class Absence:
    """What must be nowhere in the corpus for a negative test to be unanswerable."""

    terms: tuple[str, ...] = ()
    """Names, years or words that no document may contain at all."""
    subject: str = ""
    label: str = ""
    """No statement about this subject and label may give one of `forms`."""
    forms: tuple[str, ...] = ()
    """Empty: no statement about the subject and label may give any value of `kind`."""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A candidate for the suite."""

    test: Test
    absence: Absence = field(default_factory=Absence)
    note: str = ""
    """Why the author itself thinks that it is no good; empty otherwise."""
    keywords: str = ""
    """What one would type into a search box for it, where its facts do not tell."""
