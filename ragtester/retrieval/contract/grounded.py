"""Evidence that is given as text: it must be in the manifest, visible to the query, and within reach of the cutoff."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from ragtester.retrieval.contract.access import is_forbidden, may_read
from ragtester.retrieval.contract.fields import fault
from ragtester.retrieval.contract.passages import Place
from ragtester.retrieval.contract.records import Contract, ContractQuery, EvidenceFact

_SLACK = 1e-9


def check_evidence(contract: Contract, query: ContractQuery, place: str, file: Path | str | None) -> None:
    """Refuses evidence of a query that no result could ever hold.

    Raises:
        ContractError: a quote is not in the manifest's text, the query may not read any place of it, a chunk that
            holds it is judged irrelevant, or a floor of recall that k makes unreachable.
    """
    for position, fact in enumerate(query.evidence):
        _check_fact(contract, query, fact, f"{place}.evidence[{position}]", file)
    if query.evidence and query.min_recall is not None:
        facts = contract.passages.facts(query)
        alone = [{one.source[0] for one in fact.places} for fact in facts]
        of_document = Counter(next(iter(names)) for names in alone if len(names) == 1)
        free = sum(len(names) != 1 for names in alone)
        most = min(len(facts), free + sum(count for _, count in of_document.most_common(contract.k))) / len(facts)
        if query.min_recall > most + _SLACK:
            raise fault(
                file,
                f"{place}.min_recall",
                f"{query.min_recall:g} cannot be reached: the evidence is in more documents than k = {contract.k}, so that the most is {most:.3f}; lower the floor or change k",
            )


def _check_fact(
    contract: Contract, query: ContractQuery, fact: EvidenceFact, place: str, file: Path | str | None
) -> None:
    passages = contract.passages
    for span in fact.spans:
        if span.document is not None and not passages.sources(span.document):
            raise fault(file, place, f"no chunk of the manifest belongs to document {span.document!r}; correct the id")
    found = passages.occurrences(fact)
    if not found:
        documents = {span.document for span in fact.spans}
        known = None not in documents and all(passages.can_tell(name) for name in documents if name)
        if known or all(entry.text is not None for entry in contract.manifest.values()):
            raise fault(
                file,
                place,
                f"{fact.label!r} is in no text of the manifest; quote it as the document has it, or add the chunk that states it",
            )
        return
    seen = [one for one in found if _visible(contract, query, one)]
    if not seen:
        raise fault(
            file,
            place,
            f"{fact.label!r} is only where tenant {query.tenant!r}, role {query.role!r} may not read it, or in a forbidden revision; correct the identity or the evidence",
        )
    for one in seen:
        for name in passages.chunks_at(one):
            whole = passages.place_of(name)
            if query.judgments.get(name) == 0 and whole is not None and whole.holds(one):
                raise fault(
                    file,
                    place,
                    f"{name!r} states {fact.label!r} and is judged 0; judge it 1, or name the document or the text around the quote",
                )


def _visible(contract: Contract, query: ContractQuery, place: Place) -> bool:
    document, version, _ = place.source
    readable = all(may_read(contract, query, name) for name in contract.passages.chunks_at(place))
    return readable and not is_forbidden(query, document, version)
