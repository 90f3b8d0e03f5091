"""The page: header, footer with page x of y, bookmarks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from ragtester.corpus.pdf.bidi import in_line
from ragtester.corpus.pdf.styles import Styles

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import BaseDocTemplate, Flowable


@dataclass(frozen=True, slots=True)
class Running:
    """What stands at the head and foot of each page."""

    header_left: str
    header_right: str = ""
    footer_left: str = ""
    page_label: str = "Page {page} of {pages}"


@dataclass(frozen=True, slots=True)
class Properties:
    """The PDF's own metadata."""

    title: str
    author: str = ""
    subject: str = ""
    keywords: str = ""
    language: str = "en"


def text_width(styles: Styles) -> float:
    """Width of the text column in points."""
    return _size(styles)[0] - styles.face.margins[1] - styles.face.margins[3]


def _size(styles: Styles) -> tuple[float, float]:
    from reportlab.lib.pagesizes import A4, LETTER

    width, height = LETTER if styles.face.letter_page else A4
    return float(width), float(height)


@lru_cache(maxsize=1)
def _document_class() -> type[Any]:
    from reportlab.platypus import BaseDocTemplate

    class Template(BaseDocTemplate):  # type: ignore[misc]
        """A document that bookmarks its headings."""

        ragtester_depth: int = -1

        def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 - reportlab's name
            heading = getattr(flowable, "ragtester_heading", None)
            if heading is None:
                return
            level, text, key = heading
            level = min(level, self.ragtester_depth + 1)
            self.ragtester_depth = level
            self.ragtester_places[key] = self.page
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(text, key, level=level, closed=level > 0)

    return Template


def build(
    story: list[Flowable], styles: Styles, *, running: Running, properties: Properties, total: int
) -> tuple[bytes, int, dict[str, int]]:
    """The PDF's bytes, its number of pages, and the page of each heading; `total` is what the footers say it is."""
    from reportlab.platypus import Frame, PageTemplate

    width, height = _size(styles)
    top, right, bottom, left = styles.face.margins
    buffer = BytesIO()
    document = _document_class()(
        buffer,
        pagesize=(width, height),
        invariant=1,
        title=properties.title,
        author=properties.author,
        subject=properties.subject,
        keywords=properties.keywords,
        creator="ragtester",
        lang=properties.language,
        pageCompression=1,
    )
    frame = Frame(
        left, bottom, width - left - right, height - top - bottom,
        leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
    )  # fmt: skip

    def decorate(canvas: Canvas, doc: BaseDocTemplate) -> None:
        _decorate(canvas, doc.page, total, styles, running)

    document.addPageTemplates([PageTemplate(id="page", frames=[frame], onPage=decorate)])
    places: dict[str, int] = {}
    document.ragtester_places = places
    document.build(story)
    return buffer.getvalue(), document.page, places


def _decorate(canvas: Canvas, page: int, total: int, styles: Styles, running: Running) -> None:
    width, height = _size(styles)
    top, right, bottom, left = styles.face.margins
    canvas.saveState()
    canvas.setFillColor(styles.ink)
    size = styles.note.fontSize
    if page > 1 and total > 2:  # a header on one page only would not be known as one
        y = height - top + 24
        _draw(canvas, left, y, running.header_left, styles, size)
        _draw(canvas, width - right, y, running.header_right, styles, size, to_the_right=True)
        canvas.setStrokeColor(styles.rule)
        canvas.setLineWidth(0.5)
        canvas.line(left, y - 6, width - right, y - 6)
    y = bottom - 30
    if styles.face.title_block in ("rule", "band", "boxed"):
        canvas.setStrokeColor(styles.rule)
        canvas.setLineWidth(0.5)
        canvas.line(left, y + 11, width - right, y + 11)
    label = running.page_label.replace("{page}", str(page)).replace("{pages}", str(total))
    if styles.face.title_block == "centred":
        _draw(canvas, width / 2, y, label, styles, size, centred=True)
    else:
        _draw(canvas, left, y, running.footer_left, styles, size)
        _draw(canvas, width - right, y, label, styles, size, to_the_right=True)
    canvas.restoreState()


def _draw(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    styles: Styles,
    size: float,
    *,
    to_the_right: bool = False,
    centred: bool = False,
) -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    from ragtester.corpus.pdf.script import font_runs

    runs = font_runs(in_line(text), styles.face.body)
    length = sum(stringWidth(run, family, size) for family, run in runs)
    place = x - length if to_the_right else x - length / 2 if centred else x
    for family, run in runs:
        canvas.setFont(family, size)
        canvas.drawString(place, y, run)
        place += stringWidth(run, family, size)
