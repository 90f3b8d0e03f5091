"""Markdown to PDF by reportlab: headings with bookmarks, lists, tables, code, links, charts, footnotes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bs4 import BeautifulSoup, Tag

from ragtester.corpus.pdf.bidi import is_right_to_left
from ragtester.corpus.pdf.charts import chart_flowable, parse_chart
from ragtester.corpus.pdf.contents import Entry, contents
from ragtester.corpus.pdf.faces import face_named
from ragtester.corpus.pdf.fonts import marked_up
from ragtester.corpus.pdf.inline import inline
from ragtester.corpus.pdf.keeping import kept
from ragtester.corpus.pdf.pages import Properties, Running, build, text_width
from ragtester.corpus.pdf.script import is_cjk, right_to_left
from ragtester.corpus.pdf.styles import Styles, styles_of
from ragtester.corpus.pdf.tables import table_flowable
from ragtester.corpus.pdf.titles import TitleText, title_block

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

_EXTENSIONS = ("tables", "fenced_code", "footnotes", "def_list", "sane_lists")
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 4, "h6": 4}


def markdown_to_pdf(
    markdown: str,
    path: Path,
    *,
    title: str,
    subtitle: str = "",
    meta: Sequence[tuple[str, str]] = (),
    face: str = "handbook",
    author: str = "",
    subject: str = "",
    keywords: str = "",
    language: str = "en",
    footer: str = "",
) -> int:
    """Writes Markdown as a PDF and returns its number of pages; equal input gives equal bytes.

    Beyond the usual Markdown: a paragraph `Table: text` before a table is its numbered caption; a
    fenced block `chart` is drawn as bars; `<div class="contents"></div>` lists the headings with their pages; in a table `^^` merges a cell with the one above it and
    `<<` with the one to its left.

    Args:
        markdown: the text, without the title.
        path: where the PDF goes; its folder exists.
        title: in the title block, the header and the metadata.
        subtitle: a line of the title block, usually the organisation.
        meta: label and value pairs of the title block, such as the effective date.
        face: name of the style sheet, see `FACES`.
        author: metadata.
        subject: metadata.
        keywords: metadata.
        language: of the text, as metadata.
        footer: at the foot of each page, beside its number.

    Raises:
        UnknownNameError: there is no such face.
        MissingExtraError: a font package is not installed.
    """
    data, pages = _rendered(
        markdown, _Front(title, subtitle, tuple(meta), face, author, subject, keywords, language, footer), passes=3
    )
    path.write_bytes(data)
    return pages


def count_pages(
    markdown: str, *, title: str, subtitle: str = "", meta: Sequence[tuple[str, str]] = (), face: str = "handbook"
) -> int:
    """About how many pages `markdown_to_pdf` would make of it, in a third of the time.

    Raises:
        UnknownNameError: there is no such face.
        MissingExtraError: a font package is not installed.
    """
    return _rendered(markdown, _Front(title, subtitle, tuple(meta), face), passes=1)[1]


@dataclass(frozen=True, slots=True)
class _Front:
    """What a PDF says beside its text."""

    title: str
    subtitle: str
    meta: tuple[tuple[str, str], ...]
    face: str
    author: str = ""
    subject: str = ""
    keywords: str = ""
    language: str = "en"
    footer: str = ""


def _rendered(markdown: str, front: _Front, *, passes: int) -> tuple[bytes, int]:
    """The PDF's bytes and pages; the number of pages in its footers is right from the second pass on."""
    styles = styles_of(face_named(front.face))
    text = TitleText(title=front.title, subtitle=front.subtitle, meta=front.meta)
    running = Running(header_left=front.title, header_right=front.subtitle, footer_left=front.footer)
    properties = Properties(
        title=front.title,
        author=front.author,
        subject=front.subject,
        keywords=front.keywords,
        language=front.language,
    )
    soup = BeautifulSoup(_html(markdown), "html.parser")
    data, pages, total = b"", 0, 1
    places: dict[str, int] = {}
    for _ in range(passes):
        story = _story(soup, styles, text, places)
        data, pages, found = build(story, styles, running=running, properties=properties, total=total)
        if pages == total and (found == places or not soup.find("div", class_="contents")):
            break
        total, places = pages, found
    return data, pages


def _html(markdown: str) -> str:
    from markdown import markdown as convert

    return convert(markdown, extensions=list(_EXTENSIONS), output_format="html")


