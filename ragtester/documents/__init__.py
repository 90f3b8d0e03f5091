"""Files into documents, documents into chunks, and evidence found again in both."""

from ragtester.documents.chunkers import CHUNKERS, Cutter
from ragtester.documents.loading import LOADERS, Loaded, LoadProblem, load_document, load_documents
from ragtester.documents.making import make_chunker
from ragtester.documents.rows import make_table, row_text, table_text
from ragtester.documents.spans import locate, overlaps

__all__ = [
    "CHUNKERS",
    "LOADERS",
    "Cutter",
    "LoadProblem",
    "Loaded",
    "load_document",
    "load_documents",
    "locate",
    "make_chunker",
    "make_table",
    "overlaps",
    "row_text",
    "table_text",
]
