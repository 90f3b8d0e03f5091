"""HTML: headings, paragraphs, lists and tables in order; scripts, styles and navigation dropped."""

from __future__ import annotations

import re
import warnings

from bs4 import BeautifulSoup, MarkupResemblesLocatorWarning, XMLParsedAsHTMLWarning
from bs4.element import NavigableString, PreformattedString, Tag

from ragtester.documents import limits
from ragtester.documents.blocks import Block, assemble, table_block
from ragtester.documents.content import Content
from ragtester.documents.loaders.html_tables import html_table
from ragtester.documents.loaders.text import decode
from ragtester.errors import DocumentError

_DROPPED = frozenset(
    "script style nav noscript template head iframe object svg canvas button select dialog audio video map menu".split()
)
_INLINE = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "ruby",
        "rp",
        "rt",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)
_LEVELS = {f"h{level}": level for level in range(1, 7)}
_SPACE = re.compile(r"[ \t\n\r\f\u00a0]+")
_BREAK = "\v"
_LONGEST_LIST = 500
"""Items that are numbered; beyond it the search for the number would grow with the square of the list."""


def read_html(raw: bytes, _password: str | None = None) -> Content:
    """An HTML file."""
    return html_content(decode_html(raw))


def decode_html(raw: bytes) -> str:
    """The text of an HTML file by its byte order mark, declared charset, or UTF-8."""
    declared = re.search(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{2,20})""", raw[:4096], re.IGNORECASE)
    if declared and not raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        try:
            return raw.decode(declared[1].decode("ascii"), "replace")
        except LookupError:
            pass
    return decode(raw)


def html_content(markup: str, *, title: str = "", declared: dict[str, object] | None = None) -> Content:
    """The content of HTML markup."""
    if markup.count("<") > limits.MAX_TAGS:
        raise DocumentError(f"holds more than {limits.MAX_TAGS:,} tags; split it", problem="too_large")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        soup = BeautifulSoup(markup, "html.parser")
    named = soup.find("title")
    title = title or (_SPACE.sub(" ", named.get_text()).strip() if named else "")
    walker = _Walker()
    walker.walk(soup)
    return Content.of(assemble(walker.blocks), title=title, declared=declared)


class _Walker:
    """Goes through the tree without recursion: untrusted markup may be nested very deep."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._pending: list[str] = []
        self._level = 0
        self._prefix = ""

    def walk(self, root: Tag) -> None:
        stack: list[tuple[object, bool]] = [(root, False)]
        while stack:
            node, leaving = stack.pop()
            if isinstance(node, Tag):
                if leaving:
                    self._flush()
                elif self._enter(node):
                    if node.name not in _INLINE:
                        self._flush()
                        self._level = _LEVELS.get(node.name, 0)
                        self._prefix = _item_mark(node) if node.name == "li" else self._prefix
                        stack.append((node, True))
                    stack.extend((child, False) for child in reversed(node.contents))
            elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
                self._pending.append(str(node))
        self._flush()

    def _enter(self, node: Tag) -> bool:
        """Whether to go into the node."""
        if node.name in _DROPPED or node.has_attr("hidden") or node.get("aria-hidden") == "true":
            return False
        if node.name == "footer" and node.parent is not None and node.parent.name == "body":
            return False
        if node.name == "br":
            self._pending.append(_BREAK)
            return False
        if node.name == "pre":
            self._flush()
            self.blocks.append(Block(node.get_text().strip("\n")))
            return False
        if node.name == "table":
            table = html_table(node)
            if table is None:
                return True
            self._flush()
            self.blocks.append(table_block(table))
            return False
        return True

    def _flush(self) -> None:
        lines = [_SPACE.sub(" ", part).strip() for part in "".join(self._pending).split(_BREAK)]
        self._pending.clear()
        text = (" " if self._level else "\n").join(line for line in lines if line)
        if text:
            self.blocks.append(Block(self._prefix + text, level=self._level))
            self._prefix = ""
        self._level = 0


def _item_mark(item: Tag) -> str:
    """The bullet or number of a list item."""
    if item.parent is None or item.parent.name != "ol":
        return "- "
    before = sum(1 for _ in item.find_previous_siblings("li", limit=_LONGEST_LIST))
    return f"{before + 1}. " if before < _LONGEST_LIST else "- "
