"""What takes a stated reference back: a choice between candidates, a view that is corrected, a contrasting word."""

from __future__ import annotations

import re

from ragtester.text.equivalence.names import Name, name_of, names_in, same_name
from ragtester.text.equivalence.prepared import prepare, references_of
from ragtester.text.equivalence.words import STOP, alike, stem
from ragtester.text.folding import fold
from ragtester.text.sentences import split_sentences
from ragtester.text.tokens import tokens

_EITHER = re.compile(r"\beither\b|\bentweder\b")

_MAY = re.compile(
    r"\b(?:might|may|could|can) (?:have been|be)\b|\b(?:possibly|perhaps|maybe|unsure|not sure|not certain|unclear)\b"
)

_OTHER = r"(?:the |a |an |by |in |on |at )?(?P<other>(?!I\b)[A-ZÀ-Þ][\w'’-]*(?: [A-ZÀ-Þ][\w'’-]+){0,3}|\d[\d.,]*|[$€£]\d[\d.,]*)"

_OR_AFTER = re.compile(rf"^[\"'”’)]?,? or (?!more\b|so\b|less\b)(?:[a-z]+ (?=\d))?{_OTHER}")

_OR_BEFORE = re.compile(rf"{_OTHER}(?: [\w'’-]+){{0,3}},? or (?:by |in |on |at |the |a |an )?[\"'“‘(]?$")

_OPEN = re.compile(
    r"\b(?:(?:could|might|may) (?:also )?be|possibly|perhaps|maybe|either)\s(?:the |an? |in |on |at |by )?[\"'“‘]?$"
)

_OPEN_LIST = re.compile(r"^(?:,? ?[^.;,]{1,50}){0,3},? or \w")

_PLACE = re.compile(r"\bwhere\b")

_HELD = re.compile(
    r"\b(?:(?:some|many|most|people|often|commonly|popularly|widely|sometimes|frequently|mistakenly|wrongly|formerly|originally|first|initially|usually)\b[^.;]{0,40}\b)?"
    r"(?:think|thought|believe[ds]?|say|said|claim(?:s|ed)?|assum(?:e|ed)|suppos(?:e|ed)|suspect(?:ed)?|attribut(?:e|ed)|credit(?:ed)?|consider(?:ed)?|rumou?red|mistaken|planned|expect(?:ed)?|guess(?:ed)?)\b"
)

_CORRECTED = re.compile(
    r"\b(?:but|however|yet|though|although|whereas|while)\b[^.]{0,60}\b(?:in fact|actually|really|in reality|in truth|truly|correct|true|was|is|were|are)\b|\b(?:in fact|actually|in reality|in truth)\b"
)

_LEADING = frozenset("in on at by for with from to under over behind beside im am auf bei dans sur en v na u".split())


def chooses(answer: str, start: int, end: int, references: tuple[str, ...], question: str = "") -> bool:
    """Whether the reference stated at `start:end` is one of several candidates that the answer leaves open.

    `either A or B`, `A or B`, `it might be A, B or C`; not `A, or the B`, where the other is a reference too.
    """
    before, after = answer[max(0, start - 120) : start], answer[end : end + 120]
    sentence_before = re.split(r"[.!?;\n]\s", before)[-1]
    sentence_after = re.split(r"[.!?;\n](?:\s|$)", after)[0]
    known = {stem(word) for reference in references for word in tokens(fold(reference))}
    match = _OR_AFTER.match(sentence_after) or _OR_BEFORE.search(sentence_before)
    if (
        match
        and not _PLACE.search(fold(question))
        and not all(stem(word) in known for word in tokens(fold(match["other"])))
    ):
        return True
    first = fold(answer[start:end]).split()[:1]
    if first and first[0] in _LEADING and re.match(rf"^,? (?:or|oder|ou|nebo) {first[0]}\s\w", fold(sentence_after)):
        return True
    hedges = re.findall(r"\b(?:possibly|perhaps|maybe)\b", fold(f"{sentence_before} {sentence_after}"))
    if len(hedges) > 1 and _OPEN.search(fold(sentence_before)):
        return True
    listed = bool(re.search(r"\bor\b", sentence_after) or re.search(r"\bor\b", sentence_before))
    if not listed:
        return False
    lead = fold(sentence_before)
    if _OPEN.search(lead) and _OPEN_LIST.match(fold(sentence_after)):
        return True
    return bool(_EITHER.search(lead) or (_MAY.search(lead) and re.match(r"^[^.]{0,60}\bor [A-ZÀ-Þ\d]", sentence_after)))


