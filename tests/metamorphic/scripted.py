"""Scripted systems under test and their retriever, in plain Python.

They take nothing from the package but records: a system that finds values, applies edits or searches as the oracle does
would share its errors, and the matrix of what is caught would prove nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragtester.records import Chunk, Mutant, Retrieved, Test

ABSTAINS = "The documents do not say."


@dataclass(frozen=True)
class Call:
    """What a scripted system is given for one mutant."""

    test: Test
    mutant: Mutant
    passages: Sequence[str]
    """What was retrieved under the mutant."""
    corpus: Sequence[str]
    """The original documents; the system applies the mutant's edits by itself."""
    ids: Sequence[str]


Responder = Callable[[Call], str]


def perfect(call: Call) -> str:
    """Answers from the mutated ledger, whatever was retrieved; after retrieval only the passages are left to it."""
    texts = call.passages if call.mutant.scope == "post" else changed(call)
    mine = [text for text in texts if subject(call.test) in text.lower()] or list(texts)
    if any(says(text, call.test.counterfactuals) for text in mine):
        return call.test.counterfactuals[0]
    return call.test.expected_answer if any(states(text, call.test) for text in mine) else ABSTAINS


def ignores_context(call: Call) -> str:
    return call.test.expected_answer


def always_abstains(call: Call) -> str:
    return ABSTAINS


def trusts_last_passage(call: Call) -> str:
    """Of the last passage the last value that it states for the question."""
    last = call.passages[-1] if call.passages else ""
    right, wrong = says(last, call.test.accepted_answers), says(last, call.test.counterfactuals)
    if right is not None and (wrong is None or right > wrong):
        return call.test.expected_answer
    if wrong is not None:
        return call.test.counterfactuals[0]
    return call.test.expected_answer if states(last, call.test) else ABSTAINS


def breaks_on_typos(lexicon: frozenset[str]) -> Responder:
    """Perfect, but abstains as soon as a passage has a word that it does not know."""

    def answer(call: Call) -> str:
        unknown = [word for text in call.passages for word in words(text) if word not in lexicon]
        return ABSTAINS if unknown else perfect(call)

    return answer


def changed(call: Call) -> list[str]:
    """The documents under the mutant's edits, from the last edit to the first."""
    texts: list[str] = []
    for name, text in zip(call.ids, call.corpus, strict=True):
        for edit in sorted(call.mutant.edits, key=lambda edit: -edit.start):
            if edit.document == name:
                text = text[: edit.start] + edit.text + text[edit.end :]
        texts.append(text)
    return texts


def subject(test: Test) -> str:
    """The name in `What is the fee of the Alder plan?`: alder."""
    return test.query.lower().rsplit(" of the ", 1)[-1].rstrip("?").split()[0]


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def says(text: str, values: Sequence[str]) -> int | None:
    """Where one of the values stands last, not as a part of a longer number or word; its words may be misspelt."""
    places = [
        match.start()
        for value in values
        for match in re.finditer(rf"(?<![\w.,-]){re.escape(value)}(?![\w%])", text, re.IGNORECASE)
    ]
    return max(places) if places else next((at for value in values if (at := near(text, value)) is not None), None)


def near(text: str, value: str) -> int | None:
    """Where a value stands with a letter or two changed and its digits the same."""
    wanted = value.split()
    given = list(re.finditer(r"\S+", text))
    for at in range(len(given) - len(wanted) + 1):
        window = [match.group().strip(".,;:!?") for match in given[at : at + len(wanted)]]
        if all(alike(one, other) for one, other in zip(wanted, window, strict=True)):
            return given[at].start()
    return None


def alike(one: str, other: str) -> bool:
    """Whether two words are the same but for at most two letters in a row."""
    if one == other:
        return True
    if abs(len(one) - len(other)) > 1 or max(len(one), len(other)) < 4 or any(c.isdigit() for c in one + other):
        return False
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return max(len(one), len(other)) <= 2


def states(text: str, test: Test) -> bool:
    """Whether a text states the right value, or has the sentence that did, misspelt."""
    return says(text, test.accepted_answers) is not None or test.evidence[0].quote in text


def search(test: Test, chunks: Sequence[Chunk], k: int) -> list[Retrieved]:
    """An exact retriever: a chunk that states the fact first, then chunks of other documents."""
    quote, query = set(words(test.evidence[0].quote)), set(words(test.query))

    def fit(chunk: Chunk) -> tuple[bool, bool, int, int]:
        known = says(chunk.text, (*test.accepted_answers, *test.counterfactuals)) is not None
        named, own = subject(test) in chunk.text.lower(), set(words(chunk.text))
        return known and named, known and chunk.document == test.document, len(quote & own), len(query & own)

    ranked = sorted(chunks, key=fit, reverse=True)
    picked = ranked[:1] + [c for c in ranked[1:] if c.document != test.document][: k - 1]
    return [
        Retrieved(chunk=c.id, document=c.document, text=c.text, rank=rank, start=c.start, end=c.end)
        for rank, c in enumerate(picked, start=1)
    ]


def systems(lexicon: frozenset[str]) -> dict[str, Responder]:
    """The five systems by name."""
    return {
        "perfect": perfect,
        "ignores_context": ignores_context,
        "always_abstains": always_abstains,
        "trusts_last_passage": trusts_last_passage,
        "breaks_on_typos": breaks_on_typos(lexicon),
    }
