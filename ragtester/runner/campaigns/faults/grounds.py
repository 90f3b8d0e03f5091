"""Where faults are planted: a corpus with editions, tenants and deletions, derived from the documents of a run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.records import Corpus, Document, Fact

TENANT = "other-tenant"
"""Whose document the outsiders' questions must not be answered from."""
_HIDDEN, _LEFT = 2, 2
"""Documents that are put aside, and those that must be left to ask about."""


@dataclass(frozen=True, kw_only=True)
class Grounds:
    """What a pipeline is given, and what it must not show."""

    given: tuple[Document, ...]
    """Documents to index, the other tenant's among them."""
    retired: tuple[Document, ...]
    """Earlier editions under the id of the current one, and a deleted document."""
    visible: Corpus
    """What everybody may ask about, with its facts."""
    secret: Corpus | None
    """The other tenant's document with its facts."""
    deleted: Corpus | None
    """The deleted document with its facts."""


def lay_out(corpus: Corpus) -> Grounds:
    """Derives the grounds from a corpus.

    Superseded editions are retired under the id of the document that replaced them; where the corpus has none, one is
    made whose figures differ. Of at least four current documents one goes to another tenant and one is deleted; of
    three, one goes to another tenant.
    """
    newer = _replaced_by(corpus)
    current = [document for document in corpus.documents if document.status == "current"]
    old = [
        document.model_copy(update={"id": newer.get(document.id, document.id)})
        for document in corpus.documents
        if document.status != "current"
    ]
    if not any(one.status == "superseded" and one.id in {d.id for d in current} for one in old) and current:
        current, edition = _with_edition(current)
        old.append(edition)
    revised = {document.id for document in old}
    free = [document for document in current if document.id not in revised and document.tenant is None]
    aside = free[::-1][: min(_HIDDEN, max(0, len(current) - _LEFT))]
    secret, deleted, *_ = [*aside, None, None]
    hidden = {document.id for document in aside}
    visible = [document for document in current if document.id not in hidden and document.tenant is None]
    kept = [document for document in current if document.id not in hidden]
    return Grounds(
        given=(*kept, *([secret.model_copy(update={"tenant": TENANT})] if secret else [])),
        retired=(*old, *([deleted.model_copy(update={"status": "withdrawn"})] if deleted else [])),
        visible=_about(corpus, visible),
        secret=_about(corpus, [secret]) if secret else None,
        deleted=_about(corpus, [deleted]) if deleted else None,
    )


def _replaced_by(corpus: Corpus) -> dict[str, str]:
    """Ids of superseded documents to the ids of the documents whose facts replaced theirs."""
    facts = {fact.id: fact for fact in corpus.facts}
    found: dict[str, str] = {}
    for fact in corpus.facts:
        old = facts.get(fact.supersedes or "")
        if old is not None and old.document and fact.document and old.document != fact.document:
            found[old.document] = fact.document
    return found


def _with_edition(current: Sequence[Document]) -> tuple[list[Document], Document]:
    """The documents, the first of them as a second revision, and a first one in which every figure is another."""
    first, *others = current
    changed = re.sub(r"\d", lambda match: str(int(match[0]) % 9 + 1), first.text)
    edition = first.model_copy(update={"text": changed, "status": "superseded", "revision": first.revision})
    return [first.model_copy(update={"revision": first.revision + 1}), *others], edition


def _about(corpus: Corpus, documents: Sequence[Document]) -> Corpus:
    """These documents with the facts that they state, and the facts that no document does."""
    names = {document.id for document in documents}
    facts = [fact for fact in corpus.facts if fact.document is None or fact.document in names]
    known = {fact.id for fact in facts}
    return Corpus(name=corpus.name, documents=tuple(documents), facts=tuple(_alone(fact, known) for fact in facts))


def _alone(fact: Fact, known: set[str]) -> Fact:
    """The fact without references to facts that are not there."""
    gone = {name: None for name in ("supersedes", "contradicts") if getattr(fact, name) not in (None, *known)}
    return fact.model_copy(update=gone) if gone else fact
