"""Yes and no: the polarity of a reference, and of an answer that says it in a sentence."""

from __future__ import annotations

import re
from typing import Literal

from ragtester.text.equivalence.words import STOP, alike
from ragtester.text.folding import fold, normalise
from ragtester.text.sentences import split_sentences
from ragtester.text.tokens import tokens
from ragtester.text.values import compare_values, stated_values

Polarity = Literal["yes", "no"]

_YES = r"(?:yes|yeah|yep|true|correct|right|indeed|certainly|of course|absolutely|affirmative|ja|richtig|stimmt|wahr|si|cierto|verdadero|correcto|oui|vrai|exact|ano|pravda|spravne|是的?|对|正确|可以|有)"
_NO = r"(?:no|nope|false|incorrect|wrong|untrue|negative|not true|not correct|nein|falsch|unwahr|stimmt nicht|falso|incorrecto|non|faux|incorrect|ne|nikoli|nepravda|不是?|否|错误?|不对|不可以|不能|没有)"
_WHOLE: tuple[tuple[Polarity, re.Pattern[str]], ...] = (
    ("yes", re.compile(rf"(?:{_YES})")),
    ("no", re.compile(rf"(?:{_NO})")),
)
_FIRST: tuple[tuple[Polarity, re.Pattern[str]], ...] = (
    ("no", re.compile(rf"^(?:well,? |actually,? |the answer is |that(?:'s| is) |this is |the statement is )?{_NO}(?![\w'’-])")),
    ("yes", re.compile(rf"^(?:well,? |actually,? |the answer is |that(?:'s| is) |this is |the statement is )?{_YES}(?![\w'’-])")),
)  # fmt: skip
NEGATION = re.compile(
    r"\b(?:not|never|no|none|neither|nor|cannot|without|nothing|nobody|nicht|kein\w*|nie|niemals|jamas|nunca|ningun\w*|pas|aucune?|jamais|neni|nejsou|nesmi|nemuze|nikdy|zadn\w+|"
    r"prohibited|forbidden|unable|refuses?|exclud(?:es?|ed|ing)|impossible|impermissible|illegal|unlawful)\b|n't\b|[不没未无]"
)
"""Words that deny, in a folded text."""

_SOFT = re.compile(
    r"\b(?:no (?:doubt|question|wonder)|without (?:a |any )?(?:doubt|question)|no one (?:else )?but|nothing but|no(?:t)? (?:only|just|merely|later|less|more|earlier|fewer)|no\.? ?\d|not until|nicht nur|no solo|pas seulement)\b"
)


def polarity_of(reference: str) -> Polarity | None:
    """The polarity of a reference that is only a yes or no in one of six languages; None for any other text."""
    bare = normalise(re.sub(r"\s*\([^)]*\)", "", reference))
    return next((polarity for polarity, pattern in _WHOLE if pattern.fullmatch(bare)), None)


def leading_polarity(text: str) -> Polarity | None:
    """The yes or no that a text begins with."""
    folded = fold(text).lstrip(" \"'*-")
    return next((polarity for polarity, pattern in _FIRST if pattern.match(folded)), None)


def answered_polarity(answer: str, question: str) -> tuple[Polarity | None, float]:
    """Whether an answer says yes or no, and how sure that is.

    Its first word decides; else whether the sentence that takes up the question denies what the question does not.
    """
    leading = leading_polarity(answer)
    if leading:
        return leading, 0.95
    short = _ELLIPTIC.match(fold(answer))
    if short:
        return ("no" if short["no"] else "yes"), 0.9
    asked = tokens(fold(question))
    sentences = split_sentences(answer)
    if not sentences:
        return None, 0.5
    best = max(sentences, key=lambda s: _shared(asked, s.text))
    said = leading_polarity(best.text)
    if said:
        return said, 0.85
    content = [word for word in asked if word not in STOP]
    free = _whether_free(question, best.text)
    if free:
        return free, 0.8
    few = _shared(content, best.text) < 0.6 * len(content) or not content
    if _MUST_I.match(fold(question)) and _REQUIREMENT.search(fold(best.text)) and _shared(content, best.text):
        few = False
    if _PRONOUN.match(fold(best.text)) and _shared(content, best.text):
        few = False
    if _MAY_I.match(fold(question)) and _PERMISSION.search(fold(best.text)):
        few = not _shared(content, best.text)
    if asked and few and _shared(asked, best.text) < 0.3 * len(asked):
        return ("no", 0.55) if _MERELY.search(fold(answer)) else (None, 0.5)
    opposed = (
        bool(_REFUSED_TO.search(fold(best.text)))
        or _turned_by_prefix(asked, best.text)
        or _by_antonym(asked, best.text)
        or _free_of(asked, best.text)
    )
    said = "no" if (denies(best.text) != denies(question)) != opposed else "yes"
    if said == "yes" and _restricted(best.text, question):
        return "no", 0.65
    return said, 0.75


