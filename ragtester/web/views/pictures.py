"""A page of a PDF as a picture, with a quote marked where it stands."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ragtester.errors import DocumentError

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

_LOCK = threading.Lock()  # PDFium is not safe in several threads
_SCALE = 1.6
_MARK = (255, 214, 64, 110)
_LARGEST_PAGE = 3000


def quote_picture(file: Path, quote: str) -> tuple[bytes, int, int]:
    """The page that holds a quote as PNG with the quote marked, its number from 1, and the number of pages.

    Where the quote is not found (it crosses pages, or the text was extracted otherwise), the longest
    beginning of it that stands on one page is marked; without any, the first page is shown unmarked.

    Raises:
        DocumentError: the file is not a PDF that can be shown.
    """
    state = file.stat()
    return _picture(str(file), state.st_mtime_ns, " ".join(quote.split()), None)


def page_picture(file: Path, number: int) -> tuple[bytes, int, int]:
    """A page by its number from 1, without a mark.

    Raises:
        DocumentError: the file is not a PDF that can be shown, or has no such page.
    """
    return _picture(str(file), file.stat().st_mtime_ns, "", number)


@lru_cache(maxsize=64)
def _picture(name: str, _changed: int, quote: str, number: int | None) -> tuple[bytes, int, int]:
    import pypdfium2

    file = Path(name)
    if file.suffix.lower() != ".pdf":
        raise DocumentError("only pages of a PDF have a picture", problem="unsupported", file=file.name)
    with _LOCK:
        try:
            document = pypdfium2.PdfDocument(file)
        except pypdfium2.PdfiumError as error:
            raise DocumentError(f"cannot be opened: {error}", problem="broken", file=file.name) from None
        try:
            pages = len(document)
            if number is not None and not 1 <= number <= pages:
                raise DocumentError(f"has {pages} pages; there is no page {number}", problem="missing", file=file.name)
            at, boxes = (number - 1, []) if number is not None else _find(document, quote)
            return _paint(document[at], boxes), at + 1, pages
        finally:
            document.close()


def _find(document: PdfDocument, quote: str) -> tuple[int, list[tuple[float, float, float, float]]]:
    for wanted in _wordings(quote):
        pattern = re.compile(r"\s*".join(re.escape(_plain(word)) for word in wanted), re.IGNORECASE)
        for number in range(len(document)):
            page = document[number]
            text, places = _text(page)
            match = pattern.search(text)
            if match:
                return number, _boxes(page, places[match.start() : match.end()])
    return 0, []


def _wordings(quote: str) -> Iterator[list[str]]:
    """What to look for, the whole first: a row of a table is read as `Column: cell | Column: cell`."""
    words = quote.split()
    for share in (1.0, 0.6, 0.35):
        if words:
            yield words[: max(3, int(share * len(words)))]
    cells = [part.partition(": ")[2].split() for part in quote.split("|") if ": " in part]
    for size in (len(cells), 3, 2, 1) if len(cells) > 1 else ():
        yield [word for cell in cells[:size] for word in cell]


def _plain(text: str) -> str:
    return text.replace("\u2019", "'").replace("\u2018", "'").replace("\u00ad", "").replace("\u2010", "-")


def _text(page: PdfPage) -> tuple[str, list[int]]:
    """The page's text, and for each of its characters the index in PDFium's; hyphens at line ends are dropped."""
    textpage = page.get_textpage()
    kept: list[str] = []
    places: list[int] = []
    raw = textpage.get_text_range(errors="replace")
    for index, char in enumerate(raw):
        if char in "\ufffe\u0002\u00ad":
            continue
        kept.append(_plain(char))
        places.append(index)
    return "".join(kept), places


def _boxes(page: PdfPage, characters: Sequence[int]) -> list[tuple[float, float, float, float]]:
    """Boxes of characters joined line by line: left, bottom, right, top in points."""
    textpage = page.get_textpage()
    lines: list[tuple[float, float, float, float]] = []
    for index in characters:
        left, bottom, right, top = textpage.get_charbox(index, loose=True)
        if right <= left:
            continue
        if lines and abs(lines[-1][1] - bottom) < (top - bottom) * 0.6 and left >= lines[-1][0]:
            a, b, c, d = lines[-1]
            lines[-1] = (a, min(b, bottom), max(c, right), max(d, top))
        else:
            lines.append((left, bottom, right, top))
    return lines


def _paint(page: PdfPage, boxes: Sequence[tuple[float, float, float, float]]) -> bytes:
    from PIL import Image, ImageDraw

    width, height = page.get_size()
    scale = min(_SCALE, _LARGEST_PAGE / max(width, height, 1))
    picture = page.render(scale=scale).to_pil().convert("RGBA")
    layer = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(layer)
    for left, bottom, right, top in boxes:
        pen.rectangle(
            (left * scale - 2, (height - top) * scale - 1, right * scale + 2, (height - bottom) * scale + 1), fill=_MARK
        )
    out = io.BytesIO()
    Image.alpha_composite(picture, layer).convert("RGB").save(out, "PNG", optimize=False)
    return out.getvalue()
