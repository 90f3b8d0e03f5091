"""A small corpus of known facts, made by hand."""

from __future__ import annotations

from datetime import date

import pytest

from ragtester.records import Corpus, Document, Fact, Heading, Table, text_hash

GROUPS = {
    "the night wardens": ("6 weeks", "EUR 1,250", "Marta Lindqvist"),
    "the harbour pilots": ("10 weeks", "EUR 2,400", "Ivo Brandt"),
    "the archive clerks": ("4 weeks", "EUR 890", "Lena Okafor"),
}


def _fact(subject: str, attribute: str, label: str, kind: str, forms: list[str], wrong: str, **more: object) -> Fact:
    return Fact(
        id=f"{subject.replace(' ', '-')}.{attribute}{more.pop('suffix', '')}",
        subject=subject,
        entity_kind="staff group",
        attribute=attribute,
        label=label,
        kind=kind,
        value=forms[0],
        forms=tuple(forms),
        counterfactual=wrong,
        **more,
    )


def document(name: str, text: str, **more: object) -> Document:
    return Document(id=name, title=name.replace("-", " "), text=text, sha256=text_hash(text), **more)


def headings(text: str) -> tuple[Heading, ...]:
    found, at = [], 0
    for line in text.splitlines(keepends=True):
        if line.startswith("# "):
            found.append(Heading(text=line[2:].strip(), level=1, start=at))
        at += len(line)
    return tuple(found)


@pytest.fixture
def corpus() -> Corpus:
    documents, facts = [], []
    for number, (subject, (notice, allowance, contact)) in enumerate(GROUPS.items(), 1):
        name = f"handbook-{number}"
        other = f"contacts-{number}"
        text = (
            f"# Leaving\n\nAnybody who leaves the service tells the office in writing. The notice period of {subject} "
            f"is {notice}. It begins on the day after the letter arrives.\n\n"
            f"# Money\n\nThe office pays an allowance once a year. For {subject} the training allowance comes to "
            f"{allowance}, which covers courses and books.\n\nUnused money is not carried over to the next year, "
            f"whatever the reason may be.\n\n# Papers\n\nA new member of {subject} hands in three papers before the "
            f"first shift, and the required papers are a passport, a health card and a signed oath.\n"
        )
        documents.append(document(name, text, headings=headings(text)))
        facts += [
            _fact(
                subject,
                "notice_period",
                "notice period",
                "duration",
                [notice],
                "9 weeks",
                document=name,
                section="Leaving",
            ),
            _fact(
                subject,
                "allowance",
                "training allowance",
                "money",
                [allowance],
                "EUR 3,100",
                document=name,
                section="Money",
            ),
            _fact(
                subject,
                "papers",
                "required papers",
                "list",
                ["a passport, a health card and a signed oath"],
                "a passport, a reference and a signed oath",
                items=("a passport", "a health card", "a signed oath"),
                document=name,
                section="Papers",
            ),
            _fact(subject, "uniform_fee", "uniform fee", "money", ["EUR 77"], "EUR 66", status="withheld"),
        ]
        rows = f"Group: {subject.removeprefix('the ')} | Contact person: {contact} | Phone: 555-01{number}7"
        listing = f"# Who to ask\n\nQuestions go to the people named here, and nobody else decides.\n\n{rows}\n"
        start = listing.index("Group:")
        table = Table(
            header=("Group", "Contact person", "Phone"),
            rows=((subject.removeprefix("the "), contact, f"555-01{number}7"),),
            start=start,
            end=start + len(rows),
        )
        documents.append(document(other, listing, headings=headings(listing), tables=(table,)))
        facts += [
            _fact(
                subject,
                "contact",
                "contact person",
                "name",
                [contact],
                "Jon Abara",
                document=other,
                section="Who to ask",
            ),
            _fact(
                subject,
                "phone",
                "phone",
                "code",
                [f"555-01{number}7"],
                "555-0999",
                document=other,
                section="Who to ask",
            ),
        ]
    old = "# Leaving\n\nThis was in force until 2026. The notice period of the night wardens is 3 weeks.\n"
    documents.append(document("handbook-1-old", old, headings=headings(old), status="superseded"))
    facts[0] = facts[0].model_copy(update={"supersedes": "old.notice", "effective_from": date(2026, 3, 1)})
    facts.append(
        facts[0].model_copy(
            update={
                "id": "old.notice",
                "value": "3 weeks",
                "forms": ("3 weeks",),
                "status": "superseded",
                "supersedes": None,
                "effective_from": date(2024, 1, 1),
                "effective_to": date(2026, 3, 1),
                "document": "handbook-1-old",
            }
        )
    )
    return Corpus(name="service", documents=tuple(documents), facts=tuple(facts))
