"""The parts of a section that are not running text: tables, lists, definitions, charts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from random import Random

from ragtester.corpus.author.clauses import capital
from ragtester.corpus.blueprint import Blueprint, EntityKind, Term
from ragtester.corpus.naming import bare
from ragtester.corpus.plan import TablePlan
from ragtester.records import Fact

LEFT = "<<"
"""A cell that belongs to the one to its left."""

_NUMERIC = ("number", "money", "percent", "duration")


def escaped(cell: str) -> str:
    """A cell's text with what Markdown would take as a border escaped."""
    return cell.replace("|", "\\|")


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, caption: str, numeric: set[int]) -> str:
    """A pipe table under its caption; columns in `numeric` are set to the right."""
    rules = ["---:" if place in numeric else "---" for place in range(len(header))]
    lines = [f"Table: {caption}", ""]
    lines += ["| " + " | ".join(escaped(cell) for cell in cells) + " |" for cells in (header, rules, *rows)]
    return "\n".join(lines)


def facts_table(
    blueprint: Blueprint, table: TablePlan, facts: Mapping[str, Fact], *, note: str = "", grouped: bool = False
) -> str:
    """The table of a plan: one row per subject.

    Args:
        blueprint: has the labels.
        table: the rows and columns.
        facts: the ledger's facts by id.
        note: label of a footnote on the caption.
        grouped: whether rows whose first word is the same stand under a merged row of their own.
    """
    kind = blueprint.entity(table.entity)
    head = kind.names_label or capital(kind.kind.replace("_", " "))
    attributes = [blueprint.attributes[name] for name in table.attributes]
    header = [head, *(capital(attribute.label) for attribute in attributes)]
    width = len(table.attributes)
    rows = [
        [bare(subject), *(_cell(facts, table.facts[place * width + column]) for column in range(width))]
        for place, subject in enumerate(table.subjects)
    ]
    if grouped:
        rows = _with_group_rows(rows)
    caption = caption_of(table, blueprint) + (f"[^{note}]" if note else "")
    numeric = {place + 1 for place, attribute in enumerate(attributes) if attribute.kind in _NUMERIC}
    return markdown_table(header, rows, caption=caption, numeric=numeric)


def _with_group_rows(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows sorted, each group under a row that is merged over all columns."""
    made: list[list[str]] = []
    group = ""
    for row in sorted(rows, key=tuple):
        first = row[0].split(" ")[0]
        if first != group:
            made.append([f"**{first}**", *[LEFT] * (len(row) - 1)])
            group = first
        made.append(list(row))
    return made


def caption_of(table: TablePlan, blueprint: Blueprint) -> str:
    """`Notice period and trial period by staff group`."""
    labels = [blueprint.attributes[name].label for name in table.attributes]
    kind = blueprint.entity(table.entity)
    named = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"
    return f"{capital(named)} by {(kind.names_label or kind.kind.replace('_', ' ')).lower()}"


def _cell(facts: Mapping[str, Fact], name: str) -> str:
    return facts[name].value if name else "–"


def summary_table(facts: Sequence[Fact], *, caption: str, named: bool = False) -> str:
    """Facts that the text could not say without repeating itself: label and value; `named` adds what each is about."""
    several = named or len({fact.subject for fact in facts}) > 1
    header = (["Applies to"] if several else []) + ["Term", "Provision"]
    rows = [([capital(bare(fact.subject))] if several else []) + [capital(fact.label), fact.value] for fact in facts]
    return markdown_table(header, rows, caption=caption, numeric=set())


def bullet_facts(facts: Sequence[Fact], *, named: bool = False) -> str:
    """Facts as bullets: label in bold, then the value; `named` adds what each is about."""
    about = (f" ({fact.subject})" if named else "" for fact in facts)
    return "\n".join(f"- **{capital(fact.label)}{of}:** {fact.value}" for fact, of in zip(facts, about, strict=True))


def bullet_items(lead: str, items: Sequence[str]) -> str:
    """A list under its lead sentence."""
    return "\n".join([lead, "", *(f"- {item}" for item in items)])


def numbered(steps: Sequence[str]) -> str:
    """A numbered procedure."""
    return "\n".join(f"{place}. {capital(step)}" for place, step in enumerate(steps, 1))


def definitions(terms: Sequence[Term]) -> str:
    """Terms with their meanings, as a definition list."""
    return "\n\n".join(f"{term.term}\n:   {capital(term.meaning)}" for term in terms)


def chart(blueprint: Blueprint, table: TablePlan, facts: Mapping[str, Fact], rng: Random) -> str:
    """A bar chart of one numeric column of a table, or nothing where no column is numeric."""
    places = [place for place, name in enumerate(table.attributes) if blueprint.attributes[name].kind in _NUMERIC]
    if not places:
        return ""
    place = rng.choice(places)
    width = len(table.attributes)
    attribute = blueprint.attributes[table.attributes[place]]
    bars = []
    for row, subject in enumerate(table.subjects[:8]):
        name = table.facts[row * width + place]
        amount = _amount(facts[name].value) if name else None
        if amount is not None:
            bars.append([bare(subject), amount])
    unit = "%" if attribute.kind == "percent" else attribute.unit or ""
    kind: EntityKind = blueprint.entity(table.entity)
    title = f"{capital(attribute.label)} by {(kind.names_label or kind.kind.replace('_', ' ')).lower()}"
    drawing = {"kind": "bar", "title": title, "unit": unit, "bars": bars}
    return f"```chart\n{json.dumps(drawing, ensure_ascii=False)}\n```" if len(bars) > 1 else ""


def _amount(value: str) -> float | None:
    for word in value.replace("%", " ").split():
        try:
            return float(Decimal(word.replace(",", "")))
        except InvalidOperation:
            continue
    return None
