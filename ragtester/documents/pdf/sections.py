"""Row labels that say to which section of a table a row belongs."""

from __future__ import annotations

from ragtester.documents.pdf.heads import Parsed

_INDENT = 3.0
"""Points by which a row's label stands right of its section's."""


def full_labels(parsed: Parsed) -> list[str]:
    """The label of each row with its section before it: "Net sales: Products".

    A section is a row that has only a label; the rows below it belong to it as long as their labels are
    indented below its own, and up to its total. The cells of the table keep the label as printed.
    """
    labels: list[str] = []
    section, depth = "", 0.0
    for row, indent in zip(parsed.rows, parsed.indents, strict=True):
        label = row[0]
        if label and not any(row[1:]):
            section, depth = label.rstrip(": "), indent
            labels.append(label)
        elif section and label and indent > depth + _INDENT:
            labels.append(f"{section}: {label}")
            if _closes(label, section):
                section = ""
        else:
            if label:
                section = ""
            labels.append(label)
    return labels


def _closes(label: str, section: str) -> bool:
    """Whether a row is the total of its section: "Total net sales" of "Net sales"."""
    folded = label.casefold()
    return folded.startswith(("total", "subtotal", "summe", "gesamt")) and section.casefold() in folded