_CONCEDED = re.compile(r"^\W*(?P<main>[^,;.]{2,40}), (?:although|though|even though|even if|while|whereas) ")

_DROPPED = re.compile(
    r"^\s(?:was|were|has been|have been|is|are) (?:later |since |now |being )?(?:dropped|replaced|discontinued|abandoned|removed|retired|phased out|rejected|withdrawn|superseded|abolished)\b"
)

_CONTRAST = re.compile(r",? (?:while|whereas) ")


def beside_the_point(answer: str, start: int, end: int, question: str) -> bool:
    """Whether the reference at `start:end` is only conceded, given up, or said of the other side of a contrast.

    `German, although English is understood`; `it was dropped in 2022`; `the key is kept by A, while the inventory
    is kept by B` where the key is asked for.
    """
    text = fold(answer)
    if len(text) != len(answer):
        return False
    conceded = _CONCEDED.match(text)
    asked = {stem(word) for word in tokens(fold(question))} - STOP
    if conceded and start > conceded.end("main") and not asked & {stem(w) for w in tokens(conceded["main"])}:
        return len(conceded["main"].split()) <= 4 and conceded["main"].strip() not in ("yes", "no")
    if _DROPPED.match(text[end:]) and re.search(r"\w", text[:start]) and "replace" not in fold(question):
        return True
    sentence = next((s for s in split_sentences(answer) if s.start <= start < s.end), None)
    turn = _CONTRAST.search(text, sentence.start, sentence.end) if sentence else None
    if sentence is None or turn is None or turn.start() == sentence.start:
        return False
    sides = (text[sentence.start : turn.start()], text[turn.end() : sentence.end])
    own, other = sides if start < turn.start() else sides[::-1]
    shared = [len(asked & prepare(side).places.keys()) for side in (own, other)]
    return shared[1] > shared[0]


def taken_back(answer: str, start: int, end: int, references: tuple[str, ...]) -> bool:
    """Whether the reference stands only in a view that the answer goes on to correct.

    `Many think of A, but it was really B` does not say A; `some say B, but it was A` does.
    """
    for sentence in split_sentences(answer):
        if not sentence.start <= start < sentence.end:
            continue
        lead = fold(answer[sentence.start : start])
        tail = answer[end : sentence.end]
        held, turn = _HELD.search(lead), _CORRECTED.search(fold(tail))
        if not held or not turn or _CORRECTED.search(lead):
            return False
        rest = tail[turn.start() :] + answer[sentence.end :]
        words = {stem(word) for word in tokens(fold(rest))}
        own = [word for reference in references for word in references_of(reference)[0].words]
        return not any(stem(word) in words for word in own) and bool(re.search(r"[A-ZÀ-Þ][\w'’-]+|\d", rest))
    return False


_ON = re.compile(
    r"\b(?:switch\w*|turn\w*|power\w*)(?: \w+){0,3} on\b|\b(?:activat|enabl|start|lock|open|connect|insert|attach|tighten)\w*\b"
)

_OFF = re.compile(
    r"\b(?:switch\w*|turn\w*|power\w*)(?: \w+){0,3} off\b|\b(?:deactivat|disabl|stop|unlock|clos|disconnect|remov|detach|loosen|shut)\w*\b"
)

_PERIOD = re.compile(
    r"\b(?:(?:per|a|an|each|every|/)\s?(?P<unit>second|minute|hour|day|night|week|month|quarter|year|annum)|(?P<adverb>hourly|daily|nightly|weekly|monthly|quarterly|yearly|annually|annual))\b"
)

_ADVERBS = {
    "hourly": "hour",
    "daily": "day",
    "nightly": "night",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annually": "year",
    "annual": "year",
    "annum": "year",
}


def other_period(answer: str, reference: str) -> bool:
    """Whether a reference is an amount by a period (`per year`) and the answer gives another one only."""
    wanted, given = (
        {_ADVERBS.get(match["unit"] or match["adverb"], match["unit"]) for match in _PERIOD.finditer(fold(text))}
        for text in (reference, answer)
    )
    return any(c.isdigit() for c in reference) and len(wanted) == 1 and bool(given) and not wanted & given


_DISTINCT = frozenset(
    "new north south east west upper lower great little san santa los las el port fort northern southern eastern western".split()
)

