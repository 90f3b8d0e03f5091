"""How wide a table may be."""

from __future__ import annotations

import sys

_LOG_COLUMNS = 160
"""Columns of a table in a file or a CI log, where nothing wraps."""


def table_width() -> int:
    """Columns of the terminal; enough for whole names where standard output is none."""
    if not sys.stdout.isatty():
        return _LOG_COLUMNS
    import shutil

    return shutil.get_terminal_size((110, 24)).columns
