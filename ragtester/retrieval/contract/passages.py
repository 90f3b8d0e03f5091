"""Evidence and results in one system of places: what a returned text holds, whatever its chunk is called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtester.records import text_hash
from ragtester.retrieval.contract.access import is_forbidden, may_read
from ragtester.retrieval.contract.layout import Interval, Layout, covers
from ragtester.retrieval.measures import Reference
from ragtester.retrieval.measures.stated import states

if TYPE_CHECKING:
    from ragtester.retrieval.contract.records import Contract, ContractQuery, EvidenceFact, Hit, ManifestEntry

Source = tuple[str, str, str | None]
"""Document, version and tenant: what one layout is of."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one revision of a document."""

    source: Source
    interval: Interval

    def holds(self, other: Place) -> bool:
        """Whether the other place lies within this one."""
        (begin, end), (start, stop) = self.interval, other.interval
        return self.source == other.source and begin <= start and stop <= end


@dataclass(frozen=True, slots=True)
class Located:
    """What the manifest knows of one result."""

    places: tuple[Place, ...]
    """Where its text stands in the trusted documents; several where the text is repeated."""
    stretches: tuple[tuple[str, ...], ...]
    """At each place the chunks of the manifest that it is made of; any one reading of a repeated text will do."""
    known: bool
    """Its id is one of the manifest."""
    same: bool
    """Its text is what the manifest has for this document and revision."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One reference of a query: the places, or the ids, that support it."""

    label: str
    grade: int
    required: bool
    places: tuple[Place, ...]
    ids: frozenset[str] = frozenset()
    evidence: EvidenceFact | None = None

    def credited(self, hit: Hit, located: Located) -> bool:
        """Whether one result alone supports it."""
        if hit.chunk_id in self.ids or any(one.holds(place) for one in located.places for place in self.places):
            return True
        if self.evidence is None or located.places:
            return False
        return any(
            span.document in (None, hit.doc_id) and span.version in (None, hit.version) and states(hit.text, span.quote)
            for span in self.evidence.spans
            if span.quote
        )


@dataclass(frozen=True, slots=True)
class JudgedHits:
    """One query's results as the measures see them: each position has a name of its own."""

    ranked: tuple[str, ...]
    reference: Reference
    missing: tuple[str, ...]
    """Labels of mandatory evidence that the first k results do not hold."""
    located: tuple[Located, ...]
    unjudged: tuple[tuple[int, str], ...]
    """Position of a result, and the chunk of the manifest in it that nobody has judged."""