_RHYTHM = re.compile(
    r"\b(?:every|each)\s(?:(?P<other>other|second|2nd|two)|(?P<third>third|3rd|three)|(?P<fourth>fourth|4th|four))?\s?(?P<unit>days?|weeks?|months?|years?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)\b"
)


def other_rhythm(answer: str, reference: str) -> bool:
    """Whether a reference recurs (`every second Wednesday`) and the answer has it recur otherwise."""
    wanted, given = ([_rhythm(m) for m in _RHYTHM.finditer(fold(text))] for text in (reference, answer))
    return len(wanted) == 1 and bool(given) and wanted[0] not in given


def _rhythm(match: re.Match[str]) -> int:
    return 2 if match["other"] else 3 if match["third"] else 4 if match["fourth"] else 1


def beside_the_question(answer: str, start: int, end: int, question: str) -> bool:
    """Whether another sentence of the answer takes up far more of the question than the one with the reference."""
    asked = {stem(word) for word in tokens(fold(question))} - STOP
    sentences = split_sentences(answer)
    if len(sentences) < 2 or len(asked) < 3:
        return False
    shared = [(len(asked & prepare(s.text).places.keys()), s.start <= start < s.end) for s in sentences]
    own = max((count for count, holds in shared if holds), default=0)
    return max(count for count, _ in shared) >= max(0.6 * len(asked), own + 2)


def lacks_its_first_word(answer: str, reference: str) -> bool:
    """Whether a name such as New York or South Bend is given without the word that makes it another place."""
    words = references_of(reference)[0].words
    if len(words) != 2 or words[0] not in _DISTINCT or not reference[:1].isupper():
        return False
    given = prepare(answer).words
    return words[0] not in given and words[1] in given


_ROLE = re.compile(
    r"^\W*who(?:'s| is| was| are| were) (?:the |our |its |their )?(?P<role>[\w' -]{3,60}?)(?: (?:of|in|at|for|on)\b.*)?\W*$"
)


def other_holder(answer: str, references: tuple[str, ...], question: str) -> str | None:
    """Who the answer says holds the role that was asked for, where that is nobody of the references."""
    asked = _ROLE.match(fold(question).strip())
    wanted = [name for reference in references if (name := name_of(reference))]
    if not asked or len(wanted) != len(references):
        return None
    role = re.escape(asked["role"].strip())
    folded = fold(answer)
    if len(folded) != len(answer):
        return None
    found: list[Name] = []
    for name in names_in(answer):
        before, after = folded[: name.start], folded[name.end :]
        if re.match(
            rf"\s(?:is|was|became|serves as|acts as|has been) (?:the |our |its |their )?{role}\b", after
        ) or re.search(rf"\b{role} (?:is|was|has been) (?:mr |ms |mrs |dr )?$", before):
            found.append(name)
    if not found or any(
        same_name(given, name) is not False and _related(given, name) for given in found for name in wanted
    ):
        return None
    return answer[found[0].start : found[0].end]


def _related(given: Name, wanted: Name) -> bool:
    return same_name(given, wanted) is True or any(alike(a, b) >= 0.8 for a in given.words for b in wanted.words)


_UP = re.compile(
    r"\b(?:rose|risen|rises?|rising|increas\w+|grew|grow[ns]?|grow(?:th|ing)|gain\w*|climb\w*|went up|up by|higher|jump\w*|surg\w+|improv\w+|expand\w*|rais\w+)\b"
)

_DOWN = re.compile(
    r"\b(?:fell|fall(?:s|en|ing)?|decreas\w+|declin\w+|drop\w*|shr[iau]nk\w*|went down|down by|lower\w*|reduc\w+|lost|los[et]s?|cut|worsen\w*|contract(?:ed|s|ion)|dip\w*|slump\w*)\b"
)


def opposite_direction(answer: str, reference: str) -> bool:
    """Whether reference and answer say that something went up, and down, or the other way round."""
    for one, other in ((_UP, _DOWN), (_ON, _OFF)):
        wanted, given = _direction(reference, one, other), _direction(answer, one, other)
        if wanted and given and wanted != given:
            return True
    return False


def _direction(text: str, one: re.Pattern[str], other: re.Pattern[str]) -> str:
    folded = fold(text)
    up, down = bool(one.search(folded)), bool(other.search(folded))
    return "up" if up and not down else "down" if down and not up else ""
