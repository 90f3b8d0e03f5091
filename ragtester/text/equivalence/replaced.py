"""A word of a reference that another one replaces: another of its class, of its kind, or in its very place."""

from __future__ import annotations

import re
from itertools import pairwise

from ragtester.text.equivalence.names import LEGAL
from ragtester.text.equivalence.prepared import prepare, references_of
from ragtester.text.equivalence.words import GENERIC, STOP, alike, stem
from ragtester.text.folding import fold
from ragtester.text.lexicon import relation
from ragtester.text.tokens import tokens

_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)


def other_kind_of(answer: str, reference: str, question: str) -> str | None:
    """Another one of the same head word: `the management board` for `the supervisory board`.

    Only where the reference is two words, the answer has the second right after a word of its own, and the first
    nowhere, in no other wording either.
    """
    words = references_of(reference)[0].words
    if (
        len(words) != 2
        or len(_ARTICLE.sub("", reference.strip()).split()) != 2
        or not all(word.isalpha() and len(word) > 3 for word in words)
    ):
        return None
    given = prepare(answer).words
    asked = {stem(word) for word in tokens(fold(question))}
    if any(alike(word, words[0]) >= 0.6 for word in given) or stem(words[0]) in asked:
        return None
    for before, word in pairwise(given):
        if (
            stem(word) != stem(words[1])
            or before in STOP
            or len(before) < 4
            or stem(before) in asked
            or not before.isalpha()
            or before in GENERIC
            or word not in answer  # names with capitals are compared as names
        ):
            continue
        if relation(before, words[0]) in ("same", "synonym", "derived", "broader"):
            return None
        return f"{before} {word}"
    return None


_CLASSES: tuple[frozenset[str], ...] = tuple(
    frozenset(line.split())
    for line in (
        "north south east west northern southern eastern western northeast northwest southeast southwest",
        "northern southern eastern western central",
        "monday tuesday wednesday thursday friday saturday sunday",
        "january february march april may june july august september october november december",
        "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th last",
        "ii iii iv vi vii viii ix",
        "jr sr", "junior senior", "left right", "profit loss", "profits losses", "income expense", "buyer seller", "lender borrower", "landlord tenant", "employer employee", "credit debit", "import export", "full empty", "full low", "high low", "open closed", "rain snow", "rainfall snowfall", "rain snowfall", "wet dry", "heavy light", "allowed forbidden", "include exclude", "upper lower", "inner outer", "inlet outlet", "input output", "internal external", "red orange yellow green blue purple violet pink brown black white grey silver gold",
        "positive negative", "beginning middle end", "minimum maximum", "male female", "husband wife", "mother father", "brother sister", "son daughter", "king queen", "prince princess",
        "morning afternoon evening night", "spring summer autumn winter", "daily weekly monthly quarterly yearly annually", "first-class second-class",
        "million billion trillion thousand hundred", "gross net", "before after", "increase decrease", "above below", "entry exit", "old new", "single double triple",
        "executive financial technical operating", "primary secondary tertiary", "front rear back", "top bottom", "hot cold",
    )
)  # fmt: skip
"""Words of which one excludes another in the same place."""

_MEMBERS = frozenset(word for group in _CLASSES for word in group)

_PART_OF_TIME = {"mid": "middle", "early": "beginning", "start": "beginning", "late": "end"}


def _member(word: str) -> str:
    """A word in the number in which the classes list it: `Thursdays` as `thursday`."""
    word = _PART_OF_TIME.get(word, word)
    return word[:-1] if word.endswith("s") and word not in _MEMBERS and word[:-1] in _MEMBERS else word


_LINKS = frozenset("until till through between".split())

_ROLES = (
    "buyer seller", "lender borrower", "landlord tenant", "employer employee", "creditor debtor", "plaintiff defendant", "teacher pupil", "doctor patient", "mieter vermieter",
    "arbeitgeber arbeitnehmer", "kaufer verkaufer", "glaubiger schuldner", "auftraggeber auftragnehmer", "locataire proprietaire", "employeur salarie", "vendeur acheteur",
    "inquilino propietario", "empleador empleado", "vendedor comprador", "najemce pronajimatel", "zamestnavatel zamestnanec", "prodavajici kupujici",
)  # fmt: skip

_OTHER_ROLE = {one: other for line in _ROLES for one, other in (line.split(), line.split()[::-1])}


def _other_role(answer: str, word: str, question: str) -> str | None:
    """The other side of a relation, where the answer names it alone: the landlord for the tenant."""
    other = _OTHER_ROLE.get(word) or _OTHER_ROLE.get(stem(word))
    given = {stem(w) for w in prepare(answer).words}
    if other is None or stem(word) in given or stem(other) not in given:
        return None
    return None if stem(other) in {stem(w) for w in tokens(fold(question))} else other


