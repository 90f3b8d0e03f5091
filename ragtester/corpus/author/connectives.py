"""Words that join sentences, by tone."""

from __future__ import annotations

from ragtester.corpus.settings import Tone

OPENERS: dict[Tone, tuple[str, ...]] = {
    "formal": (
        "As a rule", "By default", "In the ordinary course", "Unless agreed otherwise in writing", "In addition",
        "Accordingly", "For the avoidance of doubt", "In keeping with established practice", "Likewise", "Further",
        "Under the present arrangement", "To that end", "In this respect", "As matters stand",
    ),
    "neutral": (
        "In practice", "As a rule", "At present", "Besides this", "Alongside that", "In most cases", "By default",
        "On the same footing", "Similarly", "Here too", "From the outset", "As things stand", "In addition",
        "Day to day",
    ),
    "casual": (
        "In short", "Put simply", "As things stand", "Right now", "Also", "On top of that", "Day to day", "As usual",
        "Here too", "In practice", "Normally", "To be clear", "Likewise", "For now",
    ),
}  # fmt: skip
"""Adverbials that may stand before a clause without changing what it states."""

REASONS: tuple[str, ...] = ("because", "since", "as")
PAIRS: tuple[str, ...] = (", and", ", while", ";", ", and")
"""Joins of two clauses about one subject."""

REPORTED: tuple[str, ...] = (
    "It was noted that", "The chair reported that", "Members were reminded that", "After discussion it was agreed that",
    "The secretary confirmed that", "The meeting heard that", "In reply to a question, it was confirmed that",
    "The minutes record that", "It was further agreed that", "Those present accepted that", "A short paper set out that",
    "The chair asked everyone to bear in mind that", "There was no objection to the position that",
    "Following the earlier item, it was stated that", "The working group's view was that", "The committee settled that",
)  # fmt: skip

TABLE_LEADS: tuple[str, ...] = (
    "The figures by {row} are set out in the table below.",
    "What applies to each {row} is listed here.",
    "The next table brings the entries together, one {row} to a line.",
    "For ease of reference, every {row} has a line of its own.",
    "An overview follows, sorted by {row}.",
)
TABLE_NOTES: tuple[str, ...] = (
    "Entries are checked whenever this document is revised.",
    "Rounded where rounding does not change the meaning.",
    "Individual agreements may differ and prevail over this table.",
    "Supplied by the units concerned and not audited.",
    "An entry that has changed since printing can be asked for at the department named above.",
)
REFERENCES: tuple[str, ...] = (
    "Related arrangements are described under “{heading}”.",
    "This should be read together with “{heading}”.",
    "See “{heading}” for what happens next.",
    "The section “{heading}” takes the matter further.",
)
