"""A retrieval contract: queries with what is expected of them, and the manifest of trusted chunks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Literal, NamedTuple

from ragtester.records import JsonValue
from ragtester.retrieval.contract.passages import Passages
from ragtester.retrieval.measures import Reference

CaptureStage = Literal["candidates", "reranked", "final_context"]
CAPTURE_STAGES: tuple[CaptureStage, ...] = ("candidates", "reranked", "final_context")
Unit = Literal["chunk", "document", "evidence"]
UNITS: tuple[Unit, ...] = ("chunk", "document", "evidence")
Split = Literal["development", "held_out"]
Grouping = Literal["group", "document"]
GROUPINGS: tuple[Grouping, ...] = ("group", "document")
SPLITS: tuple[Split, ...] = ("development", "held_out")


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """One chunk as it ought to be: the reference that observed hits are compared with."""

    chunk_id: str
    doc_id: str
    version: str
    tenant: str | None = None
    text: str | None = None
    sha256: str = ""
    """Lower-case SHA-256 of the exact text in UTF-8; always set."""
    roles: tuple[str, ...] = ()
    """Roles that may read it; empty means everybody."""
    start: int | None = None
    """Offset of the text in the document; without it, chunks of a document stand in the manifest's order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A place in a document: a quote with the text around it, or offsets, or both."""

    quote: str = ""
    """Empty where the offsets alone say it; they are those of the manifest's `start` then."""
    document: str | None = None
    """None: any document that has it."""
    version: str | None = None
    before: str = ""
    after: str = ""
    start: int = -1
    end: int = -1
    """Offsets in the document's text; a hint where there is a quote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFact:
    """One fact that an answer needs, as text: it is found again however the documents are cut."""

    spans: tuple[Quote, ...]
    """Alternatives: any one supports the fact."""
    grade: int = 1
    required: bool = True
    """Its absence from the first k results is a hard failure."""
    id: str = ""

    @property
    def label(self) -> str:
        """What a failure calls it."""
        first = self.spans[0]
        text = " ".join(first.quote.split()) or f"{first.document} {first.start}-{first.end}"
        return self.id or (text if len(text) <= 60 else f"{text[:57]}...")


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A revision of a document that must not be returned, from a moment on where one is given."""

    version: str
    after: datetime | None = None


@dataclass(frozen=True)
class ContractQuery:
    """One query and everything that is expected of its results."""

    id: str
    query: str
    slice: str = "all"
    tenant: str | None = None
    role: str | None = None
    language: str = "en"
    as_of: datetime | None = None
    answerable: bool = True
    expect_empty: bool = False
    judgments: Mapping[str, int] = field(default_factory=dict)
    required_ids: tuple[str, ...] = ()
    evidence: tuple[EvidenceFact, ...] = ()
    """Facts as quotes, which survive another chunking."""
    required_text: tuple[tuple[str, ...], ...] = ()
    """Texts that the first k results must state together; each with its alternative forms."""
    alternatives: tuple[tuple[str, ...], ...] = ()
    """Groups of ids of which any one supports the same fact."""
    forbidden_versions: Mapping[str, tuple[Forbidden, ...]] = field(default_factory=dict)
    min_precision: float | None = None
    min_recall: float | None = None
    max_precision_drop: float | None = None
    max_recall_drop: float | None = None
    group: str | None = None
    """Paraphrases of one question share a group; statistics keep them together."""
    split: Split | None = None

    @cached_property
    def reference(self) -> Reference:
        """What the measures compare with; without facts where the query is unanswerable."""
        return Reference.of(self.judgments if self.answerable else {}, alternatives=self.alternatives)

    @cached_property
    def required_groups(self) -> tuple[tuple[str, ...], ...]:
        """For each mandatory id, the ids of which any one will do (itself first)."""
        groups = []
        for name in self.required_ids:
            others = [other for group in self.alternatives if name in group for other in group if other != name]
            groups.append((name, *dict.fromkeys(others)))
        return tuple(groups)


@dataclass(frozen=True)
class Contract:
    """A versioned evaluation contract."""

    version: str
    k: int
    manifest: Mapping[str, ManifestEntry]
    queries: tuple[ContractQuery, ...]
    corpus: str | None = None
    unit: Unit = "chunk"
    default_judgment: int | None = None
    """0 declares that everything without a label was assessed as irrelevant; None: unjudged is invalid."""
    tolerances: Mapping[str, float] = field(default_factory=dict)
    """By measure, the mean loss that the 95 % interval of the paired difference must exclude."""
    group_by: Grouping = "group"
    """What statistics keep together: paraphrases, or queries whose evidence is in the same document too."""

    @cached_property
    def by_id(self) -> dict[str, ContractQuery]:
        """Queries by id."""
        return {query.id: query for query in self.queries}

    @cached_property
    def by_text(self) -> bool:
        """Whether results are told by their text: some query has evidence, and chunks may be cut otherwise."""
        return any(query.evidence for query in self.queries)

    @cached_property
    def passages(self) -> Passages:
        """The manifest's documents as texts, in which evidence and results are found."""
        return Passages(self)

    def group_of(self, query: ContractQuery) -> str:
        """Queries with equal groups are one independent unit of evidence."""
        if query.group is not None or self.group_by == "group":
            return query.group or query.id
        named = next((span.document for fact in query.evidence for span in fact.spans if span.document), None)
        first = next((name for name, gain in query.judgments.items() if gain > 0), None)
        document = named or (self.manifest[first].doc_id if first is not None else None)
        return query.id if document is None else f"document {document}"


class Hit(NamedTuple):
    """One observed result, exactly as the system returned it."""

    chunk_id: str
    doc_id: str
    version: str
    tenant: str | None
    text: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class CapturedResult:
    """What one query returned, in order; `repeat` tells repetitions of the same query apart."""

    query_id: str
    hits: tuple[Hit, ...]
    repeat: int = 0


@dataclass(frozen=True)
class Capture:
    """What a system returned for a contract's queries at one stage."""

    contract_version: str
    stage: CaptureStage
    results: tuple[CapturedResult, ...]
    corpus: str | None = None
    unit: Unit | None = None
    configuration: Mapping[str, JsonValue] = field(default_factory=dict)
    ingestion_failed: Mapping[str, str] = field(default_factory=dict)
    """Documents that were not ingested when the capture was made, with the reason."""
    errors: Mapping[str, str] = field(default_factory=dict)
    """Queries without an observation, with the reason."""
