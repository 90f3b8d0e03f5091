"""Ways to cut a document into chunks, on langchain-text-splitters where it has one."""

from collections.abc import Callable, Mapping

from ragtester.documents.chunkers.cutter import Cutter
from ragtester.documents.chunkers.headings import headings
from ragtester.documents.chunkers.recursive import recursive
from ragtester.documents.chunkers.sentences import sentences
from ragtester.documents.chunkers.token import token
from ragtester.documents.chunkers.words import words
from ragtester.protocols import Chunker

CHUNKERS: Mapping[str, Callable[..., Chunker]] = {
    "headings": headings,
    "markdown": headings,
    "recursive": recursive,
    "sentences": sentences,
    "token": token,
    "words": words,
}
"""Every shipped chunker by its name in a configuration; third parties' come by entry point `ragtester.chunkers`."""

CHUNKER_GROUP = "ragtester.chunkers"

__all__ = ["CHUNKERS", "CHUNKER_GROUP", "Cutter", "headings", "recursive", "sentences", "token", "words"]
