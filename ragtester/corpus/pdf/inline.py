"""Inline markup: an HTML element's content as reportlab's paragraph markup."""

from __future__ import annotations

import re
from xml.sax.saxutils import quoteattr

from bs4 import Tag
from bs4.element import NavigableString

from ragtester.corpus.pdf.fonts import MONO, letters, marked_up, register

_SPACE = re.compile(r"[ \t\r\n]+")
_SAFE_LINK = re.compile(r"(https?://|mailto:|#)", re.IGNORECASE)
_WRAP = {"strong": "b", "b": "b", "em": "i", "i": "i", "u": "u", "sup": "super", "sub": "sub", "del": "strike"}


def inline(element: Tag, family: str, *, accent: str) -> str:
    """The element's content, with bold, italics, code, links, and letters of other scripts."""
    return "".join(_node(node, family, accent) for node in element.children).strip()


def _node(node: object, family: str, accent: str) -> str:
    if isinstance(node, NavigableString):
        return marked_up(_SPACE.sub(" ", str(node)), family)
    if not isinstance(node, Tag):
        return ""
    if node.name == "br":
        return "<br/>"
    if node.name == "code":
        return f'<font name="{register(MONO)}" size="-1">{marked_up(node.get_text(), MONO)}</font>'
    if node.name == "img":
        return marked_up(f"[{node.get('alt') or 'image'}]", family)
    if node.name in ("em", "i") and not _drawn(node.get_text(), f"{family}-Italic"):
        return "".join(_node(child, family, accent) for child in node.children)
    content = "".join(_node(child, family, accent) for child in node.children)
    if node.name == "a":
        return _link(node, content, accent)
    if node.name in _WRAP:
        tag = _WRAP[node.name]
        return f"<{tag}>{content}</{tag}>"
    return content


def _drawn(text: str, font: str) -> bool:
    """Whether a font has every letter of the text; where italics lack a script, upright letters stand in."""
    return all(ord(sign) in letters(font) for sign in text if not sign.isspace())


def _link(node: Tag, content: str, accent: str) -> str:
    target = str(node.get("href") or "")
    if "footnote-ref" in (node.get("class") or []):
        return f"<super>{content}</super>" if not content.startswith("<super>") else content
    if "footnote-backref" in (node.get("class") or []) or not content:
        return ""
    if not _SAFE_LINK.match(target) or target.startswith("#"):
        return content
    return f'<a href={quoteattr(target)} color="{accent}">{content}</a>'
