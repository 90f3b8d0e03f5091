"""ON: typos, scanner errors, or a user's own confusions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from ragtester.errors import ConfigError
from ragtester.metamorphic.operators.base import TextOperator
from ragtester.metamorphic.operators.parameters import Parameter, Parameters, number, strings
from ragtester.metamorphic.operators.protocol import Example, FaultClass, Inapplicable, Mutated, Mutation, Target
from ragtester.metamorphic.seeds import generator
from ragtester.metamorphic.typos import CHANNELS, Channel, damage, mapped
from ragtester.records import Document, Edit, JsonValue, Retrieved, Scope, text_hash

_PARAMETERS = (
    Parameter("rate", 0.01, "slips per character; the count is rounded down and at least 1", 0.0, 0.5),
    Parameter(
        "channel", "human", "who errs: fingers on a keyboard, a scanner, or `map`", choices=("human", "ocr", "map")
    ),
    Parameter("map", None, "for `channel: map`: what is read to a list of what it becomes, such as {ä: [ae, a]}"),
    Parameter("digits", False, "whether digits may change too, which may alter the meaning"),
    Parameter("protect", None, "words that stay as they are"),
)


class OrthographicNoise(TextOperator):
    """Misspells words at a rate per character (paper, section 4.2).

    Digits, words that hold digits, number words, months and negations stay as they are unless `digits`
    is set: a misspelt word can still be read, a changed digit is another fact.
    """

    name = "ON"
    version = "1"
    title = "orthographic noise"
    description = "Misspells words as people and scanners do, and leaves every number as it is."
    fault_class: FaultClass = "input robustness"
    depends_on_test = False
    parameters: Mapping[Scope, tuple[Parameter, ...]] = {"pre": _PARAMETERS, "post": _PARAMETERS}

    def mutate_documents(
        self, target: Target, documents: Sequence[Document], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """Slips all over each document."""
        return self._damaged([(document.id, document.text) for document in documents], "pre", seed, parameters)

    def mutate_context(
        self, target: Target, context: Sequence[Retrieved], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """Slips all over each passage."""
        return self._damaged([(passage.chunk, passage.text) for passage in context], "post", seed, parameters)

    def _damaged(self, texts: Sequence[tuple[str, str]], scope: Scope, seed: int, parameters: Parameters) -> Mutated:
        channel = _channel(parameters)
        given: dict[str, JsonValue] = dict(parameters)
        protect = strings(parameters["protect"]) if parameters["protect"] is not None else ()
        edits: list[Edit] = []
        for name, text in texts:
            random_ = generator(
                "mutate", operator=self.name, scope=scope, text=text_hash(text), seed=seed, parameters=given
            )
            slips = damage(
                text,
                rate=number(parameters["rate"]),
                channel=channel,
                random_=random_,
                digits=parameters["digits"] is True,
                protected=protect,
            )
            edits += [Edit(document=name, start=start, end=end, text=put_in) for start, end, put_in in slips]
        if not edits:
            return Inapplicable("there is no word that a typo may touch")
        return Mutation(edits=tuple(edits), note=f"{len(edits)} misspelling{'s' * (len(edits) != 1)}")

    def examples(self) -> Sequence[Example]:
        """Fingers, a scanner and a user's map."""
        text = "The deposit is 250 euros for the conference hall."
        own: dict[str, JsonValue] = {"channel": "map", "map": {"ll": ["l"]}}
        return (
            Example("pre", (text,), keeps=(" is 250 ",)),
            Example("post", (text,), {"channel": "ocr"}, keeps=(" is 250 ",)),
            Example("post", (text,), own, contains=("conference hal.",), keeps=("The deposit is 250 euros",)),
        )


def _channel(parameters: Parameters) -> Channel:
    name = parameters["channel"]
    if name != "map":
        return CHANNELS[cast("str", name)]
    confusions = parameters["map"]
    if not isinstance(confusions, Mapping) or not confusions:
        raise ConfigError("channel: map needs a map such as {ä: [ae]}", place="metamorphic.parameters.ON.map")
    return mapped(
        {read: strings(becomes, place="metamorphic.parameters.ON.map") for read, becomes in confusions.items()}
    )
