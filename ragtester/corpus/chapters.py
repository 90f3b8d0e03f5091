"""What a long document consists of: general provisions, then a chapter for each of its subjects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ragtester.corpus.blueprint import Block, Blueprint, EntityKind, Genre, SectionPlan

LONG = 8
"""Pages from which a document has chapters and annexes."""
ALL_TOPICS = 16
"""Pages from which chapters go beyond the genre's own topics, and general provisions stand before them."""
_REGISTERS = 40
"""Pages from which the main chapter also lists what the domain has many of, such as its partners or sites."""
_PAGES_PER_SECTION = 0.55
_BODY = 0.75
"""Share of a long document before its annexes."""
_TEXT: tuple[Block, ...] = ("prose", "bullets", "faq", "minutes")
_RULES = ("policy", "terms", "by-law")
"""Genres that lay down rules."""
_GENERAL = ("General Provisions", "Common Provisions", "What Applies to All")
_OVERVIEW = ("In General", "General Remarks", "What All Have in Common")
"""How the first chapter is headed where rules are laid down, and where they are not."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter before its facts are drawn."""

    kind: EntityKind
    name: str
    """Member of the kind that it is about; empty for the general provisions."""
    sections: tuple[SectionPlan, ...]


def long_chapters(
    blueprint: Blueprint, genre: Genre, members: dict[str, list[str]], first: str, *, pages: int, rng: Random
) -> list[Chapter]:
    """The chapters of a document of about `pages` pages, its main subject's first.

    Every chapter has the genre's own sections and those of further topics that there is something to say on, as many as
    the length asks for. Where the genre's kind has too few members or topics, other kinds of the domain follow.

    Args:
        blueprint: the domain.
        genre: of the document; its kind of text is kept in the further sections.
        members: names by kind of entity.
        first: the member that the document is named after.
        pages: wanted.
        rng: decides the order.
    """
    wanted = max(2, round(pages * _BODY / _PAGES_PER_SECTION))
    every = pages >= ALL_TOPICS
    own = blueprint.entity(genre.entity)
    queue = [(own, first)]
    rest = [name for name in members[own.kind] if name != first]
    queue += [(own, name) for name in rng.sample(rest, len(rest))]
    for kind in sorted((k for k in blueprint.entities if k.names and k.kind != own.kind), key=lambda k: k.kind):
        queue += [(kind, name) for name in rng.sample(members[kind.kind], len(members[kind.kind]))]
    made: list[Chapter] = []
    while queue and wanted > 0:
        kind, name = queue.pop(0)
        sections = _sections(blueprint, genre, kind, main=not made, every=every)
        if not made and pages >= _REGISTERS:
            sections += _registers(blueprint, sections)
        if not sections:
            continue
        if made and len(sections) > 2 * wanted:
            break
        wanted -= len(sections) + (len(sections) if every and not made else 0)
        made.append(Chapter(kind, name, sections))
    return made


def general_chapter(
    blueprint: Blueprint, genre: Genre, chapters: Sequence[Chapter], *, pages: int, rng: Random
) -> tuple[str, Chapter] | None:
    """The chapter that holds for all subjects, with its heading: one section of practice for each topic.

    None in a document that is too short for it.
    """
    if pages < ALL_TOPICS:
        return None
    topics = dict.fromkeys(topic for chapter in chapters for section in chapter.sections for topic in section.topics)
    sections = tuple(SectionPlan(topics=(topic,), blocks=("prose", "procedure")) for topic in topics)
    return rng.choice(_GENERAL if genre.name in _RULES else _OVERVIEW), Chapter(
        blueprint.entity(genre.entity), "", sections
    )


def _sections(
    blueprint: Blueprint, genre: Genre, kind: EntityKind, *, main: bool, every: bool
) -> tuple[SectionPlan, ...]:
    """The genre's sections and one for every further topic of the kind; tables of others stand in the main one only."""
    known = {attribute.topic for attribute in blueprint.attributes.values() if attribute.entity == kind.kind}
    block = next((b for section in genre.sections for b in section.blocks if b in _TEXT), "prose")
    kept = [
        section
        for section in genre.sections
        if (main and not _in_words(section)) or (_in_words(section) and set(section.topics) & known)
    ]
    have = {topic for section in kept if _in_words(section) for topic in section.topics}
    more = [
        SectionPlan(topics=(topic,), blocks=(block,)) for topic in blueprint.topics if every and topic in known - have
    ]
    texts = [section for section in kept if _in_words(section)]
    others = [section for section in kept if not _in_words(section)]
    return (*texts, *more, *others)


def _registers(blueprint: Blueprint, have: Sequence[SectionPlan]) -> tuple[SectionPlan, ...]:
    """A long table for each topic of a kind with many members that no section lists yet."""
    listed = {topic for section in have if "schedule" in section.blocks for topic in section.topics}
    many = [a.topic for a in blueprint.attributes.values() if blueprint.entity(a.entity).parts]
    return tuple(
        SectionPlan(topics=(topic,), blocks=("prose", "schedule"))
        for topic in dict.fromkeys(many)
        if topic not in listed
    )


def _in_words(section: SectionPlan) -> bool:
    return bool(set(section.blocks) & set(_TEXT))
