"""Words that join sentences, by tone."""

from __future__ import annotations

from ragtester.corpus.settings import Tone

OPENERS: dict[Tone, tuple[str, ...]] = {
    "formal": (
        "In addition", "Under the present arrangement", "As matters stand", "For the avoidance of doubt", "Furthermore",
        "Under the rules in force", "At the date of issue",
    ),
    "neutral": (
        "At present", "Currently", "As things stand", "In addition", "Under the current arrangement", "At the time of writing",
    ),
    "casual": (
        "Right now", "For now", "Also", "As things stand", "On top of that", "To be clear", "In short",
    ),
}  # fmt: skip
"""Adverbials that may stand before a clause without changing what it states."""

STANDING: frozenset[str] = frozenset(
    {
        "Under the present arrangement", "As matters stand", "Under the rules in force", "At the date of issue", "At present",
        "Currently", "As things stand", "Under the current arrangement", "At the time of writing", "Right now", "For now",
    }
)  # fmt: skip
"""Those that may begin a paragraph or an answer: nothing need stand before them."""

ADDING: tuple[str, ...] = ("In addition", "Furthermore", "Moreover")
"""Those that may also stand before what is told in the past."""

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
STEP_LEADS: tuple[str, ...] = (
    "Proceed as follows:", "The steps in order:", "These steps apply:", "Work through these steps:", "The usual sequence:",
    "Step by step:", "In practice:", "What to do:", "The procedure in short:", "Keep to this order:",
)  # fmt: skip
"""Short leads of numbered steps."""
