"""New statements of a mutated text that answer the question otherwise than before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ragtester.metamorphic.oracle.exchange import respelt
from ragtester.metamorphic.oracle.view import MEASURED, ROW, OracleView, agree, measured_values
from ragtester.metamorphic.oracle.wording import content, coverage, names_in, plain, sentences
from ragtester.text import Value, compare_values, contains_form

_NEGATION = re.compile(
    r"\b(?:no|not|never|none|without|neither|no longer|isn't|wasn't|doesn't|nicht|kein\w*|nie|jamais|aucune?|nunca|"
    r"ningun\w*|není|nejsou|žádn\w*|nikdy)\b",
    re.IGNORECASE,
)
_ITEM = re.compile(r",|;|\b(?:and|or|und|oder|et|ou|y|o|a)\b")
_TOPICAL_WORDS = 2
_VALUE_SHARE, _VALUE_TOPICAL = 0.34, 0.3
"""For a sentence with a rival value: least share of the question's words, or of its own words that are on topic."""
_WORD_SHARE, _WORD_TOPICAL = 0.5, 0.4
"""For a sentence in words alone: both are needed, which filler on the same subject does not reach."""
_DENIAL_SHARE = 0.75
_RUN_ON = 12
"""Words of an unfinished line at most that are looked for in front of what is put in."""
_SUBJECT_SHARE = 0.5
"""Of the question's words, from which on `X is Y` is about the question by its X alone."""


