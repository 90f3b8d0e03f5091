"""Draws the ledger: which facts exist, which are stated where, and which are withheld or superseded.

Document i is drawn from (seed, i) and from the documents before it, so a corpus of more documents
begins with the same ones: adding documents appends.
"""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from ragtester.corpus.arithmetic import following
from ragtester.corpus.blueprint import Blueprint, EntityKind, Genre, SectionPlan
from ragtester.corpus.chapters import ALL_TOPICS, LONG, Chapter, general_chapter, long_chapters
from ragtester.corpus.naming import members, named, slug, titled
from ragtester.corpus.plan import DocumentPlan, Ledger, SectionDraft, TablePlan
from ragtester.corpus.pools import FIRST_NAMES, LAST_NAMES
from ragtester.corpus.revisions import is_earlier_edition, is_revised, older_edition
from ragtester.corpus.settings import DocumentSettings
from ragtester.corpus.shape import shaped
from ragtester.corpus.values import draw_other, draw_value
from ragtester.errors import UsageError
from ragtester.records import Fact

VERSION = "4"
"""Changes whenever the same seed may draw another ledger or write other documents."""

_ROWS_PER_PAGE = 26
_FEWEST = 2
"""Facts of a text below which it repeats what earlier documents state."""
_TEXT = {"prose", "bullets", "faq", "minutes"}
"""Blocks that state facts in words."""


def draw_ledger(blueprint: Blueprint, *, documents: int, seed: int, settings: DocumentSettings | None = None) -> Ledger:
    """Facts and plans for `documents` documents; the same seed gives the same ones in every process.

    Raises:
        UsageError: fewer than one document is asked for.
    """
    if documents < 1:
        raise UsageError(f"documents is {documents}; a corpus has at least one document")
    drawing = _Drawing(blueprint, seed, settings or DocumentSettings())
    for index in range(documents):
        drawing.add(index)
    return Ledger(blueprint=blueprint.name, seed=seed, facts=tuple(drawing.facts.values()), plan=tuple(drawing.plans))


