"""What speaks against a value that agrees: it went the other way, is by something else, or is said of the opposite."""

from __future__ import annotations

import re

from ragtester.text.equivalence.guards import other_period
from ragtester.text.equivalence.rates import by_less, by_nouns, by_other
from ragtester.text.equivalence.replaced import contrasts
from ragtester.text.equivalence.verdict import Equivalence
from ragtester.text.folding import fold
from ragtester.text.sentences import split_sentences
from ragtester.text.values import stated_values

_OPPOSITE: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(rf"\b(?:{one})\b"), re.compile(rf"\b(?:{other})\b"))
    for one, other in (
        (
            r"rise[sn]?|rose|rising|increas\w*|grew|grow(?:n|s|ing|th)?|(?:go|goes|went|gone|going) up|climb\w*|higher|gain(?:s|ed)?",
            r"fell|fall(?:s|en|ing)?|decreas\w*|declin\w*|dropp?\w*|shr[iau]nk\w*|(?:go|goes|went|gone|going) down|lower|reduced|reduction|lost|loses?",
        ),
        (r"profits?|surplus(?:es)?", r"loss(?:es)?|lost|deficits?"),
        (r"minimum|at least|lowest|smallest|shortest|least", r"maximum|at most|highest|largest|longest"),
        (r"gross|before tax", r"net|after tax"),
        (r"open(?:s|ed|ing)?", r"clos(?:e|es|ed|ing)"),
        (r"start(?:s|ed|ing)?|begins?|began|beginning", r"ends?|ended|ending|finish\w*"),
        (r"arriv\w+", r"depart\w+|leav\w+|left"),
        (r"men|male|boys", r"women|female|girls"),
    )
)
"""What a question asks for and its opposite: `by how much did it rise` is not answered by `it fell by 12 percent`."""


def doubt(found: Equivalence, answer: str, reference: str, question: str) -> Equivalence | None:
    """The verdict where the value that agrees is not what was asked for; None where nothing speaks against it."""
    if found.span is None:
        return None
    start, end = found.span
    stated = next((v for v in stated_values(answer) if v.start <= start and end <= v.end), None)
    if stated is None:
        return None
    other = by_other(answer, stated, reference)
    if other or other_period(clause_of(answer, stated.start), reference):
        return Equivalence(
            "contradicts", 0.8, f"gives it by {other}" if other else "gives it for another period", reference
        )
    if not by_nouns(reference) and other_period(clause_of(answer, stated.start), f"1 {question}"):
        return Equivalence("contradicts", 0.75, "gives it for another period", reference)
    less = by_less(answer, stated, reference, question)
    if less:
        return Equivalence("partial", 0.65, f"does not say that it is by {less}", reference)
    word = contrasts(clause_of(answer, stated.start), reference, question)
    if word:
        return Equivalence("contradicts", 0.8, f"says {word} instead", reference)
    said = opposite_of_asked(clause_of(answer, stated.start), question)
    if said:
        return Equivalence("contradicts", 0.8, f"says it of the opposite, {said!r}", reference)
    return None


def opposite_of_asked(clause: str, question: str) -> str | None:
    """A word of the clause that is the opposite of what the question asks for, which the clause does not have."""
    asked, said = fold(question), fold(clause)
    for one, other in _OPPOSITE:
        for wanted, opposed in ((one, other), (other, one)):
            if wanted.search(asked) and not opposed.search(asked) and not wanted.search(said):
                found = opposed.search(said)
                if found:
                    return found[0]
    return None


def clause_of(answer: str, place: int) -> str:
    """The clause of the answer that `place` is in."""
    for sentence in split_sentences(answer):
        if sentence.start <= place < sentence.end:
            at = sentence.start
            for piece in re.split(r"(?<=[;:,])\s|\s(?=(?:and|but|while|whereas|or)\s)", sentence.text):
                begin = answer.find(piece, at)
                at = max(at, begin) + len(piece)
                if begin <= place < at:
                    return piece
            return sentence.text
    return answer
