"""Writes a corpus: PDFs, the ledger, and the manifest that lets a later call append."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal

from ragtester.corpus.author.annexes import ANNEXES
from ragtester.corpus.author.builtin import FILL, write_markdown
from ragtester.corpus.blueprint import Blueprint
from ragtester.corpus.chapters import LONG
from ragtester.corpus.forms import date_forms
from ragtester.corpus.ledger import draw_ledger
from ragtester.corpus.manifest import Entry, Manifest, file_sha256, read_manifest
from ragtester.corpus.naming import slug
from ragtester.corpus.pdf.convert import count_pages, markdown_to_pdf
from ragtester.corpus.plan import DocumentPlan, Ledger, planned_facts
from ragtester.corpus.settings import DocumentSettings
from ragtester.errors import InputError
from ragtester.protocols import ChatModel
from ragtester.records import Corpus, Document, Fact, content_key

_FIT_TRIES = 5
_MOST_FILL, _MOST_FILL_LONG = 5.0, 2.5
"""Most background prose, as a multiple of what balanced documents have."""
_MOST_FORMS = 2


async def write_corpus(
    blueprint: Blueprint,
    *,
    documents: int,
    seed: int,
    author: Literal["builtin"] | ChatModel = "builtin",
    folder: Path,
    settings: DocumentSettings | None = None,
) -> Corpus:
    """Writes `documents` PDFs with `ledger.jsonl` and `manifest.json` into `folder`.

    A document whose plan, facts and author did not change keeps its file; other files that an
    earlier call made are removed, files of other origin are left alone.

    Raises:
        UsageError: fewer than one document is asked for.
        InputError: the folder cannot be written to.
        MeasurementError: the author's model did not answer.
    """
    ledger = draw_ledger(blueprint, documents=documents, seed=seed, settings=settings)
    try:
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        return await _write(blueprint, ledger, author, folder)
    except OSError as error:
        raise InputError(f"the corpus cannot be written: {error.strerror or error}", file=folder) from error


def write_builtin_corpus(
    blueprint: Blueprint, *, documents: int, seed: int, folder: Path, settings: DocumentSettings | None = None
) -> Corpus:
    """`write_corpus` with the built-in author, for callers that are not asynchronous.

    Raises:
        UsageError: fewer than one document is asked for.
        InputError: the folder cannot be written to.
    """
    return asyncio.run(write_corpus(blueprint, documents=documents, seed=seed, folder=folder, settings=settings))


async def _write(blueprint: Blueprint, ledger: Ledger, author: Literal["builtin"] | ChatModel, folder: Path) -> Corpus:
    facts = {fact.id: fact for fact in ledger.facts}
    before = read_manifest(folder)
    entries: list[Entry] = []
    documents: list[Document] = []
    for plan in ledger.plan:
        key = _plan_key(plan, facts, blueprint, author)
        kept = before.entry(plan.id)
        if kept is None or kept.key != key or not _intact(kept, folder):
            kept = await _write_document(plan, blueprint, facts, author, folder, key)
        entries.append(kept)
        documents.append(_document(plan, kept, folder))
    _remove_stale(before, entries, folder)
    lines = "".join(fact.model_dump_json() + "\n" for fact in ledger.facts)
    (folder / "ledger.jsonl").write_text(lines, encoding="utf-8")
    manifest = Manifest(
        name=blueprint.name, blueprint=blueprint.name, blueprint_sha256=blueprint.content_hash(), seed=ledger.seed,
        documents=tuple(entries), ledger_sha256=file_sha256(folder / "ledger.jsonl"),
    )  # fmt: skip
    (folder / "manifest.json").write_text(
        json.dumps(manifest.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    return Corpus(name=blueprint.name, documents=tuple(documents), facts=ledger.facts)


@dataclass(frozen=True, slots=True)
class Written:
    """A document's Markdown and what its author did beyond the plan."""

    markdown: str
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


async def _write_document(
    plan: DocumentPlan,
    blueprint: Blueprint,
    facts: Mapping[str, Fact],
    author: Literal["builtin"] | ChatModel,
    folder: Path,
    key: str,
) -> Entry:
    path = folder / f"{plan.id}.pdf"
    if author == "builtin":
        written, pages = _fitted(plan, blueprint, facts, path)
    else:
        from ragtester.corpus.author.model import write_by_model

        by_model = await write_by_model(author, plan, blueprint, facts)
        written = Written(by_model.markdown, by_model.missing, by_model.added)
        pages = _to_pdf(plan, written.markdown, path)
    (folder / f"{plan.id}.md").write_text(written.markdown, encoding="utf-8")
    return Entry(
        id=plan.id, file=path.name, sha256=file_sha256(path), text_sha256=file_sha256(folder / f"{plan.id}.md"),
        key=key, pages=pages, title=plan.title, author="builtin" if author == "builtin" else author.name,
        missing_facts=written.missing, added_claims=written.added,
    )  # fmt: skip


