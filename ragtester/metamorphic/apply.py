"""Making a mutant: the record of edits and parameters applied to documents, a context or settings."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.metamorphic.edits import OffsetMap, apply_edits, by_document, split_at_breaks
from ragtester.records import Document, Edit, Mutant, Retrieved, text_hash


def apply_to_documents(documents: Sequence[Document], mutant: Mutant) -> list[Document]:
    """The corpus with the mutant's documents changed; documents without an edit are the same objects.

    Raises:
        UsageError: an edit does not fit its document's text.
    """
    edits = by_document(mutant.edits) if mutant.scope == "pre" else {}
    return [edited(document, edits[document.id]) if document.id in edits else document for document in documents]


def edited(document: Document, edits: Sequence[Edit]) -> Document:
    """The document after the edits, with pages, headings and tables at their new offsets."""
    text = apply_edits(document.text, edits)
    new = OffsetMap.of(edits)
    return document.model_copy(
        update={
            "text": text,
            "sha256": text_hash(text),
            "pages": tuple(p.model_copy(update={"start": new(p.start), "end": new.end(p.end)}) for p in document.pages),
            "headings": tuple(h.model_copy(update={"start": new(h.start)}) for h in document.headings),
            "tables": tuple(
                t.model_copy(update={"start": new(t.start), "end": new.end(t.end)}) for t in document.tables
            ),
        }
    )


def apply_to_context(context: Sequence[Retrieved], mutant: Mutant) -> list[Retrieved]:
    """The retrieved passages as the generator sees them under the mutant, ranks numbered anew.

    A passage that an edit cuts in two becomes two passages, in order; one that loses all of its text is
    left out.

    Raises:
        UsageError: an edit does not fit its passage's text.
    """
    edits = by_document(mutant.edits) if mutant.scope == "post" else {}
    result: list[Retrieved] = []
    for passage in context:
        own = edits.get(passage.chunk, [])
        pieces = split_at_breaks(passage.text, own) if own else [passage.text]
        for part, text in enumerate(pieces):
            chunk = f"{passage.chunk}/{part}" if len(pieces) > 1 else passage.chunk
            result.append(passage.model_copy(update={"text": text, "chunk": chunk, "rank": len(result) + 1}))
    return result
