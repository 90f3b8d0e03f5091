"""Other names of what a reference names: short names of states and bodies, initials, and WordNet's synonyms."""

from __future__ import annotations

import re
from functools import lru_cache

from ragtester.text.folding import fold
from ragtester.text.lexicon.store import opened

_KNOWN = (
    "united states|united states of america|usa|u.s.a.|us|u.s.|america", "united kingdom|uk|u.k.|great britain|britain", "european union|eu",
    "united nations|un|united nations organization", "soviet union|ussr|u.s.s.r.", "united arab emirates|uae", "new york city|nyc|new york",
    "los angeles|la|l.a.", "washington d.c.|washington dc|washington|district of columbia", "czech republic|czechia|tschechien|cesko|ceska republika|tchequie", "netherlands|holland",
    "people's republic of china|china|prc", "republic of ireland|ireland|eire", "myanmar|burma", "sri lanka|ceylon", "iran|persia", "thailand|siam",
    "mumbai|bombay", "chennai|madras", "kolkata|calcutta", "istanbul|constantinople", "beijing|peking", "ho chi minh city|saigon", "saint petersburg|st petersburg|leningrad",
    "democratic republic of the congo|drc|congo-kinshasa", "ivory coast|cote d'ivoire", "east timor|timor-leste", "eswatini|swaziland", "north macedonia|macedonia",
    "south korea|republic of korea", "north korea|dprk", "world war i|first world war|world war one|wwi|ww1|great war", "world war ii|second world war|world war two|wwii|ww2",
    "soccer|association football", "chief executive officer|ceo|chief executive", "chief financial officer|cfo", "human resources|hr", "information technology|it",
    "geneva|genf|geneve|genève", "vienna|wien|viden", "prague|praha|prag", "munich|munchen|mnichov", "cologne|koln|kolin nad rynem", "rome|roma|rom", "milan|milano|mailand",
    "warsaw|warszawa|warschau|varsava", "copenhagen|kobenhavn|kopenhagen", "brussels|bruxelles|brussel", "lisbon|lisboa|lissabon", "florence|firenze|florenz", "venice|venezia|venedig",
    "naples|napoli|neapel", "moscow|moskva|moskau", "bucharest|bucuresti|bukarest", "athens|athen|athina", "nuremberg|nurnberg", "seville|sevilla", "the hague|den haag", "antwerp|antwerpen",
    "gothenburg|goteborg", "krakow|cracow|krakau", "brno|brunn", "pilsen|plzen", "basel|basle|bale", "lucerne|luzern", "turin|torino", "hanover|hannover", "dresden|drazdany",
    "germany|deutschland|allemagne|alemania|nemecko", "france|frankreich|francia|francie", "austria|osterreich|autriche|rakousko", "switzerland|schweiz|suisse|suiza|svycarsko",
    "spain|espana|spanien|espagne|spanelsko", "italy|italia|italien|italie", "poland|polska|polen|pologne|polsko", "hungary|ungarn|hongrie|madarsko", "slovakia|slowakei|slovensko",
    "personal protective equipment|ppe", "memorandum of understanding|mou", "annual general meeting|agm", "value added tax|vat", "gross domestic product|gdp",
    "curriculum vitae|cv|resume", "identity card|id card|id", "attention deficit hyperactivity disorder|adhd", "acquired immune deficiency syndrome|aids",
)  # fmt: skip
_BY_NAME: dict[str, frozenset[str]] = {}
for _line in _KNOWN:
    for _name in _line.split("|"):
        _BY_NAME[_name] = frozenset(_line.split("|"))
_SMALL = frozenset("of the and for in on to de la du von und et y".split())
_CAPITALS = re.compile(r"(?<![\w.])(?:[A-Z]{2,6}|(?:[A-Z]\.){2,6})(?!\w)")


@lru_cache(maxsize=8192)
def aliases(reference: str) -> tuple[str, ...]:
    """Other wordings of a reference that is a name or a term of one to five words; its own is not among them."""
    bare = re.sub(r"^(?:the|a|an)\s+", "", " ".join(fold(reference).strip(" .").split()))
    if not 1 <= len(bare.split()) <= 5:
        return ()
    found = set(_BY_NAME.get(bare, ()))
    entry = opened().entry(bare) if " " in bare or len(bare) > 3 else None
    if entry is not None:
        store = opened()
        senses = [number for listed in entry.senses.values() for number, _ in listed]
        if len(senses) == 1:  # a word of several meanings has synonyms that are not its own here
            found |= {word.lower() for word in store.meaning(senses[0]).words}
    return tuple(sorted(word for word in found if word != bare))


def initials_agree(answer: str, reference: str) -> bool:
    """Whether the answer gives a reference of several words by its initials, or spells out one that is initials."""
    for short, long in ((answer, reference), (reference, answer)):
        for match in _CAPITALS.finditer(short):
            letters = match[0].replace(".", "").lower()
            if short is reference and len(letters) < len(reference.replace(".", "").strip()):
                continue
            if len(letters) > 2 and _spelled(letters, long, whole=long is reference):
                return True
    return False


def _spelled(letters: str, text: str, *, whole: bool) -> bool:
    words = re.findall(r"[A-Za-zÀ-ž]+", text)
    if whole:
        words = [w for w in words if fold(w) not in ("the", "a", "an")]
        plain = "".join(fold(w)[0] for w in words)
        big = "".join(fold(w)[0] for w in words if fold(w) not in _SMALL)
        return len(words) >= 2 and letters in (plain, big)
    for start in range(len(words)):
        for with_small in (True, False):
            run = [w for w in words[start : start + 2 * len(letters)] if with_small or fold(w) not in _SMALL][
                : len(letters)
            ]
            if "".join(fold(w)[0] for w in run) == letters and all(w[0].isupper() or fold(w) in _SMALL for w in run):
                return True
    return False