def _shared(asked: list[str], sentence: str) -> int:
    """How many words of a question a sentence takes up, in any form."""
    given = set(tokens(fold(sentence)))
    return sum(word in given or any(_related(word, other) for other in given) for word in asked)


def _related(word: str, other: str) -> bool:
    """`terminated` and `termination`, `included` and `include`."""
    return len(word) > 3 and (alike(other, word) >= 0.85 or (len(word) > 6 and word[:6] == other[:6]))


_MUST_I = re.compile(r"^\W*(?:(?:do|does|did|will|would) [^?]{1,40}? (?:have|need) to|must|need)\b")
_REQUIREMENT = re.compile(
    r"\b(?:required|necessary|compulsory|mandatory|obligatory|needed|optional|voluntary|a must)\b"
)
_PRONOUN = re.compile(r"^\W*(?:it|they|he|she|this|that|these|those)\b")
_MAY_I = re.compile(r"^\W*(?:may|can|could|are|is|am)\b")
_PERMISSION = re.compile(r"\b(?:allowed|permitted|forbidden|prohibited|banned|welcome|barred|admitted|authori[sz]ed)\b")
_OPPOSITES = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (
        ("approve approved accept accepted adopt adopted", "reject rejected refuse refused decline declined turned"),
        ("pass passed succeed succeeded", "fail failed"), ("win won", "lose lost"), ("successful succeed succeeded granted upheld", "dismissed rejected unsuccessful denied failed"), ("enable enabled", "disable disabled"),
        ("open opened", "close closed shut"), ("increase increased rise rose grow grew", "decrease decreased fall fell decline declined drop dropped"),
        ("mandatory compulsory required obligatory", "optional voluntary"),
        ("before", "after"), ("present", "absent"), ("valid", "invalid expired void"),
        ("employed hired", "dismissed fired"), ("free", "chargeable charged"), ("public", "private confidential"), ("temporary", "permanent"),
    )
)  # fmt: skip
_FREE_OF = re.compile(r"\bfree (?:of|from)\s(?P<what>\w+)|\b(?P<thing>\w+)-free\b")


_REFUSED_TO = re.compile(r"\b(?:refused|declined|failed|forgot|neglected|omitted) to\b")
_ASKS_WITHOUT = re.compile(r"\b(?P<what>[a-z]{3,})-free\b|\bfree (?:of|from) (?P<thing>(?!charge|cost)[a-z]{3,})")
_ASKS_FREE = re.compile(r"\b(?:free(?! (?:of|from) (?!charge|cost))|gratis|kostenlos|gratuite?|gratuito|zdarma)\b(?!-)")
_COSTS_NOTHING = re.compile(
    r"\b(?:costs? nothing|free|no (?:charge|cost|fee)|gratis|kostenlos|gratuite?|gratuito|zdarma)\b"
)


def _whether_free(question: str, sentence: str) -> Polarity | None:
    """Whether a sentence says that it costs nothing, or an amount, where it is asked whether it is free."""
    without = _ASKS_WITHOUT.search(fold(question))
    said = fold(sentence)
    if without:
        what = re.escape(without["what"] or without["thing"])
        if re.search(
            rf"\b(?:no|not|without|never|free of|free from)\b[^.,;]*\b{what}|n['’]t [^.,;]*\b{what}|\b{what}-free", said
        ):
            return "no" if re.search(rf"\bnot (?:\w+ )?(?:{what}-free|free)", said) else "yes"
        return "no" if re.search(rf"\b{what}\b", said) else None
    if not _ASKS_FREE.search(fold(question)):
        return None
    if _COSTS_NOTHING.search(said):
        return None if "free" in said or re.search(r"\b(?:not|n't)\b", said) else "yes"
    return "no" if any(v.kind == "money" and v.number for v in stated_values(sentence)) else None


