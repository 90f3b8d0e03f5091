"""Negatives beside dates in prose: another year, another person, and only for what happened once."""

from __future__ import annotations

import pytest

from ragtester.records import Corpus, Document
from ragtester.suite.drafts import Draft
from ragtester.suite.writers.beside import found_negatives
from ragtester.suite.writers.ledger import locate_facts

TEXT = (
    "The Tervala Bridge was opened to the public in 1911. The keeper Ann Osprey lived beside it. "
    "On 4 May 1921, Ann Osprey was elected to the bridge board of Tervala. "
    "In the 1930s, Ann Osprey led the Tervala Company to the coast. Owls are found in all barns of Tervala."
)


def negatives(kind: str, *more: str) -> list[Draft]:
    texts = (TEXT, *more)
    documents = tuple(Document(id=f"d{place}", text=text) for place, text in enumerate(texts))
    return list(found_negatives(locate_facts(Corpus(name="c", documents=documents)), kind=kind, seed=3))


def test_what_happened_in_one_year_is_asked_for_another() -> None:
    asked = {draft.test.query: draft for draft in negatives("false_premise")}
    (bridge,) = (query for query in asked if query.startswith("Why was the Tervala Bridge opened to the public in "))
    draft = asked[bridge]
    assert draft.absence is not None and draft.absence.terms[0] in bridge
    assert draft.absence.terms[0] not in TEXT and draft.absence.terms[0] < "1911"
    assert "opened to the public in 1911" in draft.test.expected_answer
    assert not [query for query in asked if "0s?" in query]


def test_somebody_else_is_asked_for_where_a_person_is_meant() -> None:
    (draft,) = negatives("near_miss_entity")
    assert draft.absence is not None
    (name,) = draft.absence.terms
    assert draft.test.query == f"When was {name} elected to the bridge board of Tervala?"
    assert name not in TEXT and draft.test.expected_answer == f"The documents say nothing about {name}."


@pytest.mark.parametrize("kind", ["wrong_time"])
def test_what_holds_always_is_not_asked_of_a_year(kind: str) -> None:
    assert not [draft for draft in negatives(kind) if "owls" in draft.test.query.casefold()]
