"""`manifest.json`: which files a corpus has, from what they were made, and their sha256."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pydantic import ValidationError

from ragtester.errors import InputError
from ragtester.records import Record


class Entry(Record):
    """One document of the corpus."""

    id: str
    file: str
    sha256: str
    """Of the PDF's bytes."""
    text_sha256: str
    """Of its Markdown."""
    key: str
    """Content key of everything that the document was made from."""
    pages: int
    title: str
    author: str
    missing_facts: tuple[str, ...] = ()
    """Facts of the plan that the author did not state, even when asked again."""
    added_claims: tuple[str, ...] = ()
    """Sentences with a value that the plan does not have."""


class Manifest(Record):
    """The corpus as it was written last."""

    name: str = ""
    blueprint: str = ""
    blueprint_sha256: str = ""
    seed: int = 0
    documents: tuple[Entry, ...] = ()
    ledger_sha256: str = ""

    def entry(self, name: str) -> Entry | None:
        """The entry of one document, if there is one."""
        return next((entry for entry in self.documents if entry.id == name), None)


def read_manifest(folder: Path) -> Manifest:
    """The manifest in a folder, or an empty one where there is none.

    Raises:
        InputError: the file is there and is not a manifest.
    """
    path = folder / "manifest.json"
    if not path.is_file():
        return Manifest()
    try:
        return Manifest.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise InputError("not a corpus manifest; move it away or choose another folder", file=path) from error


def file_sha256(path: Path) -> str:
    """SHA-256 (hex) of a file's bytes; empty where there is no file."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
