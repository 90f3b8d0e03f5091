"""Annexes of long documents: comparisons, answers in brief, counted periods, duties, decisions, an index."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from random import Random

from ragtester.corpus.author import blocks
from ragtester.corpus.author.clauses import capital, question
from ragtester.corpus.author.counting import counted_from
from ragtester.corpus.blueprint import Blueprint
from ragtester.corpus.forms import date_forms
from ragtester.corpus.naming import bare
from ragtester.corpus.plan import DocumentPlan, SectionDraft, TablePlan
from ragtester.records import Fact

_COLUMNS = 4
_COUNTED = re.compile(
    r"\b(?:period|deadline|notice|window|interval|term|warranty|limit|validity|retention|waiver|lapse|time)\b", re.I
)
"""What the label of a duration that is counted from a day says; entitlements in days are not counted so."""
_QUESTIONS = 9
"""Questions in brief for each chapter."""
_DECISIONS = ("Adopted", "Adopted with amendments", "Confirmed", "Referred back and adopted later", "Noted")
_REASONS = (
    "experience of the past year", "a question from those concerned", "an internal review", "a change in the law",
    "a proposal by the department", "a complaint that was upheld", "harmonisation with neighbouring rules",
)  # fmt: skip


class Annexes:
    """What stands behind the chapters of one document, made from what the chapters state.

    Args:
        plan: the document.
        blueprint: its domain.
        facts: the ledger's facts by id.
    """

    def __init__(self, plan: DocumentPlan, blueprint: Blueprint, facts: Mapping[str, Fact]) -> None:
        self._plan = plan
        self._blueprint = blueprint
        self._facts = facts
        self._rng = Random(f"{plan.seed}:{plan.title}:annexes")
        self._stated = [(section, facts[name]) for section in plan.sections for name in section.facts]

    def written(self, amount: int) -> list[str]:
        """The first `amount` annexes as Markdown blocks, lettered in order."""
        made: list[str] = []
        letters = iter("ABCDEFGHIJ")
        for make in _MAKERS[:amount]:
            title, parts = make(self)
            if parts:
                made += [f"# Annex {next(letters)}: {title}", *parts]
        return made

    def comparisons(self) -> tuple[str, list[str]]:
        """A table for each topic: the subjects of the chapters side by side."""
        values: dict[tuple[str, str], str] = {}
        subjects: dict[str, list[str]] = defaultdict(list)
        tabled = [self._facts[name] for s in self._plan.sections if s.table for name in s.table.facts if name]
        for _, fact in self._stated:
            values.setdefault((fact.subject, fact.attribute), fact.id)
            if fact.subject not in subjects[fact.entity_kind]:
                subjects[fact.entity_kind].append(fact.subject)
        for fact in tabled:
            values.setdefault((fact.subject, fact.attribute), fact.id)
        headings = {section.topic: section.heading for section in self._plan.sections if section.facts}
        parts: list[str] = []
        for topic in self._blueprint.topics:
            tables = [
                table for kind, names in sorted(subjects.items()) for table in self._tables(topic, kind, names, values)
            ]
            if tables:
                parts += [f"## {headings.get(topic, self._blueprint.topics[topic].headings[0])}", *tables]
        return "Comparison by Topic", parts

    def _tables(
        self, topic: str, kind: str, subjects: Sequence[str], values: Mapping[tuple[str, str], str]
    ) -> list[str]:
        columns = [
            name
            for name, attribute in self._blueprint.attributes.items()
            if attribute.topic == topic and attribute.entity == kind and attribute.kind != "list"
            if any((subject, name) in values for subject in subjects)
        ]
        made: list[str] = []
        for start in range(0, len(columns), _COLUMNS):
            chosen = columns[start : start + _COLUMNS]
            rows = [subject for subject in subjects if any((subject, name) in values for name in chosen)]
            if len(rows) < 2:
                continue
            cells = tuple(values.get((subject, name), "") for subject in rows for name in chosen)
            table = TablePlan(entity=kind, attributes=tuple(chosen), subjects=tuple(rows), facts=cells)
            made.append(blocks.facts_table(self._blueprint, table, self._facts))
        return made

    def answers(self) -> tuple[str, list[str]]:
        """Questions of each chapter with their answers in a line."""
        parts: list[str] = []
        for chapter, sections in self._chapters():
            facts = [self._facts[name] for section in sections for name in section.facts]
            drawn = set(self._rng.sample(range(len(facts)), min(_QUESTIONS, len(facts))))
            rows = [
                [question(fact, self._blueprint.attributes[fact.attribute]), fact.value]
                for place, fact in enumerate(facts)
                if place in drawn
            ]
            if rows:
                parts.append(
                    blocks.markdown_table(["Question", "Answer"], rows, caption=f"{chapter} in brief", numeric=set())
                )
        return "Answers in Brief", parts

    def periods(self) -> tuple[str, list[str]]:
        """Worked examples: periods of the chapters counted from a day."""
        rows: list[list[str]] = []
        for _, fact in self._stated:
            begin = self._plan.effective_from + timedelta(days=self._rng.randint(3, 300))
            fits = fact.kind == "duration" and _COUNTED.search(fact.label)
            end = counted_from(begin, fact.value) if fits else None
            if end:
                rows.append([bare(fact.subject), capital(fact.label), fact.value, _day(begin), _day(end)])
        chosen = [rows[place] for place in sorted(self._rng.sample(range(len(rows)), min(40, len(rows))))]
        if len(chosen) < 4:
            return "Worked Examples", []
        table = blocks.markdown_table(
            ["Concerns", "Period", "Length", "Begins after", "Ends on"],
            chosen, caption="Periods counted from an example day", numeric=set(),
        )  # fmt: skip
        lead = (
            "The day on which a period is set off is not counted. Weeks and months end on the day that bears the same name "
            "or number; where a month has no such day, they end on its last."
        )
        return "Worked Examples", [lead, table]

    def duties(self) -> tuple[str, list[str]]:
        """Who does what, topic by topic."""
        parts: list[str] = []
        actors = self._blueprint.grammar.actors
        for topic in dict.fromkeys(section.topic for section in self._plan.sections if section.topic):
            text = self._blueprint.topics[topic]
            rows = []
            for action in text.actions:
                first, second = self._rng.sample(actors, 2)
                rows.append([capital(action), capital(first), capital(second)])
            if rows:
                parts.append(
                    blocks.markdown_table(
                        ["Task", "Carried out by", "To be informed"], rows,
                        caption=f"Tasks: {text.headings[0].lower()}", numeric=set(),
                    )
                )  # fmt: skip
        return "Tasks and Responsibilities", parts

    def decisions(self) -> tuple[str, list[str]]:
        """What was decided on the document before it was issued."""
        day = self._plan.effective_from - timedelta(days=self._rng.randint(500, 700))
        rows: list[list[str]] = []
        for place, heading in enumerate(dict.fromkeys(section.heading for section in self._plan.sections)):
            day += timedelta(days=self._rng.randint(9, 40))
            if day >= self._plan.effective_from:
                break
            decision, reason = self._rng.choice(_DECISIONS), self._rng.choice(_REASONS)
            rows.append([f"{place + 1:02d}", _day(day), heading, decision, capital(reason)])
        table = blocks.markdown_table(
            ["No.", "Date", "Matter", "Decision", "Occasion"], rows, caption="Decisions on this edition", numeric=set()
        )
        return "Record of Decisions", [table] if len(rows) > 3 else []

    def index(self) -> tuple[str, list[str]]:
        """What is stated, from A to Z, with the sections that they stand in."""
        places: dict[str, dict[str, None]] = defaultdict(dict)
        for section, fact in self._stated:
            places[capital(fact.label)][section.heading] = None
        rows = [
            [label, "; ".join(found)] for label, found in sorted(places.items(), key=lambda item: item[0].casefold())
        ]
        table = blocks.markdown_table(["Entry", "Found under"], rows, caption="Entries from A to Z", numeric=set())
        return "Index", [table] if len(rows) > 5 else []

    def terms(self) -> tuple[str, list[str]]:
        """All of the domain's definitions, where no section has them."""
        there = any("definitions" in section.blocks for section in self._plan.sections)
        ordered = sorted(self._blueprint.terms, key=lambda term: term.term.casefold())
        return "Glossary", [] if there or not ordered else [blocks.definitions(ordered)]

    def data_sheets(self) -> tuple[str, list[str]]:
        """All that is stated of each chapter's subject, a table each."""
        parts: list[str] = []
        for chapter, sections in self._chapters():
            rows = [
                [capital(fact.label), fact.value, section.heading]
                for section in sections
                for fact in (self._facts[name] for name in section.facts)
            ]
            if len(rows) > 3:
                caption = f"Data of {chapter}"
                parts.append(
                    blocks.markdown_table(["Item", "Entry", "Found under"], rows, caption=caption, numeric=set())
                )
        return "Data Sheets", parts

    def _chapters(self) -> list[tuple[str, list[SectionDraft]]]:
        found: list[tuple[str, list[SectionDraft]]] = []
        for section in self._plan.sections:
            if section.chapter:
                found.append((section.chapter, []))
            if found:
                found[-1][1].append(section)
        return found


def _day(day: date) -> str:
    return date_forms(day)[0]


_MAKERS: tuple[Callable[[Annexes], tuple[str, list[str]]], ...] = (
    Annexes.comparisons, Annexes.terms, Annexes.answers, Annexes.index, Annexes.periods, Annexes.decisions, Annexes.duties,
    Annexes.data_sheets,
)  # fmt: skip
ANNEXES = len(_MAKERS)
"""How many annexes a document can have."""
