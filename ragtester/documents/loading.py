"""Files into documents: one bad file never stops the others."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from glob import glob, has_magic
from pathlib import Path

from ragtester.documents import limits
from ragtester.documents.content import Content
from ragtester.documents.sniffing import check_kind
from ragtester.errors import DocumentError, DocumentProblem
from ragtester.records import Document, Record

Loader = Callable[[bytes, str | None], Content]
"""From a file's bytes and its password to what it holds; raises DocumentError."""


def _pdf(raw: bytes, password: str | None) -> Content:
    from ragtester.documents.loaders.pdf import read_pdf

    return read_pdf(raw, password)


def _markdown(raw: bytes, password: str | None) -> Content:
    from ragtester.documents.loaders.markdown import read_markdown

    return read_markdown(raw, password)


def _html(raw: bytes, password: str | None) -> Content:
    from ragtester.documents.loaders.html import read_html

    return read_html(raw, password)


def _docx(raw: bytes, password: str | None) -> Content:
    from ragtester.documents.loaders.docx import read_docx

    return read_docx(raw, password)


def _text(raw: bytes, password: str | None) -> Content:
    from ragtester.documents.loaders.text import read_text

    return read_text(raw, password)


PDF, MARKDOWN, HTML = "application/pdf", "text/markdown", "text/html"
TEXT, DOCX = "text/plain", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

LOADERS: Mapping[str, tuple[str, Loader]] = {
    ".docx": (DOCX, _docx),
    ".htm": (HTML, _html),
    ".html": (HTML, _html),
    ".markdown": (MARKDOWN, _markdown),
    ".md": (MARKDOWN, _markdown),
    ".pdf": (PDF, _pdf),
    ".text": (TEXT, _text),
    ".txt": (TEXT, _text),
    ".xhtml": (HTML, _html),
}
"""Media type and loader by suffix; the libraries of a loader are imported when a file needs it."""


class LoadProblem(Record):
    """A file that could not be read, and why."""

    file: str
    problem: DocumentProblem
    reason: str


class Loaded(Record):
    """The documents that could be read, in order, and the files or pages that could not."""

    documents: tuple[Document, ...]
    problems: tuple[LoadProblem, ...] = ()


def load_document(path: Path | str, *, password: str | None = None) -> Document:
    """Reads a PDF, Markdown, HTML, DOCX or text file; its id is the file's stem.

    Args:
        path: the file.
        password: opens an encrypted PDF; an empty password is always tried.

    Raises:
        DocumentError: the file cannot be read; `problem` says which way.
    """
    return _loaded(Path(path), password)[0]


def _loaded(path: Path, password: str | None) -> tuple[Document, tuple[int, ...]]:
    """The document of a file, and those of its pages that are images without text."""
    media_type, loader = _loader(path)
    raw = _read(path)
    try:
        check_kind(raw, path.suffix.lower())
        content = loader(raw, password)
        if not content.text.strip():
            raise DocumentError("holds no text", problem="empty")
        if len(content.text) > limits.MAX_CHARACTERS:
            raise DocumentError(
                f"holds {len(content.text):,} characters of text, the limit is {limits.MAX_CHARACTERS:,}; split the file",
                problem="too_large",
            )
    except DocumentError as error:
        raise DocumentError(str(error), problem=error.problem, file=path) from error.__cause__
    document = Document(
        id=path.stem,
        title=content.title or path.stem,
        text=content.text,
        file=path.name,
        media_type=media_type,
        pages=content.pages,
        headings=content.headings,
        tables=content.tables,
        sha256=hashlib.sha256(raw).hexdigest(),
        **content.declared,
    )
    return document, content.images