def _story(soup: BeautifulSoup, styles: Styles, text: TitleText, places: Mapping[str, int]) -> list[Flowable]:
    width = text_width(styles)
    highest = min((_HEADINGS[heading.name] for heading in soup.find_all(list(_HEADINGS))), default=1)
    made = _Story(styles, width, highest)
    flowables = list(made.blocks(soup))
    if made.contents_at is not None:
        flowables[made.contents_at : made.contents_at] = contents(made.entries, places, styles, "Contents")
    return [*title_block(text, styles, width), *kept(flowables, width)]


class _Story:
    """Turns the blocks of an HTML tree into flowables, numbering as it goes."""

    def __init__(self, styles: Styles, width: float, highest: int) -> None:
        self.highest = highest
        self.styles = styles
        self.width = width
        self.numbers = [0, 0, 0, 0]
        self.tables = 0
        self.figures = 0
        self.keys = 0
        self.made = 0
        self.noted: list[str] = []
        self.entries: list[Entry] = []
        self.contents_at: int | None = None

    def blocks(self, parent: Tag, width: float | None = None) -> Iterator[Flowable]:
        """The flowables of every block in `parent`."""
        for node in parent.find_all(True, recursive=False):
            if node.name == "div" and "contents" in (node.get("class") or []):
                self.contents_at = self.made
                continue
            for flowable in self._block(node, width or self.width):
                self.made += 1
                yield flowable

    def _block(self, node: Tag, width: float) -> Iterator[Flowable]:
        from reportlab.platypus import HRFlowable, PageBreak

        if node.name in _HEADINGS:
            yield self._heading(node, _HEADINGS[node.name])
        elif node.name == "p":
            yield self._paragraph(node)
        elif node.name in ("ul", "ol"):
            yield from self._list(node, width)
        elif node.name == "table":
            yield table_flowable(node, self.styles, width)
            yield from self._table_notes(node)
        elif node.name == "pre":
            yield from self._code(node, width)
        elif node.name == "dl":
            yield from self._terms(node)
        elif node.name == "blockquote":
            for child in node.find_all("p"):
                yield self._text(child, self.styles.quote)
        elif node.name == "hr":
            yield HRFlowable(width="100%", thickness=0.5, color=self.styles.rule, spaceBefore=6, spaceAfter=6)
        elif node.name == "div" and "page-break" in (node.get("class") or []):
            yield PageBreak()
        elif node.name == "div":
            yield from self._notes(node) if "footnote" in (node.get("class") or []) else self.blocks(node, width)

    def _heading(self, node: Tag, level: int) -> Flowable:
        from reportlab.platypus import Paragraph

        face = self.styles.face
        number = self._number(level)
        style = self.styles.headings[level - 1]
        text = node.get_text().strip()
        if is_right_to_left(text):
            style = style.clone(f"{style.name}-rtl", alignment=2)
        made = Paragraph(f"{number}{marked_up(text, face.heading, bold=True)}", style)
        self.keys += 1
        entry = Entry(level - self.highest, f"{number}{text}".replace("&nbsp;", " "), f"h{self.keys}")
        self.entries.append(entry)
        made.ragtester_heading = (entry.level, entry.text, entry.key)
        flowable: Flowable = made
        return flowable

    def _number(self, level: int) -> str:
        if level == 1:
            return ""
        self.numbers[level - 1] += 1
        for deeper in range(level, 4):
            self.numbers[deeper] = 0
        kind = self.styles.face.numbering
        if kind == "none" or level > 3:
            return ""
        if kind == "paragraph":
            return f"§ {self.numbers[1]} &nbsp;" if level == 2 else ""
        if kind == "item":
            return f"Item {self.numbers[1]}: " if level == 2 else ""
        return f"{self.numbers[1]} &nbsp; " if level == 2 else f"{self.numbers[1]}.{self.numbers[2]} &nbsp; "

    def _paragraph(self, node: Tag) -> Flowable:
        text = node.get_text().strip()
        if text.startswith("Table:") and (node.find_next_sibling() or node).name == "table":
            self.tables += 1
            content = inline(node, self.styles.face.body, accent=self.styles.face.accent)
            return self._plain(f"Table {self.tables}. {content.removeprefix('Table:').strip()}", self.styles.caption)
        following = node.find_next_sibling()
        leads = following is not None and (
            following.get_text().startswith("Table:") or (following.name in ("ul", "ol") and text.endswith(":"))
        )
        body = self.styles.body
        return self._text(node, body.clone("lead", keepWithNext=1) if leads else body)

    def _text(self, node: Tag, style: object) -> Flowable:
        text = node.get_text()
        body = self.styles.body
        if is_right_to_left(text):
            return right_to_left(
                text, family=self.styles.face.body, size=body.fontSize, leading=body.leading, ink=self.styles.ink,
                after=body.spaceAfter,
            )  # fmt: skip
        markup = inline(node, self.styles.face.body, accent=self.styles.face.accent)
        return self._plain(markup, self.styles.cjk if is_cjk(text) else style)

    def _plain(self, markup: str, style: object) -> Flowable:
        from reportlab.platypus import Paragraph

        made: Flowable = Paragraph(markup, style)
        return made

    def _list(self, node: Tag, width: float) -> Iterator[Flowable]:
        from reportlab.platypus import ListFlowable, ListItem, Spacer

        ordered = node.name == "ol"
        items = []
        for entry in node.find_all("li", recursive=False):
            blocks = entry.find_all(["p", "ul", "ol", "pre", "table"], recursive=False)
            if not entry.find("p", recursive=False):
                lead = BeautifulSoup("<p></p>", "html.parser").p
                for child in list(entry.children):
                    if child not in blocks and lead is not None:
                        lead.append(copy(child))
                content = [self._text(lead, self.styles.bullet)] if lead is not None else []
                for block in blocks:
                    content += list(self._block(block, width - 18))
            else:
                content = [
                    flowable
                    for block in blocks
                    for flowable in (
                        [self._text(block, self.styles.bullet)] if block.name == "p" else self._block(block, width - 18)
                    )
                ]
            items.append(ListItem(content, spaceAfter=1))
        yield ListFlowable(
            items,
            bulletType="1" if ordered else "bullet",
            bulletFontName=self.styles.face.body,
            bulletFontSize=self.styles.body.fontSize if ordered else self.styles.body.fontSize * 0.9,
            bulletColor=self.styles.accent,
            bulletFormat="%s." if ordered else None,
            start=int(str(node.get("start") or 1)) if ordered else "•",
            leftIndent=20,
            bulletDedent=14 if not ordered else 18,
        )
        yield Spacer(1, self.styles.face.leading * 0.5)

    def _code(self, node: Tag, width: float) -> Iterator[Flowable]:
        from reportlab.platypus import KeepTogether, Preformatted

        code = node.find("code")
        kind = " ".join(code.get("class") or []) if code else ""
        drawing = parse_chart(node.get_text()) if "chart" in kind else None
        if drawing is not None:
            self.figures += 1
            caption = (
                f"Figure {self.figures}. {marked_up(str(drawing.get('title') or 'Chart'), self.styles.face.heading)}"
            )
            yield KeepTogether(
                [chart_flowable(drawing, self.styles, width), self._plain(caption, self._below(self.styles))]
            )
            return
        yield Preformatted(node.get_text().rstrip("\n"), self.styles.code, maxLineLength=88)

    def _below(self, styles: Styles) -> object:
        return styles.caption.clone("caption-below", keepWithNext=0, spaceBefore=3, spaceAfter=12)

    def _terms(self, node: Tag) -> Iterator[Flowable]:
        for child in node.find_all(["dt", "dd"], recursive=False):
            if child.name == "dt":
                yield self._text(child, self.styles.term)
            else:
                paragraphs = child.find_all("p") or [child]
                for paragraph in paragraphs:
                    yield self._text(paragraph, self.styles.body.clone("meaning", leftIndent=14))

    def _table_notes(self, table: Tag) -> Iterator[Flowable]:
        """The footnotes that the table or its caption refers to, at its foot."""
        caption = table.find_previous_sibling()
        named = caption if caption is not None and caption.get_text().strip().startswith("Table:") else None
        root = table.find_parent() or table
        for place in [node for node in (named, table) if node is not None]:
            for link in place.find_all("a", class_="footnote-ref"):
                entry = root.find("li", id=str(link.get("href", "")).removeprefix("#"))
                if entry is not None and str(entry.get("id")) not in self.noted:
                    self.noted.append(str(entry.get("id")))
                    yield self._note(entry, link.get_text())
        if named is not None and named.find("a", class_="footnote-ref"):
            yield self._plain("", self.styles.note)

    def _notes(self, node: Tag) -> Iterator[Flowable]:
        from reportlab.platypus import HRFlowable, KeepTogether

        entries = [entry for entry in node.find_all("li") if str(entry.get("id")) not in self.noted]
        if not entries:
            return
        rule = HRFlowable(
            width="30%", thickness=0.5, color=self.styles.rule, spaceBefore=8, spaceAfter=4, hAlign="LEFT"
        )
        first, *rest = (self._note(entry, str(node.find_all("li").index(entry) + 1)) for entry in entries)
        yield KeepTogether([rule, first])
        yield from rest

    def _note(self, entry: Tag, sign: str) -> Flowable:
        markup = inline(entry.find("p") or entry, self.styles.face.body, accent=self.styles.face.accent)
        return self._plain(f"<super>{sign}</super> {markup}", self.styles.note)
