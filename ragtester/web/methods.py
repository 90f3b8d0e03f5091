"""Which methods a path of the API takes, for the `Allow` header of a 405: every one, whichever route was met first."""

from __future__ import annotations

import re
from functools import lru_cache

from fastapi import FastAPI


def allowed(app: FastAPI, path: str) -> str | None:
    """The methods of a path, as `Allow` lists them; None for a path that is not in the OpenAPI document."""
    found = sorted({method for pattern, methods in _paths(app) if pattern.fullmatch(path) for method in methods})
    return ", ".join(found) or None


@lru_cache(maxsize=4)
def _paths(app: FastAPI) -> list[tuple[re.Pattern[str], frozenset[str]]]:
    document = app.openapi()
    return [
        (re.compile(re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(template))), frozenset(map(str.upper, operations)))
        for template, operations in document["paths"].items()
    ]
