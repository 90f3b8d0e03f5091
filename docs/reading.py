"""Reads the pages for their checks: fenced blocks with the comment before them, and links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "generated" / "README.md"]
)

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MARK = re.compile(r"<!--\s*([^>]*?)\s*-->\s*\Z")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    page: Path
    line: int
    language: str
    text: str
    mark: str
    """The HTML comment right before it: says how to treat the block."""

    @property
    def place(self) -> str:
        """Where it is, for messages."""
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"


def blocks(page: Path, language: str | None = None) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(text):
        mark = _MARK.search(text[: match.start()])
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(page, line, match[1], match[2], mark[1] if mark else ""))
    return [block for block in found if language in (None, block.language)]


def links(page: Path) -> list[str]:
    """The targets of the links of a page that lead to files, fenced blocks apart."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    return [target for target in _LINK.findall(text) if "://" not in target and not target.startswith("mailto:")]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.replace("`", "")).strip().lower().replace(" ", "-") for head in heads}


def commands(block: Block) -> list[list[str]]:
    """The commands of a console block, as lists of words; comments, prompts and redirections are left out."""
    import shlex

    found = []
    for line in block.text.replace("\\\n", " ").splitlines():
        for part in re.split(r"\s(?:&&|\|\||\||;)\s", line.strip().removeprefix("$ ")):
            words = shlex.split(re.split(r"\s\d?>", part)[0], comments=True)
            if words:
                found.append(words)
    return found
