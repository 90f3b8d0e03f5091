"""Corpora whose truth is known: blueprints, ledgers of facts, and the PDFs that are written from them.

Names are loaded on first use: to read a blueprint nothing is needed that writes documents.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragtester.corpus.blueprint import Attribute, Blueprint, EntityKind, Genre
    from ragtester.corpus.derive import derive_blueprint
    from ragtester.corpus.draft import draft_blueprint
    from ragtester.corpus.ledger import draw_ledger
    from ragtester.corpus.loader import blueprint_names, load_blueprint, parse_blueprint, validate_blueprint
    from ragtester.corpus.manifest import Manifest, read_manifest
    from ragtester.corpus.pdf.convert import markdown_to_pdf
    from ragtester.corpus.pdf.faces import FACES
    from ragtester.corpus.pdf.fonts import font_problems
    from ragtester.corpus.plan import DocumentPlan, Ledger
    from ragtester.corpus.settings import DocumentSettings
    from ragtester.corpus.write import write_builtin_corpus, write_corpus

_PLACES = {
    "FACES": "pdf.faces",
    "Attribute": "blueprint",
    "Blueprint": "blueprint",
    "DocumentPlan": "plan",
    "DocumentSettings": "settings",
    "EntityKind": "blueprint",
    "Genre": "blueprint",
    "Ledger": "plan",
    "Manifest": "manifest",
    "blueprint_names": "loader",
    "derive_blueprint": "derive",
    "draft_blueprint": "draft",
    "draw_ledger": "ledger",
    "font_problems": "pdf.fonts",
    "load_blueprint": "loader",
    "markdown_to_pdf": "pdf.convert",
    "parse_blueprint": "loader",
    "read_manifest": "manifest",
    "validate_blueprint": "loader",
    "write_builtin_corpus": "write",
    "write_corpus": "write",
}

__all__ = [
    "FACES",
    "Attribute",
    "Blueprint",
    "DocumentPlan",
    "DocumentSettings",
    "EntityKind",
    "Genre",
    "Ledger",
    "Manifest",
    "blueprint_names",
    "derive_blueprint",
    "draft_blueprint",
    "draw_ledger",
    "font_problems",
    "load_blueprint",
    "markdown_to_pdf",
    "parse_blueprint",
    "read_manifest",
    "validate_blueprint",
    "write_builtin_corpus",
    "write_corpus",
]


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