def _fitted(plan: DocumentPlan, blueprint: Blueprint, facts: Mapping[str, Fact], path: Path) -> tuple[Written, int]:
    """The document with as much background prose as brings it nearest to the wanted length.

    Pages grow about linearly with the amount of background, so the next amount is read off the line
    through the two nearest tries.
    """
    wanted = plan.settings.pages
    if wanted is None:
        markdown = write_markdown(plan, blueprint, facts)
        return Written(markdown), _to_pdf(plan, markdown, path)

    @cache
    def tried(fill: float, annexes: int = 0, forms: int = 0) -> tuple[int, str]:
        text = write_markdown(plan, blueprint, facts, fill=fill, annexes=annexes, forms=forms)
        front = {"title": plan.title, "subtitle": plan.organisation, "face": plan.face}
        return count_pages(text, meta=_meta(plan), **front), text

    annexes = _annexes(tried, wanted) if wanted >= LONG else 0
    tries: dict[float, tuple[int, str]] = {}
    fill = 0.0 if wanted < 3 else 1.0
    most = (_MOST_FILL_LONG if wanted >= LONG else _MOST_FILL) * max(1.0, FILL["balanced"] / FILL[plan.settings.detail])
    for _ in range(_FIT_TRIES):
        tries[fill] = tried(fill, annexes)
        if tries[fill][0] == wanted:
            break
        fill = _next_fill(tries, wanted, most=most)
        if fill in tries:
            break
    best = min(tries, key=lambda amount: (abs(tries[amount][0] - wanted), amount))
    pages, markdown = tries[best]
    if wanted >= LONG and pages < wanted:
        _, markdown = tried(best, annexes, min(wanted - pages, _MOST_FORMS))
    return Written(markdown), _to_pdf(plan, markdown, path)


def _annexes(tried: Callable[[float, int], tuple[int, str]], wanted: int) -> int:
    """How many annexes come nearest to the wanted length with the usual amount of prose."""
    fewest, most = 0, ANNEXES
    while fewest < most:
        middle = (fewest + most + 1) // 2
        if tried(1.0, middle)[0] > wanted:
            most = middle - 1
        else:
            fewest = middle
    return fewest


def _next_fill(tries: Mapping[float, tuple[int, str]], wanted: int, *, most: float) -> float:
    nearest = sorted(tries, key=lambda amount: abs(tries[amount][0] - wanted))[:2]
    if len(nearest) == 1:
        pages = tries[nearest[0]][0]
        slope = 0.8
        start = nearest[0]
    else:
        (start, other) = nearest
        pages = tries[start][0]
        slope = (tries[other][0] - pages) / (other - start) or 0.8
    moved = start + (wanted - pages) / slope
    return round(max(0.0, min(most, moved if slope > 0 else start + 1)), 2)


def _to_pdf(plan: DocumentPlan, markdown: str, path: Path) -> int:
    return markdown_to_pdf(
        markdown,
        path,
        title=plan.title,
        subtitle=plan.organisation,
        meta=_meta(plan),
        face=plan.face,
        author=f"{plan.organisation}, {plan.department}",
        subject=plan.genre,
        footer=f"{plan.department} · Revision {plan.revision}",
    )


def _meta(plan: DocumentPlan) -> list[tuple[str, str]]:
    until = [("Effective until", _day(plan.effective_to))] if plan.effective_to else []
    return [
        ("Effective from", _day(plan.effective_from)),
        *until,
        ("Revision", str(plan.revision)),
        ("Issued by", plan.department),
        ("Contact", plan.contact),
    ]


def _day(day: date) -> str:
    return date_forms(day)[0]


def _plan_key(
    plan: DocumentPlan, facts: Mapping[str, Fact], blueprint: Blueprint, author: Literal["builtin"] | ChatModel
) -> str:
    """Everything that the file depends on; what the ledger alone knows of a fact is left out."""
    stated = [
        facts[name].model_dump(mode="json", exclude={"supersedes", "status", "counterfactual"})
        for name in planned_facts(plan)
    ]
    return content_key(
        "author",
        plan=plan.model_dump(mode="json"),
        facts=stated,
        blueprint=blueprint.content_hash(),
        author="builtin" if author == "builtin" else f"{author.name} {author.version}",
    )


def _intact(entry: Entry, folder: Path) -> bool:
    return file_sha256(folder / entry.file) == entry.sha256 and (folder / f"{entry.id}.md").is_file()


def _remove_stale(before: Manifest, entries: list[Entry], folder: Path) -> None:
    keep = {entry.id for entry in entries}
    for entry in before.documents:
        if entry.id not in keep and entry.id == slug(entry.id):
            (folder / f"{entry.id}.pdf").unlink(missing_ok=True)
            (folder / f"{entry.id}.md").unlink(missing_ok=True)


def _document(plan: DocumentPlan, entry: Entry, folder: Path) -> Document:
    return Document(
        id=plan.id,
        title=plan.title,
        text=(folder / f"{plan.id}.md").read_text(encoding="utf-8"),
        file=entry.file,
        media_type="application/pdf",
        genre=plan.genre,
        revision=plan.revision,
        effective_from=plan.effective_from,
        effective_to=plan.effective_to,
        status=plan.status,
        sha256=entry.sha256,
    )
