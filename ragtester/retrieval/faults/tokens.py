"""The tokens of the plain retriever: lower case, letters a to z and digits."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"[a-z0-9]+")


def tokens(text: str) -> list[str]:
    """Every run of `[a-z0-9]` of the lower-cased text, in order."""
    return _TOKEN.findall(text.lower())
