"""Answers with one planted error, or none, over the documents that the built-in author writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from ragtester.corpus.author.builtin import write_markdown
from ragtester.corpus.ledger import draw_ledger
from ragtester.corpus.loader import blueprint_names, load_blueprint
from ragtester.records import Fact
from ragtester.text.sentences import split_sentences

Fault = Literal["none", "wrong_value", "unsupported", "swapped_name"]
FAULTS: tuple[Fault, ...] = ("none", "wrong_value", "unsupported", "swapped_name")

PHRASINGS = (
    "The {label} for {subject} is {value}.",
    "For {subject}, the {label} is {value}.",
    "{value} is the {label} of {subject}.",
    "According to the document, {subject} have a {label} of {value}.",
)
INVENTED = (
    "A free shuttle bus runs to the station every morning.",
    "All requests are answered by an independent ombudsman in Geneva.",
    "The rule was introduced after a vote of the shareholders.",
    "Exceptions are granted only by the minister of agriculture.",
    "Former pupils receive a discount on musical instruments.",
    "The archive is stored in a salt mine near Krakow.",
)


@dataclass(frozen=True, slots=True)
class Planted:
    """An answer, its contexts, what was planted, and where."""

    answer: str
    contexts: tuple[str, ...]
    fault: Fault
    spans: tuple[tuple[int, int], ...]
    verbatim: bool


def planted_answers(count: int, *, seed: int, blueprints: tuple[str, ...] = ()) -> Iterator[Planted]:
    """`count` answers, the faults in turn; half of them quote the document, half say its facts in other words."""
    rng = Random(seed)
    names = blueprints or blueprint_names()
    made = rounds = 0
    while made < count:
        blueprint = load_blueprint(names[rounds % len(names)])
        rounds += 1
        ledger = draw_ledger(blueprint, documents=2, seed=rng.randrange(10**6))
        facts = {fact.id: fact for fact in ledger.facts}
        for plan in ledger.plan:
            text = write_markdown(plan, blueprint, facts)
            chunks = _chunks(text)
            stated = [fact for fact in ledger.facts if fact.status == "stated" and fact.document == plan.id]
            withheld = [fact for fact in ledger.facts if fact.status == "withheld"]
            for verbatim in (False, True, False, True):
                item = _item(FAULTS[made % 4], rng, chunks, stated, withheld, verbatim=verbatim)
                if item is not None and made < count:
                    made += 1
                    yield item


def _item(
    fault: Fault, rng: Random, chunks: list[str], stated: list[Fact], withheld: list[Fact], *, verbatim: bool
) -> Planted | None:
    found: list[tuple[Fact, str, str]] = []
    for fact in rng.sample(stated, len(stated)):
        place = _sentence_with(fact, chunks)
        if place and all(place[1] != other[2] for other in found):
            found.append((fact, *place))
        if len(found) == 3:
            break
    if len(found) < 3:
        return None
    parts = [sentence if verbatim else _said(fact, fact.value, rng) for fact, _, sentence in found]
    target = 1
    wrong: int | None = None
    if fault in ("wrong_value", "swapped_name"):
        wanted = [
            i
            for i, (fact, _, _) in enumerate(found)
            if fact.counterfactual
            and (fact.kind == "name") == (fault == "swapped_name")
            and fact.kind not in ("list", "text")
        ]
        if not wanted:
            return None
        target = wanted[0]
        fact = found[target][0]
        form = (
            next(form for form in (fact.value, *fact.forms) if form in parts[target])
            if any(form in parts[target] for form in (fact.value, *fact.forms))
            else None
        )
        if form is None or not fact.counterfactual:
            return None
        parts[target] = parts[target].replace(form, fact.counterfactual)
        wrong = target
    elif fault == "unsupported":
        lacking = rng.choice(withheld) if withheld and rng.random() < 0.5 else None
        parts.insert(target, _said(lacking, lacking.value, rng) if lacking else rng.choice(INVENTED))
        wrong = target
    answer, spans = "", []
    for index, part in enumerate(parts):
        if index == wrong:
            spans.append((len(answer), len(answer) + len(part)))
        answer += part + " "
    contexts = tuple(dict.fromkeys(chunk for _, chunk, _ in found))
    return Planted(answer.strip(), contexts, fault, tuple(spans), verbatim)


def _said(fact: Fact, value: str, rng: Random) -> str:
    text = rng.choice(PHRASINGS).format(label=fact.label, subject=fact.subject, value=value)
    return text[:1].upper() + text[1:]


def _sentence_with(fact: Fact, chunks: list[str]) -> tuple[str, str] | None:
    for chunk in chunks:
        for piece in split_sentences(chunk):
            if "|" in piece.text or "#" in piece.text or "\n" in piece.text:
                continue
            if fact.subject.lower() in piece.text.lower() and any(form in piece.text for form in fact.forms):
                return chunk, piece.text
    return None


def _chunks(text: str, words: int = 256) -> list[str]:
    """Paragraphs packed into chunks of at most `words` words."""
    out: list[str] = []
    current: list[str] = []
    for block in text.split("\n\n"):
        if current and sum(len(part.split()) for part in current) + len(block.split()) > words:
            out.append("\n\n".join(current))
            current = []
        current.append(block)
    return [*out, "\n\n".join(current)] if current else out