class _Drawing:
    """The ledger while it grows, one document at a time."""

    def __init__(self, blueprint: Blueprint, seed: int, settings: DocumentSettings) -> None:
        self.blueprint = blueprint
        self.seed = seed
        self.settings = settings
        self.facts: dict[str, Fact] = {}
        self.plans: list[DocumentPlan] = []
        everywhere = Random(f"{seed}:{blueprint.name}")
        self.organisation = everywhere.choice(blueprint.organisations)
        self.members = {kind.kind: members(kind, everywhere) for kind in blueprint.entities}

    def add(self, index: int) -> None:
        rng = Random(f"{self.seed}:{self.blueprint.name}:{index}")
        if self.settings.revisions and is_earlier_edition(index):
            plan, changed = older_edition(self.blueprint, self.plans[index - 2], self.facts, rng, index=index)
            self.facts.update((fact.id, fact) for fact in changed)
            self.plans.append(plan)
            return
        genre = self._genre(index)
        kind = self.blueprint.entity(genre.entity)
        name = self._subject(kind, rng)
        subject = named(kind, name)
        title = rng.choice(genre.titles).replace("{S}", titled(subject))
        if self.settings.name:
            title = self.settings.name + (f" ({index + 1})" if index else "")
        effective = date(2025, 1, 1) + timedelta(days=rng.randint(0, 500))
        document = f"{index + 1:02d}-{slug(title)}"
        start = len(self.facts)
        sections = self._sections(genre, kind, name, document, effective, rng)
        sections += self._extra_sections(subject, rng, have=sections)
        self._contradict(sections, document, subject, effective, rng)
        if is_revised(index):
            self._mark_revised(start)
        self.plans.append(
            DocumentPlan(
                id=document,
                index=index,
                blueprint=self.blueprint.name,
                version=VERSION,
                genre=genre.name,
                face=genre.face,
                title=title,
                subject=subject,
                organisation=self.organisation,
                department=rng.choice(self.blueprint.departments),
                contact=f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}",
                revision=2 if is_revised(index) else 1,
                effective_from=effective,
                sections=tuple(sections),
                settings=self.settings,
                seed=self.seed,
            )
        )

    def _genre(self, index: int) -> Genre:
        editions = sum(1 for earlier in range(index) if self.settings.revisions and is_earlier_edition(earlier))
        cycle, place = divmod(index - editions, len(self.blueprint.genres))
        order = list(self.blueprint.genres)
        if cycle:
            Random(f"{self.seed}:{self.blueprint.name}:genres:{cycle}").shuffle(order)
        return order[place]

    def _subject(self, kind: EntityKind, rng: Random) -> str:
        """The member least written about so far."""
        names = self.members[kind.kind]
        used = [plan.subject for plan in self.plans]
        fewest = min(used.count(named(kind, name)) for name in names)
        return rng.choice([name for name in names if used.count(named(kind, name)) == fewest])

    def _sections(
        self, genre: Genre, kind: EntityKind, name: str, document: str, effective: date, rng: Random
    ) -> list[SectionDraft]:
        """The sections of a document; a long one has chapters, whose sections on one topic have one heading."""
        pages = self.settings.pages or 0
        if pages < LONG:
            limit = 2 * pages if pages in (1, 2) else len(genre.sections)
            alone = Chapter(kind, name, genre.sections[:limit])
            return self._chapter(alone, "", {}, document, effective, rng)
        chapters = long_chapters(self.blueprint, genre, self.members, name, pages=pages, rng=rng)
        general = general_chapter(self.blueprint, genre, chapters, pages=pages, rng=rng)
        headings: dict[str, str] = {}
        drafts = self._chapter(general[1], general[0], headings, document, effective, rng) if general else []
        for chapter in chapters:
            heading = titled(named(chapter.kind, chapter.name))
            drafts += self._chapter(chapter, heading, headings, document, effective, rng)
        return drafts

    def _chapter(
        self,
        chapter: Chapter,
        title: str,
        headings: dict[str, str],
        document: str,
        effective: date,
        rng: Random,
    ) -> list[SectionDraft]:
        """The sections of a chapter; `headings` has those of topics so far, and takes the new ones."""
        drafts: list[SectionDraft] = []
        subject = named(chapter.kind, chapter.name) if chapter.name else ""
        for planned in chapter.sections:
            section = planned.model_copy(update={"blocks": shaped(planned.blocks, self.settings.structure)})
            topic = rng.choice(section.topics) if section.topics else ""
            topics = section.topics if "table" not in section.blocks else ((topic,) if topic else ())
            heading = self._heading(section, topic, rng, taken=[draft.heading for draft in drafts])
            if title and topic and not section.heading:
                heading = headings.setdefault(topic, heading)
            facts = (
                self._prose_facts(chapter.kind, subject, topics, document, heading, effective, rng)
                if subject and _TEXT & set(section.blocks)
                else []
            )
            table = (
                self._table(section, topics, document, heading, effective, rng)
                if {"table", "schedule", "chart"} & set(section.blocks)
                else None
            )
            drafts.append(
                SectionDraft(
                    heading=heading,
                    topic=topics[0] if topics else "",
                    subject=subject,
                    blocks=section.blocks,
                    facts=tuple(facts),
                    table=table,
                    chapter=title if not drafts else "",
                )
            )
        return drafts

    def _heading(self, section: SectionPlan, topic: str, rng: Random, *, taken: list[str]) -> str:
        choices = list(section.heading or self.blueprint.topics[topic].headings) if section.heading or topic else []
        fresh = [heading for heading in choices if heading not in taken] or choices or ["General"]
        return rng.choice(fresh)

    def _extra_sections(self, subject: str, rng: Random, *, have: list[SectionDraft]) -> list[SectionDraft]:
        """The sections that the settings require and the genre does not have."""
        names = {draft.heading.casefold() for draft in have}
        return [
            SectionDraft(
                heading=heading,
                topic=rng.choice(sorted(self.blueprint.topics)),
                subject=subject,
                blocks=("prose",),
            )
            for heading in self.settings.required_sections
            if heading.casefold() not in names
        ]

    def _prose_facts(
        self,
        kind: EntityKind,
        subject: str,
        topics: tuple[str, ...],
        document: str,
        heading: str,
        effective: date,
        rng: Random,
    ) -> list[str]:
        possible = [
            name
            for name, attribute in self.blueprint.attributes.items()
            if attribute.topic in topics and attribute.entity == kind.kind
        ]
        names = [name for name in possible if not self._known(subject, name)]
        rng.shuffle(names)
        keep = self._most_facts(len(names))
        stated = []
        for name in names[:keep]:
            withheld = len(names) > 1 and rng.random() < self.settings.withheld_share
            fact = self._fact(subject, name, rng, effective, document=document, section=heading, withheld=withheld)
            if not withheld:
                stated.append(fact.id)
        if len(stated) < _FEWEST:
            stated += [fact for fact in self._restated(subject, possible, rng) if fact not in stated][:keep]
        return stated

    def _most_facts(self, possible: int) -> int:
        """How many facts a section takes: few where it is to be short, all where a long document needs them."""
        pages = self.settings.pages or 0
        if pages == 1:
            return 4
        return possible if pages >= ALL_TOPICS else {"concise": 3, "balanced": 6}.get(self.settings.detail, possible)

    def _restated(self, subject: str, names: list[str], rng: Random) -> list[str]:
        """Facts of earlier documents, where they have said all that there is to say: documents of one house overlap."""
        known = [self.facts[_fact_id(subject, name)] for name in names if self._known(subject, name)]
        found = [fact.id for fact in known if fact.status == "stated" and fact.supersedes is None]
        rng.shuffle(found)
        return found

    def _table(
        self,
        section: SectionPlan,
        topics: tuple[str, ...],
        document: str,
        heading: str,
        effective: date,
        rng: Random,
    ) -> TablePlan | None:
        """Columns of one entity kind's attributes, rows of members that they are not yet known of."""
        long = "schedule" in section.blocks
        kinds = sorted(
            {self.blueprint.attributes[name].entity for name in self._columns(topics)},
            key=lambda kind: (bool(self.blueprint.entity(kind).parts) != long, kind),
        )
        for kind_name in kinds:
            kind = self.blueprint.entity(kind_name)
            columns = [name for name in self._columns(topics) if self.blueprint.attributes[name].entity == kind_name]
            columns = rng.sample(columns, min(4, len(columns)))
            free = [
                named(kind, name)
                for name in self.members[kind_name]
                if not any(self._known(named(kind, name), column) for column in columns)
            ]
            pages = self.settings.pages or 0
            rows = (34 if not pages else max(8, int(pages * _ROWS_PER_PAGE * 0.6))) if long else 6
            subjects = rng.sample(free, min(rows, len(free)))
            if len(subjects) >= 2 and columns:
                facts = [
                    self._fact(subject, column, rng, effective, document=document, section=heading).id
                    for subject in subjects
                    for column in columns
                ]
                return TablePlan(
                    entity=kind_name, attributes=tuple(columns), subjects=tuple(subjects), facts=tuple(facts)
                )
        return self._restating_table(kinds[0], topics, rng) if kinds else None

    def _restating_table(self, kind_name: str, topics: tuple[str, ...], rng: Random) -> TablePlan | None:
        """A table of what earlier documents state, where nothing is left to draw."""
        kind = self.blueprint.entity(kind_name)
        columns = [name for name in self._columns(topics) if self.blueprint.attributes[name].entity == kind_name]
        columns = rng.sample(columns, min(4, len(columns)))
        rows: dict[str, list[str]] = {}
        for name in self.members[kind_name]:
            subject = named(kind, name)
            known = [set(self._restated(subject, [column], rng)) for column in columns]
            if any(known):
                rows[subject] = [found.pop() if found else "" for found in known]
        chosen = rng.sample(list(rows), min(12, len(rows)))
        if len(chosen) < 2:
            return None
        cells = tuple(fact for subject in chosen for fact in rows[subject])
        return TablePlan(entity=kind_name, attributes=tuple(columns), subjects=tuple(chosen), facts=cells)

    def _columns(self, topics: tuple[str, ...]) -> list[str]:
        return [
            name
            for name, attribute in self.blueprint.attributes.items()
            if attribute.kind != "list" and (not topics or attribute.topic in topics)
        ]

    def _known(self, subject: str, attribute: str) -> bool:
        return _fact_id(subject, attribute) in self.facts

    def _fact(
        self,
        subject: str,
        name: str,
        rng: Random,
        effective: date,
        *,
        document: str,
        section: str,
        withheld: bool = False,
    ) -> Fact:
        attribute = self.blueprint.attributes[name]
        settled = following(self.blueprint, name, lambda part: self.facts.get(_fact_id(subject, part)))
        drawn = settled or draw_value(attribute, rng)
        other = draw_other(attribute, rng, drawn)
        fact = Fact(
            id=_fact_id(subject, name),
            subject=subject,
            entity_kind=attribute.entity,
            attribute=name,
            label=attribute.label,
            kind=attribute.kind,
            value=drawn.value,
            items=drawn.items,
            forms=drawn.forms,
            unit=attribute.unit,
            counterfactual=other.value if other else None,
            effective_from=effective,
            status="withheld" if withheld else "stated",
            document=None if withheld else document,
            section=None if withheld else section,
        )
        self.facts[fact.id] = fact
        return fact

    def _contradict(
        self, sections: list[SectionDraft], document: str, subject: str, effective: date, rng: Random
    ) -> None:
        """States facts of earlier documents otherwise, as many as the settings ask for."""
        candidates = [
            fact
            for fact in self.facts.values()
            if fact.status == "stated" and fact.document != document and f"{fact.id}.alt" not in self.facts
            if fact.contradicts is None and not any(fact.id in draft.facts for draft in sections)
        ]
        homes = [place for place, draft in enumerate(sections) if _TEXT & set(draft.blocks)]
        if not homes:
            return
        for fact in rng.sample(candidates, min(self.settings.contradictions, len(candidates))):
            attribute = self.blueprint.attributes[fact.attribute]
            other = draw_value(attribute, rng, avoid=frozenset((*fact.forms, fact.counterfactual or "")))
            same_topic = [place for place in homes if sections[place].topic == attribute.topic]
            place = rng.choice(same_topic or homes)
            draft = sections[place]
            if set(other.forms) & set(fact.forms):
                continue
            alternative = fact.model_copy(
                update={
                    "id": f"{fact.id}.alt",
                    "value": other.value,
                    "items": other.items,
                    "forms": other.forms,
                    "effective_from": effective,
                    "contradicts": fact.id,
                    "document": document,
                    "section": draft.heading,
                }
            )
            self.facts[alternative.id] = alternative
            sections[place] = draft.model_copy(update={"facts": (*draft.facts, alternative.id)})

    def _mark_revised(self, start: int) -> None:
        for name in list(self.facts)[start:]:
            self.facts[name] = self.facts[name].model_copy(update={"revision": 2})


def _fact_id(subject: str, attribute: str) -> str:
    return f"{slug(subject)}.{attribute}"
