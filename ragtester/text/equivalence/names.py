"""Names of people, bodies and places: the same one in another form, or another one that shares a part."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import JaroWinkler, Levenshtein

from ragtester.text.equivalence.prepared import prepare, tidy
from ragtester.text.equivalence.spelling import transliterated
from ragtester.text.equivalence.words import GENERIC, STOP, alike
from ragtester.text.folding import fold

_TITLES = frozenset(
    "mr mrs ms miss dr prof professor sir dame lord lady saint st king queen prince princess emperor empress pope president senator "
    "general ing mudr judr phdr mgr bc rndr doc dipl captain colonel major judge justice rev reverend father brother sister chairman minister herr frau senor senora monsieur "
    "madame pan pani the mt mount river lake count duke earl baron chancellor governor mayor secretary director coach inspector "
    "sergeant lieutenant commander admiral dj mc actor actress singer author writer footballer".split()
)
"""Words before a name that are no part of it."""

LEGAL = frozenset(
    "inc ltd llc plc corp corporation company co gmbh ag as asa ab oy sa srl spa bv nv kg group holding holdings limited".split()
)
"""Words of a firm's name that tell no firm from another."""
_JUNIOR = {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr"}
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10, "xi": 11, "xii": 12, "xiii": 13,
          "xiv": 14, "xv": 15, "xvi": 16, "xvii": 17, "xviii": 18}  # fmt: skip
_ORDINALS = dict(
    zip("first second third fourth fifth sixth seventh eighth ninth tenth".split(), range(1, 11), strict=True)
)
_PARTICLES = frozenset("de von van der den la le du di da del della al el bin ibn dos zu of the and y".split())

