"""Where a denial describes a thing, and says nothing of what is known: `seven books that are not in the other edition`.

English: its relative clauses have an order of words that can be told from the rest.
"""

from __future__ import annotations

import re

from ragtester.text.abstention.reading import meaning

_DENIES = re.compile(r"\b(?:not|no|never|nothing|nobody|none|unknown|unclear|cannot|unable)\b|n't\b")
_RELATIVE = re.compile(
    r"(?P<head>[a-z]+)\W+(?:that|which|who) (?P<between>(?:[a-z']+ ){0,6}?)"
    r"(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might) (?:not|never)|[a-z]+n't|never) "
    r"(?P<after>[a-z]+)"
)
_NONE_OF = re.compile(r"\bnone of (?:the|these|those|his|her|its|their) (?:[a-z]+ )?(?P<head>[a-z]+)\b")
_HYPHEN = re.compile(r"\b(?P<denial>never|non|no|not)-(?=[a-z])(?!one\b)")
_YES_OR_NO = re.compile(r"^(?:do|does|did|is|are|was|were|can|could|may|must|should|will|has|have|had)\b")
_BARE_NO = re.compile(r"^no such (?:[a-z]+\W*){1,3}$")
_KNOWABLE = frozenset(("SRC", "INFO", "ASK", "THIS"))
"""What may be spoken of as not known: `a detail that is not given`, `none of the documents`."""
_I_OR_WE = re.compile(r"(?:^|[,;:] |\b(?:and|but|that|so|as|because|if) )(?:i|we)\b")
_ASKED_FOR = frozenset(("INFO", "ASK"))
_WHO_SPEAKS = frozenset(("SRC", "ME"))


def without_compounds(folded: str) -> str:
    """A folded text in which `never-ending` and `non-refundable` deny nothing any more."""
    return _HYPHEN.sub(r"\g<denial>", folded) if "-" in folded else folded


def describes(folded: str, language: str, question: str) -> bool:
    """Whether the first denial of a folded sentence belongs to the description of something."""
    if language != "en":
        return False
    if _BARE_NO.match(folded) and _YES_OR_NO.match(question.casefold().strip()) and not _any(folded, _ASKED_FOR):
        return True
    first = _DENIES.search(folded)
    denial = first.start() if first else 0
    found = _RELATIVE.search(folded)
    if found and found.start("head") < denial:
        frames = _any(found["head"], _KNOWABLE) or _any(found["between"], _WHO_SPEAKS)
        speaks = _I_OR_WE.search(folded[: found.start()]) or _any(folded[found.end("between") :], _WHO_SPEAKS)
        return not (frames or speaks)
    found = _NONE_OF.search(folded)
    return bool(found and found.start() <= denial and not _any(found[0], _KNOWABLE - {"THIS"}))


def _any(text: str, wanted: frozenset[str]) -> bool:
    return any(not wanted.isdisjoint(meaning(word, "en")) for word in re.findall("[a-z]+", text))
