"""From a word as it is written to the lemmas that it may stand for."""

from __future__ import annotations

from functools import lru_cache

from ragtester.text.lexicon.store import PartOfSpeech, opened

_RULES: tuple[tuple[PartOfSpeech, tuple[tuple[str, str], ...]], ...] = (
    (
        "n",
        (
            ("sses", "ss"),
            ("ches", "ch"),
            ("shes", "sh"),
            ("xes", "x"),
            ("zes", "z"),
            ("ies", "y"),
            ("men", "man"),
            ("ses", "s"),
            ("s", ""),
        ),
    ),
    ("v", (("ies", "y"), ("es", "e"), ("es", ""), ("s", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""))),
    ("a", (("er", ""), ("est", ""), ("er", "e"), ("est", "e"), ("ier", "y"), ("iest", "y"))),
)
_VOWELS = "aeiouy"


@lru_cache(maxsize=65536)
def base_forms(word: str) -> tuple[tuple[PartOfSpeech, str], ...]:
    """The lemmas that `word` may be a form of, with their part of speech; its own lemma first.

    Detachment rules and irregular forms as in WordNet's morphy. A word that the lexicon does not
    know has none.
    """
    text = word.lower()
    store = opened()
    found: list[tuple[PartOfSpeech, str]] = []
    own = store.entry(text)
    if own is not None:
        found += [(pos, text) for pos in own.senses]
    found += [pair for pair in store.base(text) if pair not in found]
    for pos, rules in _RULES:
        for ending, replacement in rules:
            if not text.endswith(ending) or len(text) - len(ending) < 2 or (ending == "s" and text.endswith("ss")):
                continue
            stem = text[: len(text) - len(ending)]
            for base in _stems(stem, replacement, doubled=ending in ("ed", "ing", "er", "est")):
                entry = store.entry(base)
                if entry is not None and pos in entry.senses and (pos, base) not in found:
                    found.append((pos, base))
    return tuple(found)


@lru_cache(maxsize=65536)
def lemmas(word: str) -> frozenset[str]:
    """Every lemma that `word` may stand for; the word itself where the lexicon does not know it."""
    text = word.lower()
    found = {base for _, base in base_forms(text)}
    if not found and len(text) > 3 and text.endswith("s") and not text.endswith("ss"):
        found.add(text[:-1])
    found.add(text)
    return frozenset(found)


def _stems(stem: str, replacement: str, *, doubled: bool) -> tuple[str, ...]:
    if doubled and not replacement and len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
        return (stem, stem[:-1])
    return (stem + replacement,)


def inflect_like(model: str, lemma: str) -> str:
    """`lemma` with the ending of `model`: plural, past, -ing or comparative, and its capital letter.

    Examples:
        >>> inflect_like("cars", "truck"), inflect_like("Increased", "decrease"), inflect_like("sitting", "stand")
        ('trucks', 'Decreased', 'standing')
    """
    text = model.lower()
    made = lemma
    bases = {base for _, base in base_forms(text)} - {text}
    if " " not in lemma and bases:
        made = _with_ending(text, lemma)
    if model[:1].isupper() and not lemma[:1].isupper():
        made = made[:1].upper() + made[1:]
    return made


def _with_ending(model: str, lemma: str) -> str:
    if model.endswith("ing"):
        return (lemma[:-1] if lemma.endswith("e") and not lemma.endswith("ee") else _double(lemma)) + "ing"
    if model.endswith("s") or any(pos == "n" for pos, _ in opened().base(model)):
        if lemma.endswith(("s", "x", "z", "ch", "sh")):
            return lemma + "es"
        return lemma[:-1] + "ies" if lemma.endswith("y") and lemma[-2:-1] not in _VOWELS else lemma + "s"
    if model.endswith("er"):
        return _graded(lemma, "er")
    if model.endswith("est"):
        return _graded(lemma, "est")
    if lemma in _PAST:
        return _PAST[lemma]
    if model.endswith("ed") or any(pos == "v" for pos, _ in base_forms(model)):
        if lemma.endswith("e"):
            return lemma + "d"
        return lemma[:-1] + "ied" if lemma.endswith("y") and lemma[-2:-1] not in _VOWELS else _double(lemma) + "ed"
    return lemma


def _graded(lemma: str, ending: str) -> str:
    if lemma.endswith("e"):
        return lemma + ending[1:]
    if lemma.endswith("y"):
        return lemma[:-1] + "i" + ending
    return _double(lemma) + ending


def _double(lemma: str) -> str:
    """The lemma with its last consonant doubled where a short stressed syllable asks for it."""
    short = len(lemma) in (3, 4) and lemma[-1] not in "aeiouywx" and lemma[-2] in "aeiou" and lemma[-3] not in "aeiou"
    return lemma + lemma[-1] if short else lemma


_PAST = {
    "sell": "sold", "buy": "bought", "win": "won", "lose": "lost", "rise": "rose", "fall": "fell", "begin": "began",
    "give": "gave", "take": "took", "go": "went", "come": "came", "sit": "sat", "stand": "stood", "send": "sent",
    "find": "found", "make": "made", "build": "built", "pay": "paid", "hold": "held", "keep": "kept", "grow": "grew",
    "spend": "spent", "get": "got", "lend": "lent", "borrow": "borrowed", "teach": "taught", "write": "wrote",
}  # fmt: skip