_AFTER_NAME = re.compile(
    r"(?:,?\s(?:Ph\.?\s?D|M\.?D|MBA|M\.?\s?Sc|B\.?\s?Sc|M\.?A|B\.?A|CSc|DrSc|LL\.?[MB]|Esq|CPA|RN|DiS|a\.\s?s|s\.\s?r\.\s?o|e\.\s?V|S\.?p\.?A|S\.A|B\.V|N\.V|Inc|Ltd|GmbH|AG|SE|plc|PLC|LLC|LLP|KG)\.?)+$"
)
"""Degrees after a name of a person, and legal forms after that of a firm."""
_CONSONANTS = re.compile(r"[aeiouy]|(.)(?=\1)")
_CAPITALISED = re.compile(r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]*\.?")
_PARTICLE = r"(?:(?:de|von|van|der|den|la|le|du|di|da|del|della|al|el|bin|ibn|dos|zu|the)\s+|(?:al|el|ben|bin)-)"
_WORD = r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’]*(?:-[\w'’]+)*)"
_ABBREVIATED = r"(?:(?:Dr|Mr|Mrs|Ms|St|Prof|Rev|Jr|Sr|Gen|Col|Capt|Sgt|Lt|Gov|Sen|[A-ZÀ-Ž])\.)"
_RUN = re.compile(
    rf"(?<![\w'’.])(?:{_ABBREVIATED}\s?|{_WORD}[ \t]+)*?(?:{_ABBREVIATED}|{_WORD})(?:(?:\s&)?\s+{_PARTICLE}{{0,2}}(?:{_ABBREVIATED}|{_WORD})|(?<=\.){_WORD})*"
)
_NAME = re.compile(
    r"(?:(?:[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]*|[A-Z])\.?|(?:al|el|ben|bin)-[A-Z][\w'’-]*|de|von|van|der|den|la|le|du|di|da|del|della|al|el|bin|ibn|dos|zu)"
    r"(?:(?: & |[ .]+)(?:(?:al|el|ben|bin)-[A-Z][\w'’-]*|(?:[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]*|[A-Z])\.?|de|von|van|der|den|la|le|du|di|da|del|della|al|el|bin|ibn|dos|zu|the))*\.?"
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name taken apart, folded."""

    words: tuple[str, ...]
    """Without titles, particles, legal forms and what follows in `suffix` and `number`."""
    suffix: str = ""
    """`jr` or `sr`."""
    number: int = 0
    """Of a ruler: 2 for Frederick II."""
    start: int = 0
    end: int = 0


@lru_cache(maxsize=8192)
def name_of(text: str) -> Name | None:
    """A text that is one name and nothing else, taken apart; `Holm, Marta` is `Marta Holm`. None for any other text."""
    bare = re.sub(r"\s*\([^)]*\)", "", text).strip().strip("\"'")
    bare = _AFTER_NAME.sub("", bare).strip().strip(".\"'")
    turned = None if " & " in bare else re.fullmatch(r"([^,]+), ([^,]+)", bare)
    if turned and _JUNIOR.get(fold(turned[2]).strip(".")) is None:
        given = turned[2].split()
        family = [word for word in turned[1].split() if fold(word) not in _PARTICLES]
        if len(given) > 2 or len(family) > 2 or not all(_CAPITALISED.fullmatch(word) for word in given):
            return None
        bare = f"{turned[2]} {turned[1]}"
    if not _NAME.fullmatch(bare.replace(",", "")):
        return None
    return _parse(bare, 0)


def _parse(text: str, start: int) -> Name | None:
    words: list[str] = []
    suffix, number = "", 0
    for raw in re.split(r"[\s,.&-]+", text):
        word = fold(raw).strip(".'\"")
        word = word.removesuffix("'s")
        if not word or word in _PARTICLES:
            continue
        if words and word in _JUNIOR:
            suffix = _JUNIOR[word]
        elif words and (word in _ORDINALS or (word in _ROMAN and raw.isupper() and (len(word) > 1 or len(words) == 1))):
            number = _ORDINALS.get(word) or _ROMAN[word]
        elif word not in LEGAL or not words:
            words.append(word)
    while len(words) > 1 and words[0] in _TITLES:
        words.pop(0)
    return Name(tuple(words), suffix, number, start, start + len(text)) if words else None


@lru_cache(maxsize=8192)
def names_in(text: str) -> tuple[Name, ...]:
    """The names that stand in a text, runs of capitalised words; the first word of a sentence only with another one."""
    found: list[Name] = []
    for match in _RUN.finditer(text):
        run = match[0]
        after = re.match(
            r"\s+(?:the\s+)?(First|Second|Third|Fourth|Fifth|Sixth|first|second|third|fourth|fifth)\b",
            text[match.end() :],
        )
        words = run.split()
        offset = 0
        while len(words) > 1 and fold(words[0]).strip(".") in STOP:
            offset += len(words[0]) + 1
            words = words[1:]
        if len(words) == 1 and (fold(words[0]) in STOP or fold(words[0]) in _TITLES):
            continue
        name = _parse(run[offset:].lstrip(), match.start() + offset)
        if name is None:
            continue
        if after and not name.number and after[1][0].isupper():
            name = Name(name.words, name.suffix, _ORDINALS[after[1].lower()], name.start, name.end)
        found.append(name)
    return tuple(found)


def _one(a: str, b: str) -> bool:
    """Whether two words of names are one: equal, alike, a nickname, or an initial."""
    if len(a) == 1 or len(b) == 1:
        return a[0] == b[0]
    likeness = alike(a, b)
    return (
        likeness >= 0.8
        and not _longer(a, b)
        and (likeness >= 0.9 or a[:4] == b[:4] == min(a, b, key=len) or _a_slip(a, b))
    )


def _longer(a: str, b: str) -> bool:
    """Whether one goes on where the other ends, as another surname does: Peters and Peterson."""
    short, long = sorted((a, b), key=len)
    return (
        long.startswith(short)
        and len(long) - len(short) >= 2
        and long[len(short) :]
        in ("on", "son", "sen", "man", "mann", "er", "ers", "ic", "ova", "ski", "sky", "ton", "ing", "ez")
    )


def _unlike(a: str, b: str) -> bool:
    """Whether two first names in full are too far apart to be one name in two spellings: Petr and Pavel."""
    return len(a) > 2 and len(b) > 2 and Levenshtein.normalized_similarity(a, b) < 0.55


def _runs_on(a: str, b: str) -> bool:
    """Whether one goes on where the other ends, as words do that lack the space between them."""
    short, long = sorted((a, b), key=len)
    return len(short) >= 4 and long.startswith(short) and not _longer(a, b)


def _a_slip(a: str, b: str) -> bool:
    """Whether two surnames differ by no more than a slip of the pen."""
    if transliterated(a) == transliterated(b):
        return True
    if min(len(a), len(b)) < 4:
        return False
    return Levenshtein.distance(a, b) <= (1 if len(a) < 9 else 2)


def _middle_clash(given: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether both have middle names and none of one can be one of the other: John F. and John T."""
    if not given or not wanted or any(_one(a, b) for a in given for b in wanted):
        return False
    initials = any(len(a) == 1 for a in (*given, *wanted))
    return initials or not any(_a_slip(a, b) for a in given for b in wanted)


def same_name(given: Name, wanted: Name) -> bool | None:
    """Whether two names may name one bearer; False where they share a part and cannot, None where they share nothing.

    The last word decides, and the first ones must not contradict: initials, nicknames, middle names and a lone
    surname are fine; another surname, another first name, Jr. for Sr., or II for III are not.
    """
    if given.suffix and wanted.suffix and given.suffix != wanted.suffix and _one(given.words[-1], wanted.words[-1]):
        return False
    if (given.suffix and wanted.number) or (given.number and wanted.suffix):
        return False if _one(given.words[-1], wanted.words[-1]) else None
    if given.number != wanted.number and wanted.number and given.number and _one(given.words[0], wanted.words[0]):
        return False
    if "".join(given.words) == "".join(wanted.words):
        return True
    if len(given.words) == 1 or len(wanted.words) == 1:
        short, long = (given, wanted) if len(given.words) == 1 else (wanted, given)
        return True if any(_one(short.words[0], word) for word in long.words if len(short.words[0]) > 1) else None
    if set(given.words) >= set(wanted.words) or set(wanted.words) >= set(given.words):
        return True
    first, other = given.words[0], wanted.words[0]
    if (
        len(given.words) >= 3
        and len(wanted.words) >= 3
        and _unlike(first, other)
        and not any(_one(first, word) for word in wanted.words)
        and not any(_one(other, word) for word in given.words)
    ):
        return False
    surname, other = given.words[-1], wanted.words[-1]
    if len(surname) > 1 and _one(surname, other):
        if any(_one(a, b) for a in given.words[:-1] for b in wanted.words[:-1]):
            return (
                not _middle_clash(given.words[1:-1], wanted.words[1:-1])
                if _one(given.words[0], wanted.words[0])
                else True
            )
        far = given.words[0][0] != wanted.words[0][0] or _unlike(given.words[0], wanted.words[0])
        return False if far else None
    shared = any(len(a) > 1 and len(b) > 1 and _one(a, b) for a in given.words[:-1] for b in wanted.words[:-1])
    if not shared:
        return None
    near = (
        (JaroWinkler.similarity(surname, other) >= 0.85 and (_a_slip(surname, other) or _runs_on(surname, other)))
        or _CONSONANTS.sub("", surname) == _CONSONANTS.sub("", other)
        or any(_one(surname, b) for b in wanted.words)
    )
    return None if near or {surname, other} & GENERIC else False


def clash(answer: str, references: tuple[str, ...], question: str) -> str | None:
    """A name of the answer that shares a part with a reference and names another one, where no name fits; else None.

    Only where every reference is a name of at least two words, or of a ruler.
    """
    answer, references = tidy(answer), tuple(map(tidy, references))
    wanted = [name for reference in references if (name := name_of(reference))]
    if len(wanted) != len(references) or any(
        len(name.words) < 2 and not name.number and not name.suffix for name in wanted
    ):
        return None
    asked = {word for name in names_in(question) for word in name.words} | set(fold(question).split())
    said = set(prepare(answer).words)
    other: str | None = None
    for given in names_in(answer):
        fits = [same_name(given, name) for name in wanted]
        if any(fits):
            return None
        if False in fits and not set(given.words) <= asked:
            shared = {a for name in wanted for a in given.words for b in name.words if _one(a, b)}
            own = {b for name in wanted for b in name.words} - shared - GENERIC
            if shared - asked - GENERIC or (shared and own and not any(_one(a, b) for a in said for b in own)):
                other = other or answer[given.start : given.end]
    return other
