"""Sentences of a text with their offsets."""

from __future__ import annotations

import re

from ragtester.text.pieces import Piece, piece

_ABBREVIATIONS = frozenset(
    # titles, Latin, months and units, companies; then German, Spanish, French and Czech ones
    [
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "sr",
        "jr",
        "st",
        "rev",
        "hon",
        "gen",
        "col",
        "sgt",
        "capt",
        "lt",
        "cmdr",
        "gov",
        "sen",
        "rep",
        "pres",
        "messrs",
        "mme",
        "mlle",
        "eg",
        "ie",
        "etc",
        "cf",
        "al",
        "vs",
        "viz",
        "ca",
        "approx",
        "est",
        "fig",
        "figs",
        "eq",
        "eqs",
        "sec",
        "sect",
        "art",
        "no",
        "nos",
        "vol",
        "vols",
        "pp",
        "par",
        "para",
        "ch",
        "chap",
        "ed",
        "eds",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
        "nov",
        "dec",
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
        "inc",
        "ltd",
        "corp",
        "co",
        "bros",
        "dept",
        "univ",
        "assn",
        "ave",
        "blvd",
        "rd",
        "hwy",
        "mt",
        "ft",
        "min",
        "max",
        "avg",
        "tel",
        "ext",
        "max",
        "bzw",
        "usw",
        "ggf",
        "evtl",
        "vgl",
        "abs",
        "nr",
        "str",
        "hr",
        "fr",
        "dipl",
        "ing",
        "zb",
        "dh",
        "ua",
        "sra",
        "srta",
        "ud",
        "uds",
        "pag",
        "num",
        "art",
        "av",
        "av",
        "bd",
        "env",
        "tzv",
        "tj",
        "napr",
        "atd",
        "apod",
        "resp",
        "mgr",
        "bc",
        "ing",
        "mudr",
        "judr",
        "phdr",
        "doc",
        "cca",
        "odst",
        "pism",
        "sb",
    ]
)
_NEVER_LAST = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "st",
        "messrs",
        "mme",
        "mlle",
        "rev",
        "hon",
        "gen",
        "col",
        "sgt",
        "capt",
        "lt",
        "cmdr",
        "gov",
        "sen",
        "rep",
        "eg",
        "ie",
        "cf",
        "vs",
        "viz",
        "ca",
        "approx",
        "fig",
        "figs",
        "eq",
        "eqs",
        "sec",
        "sect",
        "art",
        "nos",
        "vol",
        "vols",
        "pp",
        "par",
        "para",
        "chap",
        "napr",
        "tzv",
        "tj",
        "bzw",
        "vgl",
        "sra",
        "srta",
        "mgr",
        "ing",
        "mudr",
        "judr",
        "phdr",
    ]
)
"""Abbreviations that a word follows even where it begins with a capital."""

_END = re.compile(
    r"""[.!?…؟।։]+["'”’»)\]]*(?=\s|$|["“„«(\[]?[A-ZÀ-Þ][a-z])|[。！？｡]+[”’」』）"]*|\n[ \t]*\n\s*|\n(?=[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t])"""
)
_LAST_WORD = re.compile(r"[^\W_]+(?:\.[^\W_]+)*\.?$")
_CODE = re.compile(r"\d[\w.]*-$|°$")
"""What stands before a single letter that ends a code or a unit, such as `AP-3173-H` and `32 °C`, and is no initial."""
_LIST_MARK = re.compile(r"(?:^|\n)[ \t]*(?:\d{1,3}|[A-Za-z])\.?$")
_LONGEST_MARK = 4
"""Characters of the number of a list with its full stop."""


def split_sentences(text: str) -> list[Piece]:
    """The sentences in order, without the white space around them.

    Ends at a terminator of any script, an empty line or a list item; not inside numbers, initials, abbreviations,
    web addresses or after a list's own number. A heading or table line without a full stop is ended by its empty line.
    """
    pieces: list[Piece] = []
    begin = 0
    for match in _END.finditer(text):
        if match[0][0] in ".…" and not _ends(text, begin, match.start(), match.end()):
            continue
        part = piece(text, begin, match.end())
        if part.text:
            pieces.append(part)
        begin = match.end()
    rest = piece(text, begin, len(text))
    return [*pieces, rest] if rest.text else pieces


def _ends(text: str, begin: int, stop: int, end: int) -> bool:
    """Whether the full stop at `stop` ends the sentence that began at `begin`."""
    after = text[end : end + 40].lstrip()
    if not after:
        return True
    if text[stop:end].startswith("..") or text[stop] == "…":
        return not after[0].islower()
    lead = text[begin:stop]
    last = lead[max(lead.rfind(" "), lead.rfind("\n", 0, -1)) + 1 :]
    if len(last.strip("\t\n")) <= _LONGEST_MARK and _LIST_MARK.search(lead) and "\n" not in text[end : end + 1]:
        return False
    word = _LAST_WORD.search(last)
    if not word:
        return True
    bare = word[0].replace(".", "")
    opening = after.lstrip("\"'“„«([")[:1]
    if opening.islower():
        return False
    if len(bare) == 1 and _CODE.search(last[: word.start()]):
        return True
    if "." in word[0] or (len(bare) == 1 and bare.isalpha()):
        # initials (J. Smith, U.S. Congress) go on before a capital unless a common opening word follows
        return opening.isalpha() and _opens(after) and len(bare) != 1
    folded = bare.lower()
    if folded in _NEVER_LAST or (folded in ("no", "nr", "p", "ch", "ed") and opening.isdigit()):
        return False
    if folded in _ABBREVIATIONS and folded not in (
        "no",
        "al",
        "etc",
        "co",
        "sun",
        "sat",
        "mar",
        "inc",
        "ltd",
        "corp",
        "max",
        "min",
    ):
        return not (opening.isdigit() or not _opens(after))
    # an ordinal number of German or Czech: "am 3. März", "dne 3. ledna"
    return not (bare.isdigit() and len(bare) <= 2 and _MONTH.match(after))


_MONTH = re.compile(
    r"(?:jan|feb|mär|mar|apr|mai|jun|jul|aug|sep|okt|oct|nov|dez|dec|led|úno|bře|dub|kvě|čer|srp|zář|říj|lis|pro)",
    re.IGNORECASE,
)
_OPENERS = re.compile(
    r"(?:the|a|an|this|that|these|those|it|he|she|they|we|you|i|in|on|at|for|if|when|while|but|and|however|its|his|her|"
    r"their|there|as|after|before|by|to|from|no|all|each|every|some|what|who|where|why|how|der|die|das|ein|eine|es|er|"
    r"sie|el|la|los|las|un|una|le|les|une|il|elle|ten|ta|to)\b",
    re.IGNORECASE,
)


def _opens(after: str) -> bool:
    return bool(_OPENERS.match(after.lstrip("\"'“„«([")))
