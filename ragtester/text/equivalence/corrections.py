"""Answers that correct themselves: what they take back is blanked out, so that what they settle on is compared."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from ragtester.text.folding import Folded, fold, fold_with_offsets
from ragtester.text.sentences import split_sentences
from ragtester.text.values import compare_values, stated_values

_MARKER = re.compile(
    r"(?:\b(?:correction|erratum|korrektur|korrigiere|correccion|rectification|oprava)\s?[:,-]"
    r"|(?:[-,.]|…)\s*(?:oh,? )?sorry,?\s(?=(?:at |on |in |it is |it's |by |for )?[$€£]?\d)|(?:-|\.\.\.|…)\s*(?:oh,? )?no,(?=\s\S)|\b(?:oh,? |no,? )?(?:sorry|pardon|apologies|entschuldigung|perdon|promin(?:te)?)[,:;-]? (?:i (?:mean|meant|should have said)|that should (?:be|read)|it(?:'s| is| was)|make that|ich meine?te?|je (?:veux|voulais) dire|quiero decir|queria decir|chtel\w* jsem rici)\b"
    r"|\bi (?:mean|meant)(?: to say)?\b|\bor rather\b|\bno,? wait\b|\bwait,? no\b|\b(?:scratch|strike) that\b|\blet me correct (?:that|this|myself)\b|\bi misspoke\b|\bi stand corrected\b"
    r"|\bmy (?:mistake|bad|apologies)\b|\bon second thoughts?\b|\bmake that\b|\bich meinte?\b|\bbesser gesagt\b|\bou plutot\b|\bje (?:veux|voulais) dire\b|\b(?:quiero|queria) decir\b|\bmejor dicho\b|\bchtel\w* jsem rici\b|\blepe receno\b|更正|我是说|说错了)"
)
_I_THOUGHT = re.compile(
    r"\b(?:(?:at first|first|initially|originally|earlier),? )?(?:i|we) (?:had |have )?(?:at first |first |initially |originally )?(?:thought|believed|assumed|said|wrote|guessed|would have said|expected)\b(?P<old>[^.!?;]{1,90}?)"
    r"(?:[,;] ?|\. ?|\s[-]\s?|\s)(?:but|however|yet|though)\b"
)
_MISTAKEN = re.compile(
    r"\b(?:i'?m|i am|we are|please|you should|check|not (?:sure|certain)|don'?t know|cannot|can'?t)\b"
)
_TURN = re.compile(
    r"\b(?:it(?:'s| is| was)|they are|actually|in fact|really|the (?:correct|right|actual|true)|now|turns out)\b"
)
_FORMERLY = re.compile(
    r"\b(?:used to (?:be|cost|last|take)|(?:was|were|had been) (?:formerly|previously|originally|initially)|formerly|previously|originally|initially|in the past|(?:until|before|up to|prior to) (?:[a-z]+ ){0,2}(?:\d{4}|last \w+|recently|then)|fruher|bis \d{4}|antes|auparavant|avant \d{4}|drive|do roku \d{4})\b(?P<old>(?:[^.;]|\.(?=\d)){0,90}?)"
    r"(?:[,;.]|\s-|\band\b|\bbut\b|\bund\b|\bet\b|\by\b|\ba\b)\s*(?:but |and |since then |sondern |mais |pero |ale )?(?:it |this |that |the \w+ )?(?:is |has been |was |costs |ist |es |est |je )?(?:now|currently|today|since|as of|nowadays|at present|jetzt|heute|seit|ahora|actualmente|maintenant|aujourd'hui|depuis|nyni|dnes|ted|from \d{4})\b"
)
_MOVED_ON = re.compile(
    r"\b(?:used to (?:be|cost|last|take)|(?:was|were) (?:formerly|previously|originally|initially)|formerly|previously|originally)\b(?P<old>(?:[^.;]|\.(?=\d)){1,60}?)"
    r"(?:,? but|,? and|;)\s(?:it |this |they |that )?(?:has |have |was |were |is |are )?(?:since )?(?:been )?(?:now |later |then )?(?:moved|changed|replaced|raised|lowered|increased|reduced|extended|shortened|renamed|relocated|switched|succeeded)\b"
)
_THEN_AND_NOW = re.compile(
    r"\b(?:was|were|had|cost)\b(?P<old>[^.;]{0,60}\b(?:before|until|prior to|previously|formerly|in the past)\b[^.;,]{0,40})[.;,]\s*(?=[^.;]{0,60}\b(?:now|currently|today|at present|these days)\b)"
)
_ASIDE = re.compile(
    r"(?:^|[(,;:.-]\s?|\s)(?P<old>(?:(?:it|this|which|that) (?:was|were)|(?:up|down) from|compared (?:to|with)|(?:until|before|prior to|up to) (?:\w+ )?(?:\d{4}|then|recently|last \w+),? (?:it |this |that |the \w+ )?(?:was|were|had been|cost|lasted|applied|stood at)|formerly|previously|(?:the )?(?:old|former|previous) \w+ (?:was|were|being))\s[^.;,)]{0,60}(?:[.,](?=\d)[^.;,)]{0,30})*)"
)
_OLD = re.compile(
    r"\b(?:until|before|prior to|formerly|previously|previous|former|old|originally|(?:up|down) from|compared (?:to|with)|up to \d{4}|in the past)\b"
)
_FROM_TO = re.compile(
    r"\b(?:raised|increased|lowered|reduced|cut|changed|extended|shortened|went|rose|fell|dropped|moved|updated|amended|revised|postponed|brought forward|up|down)(?: \w+){0,2}? (?P<old>from (?P<first>[^.;]{1,30}?)) to (?P<second>[^.;]{1,30})"
)
_PAST_QUESTION = re.compile(
    r"\b(?:was|were|did|had|used to|formerly|previous\w*|original\w*|initial\w*|before|until|first|old|former|prior|earlier|by how much|(?:1[89]|20)\d\d|war|waren|hatte|fue|era|etait|byl\w*)\b"
)
_MARKS = (
    "no,", "correct", "errat", "korr", "rectif", "oprava", "sorry", "pardon", "apolog", "entschuld", "perdon", "perdón", "promi", "i mean", "or rather", "wait", "scratch",
    "strike", "misspoke", "mistake", "my bad", "second thought", "make that", "meint", "besser", "ou plut", "dire", "decir", "dicho", "lépe", "chtěl", "更正", "我是说", "说错",
)  # fmt: skip
_VIEWS = ("thought", "believed", "assumed", "guessed", "said", "wrote", "expected")
_TIMES = (
    "used to", "formerly", "previous", "originally", "initially", "in the past", "until", "before", "prior", "up to", "früher", "bis ", "antes", "avant", "dříve", "do roku",
    "auparavant", " old ", " former ", "compared",
)  # fmt: skip


def settled(answer: str, references: Sequence[str], question: str) -> str:
    """The answer with what it takes back blanked out; offsets stay as they are.

    `First I thought 12, but it is 14`, `On 1 June. Sorry, I meant 2 June`, and, where the question does not ask
    about the past, `it used to be 12, now it is 14` and `raised from 12 to 14`.
    """
    lowered = answer.lower()
    marked, viewed, timed = (any(sign in lowered for sign in signs) for signs in (_MARKS, _VIEWS, _TIMES))
    moved = " from " in lowered
    if not (marked or viewed or timed or moved):
        return answer
    folded = fold_with_offsets(answer)
    cut = [*(_by_marker(answer, folded) if marked else ()), *(_thought(folded) if viewed else ())]
    if (timed or moved) and not _PAST_QUESTION.search(fold(question)):
        cut += [*(_superseded(folded) if timed or moved else ()), *(_moved(folded, references) if moved else ())]
    for start, end in cut:
        begin, stop = folded.span(start, end)
        answer = answer[:begin] + " " * (stop - begin) + answer[stop:]
    return answer


def _by_marker(answer: str, folded: Folded) -> list[tuple[int, int]]:
    """What stands before a marker of correction: in its sentence, or the sentence before where it begins one."""
    markers = list(_MARKER.finditer(folded.text))
    match = markers[-1] if markers else None
    if match is None or not re.search(r"\w", folded.text[match.end() :]):
        return []
    begin, stop = folded.span(match.start(), match.end())
    if len(answer) > 600 and begin > 400:
        return []
    sentences = split_sentences(answer)
    at = next((i for i, s in enumerate(sentences) if s.start <= begin < s.end), None)
    if at is None:
        return []
    first = sentences[at]
    if not _says_something(answer[first.start : begin]):
        if at == 0:
            return []
        first = sentences[at - 1]
    start = first.start if folded.origin is None else bisect_left(folded.origin, first.start)
    return [(start, match.end())] if _says_something(answer[stop:]) else []


def _says_something(text: str) -> bool:
    """Whether a piece holds more than an interjection."""
    return len(re.findall(r"\w+", text)) > 2 or bool(re.search(r"\d|[A-ZÀ-Þ]\w+|[一-鿿]|\b(?:yes|no)\b", text))


def _thought(folded: Folded) -> list[tuple[int, int]]:
    found = []
    for match in _I_THOUGHT.finditer(folded.text):
        rest = re.split(r"[.!?](?:\s|$)", folded.text[match.end() :])[0]
        if not _MISTAKEN.search(rest) and (_TURN.search(rest) or re.search(r"\d", rest)):
            found.append((match.start(), match.end()))
    return found


def _superseded(folded: Folded) -> list[tuple[int, int]]:
    text = folded.text
    found = [(match.start(), match.end("old")) for match in _FORMERLY.finditer(text) if match["old"].strip()]
    for pattern in (_MOVED_ON, _THEN_AND_NOW):
        found += [(match.start(), match.end("old")) for match in pattern.finditer(text)]
    for match in _ASIDE.finditer(text):
        rest = text[: match.start("old")] + " " + text[match.end("old") :]
        if _OLD.search(match["old"]) and re.search(r"\d", match["old"]) and re.search(r"\d", rest):
            found.append(match.span("old"))
    return found


def _moved(folded: Folded, references: Sequence[str]) -> list[tuple[int, int]]:
    """`raised from 12 to 14`: the first of the two, unless a reference gives both."""
    if any(re.search(r"\bfrom\b|\bto\b|\d\s?-\s?\d", fold(reference)) for reference in references):
        return []
    found = []
    for match in _FROM_TO.finditer(folded.text):
        first, second = stated_values(match["first"]), stated_values(match["second"])
        if first and second and compare_values(first[0], second[0]) == "different":
            found.append((match.start("old"), match.end("old")))
    return found
