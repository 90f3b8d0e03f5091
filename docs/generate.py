"""Writes the reference pages that follow from the code: commands.md, config.md and python.md.

python docs/generate.py            writes them
python docs/generate.py --check    says which of them are out of date; exit code 1 where any is
"""

from __future__ import annotations

import sys
from pathlib import Path

from generating import commands_page, config_page, python_page

REFERENCE = Path(__file__).resolve().parent / "reference"


def pages() -> dict[str, str]:
    """Every generated page by its file name."""
    return {"commands.md": commands_page(), "config.md": config_page(), "python.md": python_page()}


def stale(folder: Path = REFERENCE) -> dict[str, str]:
    """The pages that do not say what the code says, as they should be."""
    return {name: text for name, text in pages().items() if not _is(folder / name, text)}


def _is(file: Path, text: str) -> bool:
    return file.is_file() and file.read_text(encoding="utf-8") == text


def main() -> int:
    """Writes the pages, or compares them."""
    found = stale()
    for name, text in found.items():
        if "--check" in sys.argv:
            print(f"docs/reference/{name} is out of date; run: python docs/generate.py")
        else:
            (REFERENCE / name).write_text(text, encoding="utf-8")
            print(f"wrote docs/reference/{name}")
    return 1 if found and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
