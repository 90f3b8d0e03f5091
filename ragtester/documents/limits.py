"""How large a document may be: untrusted files are bounded before they are parsed."""

from __future__ import annotations

MAX_BYTES = 100_000_000
"""Of one file."""
MAX_UNPACKED = 300_000_000
"""Bytes of a DOCX after unpacking."""
MAX_PAGES = 3_000
MAX_CHARACTERS = 20_000_000
"""Of one document's text."""
MAX_TAGS = 1_000_000
"""Of one HTML or Markdown file."""