def load_documents(paths: Iterable[Path | str] | Path | str, *, password: str | None = None) -> Loaded:
    """Reads files, folders (all readable files below them) and glob patterns, in the given order.

    A file that cannot be read becomes a problem with its reason, and the rest goes on. Two files of the
    same stem get ids that differ by their folder, or by a number.
    """
    documents: list[Document] = []
    problems: list[LoadProblem] = []
    given = [paths] if isinstance(paths, str | Path) else list(paths)
    taken: set[str] = set()
    seen: set[Path] = set()
    for place in given:
        files = list(_files(place))
        if not files:
            what = (
                "no file matches" if has_magic(str(place)) else "the folder holds no PDF, Markdown, HTML, DOCX or text"
            )
            problems.append(LoadProblem(file=str(place), problem="missing", reason=what))
        for path, shown in files:
            if path.resolve() in seen:
                continue
            seen.add(path.resolve())
            try:
                document, images = _loaded(path, password)
            except DocumentError as error:
                reason = str(error).removeprefix(f"{path}: ")
                problems.append(LoadProblem(file=str(path), problem=error.problem, reason=reason))
                continue
            if images:
                problems.append(LoadProblem(file=str(path), problem="image_only", reason=_not_read(images)))
            name = _free_name(document.id, shown, taken)
            taken.add(name)
            documents.append(document.model_copy(update={"id": name, "file": shown}))
    return Loaded(documents=tuple(documents), problems=tuple(problems))


def _not_read(images: tuple[int, ...]) -> str:
    shown = ", ".join(map(str, images[:5])) + (f" and {len(images) - 5} more" if len(images) > 5 else "")
    pages = f"page {shown} holds only an image" if len(images) == 1 else f"pages {shown} hold only images"
    return f"{pages}, which is not read (the other pages are); run the file through OCR first"


def _files(place: Path | str) -> Iterator[tuple[Path, str]]:
    """Pairs of a file and the name it is shown by."""
    path = Path(place)
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            shown = file.relative_to(path)
            if file.suffix.lower() in LOADERS and file.is_file() and not any(p.startswith(".") for p in shown.parts):
                yield file, shown.as_posix()
    elif has_magic(str(place)) and not path.exists():
        for name in sorted(glob(str(place), recursive=True)):  # noqa: PTH207 - the pattern may be absolute
            if Path(name).is_file():
                yield Path(name), Path(name).name
    else:
        yield path, path.name


def _free_name(stem: str, shown: str, taken: set[str]) -> str:
    if stem not in taken:
        return stem
    folder = Path(shown).parent.as_posix()
    wanted = f"{folder}/{stem}" if folder != "." else stem
    number, name = 2, wanted
    while name in taken:
        name = f"{wanted}-{number}"
        number += 1
    return name


def _loader(path: Path) -> tuple[str, Loader]:
    try:
        if path.is_dir():
            raise DocumentError(
                "is a folder; give it to load_documents, or name a file", problem="unsupported", file=path
            )
        if not path.exists():
            raise DocumentError("does not exist", problem="missing", file=path)
    except OSError as error:
        raise DocumentError(f"cannot be opened: {error.strerror}", problem="missing", file=path) from error
    try:
        return LOADERS[path.suffix.lower()]
    except KeyError:
        raise DocumentError(
            f"files of type {path.suffix or '(none)'!r} are not read; supported: {', '.join(sorted(LOADERS))}",
            problem="unsupported",
            file=path,
        ) from None


def _read(path: Path) -> bytes:
    buffer = io.BytesIO()
    try:
        if not path.is_file():
            raise DocumentError("is not a regular file", problem="unsupported", file=path)
        with path.open("rb") as file:
            buffer.write(file.read(limits.MAX_BYTES + 1))
    except OSError as error:
        raise DocumentError(f"cannot be opened: {error.strerror}", problem="missing", file=path) from error
    raw = buffer.getvalue()
    if not raw:
        raise DocumentError("has no bytes", problem="empty", file=path)
    if len(raw) > limits.MAX_BYTES:
        raise DocumentError(
            f"is larger than {limits.MAX_BYTES // 1_000_000} MB; split it", problem="too_large", file=path
        )
    return raw
