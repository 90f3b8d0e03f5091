"""A comparison of two runs as a file, in the format that its suffix names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragtester.errors import UnknownNameError
from ragtester.reports.html import comparison_page
from ragtester.retrieval.contract.atomic import write_atomically


def write_comparison(comparison: Mapping[str, Any], file: Path, *, base: str, candidate: str) -> None:
    """Writes `comparison` (as `compare --json` prints it) as .html or .json.

    Raises:
        UnknownNameError: no report has this suffix.
    """
    if file.suffix == ".html":
        text = comparison_page(comparison, base=base, candidate=candidate)
    elif file.suffix == ".json":
        text = json.dumps(comparison, ensure_ascii=False, indent=2) + "\n"
    else:
        raise UnknownNameError("comparison report", file.suffix or file.name, (".html", ".json"))
    write_atomically(file, text)
