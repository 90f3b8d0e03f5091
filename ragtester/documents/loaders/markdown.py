"""Markdown: rendered to HTML, then read like HTML; a front matter may declare the document's metadata."""

from __future__ import annotations

from ragtester.documents.content import Content
from ragtester.documents.declared import split_front_matter
from ragtester.documents.loaders.html import html_content
from ragtester.documents.loaders.text import decode
from ragtester.errors import DocumentError

_MOST_BRACKETS = 400
"""Of one paragraph; beyond it none of them is read as a link."""


def read_markdown(raw: bytes, _password: str | None = None) -> Content:
    """A Markdown file with tables, fenced code and definition lists."""
    title, declared, body = split_front_matter(decode(raw))
    return markdown_content(body, title=title, declared=declared)


def _tamed(text: str) -> str:
    """The text with brackets written out in paragraphs that hold very many.

    The renderer looks for a link at each of them, which takes time with the square of their number.
    """
    if text.count("[") <= _MOST_BRACKETS:
        return text
    paragraphs = text.split("\n\n")
    return "\n\n".join(part.replace("[", "&#91;") if part.count("[") > _MOST_BRACKETS else part for part in paragraphs)


def markdown_content(text: str, *, title: str = "", declared: dict[str, object] | None = None) -> Content:
    """The content of Markdown text."""
    import markdown

    try:
        rendered = markdown.markdown(
            _tamed(text), extensions=["tables", "fenced_code", "def_list", "sane_lists", "footnotes"]
        )
    except RecursionError as error:
        raise DocumentError("its lists or quotes are nested too deep", problem="broken") from error
    return html_content(rendered, title=title, declared=declared)
