"""Where inserted text may stand, and how much of it: shared by the operators that add sentences."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from ragtester.metamorphic.operators.parameters import Parameters, number
from ragtester.metamorphic.operators.protocol import Inapplicable, Mutated, Mutation
from ragtester.metamorphic.seeds import generator
from ragtester.metamorphic.typos import scanned
from ragtester.records import Document, Edit, JsonValue, Retrieved, text_hash
from ragtester.text import split_sentences

Draw = Callable[[random.Random, int, str], list[str]]
"""Draws so many texts for insertion into a given text."""


def share_of(text: str, share: float) -> int:
    """`share` of the text's sentences, rounded down, at least 1 (table 2 of the paper)."""
    return max(1, int(len(split_sentences(text)) * share + 1e-9))


def sentence_ends(text: str, *, outside: Sequence[tuple[int, int]] = ()) -> list[int]:
    """Offsets just behind each sentence, those inside a table (or another stretch) left out."""
    ends = [piece.end for piece in split_sentences(text)]
    return [end for end in ends if not any(start < end <= stop for start, stop in outside)] or [len(text)]


def scatter(text: str, added: Sequence[str], random_: random.Random, *, ends: Sequence[int]) -> list[tuple[int, str]]:
    """Each added text at a sentence end of its own while there are any, then at any of them."""
    order = list(ends)
    random_.shuffle(order)
    places = [order[position % len(order)] for position in range(len(added))]
    return sorted(((place, spaced(text, place, item)) for place, item in zip(places, added, strict=True)), key=first)


def spaced(text: str, place: int, added: str) -> str:
    """`added` with a line end before it where it is a block or stands at a line end, else a space."""
    if place == 0:
        return added + " "
    block = "\n" in added
    at_line_end = (
        place < len(text) and text[place] == "\n" and not text[:place].rstrip().endswith((".", "!", "?", "。"))
    )
    return f"\n{added}\n" if block else (f"\n{added}" if at_line_end else f" {added}")


def first(pair: tuple[int, str]) -> int:
    """The place of a placed text."""
    return pair[0]


def noise_in_documents(
    operator: str, documents: Sequence[Document], draw: Draw, *, seed: int, parameters: Parameters, what: str
) -> Mutated:
    """Noise scattered over each document; depends on the document, the operator and the seed alone."""
    edits: list[Edit] = []
    for document in documents:
        random_ = _random(operator, "pre", document.text, seed, parameters)
        count = share_of(document.text, number(parameters["share"]))
        added = styled(draw(random_, count, document.text), parameters, random_)
        ends = sentence_ends(document.text, outside=[(table.start, table.end) for table in document.tables])
        edits += [
            Edit(document=document.id, start=place, end=place, text=text)
            for place, text in scatter(document.text, added, random_, ends=ends)
        ]
    return _mutation(edits, what, f"{len(documents)} document{'s' * (len(documents) != 1)}")


def noise_in_context(
    operator: str, context: Sequence[Retrieved], draw: Draw, *, seed: int, parameters: Parameters, what: str
) -> Mutated:
    """Noise in each passage: `count` texts appended, or with `share` scattered at its sentence ends."""
    edits: list[Edit] = []
    for passage in context:
        random_ = _random(operator, "post", passage.text, seed, parameters)
        if "share" in parameters:
            added = styled(
                draw(random_, share_of(passage.text, number(parameters["share"])), passage.text), parameters, random_
            )
            placed = scatter(passage.text, added, random_, ends=sentence_ends(passage.text))
        else:
            added = styled(draw(random_, int(number(parameters["count"])), passage.text), parameters, random_)
            end = len(passage.text.rstrip())
            placed = [(end, spaced(passage.text, end, text)) for text in added]
        edits += [Edit(document=passage.chunk, start=place, end=place, text=text) for place, text in placed]
    return _mutation(edits, what, f"{len(context)} passage{'s' * (len(context) != 1)}")


def styled(texts: Sequence[str], parameters: Parameters, random_: random.Random) -> list[str]:
    """The texts as they are, or as a scanner would have read them (`style: ocr`)."""
    if parameters.get("style") != "ocr":
        return list(texts)
    return [scanned(text, rate=0.04, random_=random_) for text in texts]


def draw_from(pool: Sequence[str], random_: random.Random, count: int) -> list[str]:
    """`count` texts, none twice before all were drawn."""
    drawn: list[str] = []
    while len(drawn) < count:
        drawn += random_.sample(pool, min(count - len(drawn), len(pool)))
    return drawn


def _random(operator: str, scope: str, text: str, seed: int, parameters: Parameters) -> random.Random:
    given: dict[str, JsonValue] = dict(parameters)
    return generator("mutate", operator=operator, scope=scope, text=text_hash(text), seed=seed, parameters=given)


def _mutation(edits: list[Edit], what: str, where: str) -> Mutated:
    if not edits:
        return Inapplicable("there is no text to change")
    return Mutation(edits=tuple(edits), note=f"{len(edits)} {what}{'s' * (len(edits) != 1)} into {where}")