def contradictions(view: OracleView, keys: Sequence[str], before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Sentences that the mutated texts have and the original ones do not, and that contradict the base answer.

    A sentence contradicts where it is about what the question asks and gives another value of the same
    kind, exchanges the answer's words for others, or denies it.
    """
    original = "\n".join(plain(text) for text in before)
    known = {plain(sentence): sentence for text in before for sentence in sentences(text)}
    found: list[str] = []
    for text in after:
        for sentence in sentences(text):
            if plain(sentence) in known or plain(sentence) in original:
                continue
            added = _without(_after_the_end(sentence, before), known)
            if not added or plain(added) in original or not says_otherwise(view, keys, added):
                continue
            if not any(_misspelt_copy(plain(text), original) for text in (sentence, added)):
                found.append(added)
    return list(dict.fromkeys(found))


def says_otherwise(view: OracleView, keys: Sequence[str], sentence: str) -> bool:
    """Whether a sentence is on the subject and gives another answer than the base answer."""
    sentence = _reported(sentence)
    if contains_form(sentence, [view.base_answer, view.core]) or _about_another(view, keys, sentence):
        return False
    share, topical, words = _nearness(view, keys, sentence)
    if words < min(_TOPICAL_WORDS, len(content(view.question))):
        return False
    given = measured_values(sentence, view.question)
    in_words = view.kind is not None and view.kind not in MEASURED
    if view.values and not in_words and (given or view.kind in MEASURED):
        return _rival_value(view, given, share, topical) or (not given and _denies(sentence, share))
    return _denies(sentence, share) or _other_words(view, keys, sentence, share, topical)


def _rival_value(view: OracleView, given: Sequence[Value], share: float, topical: float) -> bool:
    """Whether a sentence near enough to the subject gives a value that the base answer does not have."""
    if not any(_rival(g, w) for g in given for w in view.values):
        return False
    if all(any(agree(g, w) for g in given) for w in view.values):
        return False
    return share >= _VALUE_SHARE or topical >= _VALUE_TOPICAL


def _other_words(view: OracleView, keys: Sequence[str], sentence: str, share: float, topical: float) -> bool:
    """Whether a sentence on the subject has words in place of those of the base answer."""
    own = content(view.core) - content(view.question)
    repeats = bool(own) and len(own & content(sentence)) / len(own) >= 0.8
    if repeats and not (view.kind == "list" and _longer_list(view.core, sentence)):
        return False
    named = names_in(view.question)
    if named and len(named & content(sentence)) < 0.6 * len(named):
        return False
    says = content(sentence) - _topic(view, keys) or _letters(sentence) - _letters(view.question)
    return share >= _WORD_SHARE and topical >= _WORD_TOPICAL and bool(says)


def _letters(text: str) -> frozenset[str]:
    """Single capitals and Roman numerals, which `content` passes over: class I is not class IIb."""
    return frozenset(re.findall(r"\b[A-Z]\b|\b[IVX]+[a-z]?\b", text))


_REPORTS = re.compile(r"^[^.:|]{0,60}?\b(?:that|records?|notes?),?\s+(?=\S)", re.IGNORECASE)
_COPULA = re.compile(r"\s(?:is|are|was|were|has been|have been|will be|stands at|amounts to)\s|:\s")


def _reported(sentence: str) -> str:
    """What a sentence reports, without who reports it: `The office states that ...`."""
    found = _REPORTS.match(sentence)
    return sentence[found.end() :] if found and len(sentence[found.end() :].split()) >= 4 else sentence


def _about_another(view: OracleView, keys: Sequence[str], sentence: str) -> bool:
    """Whether a sentence is about something that neither question nor evidence names, and about nothing that is asked."""
    asked = names_in(view.question)
    if not asked or asked & content(sentence):
        return False
    parts = _COPULA.split(sentence, maxsplit=1)
    if len(parts) > 1 and ROW not in sentence:
        return bool(content(parts[0]) - _topic(view, keys))
    named = content(" ".join(word for word in sentence.split()[1:] if word[:1].isupper()))
    return bool(named - _topic(view, keys))


def _longer_list(core: str, sentence: str) -> bool:
    """Whether a sentence lists more than the base answer, words of its own among it."""
    return len(_ITEM.findall(sentence)) > len(_ITEM.findall(core)) and bool(content(sentence) - content(core))


def _denies(sentence: str, share: float) -> bool:
    return share >= _DENIAL_SHARE and bool(_NEGATION.search(sentence))


def _nearness(view: OracleView, keys: Sequence[str], sentence: str) -> tuple[float, float, int]:
    """Share of the question that the sentence takes up, share of the sentence that is on topic, and that in words.

    The values and new names of a sentence are what it says, not what it is about, and do not count.
    """
    topic = _topic(view, keys)
    values = content(" ".join(value.text for value in measured_values(sentence)))
    named = content(" ".join(word for word in sentence.split()[1:] if word[:1].isupper())) - topic
    own = content(sentence) - values - named
    on_topic = own & topic
    share = len(on_topic) / len(own) if own else 0.0
    subject, *rest = _COPULA.split(sentence, maxsplit=1)
    if rest and ROW not in sentence and coverage(view.question, subject) >= _SUBJECT_SHARE:
        about = content(subject) - named
        share = max(share, len(about & topic) / len(about) if about else 0.0)  # `X is Y`: what it is about is X
    return coverage(view.question, sentence), share, len(on_topic)


def _topic(view: OracleView, keys: Sequence[str]) -> frozenset[str]:
    return content(view.question).union(*(content(key) for key in keys))


def _rival(given: Value, wanted: Value) -> bool:
    """Another value of the same kind: one that could stand where the wanted one stands."""
    if given.date is not None or wanted.date is not None:
        return given.date is not None and wanted.date is not None and compare_values(given, wanted) == "different"
    if given.kind == wanted.kind or {given.kind, wanted.kind} == {"number", "money"}:
        return not agree(given, wanted)
    return False


def _after_the_end(sentence: str, before: Sequence[str]) -> str:
    """A sentence without the words that an original text ends with: what is put behind a heading runs into it."""
    words = sentence.split()
    for kept in range(min(_RUN_ON, len(words) - 2), 0, -1):
        head = f" {plain(' '.join(words[:kept]))}"
        if any(f" {plain(text)}".endswith(head) for text in before):
            return " ".join(words[kept:])
    return sentence


def _without(sentence: str, known: Mapping[str, str]) -> str:
    """What a sentence adds to the original ones in it: a fragment without a full stop runs into its neighbours."""
    folded = plain(sentence)
    inside = sorted((old for old in known if len(old.split()) > 2 and old in folded), key=len, reverse=True)
    for old in inside:
        sentence = re.sub(r"\s+".join(map(re.escape, known[old].split())), " ", sentence)
    return " ".join(sentence.split())


def _misspelt_copy(added: str, original: str) -> bool:
    """Whether a folded sentence is a stretch of the original with a few letters changed, its numbers the same."""
    from rapidfuzz import fuzz

    place = fuzz.partial_ratio_alignment(added, original, score_cutoff=85)
    if place is None:
        return False
    words = added.split()
    window = original[max(0, place.dest_start - 30) : place.dest_end + 30].split()
    return any(
        all(respelt(a, b) for a, b in zip(words, window[at:], strict=False))
        for at in range(len(window) - len(words) + 1)
    )
