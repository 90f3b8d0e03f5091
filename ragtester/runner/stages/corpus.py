"""The corpus stage: documents are generated and read, what did not change is taken as it is."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable
from glob import glob, has_magic  # user patterns may be absolute, which Path.glob refuses
from pathlib import Path
from typing import Literal

from ragtester.corpus import DocumentSettings, load_blueprint, write_corpus
from ragtester.documents import load_documents
from ragtester.errors import InputError
from ragtester.protocols import ChatModel
from ragtester.records import Corpus, Document, Fact, content_key, text_hash
from ragtester.runner.plan.names import blueprint_place
from ragtester.runner.progress import Bar, shown
from ragtester.runner.session import Session
from ragtester.runner.stored.authors import CountedAuthor, remember_steps
from ragtester.version import __version__


async def make_corpus(session: Session) -> Corpus:
    """The corpus that the configuration describes.

    Raises:
        InputError: no document is left.
    """
    config = session.loaded.config
    with session.timed("corpus"), shown(session.progress, "corpus", None) as bar:
        documents, facts = await _generated(session, bar)
        documents += await _read(session, [str(session.loaded.path(place)) for place in config.corpus.files], bar)
    documents = _unique(documents)
    if not documents:
        raise InputError(
            "no document is left to test with; "
            + ("; ".join(session.problems) or f"nothing matches {', '.join(config.corpus.files)}")
        )
    return Corpus(name=config.name, documents=tuple(documents), facts=tuple(facts))


async def _generated(session: Session, bar: Bar) -> tuple[list[Document], list[Fact]]:
    """Documents and facts of every blueprint; the text is what a reader gets out of the PDF."""
    config = session.loaded.config
    blueprints = config.corpus.all_blueprints
    author: Literal["builtin"] | ChatModel = "builtin"
    if blueprints and config.corpus.author != "builtin":
        author = CountedAuthor(session.components.model(config.corpus.author, what="author", kind="author"))
    documents: list[Document] = []
    facts: list[Fact] = []
    for number, name in enumerate(blueprints):
        share = config.corpus.documents // len(blueprints) + (number < config.corpus.documents % len(blueprints))
        if not share:
            continue
        blueprint = load_blueprint(blueprint_place(session.loaded, name))
        folder = session.folder / "corpus"
        where = folder if len(blueprints) == 1 else folder / blueprint.name
        made = await write_corpus(
            blueprint,
            documents=share,
            seed=config.seed,
            author=author,
            folder=where,
            settings=DocumentSettings.model_validate(config.corpus.settings.model_dump()),
        )
        for document in made.documents:
            read = await _read(session, [str(where / document.file)], bar)
            documents += [document.model_copy(update=_layout(loaded)) for loaded in read]
        facts += made.facts
    if isinstance(author, CountedAuthor) and session.components.imitations is None:
        remember_steps(session.store, author, author.steps)
    return documents, facts


def _layout(loaded: Document) -> dict[str, object]:
    """What the loader found, to be put over what the author knew."""
    return {name: getattr(loaded, name) for name in ("text", "media_type", "pages", "headings", "tables", "sha256")}


async def _read(session: Session, places: Iterable[str], bar: Bar) -> list[Document]:
    """Documents of files; one that was read before is taken from the store."""
    documents: list[Document] = []
    for place in places:
        files = _files(place)
        if not files:
            session.report(f"{place}: no such file")
        bar.grow(len(files))
        for file in files:
            documents.extend(await _read_one(session, file))
            bar.advance()
    return documents


def _files(place: str) -> list[Path]:
    if has_magic(place):
        return sorted(
            path
            for path in map(Path, glob(place, recursive=True))  # noqa: PTH207
            if path.is_file()
        )
    path = Path(place)
    if path.is_dir():
        return sorted(inner for inner in path.rglob("*") if inner.is_file() and not inner.name.startswith("."))
    return [path] if path.exists() else []


async def _read_one(session: Session, file: Path) -> list[Document]:
    password = session.loaded.config.corpus.password
    digest = hashlib.sha256(await asyncio.to_thread(file.read_bytes)).hexdigest()
    key = content_key(
        "parse", file=file.name, sha256=digest, password=text_hash(password) if password else None, version=__version__
    )
    stored = session.store.results([key]).get(key)
    if stored is not None:
        return [Document.model_validate(stored)]
    loaded = await asyncio.to_thread(load_documents, [file], password=password)
    for problem in loaded.problems:
        session.report(f"{problem.file}: {problem.reason}")
    for document in loaded.documents:
        session.store.put_results("parse", {key: document.model_dump(mode="json")})
    return list(loaded.documents)


def _unique(documents: Iterable[Document]) -> list[Document]:
    """Documents with ids of their own: a second one of the same name gets a number."""
    taken: dict[str, Document] = {}
    for document in documents:
        name, number = document.id, 2
        while name in taken:
            name, number = f"{document.id}-{number}", number + 1
        taken[name] = document if name == document.id else document.model_copy(update={"id": name})
    return list(taken.values())
