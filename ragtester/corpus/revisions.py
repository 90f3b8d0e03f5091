"""Older editions of a document, whose changed facts are superseded by the newer one's."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from ragtester.corpus.arithmetic import linked
from ragtester.corpus.blueprint import Blueprint
from ragtester.corpus.plan import DocumentPlan, SectionDraft
from ragtester.corpus.values import draw_value
from ragtester.records import Fact

_EVERY = 4
_CHANGED_SHARE = 0.45


def is_revised(index: int) -> bool:
    """Whether the document at this place is printed as a second revision."""
    return index % _EVERY == 1


def is_earlier_edition(index: int) -> bool:
    """Whether the document at this place is the first edition of the one two places before it."""
    return index % _EVERY == 3


def older_edition(
    blueprint: Blueprint, newer: DocumentPlan, facts: dict[str, Fact], rng: Random, *, index: int
) -> tuple[DocumentPlan, list[Fact]]:
    """The plan of the first edition, with the facts that are new in it or now supersede something.

    Nearly half of the facts in running text had another value then; the rest is restated.
    """
    since = newer.effective_from - timedelta(days=rng.randint(330, 700))
    document = f"{index + 1:02d}-{newer.id.partition('-')[2]}-r1"
    names = [
        name
        for section in newer.sections
        for name in section.facts
        if facts[name].status == "stated" and facts[name].contradicts is None and facts[name].document == newer.id
    ]
    free = [name for name in names if facts[name].attribute not in linked(blueprint)]
    changing = set(rng.sample(free, max(1, round(len(free) * _CHANGED_SHARE)))) if free else set()
    renamed: dict[str, str] = {}
    touched: list[Fact] = []
    for name in names:
        if name not in changing:
            continue
        current = facts[name]
        old = _older_fact(blueprint, current, rng, document=document, since=since)
        if old is not None:
            renamed[name] = old.id
            touched += [old, current.model_copy(update={"supersedes": old.id})]
    sections = tuple(_older_section(section, renamed) for section in newer.sections)
    plan = newer.model_copy(
        update={
            "id": document,
            "index": index,
            "revision": 1,
            "effective_from": since,
            "effective_to": newer.effective_from,
            "status": "superseded",
            "sections": sections,
        }
    )
    return plan, touched


def _older_fact(blueprint: Blueprint, current: Fact, rng: Random, *, document: str, since: date) -> Fact | None:
    avoid = frozenset((*current.forms, current.counterfactual or ""))
    drawn = draw_value(blueprint.attributes[current.attribute], rng, avoid=avoid)
    if avoid & set(drawn.forms):
        return None
    return current.model_copy(
        update={
            "id": f"{current.id}.r1",
            "value": drawn.value,
            "items": drawn.items,
            "forms": drawn.forms,
            "revision": 1,
            "status": "superseded",
            "effective_from": since,
            "effective_to": current.effective_from,
            "document": document,
        }
    )


def _older_section(section: SectionDraft, renamed: dict[str, str]) -> SectionDraft:
    return section.model_copy(
        update={"facts": tuple(renamed.get(name, name) for name in section.facts if not name.endswith(".alt"))}
    )