def _by_antonym(asked: list[str], sentence: str) -> bool:
    """Whether the sentence says the opposite of a word that was asked and that it does not have: `rejected` for `approve`."""
    given = set(tokens(fold(sentence)))
    wanted = set(asked)
    for one, other in _OPPOSITES:
        for here, there in ((one, other), (other, one)):
            if wanted & here and not wanted & there and given & there and not given & here:
                return True
    return False


def _free_of(asked: list[str], sentence: str) -> bool:
    """Whether the sentence says that it is free of what was asked: `is there a charge`, `free of charge`."""
    found = _FREE_OF.search(fold(sentence))
    return (
        found is not None
        and "free" not in asked
        and any(
            _related(word, found["what"] or found["thing"]) or word == (found["what"] or found["thing"])
            for word in asked
            if word not in STOP
        )
    )


def _turned_by_prefix(asked: list[str], sentence: str) -> bool:
    """Whether a word that was asked stands only with a denying prefix: `unheated` for `heated`."""
    given = set(tokens(fold(sentence)))
    said = fold(sentence)
    if any(len(word) > 3 and re.search(rf"\bnon[- ]?{re.escape(word)}", said) for word in asked if word not in STOP):
        return True
    return any(
        len(word) > 3
        and word not in given
        and {f"{prefix}{word}" for prefix in ("un", "in", "im", "non", "non-", "dis", "ir", "il")} & given
        for word in asked
    )


_ELLIPTIC = re.compile(
    r"^\W*(?:it|they|he|she|you|we|that|this|there|one|employees|users)\s(?:certainly |indeed |definitely |sure |really )?(?:does|do|did|is|are|was|were|can|may|must|has|have|had|will|should|would|could)(?P<no>n['’]t|\s?not)?\W*(?:[.;,!]|$)"
)
_MERELY = re.compile(
    r"^\W*(?:it|they|this|that|he|she) (?:is|are|was|were|has|have|does|do) (?:merely|only|just|at best)\b"
)
_RESERVED = re.compile(r"\b(?:reserved for|limited to|restricted to|confined to)\b")
_ONLY = re.compile(
    r"\bonly\b|\bnot (?:until|before)\b|\bexclusively\b|\bnur\b|\berst\b|\bsolo\b|\bseulement\b|\bjen\b|\bpouze\b|\baz od\b"
)


def _restricted(sentence: str, question: str) -> bool:
    """Whether the sentence grants it only for another value than is asked about: `only from the fourth day`."""
    only = _ONLY.search(fold(sentence))
    if not only:
        return False
    asked_words = {word for word in tokens(fold(question)) if len(word) > 3}
    if (only.start() <= 1 or _RESERVED.search(fold(sentence))) and asked_words - set(tokens(fold(sentence))):
        return True
    asked = [v for v in stated_values(question) if v.number is not None or v.date is not None]
    given = [v for v in stated_values(sentence) if v.number is not None or v.date is not None]
    grades = {compare_values(g, a) for g in given for a in asked if g.unit == a.unit or (g.date and a.date)}
    return "different" in grades and not grades & {"same", "partial"}


_POLAR = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would|has|have|had|am|need|ist|sind|darf|durfen|kann|konnen|muss|gibt|je|jsou|smi|muze|lze|est-ce|peut|puede|se puede|es|hay|esta)\b"
)
_ABOUT_THE_SOURCE = re.compile(
    r"\b(?:contexts?|documents?|passages?|texts?|sources?|excerpts?|information|mention\w*|specif\w*|state[sd]?|provided?|find|found|say|says|discuss\w*|address\w*|indicat\w*|i|we|unable|answer|question)\b"
)


def answers_no(answer: str, question: str, references: tuple[str, ...]) -> bool:
    """Whether what looks like an abstention says no to a question of yes or no: `Floods are not covered by the policy`.

    It repeats most of what was asked, denies it, and does not speak of a text or of who answers.
    """
    if not _POLAR.match(fold(question)) or _ABOUT_THE_SOURCE.search(fold(answer)) or not denies(answer):
        return False
    if not any(leading_polarity(reference) == "no" or denies(reference) for reference in references):
        return False
    asked = {word for word in tokens(question) if len(word) > 3}
    return len(asked & set(tokens(answer))) >= 0.6 * len(asked)


def denies(text: str) -> bool:
    """Whether a text denies something, an even number of denials counted as none."""
    folded = _SOFT.sub(" ", fold(text))
    return len(NEGATION.findall(folded)) % 2 == 1