def contrasts(answer: str, reference: str, question: str) -> str | None:
    """A word of the answer that stands beside the reference's words in the place of one that excludes it.

    `the outlet valve` for `the inlet valve`, `North Korea` for `South Korea`, `the first Thursday` for `the first
    Tuesday`. None where the reference's own word stands in the answer too.
    """
    wording = references_of(reference)[0]
    words = wording.words
    if len(words) == 1:
        return _other_role(answer, words[0], question)
    if not 2 <= len(words) <= 8:
        return None
    given = [word for word in prepare(answer).words if word not in STOP and word not in _LINKS]
    words = tuple(word for word in words if word not in _LINKS)
    stems = {stem(_member(word)) for word in given}
    asked = {stem(word) for word in tokens(fold(question))}
    for at, word in enumerate(words):
        word = _member(word)
        if word not in _MEMBERS or stem(word) in stems or stem(word) in asked:
            continue
        beside = [words[i] for i in (at - 1, at + 1) if 0 <= i < len(words)]
        for place, other in enumerate(given):
            other = _member(other)
            if other == word or stem(other) in asked or not any(word in g and other in g for g in _CLASSES):
                continue
            near = [given[i] for i in (place - 1, place + 1) if 0 <= i < len(given)]
            if any(alike(a, b) >= 0.85 for a in near for b in beside):
                return other
    return None


_SYMBOL = re.compile(r"(?<![\w.,])(?P<number>\d[\d.,]*)\s?(?P<unit>[A-Za-zµμ][\w/µμ²³]{0,6})(?!\w)")


def other_symbol(answer: str, reference: str) -> bool:
    """Whether the reference is a number with a symbol of a unit, and the answer has the number with another symbol."""
    wanted = _SYMBOL.fullmatch(reference.strip(" ."))
    if wanted is None or not _is_symbol(wanted["unit"]):
        return False
    given = {
        m["unit"]
        for m in _SYMBOL.finditer(answer)
        if m["number"].strip(".,") == wanted["number"] and _is_symbol(m["unit"])
    }
    return bool(given) and wanted["unit"].lower() not in {unit.lower() for unit in given}


def _is_symbol(word: str) -> bool:
    """`MiB`, `mmol/l`, `kPa`: no word of a language."""
    return (
        "/" in word
        or not re.search(r"[aeiouy]", word.lower())
        or bool(re.search(r"[a-z][A-Z]|\d|[µμ]", word))
        or word.isupper()
    )


_LOOSE = (
    STOP
    | GENERIC
    | frozenset(
        "each every above over below under before after while within between during until except per any some both".split()
    )
)
"""Words whose place another may take without saying something else."""


def substituted(answer: str, reference: str, question: str) -> str | None:
    """A word of the answer in the very place of a word of the reference that it does not have: `family affairs` for `digital affairs`."""
    wanted = prepare(reference).words
    given = prepare(answer).words
    asked = {stem(word) for word in tokens(fold(question))}
    if not 3 <= len(wanted) <= 9:
        return None
    proper = reference.strip().split()[-1][:1].isupper()
    for at in range(1, len(wanted)):
        word = wanted[at]
        last = at == len(wanted) - 1 or (
            wanted[at - 1] in ("of", "for")
            and not any(alike(g, w) >= 0.6 for w in wanted[at:] if w not in STOP for g in given)
        )
        proper = proper or (last and wanted[at - 1] in ("of", "for"))
        if (
            word in _LOOSE
            or len(word) < 4
            or not word.isalpha()
            or (last and not proper)
            or any(alike(other, word) >= 0.6 for other in given)
        ):
            continue
        before = wanted[max(0, at - 2) : at]
        after = () if last else wanted[at + 1 : at + 2]
        if len(before) + len(after) < 2 or all(neighbour in STOP for neighbour in (*before, *after)):
            continue
        for place in range(len(before), len(given)):
            other = given[place]
            here = given[place - len(before) : place] == before and given[place + 1 : place + 1 + len(after)] == after
            if not here or other in _LOOSE - GENERIC or len(other) < 4 or stem(other) in asked:
                continue
            if relation(other, word) in ("same", "synonym", "derived", "broader", "narrower"):
                return None
            return other
    return None


def only_begins_alike(answer: str, reference: str) -> bool:
    """Whether a name of one word is met only by another one that begins like it: `Blackstone` for `BlackRock`."""
    wording = references_of(reference)[0]
    words = [word for word in wording.words if word not in GENERIC and word not in LEGAL]
    if "(" in reference or wording.squashed in prepare(answer).squashed:
        return False
    if len(words) != 1 or not reference[:1].isupper() or len(words[0]) < 6:
        return False
    given = prepare(answer).words
    best = max(given, key=lambda word: alike(word, words[0]), default="")
    enough = len(wording.words) > 1 or alike(best, words[0]) > 0
    return (
        enough
        and alike(best, words[0]) <= 0.6
        and not any(relation(word, words[0]) in ("same", "synonym") for word in given)
    )
