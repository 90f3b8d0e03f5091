"""Forms at the end of long documents: checklists, record sheets and review sheets, a page each."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.corpus.blueprint import Blueprint

CONTENTS = '<div class="contents"></div>'
"""Stands where a long document lists its chapters and sections."""
PAGE_BREAK = '<div class="page-break"></div>'
_ROWS = 20
_BLANK = "&nbsp;<br>&nbsp;"
_KINDS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("Checklist", ("Step", "Done", "Date", "Initials"), "Each step is ticked and initialled by whoever carried it out."),
    ("Record sheet", ("Date", "Concerns", "Remarks", "Initials"), "One line for each event; nothing is erased."),
    ("Review sheet", ("Observation", "Assessment", "Action", "Owner"), "Filled in by the reviewer and filed with the record."),
)  # fmt: skip


def sheets(blueprint: Blueprint, topics: Sequence[str], amount: int) -> list[str]:
    """`amount` forms as Markdown, each beginning on a page of its own."""
    parts: list[str] = []
    for place in range(amount):
        name, header, lead = _KINDS[(place // max(1, len(topics))) % len(_KINDS)]
        text = blueprint.topics[topics[place % len(topics)]]
        steps = list(text.steps[0]) if text.steps and name == "Checklist" else []
        first = [*steps, *[_BLANK] * (_ROWS - len(steps))]
        rows = [[cell, *[_BLANK] * (len(header) - 1)] for cell in first]
        lines = [header, ["---"] * len(header), *rows]
        table = "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
        parts += [PAGE_BREAK, f"## Form {place + 1}: {name}, {text.headings[0].lower()}", lead, table]
    return parts