class Passages:
    """The documents of a manifest as texts; see `judge`."""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        entries: dict[Source, list[ManifestEntry]] = defaultdict(list)
        for entry in contract.manifest.values():
            entries[entry.doc_id, entry.version, entry.tenant].append(entry)
        self._layouts = {source: Layout.of(listed) for source, listed in entries.items()}
        self._of_document: dict[str, list[Source]] = defaultdict(list)
        for source in self._layouts:
            self._of_document[source[0]].append(source)
        self._digests = {entry.sha256: name for name, entry in contract.manifest.items() if entry.text is None}
        self._facts: dict[str, tuple[Fact, ...]] = {}
        self._found: dict[
            tuple[str, str, str | None, str], tuple[tuple[Place, ...], tuple[tuple[str, ...], ...], bool]
        ] = {}

    def sources(self, document: str) -> Sequence[Source]:
        """Revisions and tenants of a document that the manifest has; none where it does not know the document."""
        return self._of_document.get(document, ())

    def can_tell(self, name: str) -> bool:
        """Whether every text of the document is known, so that a chunk cut otherwise can be checked."""
        return all(self._layouts[source].whole for source in self._of_document[name])

    def occurrences(self, fact: EvidenceFact) -> tuple[Place, ...]:
        """Every place of the manifest that supports the fact."""
        found: dict[Place, None] = {}
        for span in fact.spans:
            sources = self._layouts if span.document is None else self._of_document.get(span.document, ())
            for source in sources:
                if span.version in (None, source[1]):
                    found.update(dict.fromkeys(Place(source, one) for one in self._layouts[source].quoted(span)))
        return tuple(found)

    def chunks_at(self, place: Place) -> list[str]:
        """Chunks of the manifest that stand there, wholly or in part."""
        return self._layouts[place.source].overlapping(place.interval)

    def place_of(self, chunk_id: str) -> Place | None:
        """Where a chunk of the manifest stands; None where only its digest is known."""
        entry = self._contract.manifest[chunk_id]
        source = (entry.doc_id, entry.version, entry.tenant)
        interval = self._layouts[source].places.get(chunk_id)
        return None if interval is None else Place(source, interval)

    def facts(self, query: ContractQuery) -> tuple[Fact, ...]:
        """The references of a query: its evidence, and the chunks judged relevant that hold none of it."""
        if query.id not in self._facts:
            self._facts[query.id] = tuple(self._facts_of(query)) if query.answerable else ()
        return self._facts[query.id]

    def locate(self, hit: Hit) -> Located:
        """What the manifest knows of a result."""
        entry = self._contract.manifest.get(hit.chunk_id)
        if entry is not None:
            same = hit.text == entry.text if entry.text is not None else text_hash(hit.text) == entry.sha256
            if same:
                place = self.place_of(hit.chunk_id)
                return Located((place,) if place else (), ((hit.chunk_id,),), True, True)
        key = (hit.doc_id, hit.version, hit.tenant, hit.text)
        if key not in self._found:
            self._found[key] = self._search(hit)
        places, stretches, same = self._found[key]
        return Located(places, ((hit.chunk_id,),) if entry else stretches, entry is not None, same and entry is None)

    def judge(self, query: ContractQuery, hits: Sequence[Hit]) -> JudgedHits:
        """The results with what each position is worth to the query.

        A result is relevant where its text holds a whole span of the evidence, or where it is one of the pieces
        that hold it together within the first k. A fact is credited once, where it is first complete.
        """
        k, facts = self._contract.k, self.facts(query)
        located = tuple(self.locate(hit) for hit in hits)
        names = tuple(str(position) for position in range(len(hits)))
        gains: dict[str, int] = {}
        credited: list[frozenset[str]] = []
        for fact in facts:
            whole = [name for name, hit, one in zip(names, hits, located, strict=True) if fact.credited(hit, one)]
            first = [name for name in whole if int(name) < k]
            pieces = [] if first else _pieces(fact, located[:k])
            for name in [*whole, *(str(position) for position in pieces)]:
                gains[name] = max(fact.grade, gains.get(name, 0))
            credited.append(frozenset([*whole, *(str(position) for position in pieces[-1:])]))
        reference = Reference(gains=gains, facts=tuple(credited), grades=tuple(fact.grade for fact in facts))
        found = {position for position, supporting in enumerate(credited) if any(int(name) < k for name in supporting)}
        missing = [fact.label for at, fact in enumerate(facts) if fact.required and at not in found]
        told = [fact for at, fact in enumerate(facts) if at in found or (fact.evidence and fact.required)]
        missing += self._missing_ids(query, hits[:k], located[:k], told)
        unjudged = tuple(self._unjudged(query, located, gains))
        return JudgedHits(names, reference, tuple(missing), located, unjudged)

    def _facts_of(self, query: ContractQuery) -> Iterator[Fact]:
        stated: list[Place] = []
        for fact in query.evidence:
            places = tuple(place for place in self.occurrences(fact) if self._may_count(query, place))
            stated += places
            yield Fact(fact.label, fact.grade, fact.required, places, evidence=fact)
        for group in query.reference.facts:
            known = {name: self.place_of(name) for name in sorted(group)}
            if any(place and _touches(place, stated) for place in known.values()):
                continue
            yield Fact(
                label=min(group),
                grade=max(query.judgments[name] for name in group),
                required=False,
                places=tuple(place for place in known.values() if place),
                ids=group,
            )

    def _may_count(self, query: ContractQuery, place: Place) -> bool:
        """Evidence that the query may not see does not count for it."""
        document, version, _ = place.source
        readable = all(may_read(self._contract, query, name) for name in self.chunks_at(place))
        return readable and not is_forbidden(query, document, version)

    def _search(self, hit: Hit) -> tuple[tuple[Place, ...], tuple[tuple[str, ...], ...], bool]:
        """Places and chunks of a text that is not a chunk of the manifest; whether it is of the named revision."""
        sources = self._of_document.get(hit.doc_id, [])
        own = [
            one for one in sources if one[1] == hit.version and (None in (hit.tenant, one[2]) or hit.tenant == one[2])
        ]
        digest = self._digests.get(text_hash(hit.text))
        if digest is not None and self._contract.manifest[digest].doc_id == hit.doc_id:
            return (), ((digest,),), self._contract.manifest[digest].version == hit.version
        for among, same in ((own, True), ([one for one in sources if one not in own], False)):
            places = tuple(Place(one, interval) for one in among for interval in self._layouts[one].find(hit.text))
            if places:
                return places, tuple(tuple(self.chunks_at(place)) for place in places), same
        return (), (), False

    def _missing_ids(
        self, query: ContractQuery, hits: Sequence[Hit], located: Sequence[Located], told: Sequence[Fact]
    ) -> Iterator[str]:
        """Mandatory ids whose chunk is neither returned nor held by a result.

        An id that stands for a fact which was found, or whose absence is `told` already, is not counted again.
        """
        names = {hit.chunk_id for hit in hits}
        places = [place for one in located for place in one.places]
        stated = [place for fact in told for place in fact.places]
        for group in query.required_groups:
            if names.intersection(group):
                continue
            own = [place for name in group if (place := self.place_of(name))]
            if not any(one.holds(place) for one in places for place in own) and not any(
                _touches(place, stated) for place in own
            ):
                yield group[0]

    def _unjudged(
        self, query: ContractQuery, located: Sequence[Located], gains: Mapping[str, int]
    ) -> Iterator[tuple[int, str]]:
        if self._contract.default_judgment is not None:
            return
        if not query.answerable and (query.expect_empty or not query.judgments):
            return
        stated = [place for fact in self.facts(query) if fact.evidence for place in fact.places]
        for position, one in enumerate(located):
            if str(position) in gains:
                continue
            lacking = [
                [name for name in chunks if not self._labelled(query, name, stated, known=one.known)]
                for chunks in one.stretches
            ]
            yield from ((position, name) for name in min(lacking, key=len, default=[]))

    def _labelled(self, query: ContractQuery, name: str, stated: Sequence[Place], *, known: bool) -> bool:
        """Whether a chunk is judged, by its id or because evidence stands in it."""
        grade, place = query.judgments.get(name), self.place_of(name)
        return grade == 0 or (grade is not None and known) or (place is not None and _touches(place, stated))


def _pieces(fact: Fact, located: Sequence[Located]) -> list[int]:
    """Positions of the first results that hold the fact together, in order; none where something is missing."""
    for place in fact.places:
        begin, end = place.interval
        held: list[Interval] = []
        positions = []
        for position, one in enumerate(located):
            touching = [
                other.interval
                for other in one.places
                if other.source == place.source and other.interval[0] < end and begin < other.interval[1]
            ]
            if touching:
                held += touching
                positions.append(position)
                if covers(held, place.interval):
                    return positions
    return []


def _touches(place: Place, others: Sequence[Place]) -> bool:
    """Whether it shares text with any of the others."""
    begin, end = place.interval
    return any(
        other.source == place.source and other.interval[0] < end and begin < other.interval[1] for other in others
    )
