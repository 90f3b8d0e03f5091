"""Writes the pages that follow from the code and from other pages: the maps, and three pages of the reference.

python docs/generate.py            writes them
python docs/generate.py --check    says which of them are out of date; exit code 1 where any is
"""

from __future__ import annotations

import sys
from pathlib import Path

from generating import commands_page, config_page, decisions_page, index_page, python_page

DOCS = Path(__file__).resolve().parent


def pages() -> dict[str, str]:
    """Every generated page by its path in docs/."""
    return {
        "reference/commands.md": commands_page(),
        "reference/config.md": config_page(),
        "reference/python.md": python_page(),
        "index.md": index_page(),
        "decisions/README.md": decisions_page(),
    }


def stale(folder: Path = DOCS) -> dict[str, str]:
    """The pages that do not say what the code says, as they should be."""
    return {name: text for name, text in pages().items() if not _is(folder / name, text)}


def _is(file: Path, text: str) -> bool:
    return file.is_file() and file.read_text(encoding="utf-8") == text


def main() -> int:
    """Writes the pages, or compares them."""
    found = stale()
    for name, text in found.items():
        if "--check" in sys.argv:
            print(f"docs/{name} is out of date; run: python docs/generate.py")
        else:
            (DOCS / name).write_text(text, encoding="utf-8")
            print(f"wrote docs/{name}")
    return 1 if found and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
