"""Names of entities in running text, in titles, and in file names."""

from __future__ import annotations

import re
import unicodedata
from itertools import product
from random import Random

from ragtester.corpus.blueprint import EntityKind

_SMALL = frozenset("a an and at by de for from in of on or the to with".split())


def members(kind: EntityKind, rng: Random) -> list[str]:
    """The members of an entity kind: its names, then the combinations of its parts in drawn order."""
    combined = [" ".join(pieces) for pieces in product(*kind.parts)] if kind.parts else []
    rng.shuffle(combined)
    return list(dict.fromkeys([*kind.names, *combined]))


def named(kind: EntityKind, name: str) -> str:
    """The member as running text names it, with its article."""
    return f"{kind.article} {name}".strip()


def bare(subject: str) -> str:
    """The subject without its article, as a table row names it."""
    return subject.removeprefix("the ")


def titled(subject: str) -> str:
    """The subject in a title: `field engineers` as `Field Engineers`."""
    words = bare(subject).split(" ")
    return " ".join(
        word if (word in _SMALL and place) else word[:1].upper() + word[1:] for place, word in enumerate(words)
    )


def slug(text: str) -> str:
    """Lower-case letters, digits and hyphens, at most 60 characters; letters of other scripts stay."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(sign for sign in folded if not unicodedata.combining(sign))
    return re.sub(r"[^\w]+", "-", letters.replace("_", "-")).strip("-")[:60].strip("-") or "document"
