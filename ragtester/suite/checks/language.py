"""A guess at a question's language from its script and its small words."""

from __future__ import annotations

import re
import unicodedata

_SMALL: dict[str, frozenset[str]] = {
    "en": frozenset(
        "the of is what which how for and does are in on to who when where was were by with from a an".split()
    ),
    "de": frozenset(
        "der die das ist was welche welcher welches wie für und sind im den dem wer wann wo von mit ein eine".split()
    ),
    "es": frozenset(
        "el la los las es qué cuál cuánto cómo para y son en de quién cuándo dónde del con una por que".split()
    ),
    "fr": frozenset(
        "le la les est quel quelle quels comment pour et sont dans de qui quand où du des avec une un que".split()
    ),
    "cs": frozenset("je jaký jaká jaké který která které pro kdo kdy kde jak se na při co kolik a z od".split()),
}
_SCRIPTS = {"GREEK": "el", "CYRILLIC": "ru", "ARABIC": "ar", "HEBREW": "he", "HANGUL": "ko", "HIRAGANA": "ja"}
_WORDS = re.compile(r"[^\W\d_]+")


def language_of(text: str) -> str | None:
    """The language of `text`, or None where the words do not tell (too few, or as many of another's)."""
    words = [word.lower() for word in _WORDS.findall(text)]
    letters = [char for word in words for char in word]
    if not letters:
        return None
    names = [unicodedata.name(char, "") for char in letters]
    for script, code in _SCRIPTS.items():
        if sum(name.startswith(script) for name in names) > len(names) / 2:
            return code
    if sum(name.startswith("CJK") for name in names) > len(names) / 2:
        return "zh"
    counts = sorted(((sum(word in small for word in words), code) for code, small in _SMALL.items()), reverse=True)
    (best, code), (second, _) = counts[0], counts[1]
    return code if best >= 2 and best >= 2 * second and best / len(words) >= 0.15 else None
