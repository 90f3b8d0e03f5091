"""Markdown: rendered to HTML, then read like HTML; a front matter may declare the document's metadata."""

from __future__ import annotations

from ragtester.documents.content import Content
from ragtester.documents.declared import split_front_matter
from ragtester.documents.loaders.html import html_content
from ragtester.documents.loaders.text import decode


def read_markdown(raw: bytes, _password: str | None = None) -> Content:
    """A Markdown file with tables, fenced code and definition lists."""
    title, declared, body = split_front_matter(decode(raw))
    return markdown_content(body, title=title, declared=declared)


def markdown_content(text: str, *, title: str = "", declared: dict[str, object] | None = None) -> Content:
    """The content of Markdown text."""
    import markdown

    rendered = markdown.markdown(text, extensions=["tables", "fenced_code", "def_list", "sane_lists", "footnotes"])
    return html_content(rendered, title=title, declared=declared)
