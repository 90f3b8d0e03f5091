"""What takes a stated reference back: a choice between candidates, a view that is corrected, a contrasting word."""

from __future__ import annotations

import re
from itertools import pairwise

from ragtester.text.equivalence.names import LEGAL, Name, name_of, names_in, same_name
from ragtester.text.equivalence.polarity import denies
from ragtester.text.equivalence.prepared import prepare, references_of
from ragtester.text.equivalence.words import GENERIC, STOP, alike, stem
from ragtester.text.folding import fold
from ragtester.text.lexicon import relation
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


_DENIED_VERB = re.compile(
    r"\b(?:do|does|did|is|are|was|were|has|have|had|will|would|can|could|need)(?:n['’]t| not)\s(?!exceed|only|just|merely|mean|matter|know|include)(?:[a-z]+\s){1,3}(?:the |an? )?[\"'“‘]?$"
)


def denied_by_verb(answer: str, start: int, end: int, question: str) -> bool:
    """Whether the reference at `start:end` is the object of a verb that is denied: `they do not run Debian`."""
    if not _DENIES.search(answer) or negative(question):
        return False
    sentence = next((s for s in split_sentences(answer) if s.start <= start < s.end), None)
    if sentence is None or not _DENIED_VERB.search(fold(answer[sentence.start : start])):
        return False
    return fold(answer[start:end]) not in fold(answer[end:])


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


_REFUSED = re.compile(
    r"^(?:\s(?!and\b|but\b|or\b|which\b|that\b|who\b|where\b|because\b)[\w'’-]+){0,2}?\s(?:(?:is|are|was|were|do|does|did|may|must|can|could|should|will|would|need|has|have|had)(?:n['’]t| not)|cannot)\b(?! (?:only|just|merely|until|later|less|more|exceed|necessarily|known))"
)
_NEGATIVE_QUESTION = re.compile(
    r"\b(?:not|never|no|cannot|except|without|exclud\w*|exempt\w*|forbidden|prohibited|avoid\w*|refrain\w*|off[ -]limits|ineligible|disallow\w*)\b|n['’]t\b"
)


_DENIES = re.compile(r"not|n['’]t")


def refused(answer: str, start: int, end: int, reference: str, question: str) -> bool:
    """Whether the reference stated at `start:end` is denied what was asked: `visitors do not need it` for `visitors`.

    Not where reference or question deny something themselves, or where the answer states it once more.
    """
    if not _DENIES.search(answer) or denies(reference) or negative(question) or len(reference.split()) > 6:
        return False
    if not _REFUSED.match(fold(answer[end : end + 60])):
        return False
    rest = fold(answer[end:])
    return fold(answer[start:end]) not in rest


def refused_in_other_words(answer: str, reference: str, question: str) -> bool:
    """As `refused`, for a short reference of which the answer has the last word of content."""
    words = references_of(reference)[0].words
    if not 1 <= len(words) <= 3 or not words[-1].isalpha() or not _DENIES.search(answer):
        return False
    place = re.search(rf"\b{re.escape(stem(words[-1]))}\w*", fold(answer))
    return (
        place is not None and len(fold(answer)) == len(answer) and refused(answer, *place.span(), reference, question)
    )


_CONDITION = re.compile(r"\b(?:if|when|unless|in case|because|although|while)\b.*")
_GRANTED = re.compile(
    r"\b(?:(?:is|are|was|were|be) (?:fully |always |also |expressly )?(?:allowed|permitted|covered|included|insured|accepted|reimbursed|eligible|welcome|possible)|may|can|should|must|(?:have|has|need|needs) to)\b"
)


def negative(question: str) -> bool:
    """Whether a question asks for what is not so, excluded or forbidden."""
    return bool(_NEGATIVE_QUESTION.search(_CONDITION.sub("", fold(question))))


_ASKS_WHAT_IS_NOT = re.compile(
    r"^\W*(?:what|which|who|where|when)\b[\w\s'’-]{0,40}?\b(?:(?:do|does|is|are|may|must|can|should|will|need|has|have)(?:n['’]t|(?:\s[\w'’-]+){0,3}? not)|cannot)\b"
)
_UNDONE = re.compile(
    r"\b(?:free|instead|only|stay away|dangerous|harmful|lack\w*|fail\w*|refus\w*|reject\w*|declin\w*|omit\w*|skip\w*|stop\w*|abolish\w*|waiv\w*|unneeded|unnecessary|uninsured|uncovered)\b"
)


def granted(answer: str, start: int, end: int, question: str) -> bool:
    """Whether the reference stated at `start:end` is allowed or covered, where it is asked what is not."""
    if not negative(question):
        return False
    sentence = next((s for s in split_sentences(answer) if s.start <= start < s.end), None)
    if sentence is None:
        return False
    before = re.split(r"[;,]\s(?:but|and)?|\bbut\b", fold(answer[sentence.start : start]))[-1]
    after = re.split(r"[;,]|\bbut\b", fold(answer[end : sentence.end]))[0]
    clause = f"{before} _ {after}"
    if _NEGATIVE_QUESTION.search(clause) or denies(clause) or _UNDONE.search(clause):
        return False
    if not _ASKS_WHAT_IS_NOT.match(fold(question)):
        return bool(_GRANTED.search(clause))
    asked = {stem(word) for word in tokens(fold(question)) if not _NEGATIVE_QUESTION.search(word)} - STOP
    named = asked & {stem(word) for word in tokens(before + " " + after)}
    return bool(_GRANTED.search(clause)) or (bool(named) and bool(re.search(r"\w", before + after)))


def granted_in_other_words(answer: str, reference: str, question: str) -> bool:
    """As `granted`, for a short reference of which a sentence of the answer has the words."""
    wanted = {stem(word) for word in references_of(reference)[0].words}
    if not negative(question) or denies(reference) or not 1 <= len(wanted) <= 6:
        return False
    best = max(split_sentences(answer), key=lambda s: len(wanted & {stem(w) for w in prepare(s.text).words}))
    clause = fold(best.text)
    shared = len(wanted & {stem(word) for word in prepare(best.text).words})
    plain = not _NEGATIVE_QUESTION.search(clause) and not denies(clause)
    return shared >= 0.75 * len(wanted) and plain and bool(_GRANTED.search(clause))


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


_VERB = re.compile(
    r"\b(?:is|are|was|were|be|may|can|must|shall|should|will|has|have|had|does|do|did)\b|\w{3,}(?:es|ed)\b|\b\w{4,}s\b"
)


def denied_clause(answer: str, reference: str, question: str) -> bool:
    """Whether a reference that is a short clause of its own is denied by the answer, or the other way round."""
    words = references_of(reference)[0].words
    if len(words) < 2 or len(reference.split()) < 4 or not _VERB.search(fold(reference)):
        return False
    wanted = {stem(word) for word in words}
    sentences = split_sentences(answer)
    best = max(sentences, key=lambda s: len(wanted & {stem(w) for w in prepare(s.text).words}))
    shared = len(wanted & {stem(w) for w in prepare(best.text).words})
    return shared >= 0.75 * len(wanted) and denies(best.text) != denies(reference)
