"""What tells a clause about a named thing from one that needs its surroundings."""

from __future__ import annotations

import re

from ragtester.suite.writers.verbs import pasts

AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|may|might|must|shall|should|be|been|being)\b"
)
"""Finite forms that a clause has once at most."""
BROKEN = re.compile(
    r"\b(?:that|which|who|whom|whose|where|when|while|because|although|though|if|unless|whether|but|or|than|as well as|both|either|"
    r"neither|not|never|no|also|only|then|later|again|subsequently|eventually|finally|soon|still|even|however|further|likewise|"
    r"i|he|she|it|they|we|you|him|them|us|me|hers|our|my|this|these|those|such|there|here|former|latter|same|other|"
    r"others|another|together|respectively|once|currently|recently|today|now|mostly|largely|mainly|primarily)\b",
    re.IGNORECASE,
)  # fmt: skip
"""Words by which a sentence leans on others, or is more than one clause."""
GENERIC = frozenset(
    "act court council commission treaty union state church party parliament bill board university college government president king "
    "queen pope emperor bishop army committee company society school library museum city constitution senate house congress "
    "ministry department assembly convention league club team band album film show series game games war battle revolution "
    "empire republic kingdom dynasty crown prince princess duke earl lord sultan caliph shah islands island north south east west "
    "agreement protocol charter declaration court's centre center building palace cathedral stadium tower bridge act's".split()
)
"""Words that are written large and yet name nothing by themselves: `the Act`, `the Court`."""


_PARTICLES = frozenset("de da di do dos du del della der den von van zu ibn bin ben al el la le y".split())
"""Small words inside people's names: `Ana de Souza`."""


def second_verb(rest: str, verb: str) -> bool:
    """Whether what follows the verb has a verb of its own."""
    rest = re.sub(r"^(?:first|last) ", "", rest)
    words = rest.split()[1:] if verb in ("was", "were") else rest.split()
    return any(word in pasts() for word in words)


def is_named(subject: str, names: frozenset[str]) -> bool:
    """Whether a subject says what it is without its surroundings: it holds a name that is no mere `the Act`."""
    words = re.sub(r"^(?:The|the|An?|an?) ", "", subject).split()
    capitals = [
        word
        for at, word in enumerate(words)
        if word[:1].isupper() and (at or word.strip("'’s") in names or len(words) > 1)
    ]
    special = [word for word in capitals if word.lower() not in GENERIC]
    return bool(special) and (subject[:1].isupper() or bool(capitals))


def inside_of(subject: str, names: frozenset[str]) -> str:
    """The subject in the middle of a question."""
    first, _, rest = subject.partition(" ")
    if first.endswith(("'s", "’s")) or not first.isascii() or rest.split(" ")[0] in _PARTICLES:
        return subject
    if first in ("The", "A", "An") or (
        first not in names and first.lower() != first and not rest[:1].isupper() and rest
    ):
        return f"{first.lower()} {rest}"
    return subject
