"""What an answer denies or grants, and questions for what is not so."""

from __future__ import annotations

import re

from ragtester.text.equivalence.polarity import denies
from ragtester.text.equivalence.prepared import prepare, references_of
from ragtester.text.equivalence.words import STOP, stem
from ragtester.text.folding import fold
from ragtester.text.sentences import split_sentences
from ragtester.text.tokens import tokens

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
