"""Names the document in a question that could be asked of several: as in `According to “House rules”, how much is it`."""

from __future__ import annotations

import re

from ragtester.records import Document

_NAMED = re.compile(r"(?<=[^.?!:“] )(?!I\b)[A-Z][\w&.'’-]*|\b[A-Z]{2,}\b|\b[A-Z]+-?\d+|“")
_LONGEST = 58
_PART = re.compile(
    r"(?:appendix|annex|chapter|section|part|table|figure|page|untitled|document|exhibit|item)\b", re.IGNORECASE
)


def qualified(question: str, document: Document, *, several: bool) -> str:
    """The question, with its document's title where nothing else in it says what it is about.

    Args:
        question: as its sentence alone gives it.
        document: that the sentence stands in.
        several: whether the corpus has further documents of which the same could be asked.
    """
    title = spoken_title(document)
    if not several or not title or _NAMED.search(question):
        return question
    return f"According to “{title}”, {question[:1].lower()}{question[1:]}"


def spoken_title(document: Document) -> str:
    """The title where it can stand in a question: some words on one line; empty for a mere file name."""
    title = " ".join(document.title.split()).strip(" .:")
    words = title.split()
    fits = len(words) >= 2 and len(title) <= _LONGEST and not re.search(r"[,?“”|_/\\]|\.\w{2,4}$", title)
    fits = fits and not title.isupper() and not _PART.match(title) and not re.search(r"\b(?:19|20)\d\d\b", title)
    if document.pages and title.casefold() not in " ".join(document.text[:4000].casefold().split()):
        return ""  # what a program wrote into the file
    return title if fits and title[:1].isupper() else ""
