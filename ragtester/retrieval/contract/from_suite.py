"""A contract from a suite: its tests, the chunks of one index, and the evidence that says what is relevant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC

from ragtester.errors import ContractError
from ragtester.records import Chunk, Document, Span, Test
from ragtester.retrieval.contract.consistency import check_contract
from ragtester.retrieval.contract.records import Contract, ContractQuery, EvidenceFact, ManifestEntry, Quote
from ragtester.retrieval.measures import comparable

_HELD = 0.5
"""A chunk that holds half of a quote or more supports it."""


def contract_from_suite(
    tests: Sequence[Test],
    chunks: Sequence[Chunk],
    documents: Sequence[Document] = (),
    *,
    k: int = 5,
    version: str = "1",
    corpus: str | None = None,
    max_recall_drop: float | None = 0.0,
) -> Contract:
    """One query per test; a chunk is relevant that holds the quote of the test's evidence.

    Evidence is found by its text and not by chunk ids, so the same suite makes a contract for every
    chunking; the quotes are in the contract too, so that a candidate with other chunks is measured by it. Chunks that hold the whole quote are alternatives of each other (they overlap); a quote
    that no chunk holds whole requires all of its pieces. Everything else counts as assessed and
    irrelevant (`default_judgment: 0`).

    Args:
        tests: positive tests with evidence become answerable queries, negative ones unanswerable.
        chunks: of the index that will be captured; they become the manifest.
        documents: their documents; where given, offsets are used before texts are compared.
        k: cutoff.
        version: of the contract.
        corpus: name of the corpus.
        max_recall_drop: allowed loss of recall per query; None allows any.

    Raises:
        ContractError: an id occurs twice, or the evidence of a test is in no chunk.
    """
    manifest: dict[str, ManifestEntry] = {}
    by_document: dict[str, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        if chunk.id in manifest:
            raise ContractError(f"chunk id {chunk.id!r} is given twice; ids must be unique in the index")
        manifest[chunk.id] = ManifestEntry(
            chunk.id,
            chunk.document,
            str(chunk.revision),
            chunk.tenant,
            chunk.text,
            chunk.sha256,
            chunk.roles,
            chunk.start if chunk.start >= 0 else None,
        )
        by_document[chunk.document].append(chunk)
    texts = {document.id: document for document in documents}
    contract = Contract(
        version=version,
        k=k,
        manifest=manifest,
        queries=tuple(_query(test, by_document, texts, max_recall_drop) for test in tests),
        corpus=corpus,
        default_judgment=0,
    )
    if len(contract.by_id) != len(contract.queries):
        raise ContractError("two tests have the same id; ids must be unique in the suite")
    contract = _with_quotes(contract, tests)
    check_contract(contract)
    return contract


def _with_quotes(contract: Contract, tests: Sequence[Test]) -> Contract:
    """The contract with the quotes that its own manifest states; a quote that chunks alter is told by their ids."""
    queries = []
    for query, test in zip(contract.queries, tests, strict=True):
        facts = [_fact(span) for span in (test.evidence if query.answerable else ())]
        stated = [fact for fact in facts if contract.passages.occurrences(fact)]
        queries.append(replace(query, evidence=tuple(stated) if len(stated) == len(facts) else ()))
    return replace(contract, queries=tuple(queries))


def _fact(span: Span) -> EvidenceFact:
    return EvidenceFact(
        spans=(
            Quote(
                quote=span.quote,
                document=span.document,
                before=span.before,
                after=span.after,
                start=span.start,
                end=span.end,
            ),
        )
    )


def supporting_chunks(
    span: Span, chunks: Sequence[Chunk], document: Document | None = None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ids of the chunks that hold the whole quote, and of those that hold a large piece of it.

    Args:
        span: the evidence.
        chunks: of the span's document.
        document: where given, offsets are trusted if they still show the quote.
    """
    quote = comparable(span.quote)
    exact = document is not None and 0 <= span.start < span.end and document.text[span.start : span.end] == span.quote
    whole, part = [], []
    for chunk in chunks:
        if quote in comparable(chunk.text):
            whole.append(chunk.id)
        elif exact and chunk.start >= 0:
            shared = min(span.end, chunk.end) - max(span.start, chunk.start)
            if shared > 0:
                part.append((chunk.id, shared / (span.end - span.start)))
        else:
            part.append((chunk.id, _shared_share(quote, comparable(chunk.text))))
    pieces = [name for name, share in part if share >= _HELD] or [name for name, share in part if share >= 0.15]
    return tuple(whole), tuple(pieces if not whole else ())


def _shared_share(quote: str, text: str) -> float:
    """Share of the quote that ends the chunk or begins it: how a cut leaves it."""
    longest = 0
    for size in range(min(len(quote), len(text)), 0, -1):
        if text.endswith(quote[:size]) or text.startswith(quote[-size:]):
            longest = size
            break
    return longest / len(quote) if quote else 0.0


def _query(
    test: Test, by_document: dict[str, list[Chunk]], documents: dict[str, Document], max_recall_drop: float | None
) -> ContractQuery:
    judgments: dict[str, int] = {}
    alternatives: list[tuple[str, ...]] = []
    required: dict[str, None] = {}
    for span in test.evidence if test.kind == "positive" else ():
        whole, pieces = supporting_chunks(span, by_document[span.document], documents.get(span.document))
        names = whole or pieces
        if not names:
            raise ContractError(
                f"test {test.id!r}: no chunk of {span.document!r} holds the evidence {span.quote[:60]!r}; "
                "give the chunks of the corpus that the suite was made from"
            )
        judgments.update(dict.fromkeys(names, 1))
        if len(whole) > 1:
            alternatives.append(whole)
        required.update(dict.fromkeys(names[:1] if whole else names))
    if test.kind == "positive" and not judgments:
        raise ContractError(f"test {test.id!r} is positive and has no evidence; add its evidence or leave it out")
    as_of = test.as_of if test.as_of is None or test.as_of.tzinfo else test.as_of.replace(tzinfo=UTC)
    return ContractQuery(
        id=test.id,
        query=test.query,
        slice=test.type,
        tenant=test.tenant,
        role=test.role,
        language=test.language,
        as_of=as_of,
        answerable=test.kind == "positive",
        judgments=judgments,
        required_ids=tuple(required),
        alternatives=tuple(alternatives),
        max_recall_drop=max_recall_drop if judgments else None,
        group=test.group,
    )
