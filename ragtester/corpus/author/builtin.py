"""The built-in author: Markdown from a plan and its facts, without any model.

Sentences come from a small grammar (phrasing, clause order, reasons, joins, pronouns, connectives)
and from background prose that states no checkable fact. Nothing is said twice in the same words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from ragtester.corpus.author import blocks
from ragtester.corpus.author.annexes import Annexes
from ragtester.corpus.author.background import Background
from ragtester.corpus.author.clauses import capital, question
from ragtester.corpus.author.connectives import REFERENCES, STEP_LEADS, TABLE_LEADS, TABLE_NOTES
from ragtester.corpus.author.novelty import Novelty, masked_words
from ragtester.corpus.author.sentences import Voice
from ragtester.corpus.author.sheets import CONTENTS, PAGE_BREAK, sheets
from ragtester.corpus.blueprint import Block, Blueprint
from ragtester.corpus.naming import bare, titled
from ragtester.corpus.plan import DocumentPlan, SectionDraft
from ragtester.records import Fact

FILL: dict[str, int] = {"concise": 2, "balanced": 4, "comprehensive": 7, "technical": 5}
"""Background sentences per section of prose."""
_FEW = 2
"""Facts of a section that are too few for a table of their own in a long document."""


def write_markdown(
    plan: DocumentPlan,
    blueprint: Blueprint,
    facts: Mapping[str, Fact],
    *,
    fill: float = 1.0,
    annexes: int = 0,
    forms: int = 0,
) -> str:
    """The document as Markdown, without its title block (that is the PDF's).

    Args:
        plan: what to write.
        blueprint: what to write it with.
        facts: the ledger's facts by id.
        fill: how much background prose, as a multiple of the usual amount; lengthens or shortens.
        annexes: how many of the possible annexes stand behind the chapters.
        forms: blank forms at the end, a page each.
    """
    return _Writer(plan, blueprint, facts, fill).document(annexes, forms)


class _Writer:
    """One document while it is written."""

    def __init__(self, plan: DocumentPlan, blueprint: Blueprint, facts: Mapping[str, Fact], fill: float) -> None:
        self.plan = plan
        self.blueprint = blueprint
        self.facts = facts
        self.fill = fill
        self.novelty = Novelty()
        self.background = Background(blueprint, self.novelty)
        self.voice = Voice(blueprint, plan.settings.tone, plan.settings.detail, self.novelty)
        self.references = list(REFERENCES)
        self.step_leads = list(STEP_LEADS)
        self.terms = list(blueprint.terms)
        self.notes: list[str] = []
        self.table_notes = list(TABLE_NOTES)
        self.chapters = any(section.chapter for section in plan.sections)

    def document(self, annexes: int, forms: int) -> str:
        genre = next((genre for genre in self.blueprint.genres if genre.name == self.plan.genre), None)
        parts = [*self._opening(genre.opening if genre else ())]
        if self.chapters:
            parts.append(CONTENTS)
        for place, section in enumerate(self.plan.sections):
            rng = Random(f"{self.plan.seed}:{self.plan.title}:{place}:{section.heading}")
            if section.chapter:
                parts += [PAGE_BREAK, f"# {section.chapter}"]
            parts.append(f"## {section.heading}")
            parts += [part for part in self._section(section, place, rng) if part]
        topics = list(dict.fromkeys(section.topic for section in self.plan.sections if section.topic))
        if annexes:
            parts += [PAGE_BREAK, *Annexes(self.plan, self.blueprint, self.facts).written(annexes)]
        parts += [*self.notes, *(sheets(self.blueprint, topics, forms) if topics else [])]
        return "\n\n".join(parts) + "\n"

    def _opening(self, sentences: Sequence[str]) -> list[str]:
        rng = Random(f"{self.plan.seed}:{self.plan.title}:opening")
        chosen = [sentence.replace("{S}", self.plan.subject) for sentence in sentences]
        rest = chosen[1:]
        rng.shuffle(rest)
        chosen = [*chosen[:1], *rest[: 0 if self.plan.settings.pages == 1 else 2]]
        for sentence in chosen:
            self.novelty.add(masked_words(sentence, (self.plan.subject,)))
        topic = f"It concerns {self.plan.settings.topic.rstrip('.')}." if self.plan.settings.topic else ""
        return [" ".join([*chosen, topic]).strip()] if chosen or topic else []

    def _section(self, section: SectionDraft, place: int, rng: Random) -> list[str]:
        facts = [self.facts[name] for name in section.facts]
        parts: list[str] = []
        for block in section.blocks:
            parts += self._block(block, section, facts, place, rng)
        return parts

    def _block(self, block: Block, section: SectionDraft, facts: Sequence[Fact], place: int, rng: Random) -> list[str]:
        if self.plan.settings.structure == "tables" and block in ("prose", "bullets", "faq", "minutes"):
            lead = self._paragraph(section.topic, 2, rng)
            return [*lead, self._unsaid(facts, f"{section.heading}: terms")] if facts else lead
        match block:
            case "prose":
                return self._prose(section, facts, place, rng)
            case "bullets":
                given = [] if "prose" in section.blocks else facts
                return [*self._paragraph(section.topic, 2, rng), blocks.bullet_facts(given)] if given else []
            case "faq":
                return self._faq(section, facts, rng)
            case "minutes":
                return self._minutes(section, facts, rng)
            case "table" | "schedule":
                return self._table(section, rng)
            case "chart":
                return [blocks.chart(self.blueprint, section.table, self.facts, rng)] if section.table else []
            case "procedure":
                return self._procedure(section, rng)
            case "definitions":
                return self._definitions(section, rng)

    def _prose(self, section: SectionDraft, facts: Sequence[Fact], place: int, rng: Random) -> list[str]:
        groups = _grouped([fact for fact in facts if fact.kind != "list"], section.subject, rng)
        amount = max(0, round(FILL[self.plan.settings.detail] * self.fill))
        if self.chapters:
            amount = amount // 2 if facts else amount + 2
        share = [amount // max(1, len(groups))] * max(1, len(groups))
        for extra in range(amount % max(1, len(groups))):
            share[extra] += 1
        paragraphs: list[str] = []
        unsaid: list[Fact] = []
        for group, background in zip(groups or [[]], share, strict=True):
            sentences = self._facts_and_background(group, background, section, unsaid, rng)
            paragraphs += _paragraphs(sentences)
        for fact in facts:
            if fact.kind == "list":
                paragraphs += self._list_fact(fact, unsaid, rng)
        if unsaid:
            paragraphs.append(self._unsaid(unsaid, f"{section.heading}: terms at a glance"))
        return [*paragraphs, *self._reference(place, rng)]

    def _unsaid(self, facts: Sequence[Fact], caption: str) -> str:
        """Facts as a table, one or two as bullets; in a document of several subjects each names its own."""
        if self.chapters and len(facts) <= _FEW:
            return blocks.bullet_facts(facts, named=True)
        return blocks.summary_table(facts, caption=caption, named=self.chapters)

    def _facts_and_background(
        self, group: Sequence[Fact], background: int, section: SectionDraft, unsaid: list[Fact], rng: Random
    ) -> list[str]:
        said: list[str] = []
        mentioned = ""
        queue = list(group)
        lead = background > 0 and rng.random() < 0.6
        if lead:
            said += self._fill(section.topic, 1, rng)
            background -= 1
        while queue:
            pair = len(queue) > 1 and queue[0].subject == queue[1].subject and rng.random() < 0.4
            taken = queue[: 2 if pair else 1]
            sentence = self.voice.facts(
                taken,
                rng,
                pronoun=mentioned == taken[0].subject == section.subject and self.voice.led and rng.random() < 0.6,
                first=not said,
            )
            if sentence is None and pair:
                taken = queue[:1]
                sentence = self.voice.facts(taken, rng, pronoun=False, first=not said)
            queue = queue[len(taken) :]
            if sentence is None:
                unsaid += taken
                continue
            said.append(sentence)
            mentioned = taken[0].subject
            if background > 0 and rng.random() < 0.45:
                more = self._fill(section.topic, 1, rng)
                said += more
                background -= 1
                mentioned = "" if more else mentioned
        return said + self._fill(section.topic, background, rng)

    def _fill(self, topic: str, amount: int, rng: Random) -> list[str]:
        found = (self.background.sentence(topic, rng) for _ in range(amount))
        return [sentence for sentence in found if sentence]

    def _paragraph(self, topic: str, amount: int, rng: Random) -> list[str]:
        said = self._fill(topic, amount, rng)
        return [" ".join(said)] if said else []

    def _list_fact(self, fact: Fact, unsaid: list[Fact], rng: Random) -> list[str]:
        sentence = self.voice.facts([fact], rng, pronoun=False, first=True)
        if sentence is None:
            unsaid.append(fact)
            return []
        if rng.random() < 0.5:
            return [sentence]
        before, found, after = sentence.partition(next((form for form in fact.forms if form in sentence), "\0"))
        if not found or len(after) > 1 or not before.strip():
            return [sentence]
        return [blocks.bullet_items(f"{before.strip().rstrip(':')}:", fact.items)]

    def _reference(self, place: int, rng: Random) -> list[str]:
        own = self.plan.sections[place].heading
        others = [section.heading for section in self.plan.sections if section.heading != own]
        if not self.references or not others or rng.random() > 0.35 or self.plan.settings.pages == 1:
            return []
        wording = self.references.pop(rng.randrange(len(self.references)))
        sentence = wording.format(heading=rng.choice(others))
        self.novelty.add(masked_words(sentence))
        return [sentence]

    def _faq(self, section: SectionDraft, facts: Sequence[Fact], rng: Random) -> list[str]:
        parts: list[str] = []
        for fact in facts:
            answer = self.voice.facts([fact], rng, pronoun=False, first=True)
            parts.append(f"### {question(fact, self.blueprint.attributes[fact.attribute])}")
            amount = rng.choice((0, 1, 1)) if self.fill <= 1 else round(self.fill)
            extra = self._fill(section.topic, amount, rng) if answer else []
            parts.append(" ".join([answer, *extra]) if answer else f"{capital(fact.value)}.")
        return parts or self._paragraph(section.topic, 3, rng)

    def _minutes(self, section: SectionDraft, facts: Sequence[Fact], rng: Random) -> list[str]:
        parts: list[str] = []
        unsaid: list[Fact] = []
        queue = list(facts)
        while queue:
            size = rng.choice((1, 2, 2))
            group, queue = queue[:size], queue[size:]
            said = self._fill(section.topic, 1, rng)
            for fact in group:
                sentence = self.voice.facts([fact], rng, pronoun=False, reported=rng.random() < 0.7, first=not said)
                if sentence is None:
                    unsaid.append(fact)
                else:
                    said.append(sentence)
            said += self._fill(section.topic, max(0, round(self.fill)), rng)
            parts.append(" ".join(said))
        if unsaid:
            parts.append(self._unsaid(unsaid, f"{section.heading}: positions recorded"))
        return parts or self._paragraph(section.topic, 3, rng)

    def _table(self, section: SectionDraft, rng: Random) -> list[str]:
        if section.table is None:
            return self._paragraph(section.topic, 2, rng)
        kind = self.blueprint.entity(section.table.entity)
        lead = rng.choice(TABLE_LEADS).format(row=(kind.names_label or kind.kind.replace("_", " ")).lower())
        words = masked_words(lead)
        leads = [] if self.novelty.shared(words) else [lead]
        self.novelty.add(words)
        note = ""
        if rng.random() < 0.6 and self.table_notes:
            note = f"n{len(self.notes) + 1}"
            self.notes.append(f"[^{note}]: {self.table_notes.pop(rng.randrange(len(self.table_notes)))}")
        grouped = bool(kind.parts) and "schedule" in section.blocks and rng.random() < 0.6
        return [*leads, blocks.facts_table(self.blueprint, section.table, self.facts, note=note, grouped=grouped)]

    def _procedure(self, section: SectionDraft, rng: Random) -> list[str]:
        steps = self.background.steps(section.topic, rng)
        if not steps:
            return []
        if not self.step_leads:
            self.step_leads = list(STEP_LEADS)
        return [self.step_leads.pop(rng.randrange(len(self.step_leads))), blocks.numbered(steps)]

    def _definitions(self, section: SectionDraft, rng: Random) -> list[str]:
        if not self.terms:
            return []
        chosen = rng.sample(self.terms, min(len(self.terms), 6 if self.fill <= 1 else 12))
        return [blocks.definitions(sorted(chosen, key=lambda term: term.term.casefold()))]


def _grouped(facts: Sequence[Fact], subject: str, rng: Random) -> list[list[Fact]]:
    """Facts in paragraphs of one to three, those about the section's subject first."""
    ordered = [fact for fact in facts if fact.subject == subject] + [fact for fact in facts if fact.subject != subject]
    groups: list[list[Fact]] = []
    while ordered:
        size = rng.choice((1, 2, 2, 3))
        groups.append(ordered[:size])
        ordered = ordered[size:]
    return groups


def _paragraphs(sentences: Sequence[str]) -> list[str]:
    """Sentences in paragraphs of at most six."""
    return [" ".join(sentences[start : start + 6]) for start in range(0, len(sentences), 6)]


def subject_title(plan: DocumentPlan) -> str:
    """The main subject as the title block names it."""
    return titled(bare(plan.subject))
