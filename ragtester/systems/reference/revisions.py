"""Documents by revision: the highest one wins in whatever order events arrive, and what was deleted stays away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragtester.records import Document, DocumentChange, IngestReceipt

EMPTY = "the text is empty, so nothing of it could be found; send its text, or delete the document"


class Revisions:
    """The durable state of a pipeline: current documents, and up to which revision the others were deleted."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._current = {document.id: document for document in documents}
        self._deleted: dict[str, int] = {}

    @property
    def documents(self) -> list[Document]:
        """The documents as they are now."""
        return list(self._current.values())

    def apply(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """Takes each change, or says why not; one that cannot be taken does not stop the others.

        An event that is older than what is known is taken and changes nothing, so that replays and events out
        of order do no harm. A deletion is remembered: only a newer revision brings the document back.
        """
        failed: dict[str, str] = {}
        for change in changes:
            if change.action == "delete":
                self._delete(change)
            elif change.text.strip():
                self._upsert(change)
            else:
                failed[change.document] = EMPTY
        taken = dict.fromkeys(change.document for change in changes if change.document not in failed)
        return IngestReceipt(accepted=tuple(taken), failed=failed)

    def _upsert(self, change: DocumentChange) -> None:
        known = self._current.get(change.document)
        newest = known.revision if known is not None else self._deleted.get(change.document, 0) + 1
        if change.revision >= newest:
            self._deleted.pop(change.document, None)
            self._current[change.document] = _document(change)

    def _delete(self, change: DocumentChange) -> None:
        known = self._current.get(change.document)
        if known is None or change.revision >= known.revision:
            self._current.pop(change.document, None)
            self._deleted[change.document] = max(change.revision, self._deleted.get(change.document, 0))


def _document(change: DocumentChange) -> Document:
    return Document(
        id=change.document,
        title=change.title,
        text=change.text,
        revision=change.revision,
        tenant=change.tenant,
        roles=change.roles,
        effective_from=change.effective_from,
        effective_to=change.effective_to,
    )
