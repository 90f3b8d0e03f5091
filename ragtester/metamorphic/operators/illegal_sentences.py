"""ISN: garbled sentences of random words."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ragtester.metamorphic.operators.insertion import Draw
from ragtester.metamorphic.operators.noise import NoiseOperator, count_parameter, noise_parameters, share_parameter
from ragtester.metamorphic.operators.parameters import Parameter, Parameters, own_pool
from ragtester.metamorphic.operators.protocol import Example, FaultClass
from ragtester.metamorphic.pools import pool
from ragtester.records import Scope


class IllegalSentences(NoiseOperator):
    """Adds word salad from a fixed vocabulary; it can spell no value and no negation (paper, section 4.2)."""

    name = "ISN"
    version = "1"
    title = "illegal sentences"
    piece = "garbled sentence"
    description = "Adds sentences of random words, as broken extraction and truncated imports leave behind."
    fault_class: FaultClass = "syntactic filtering"
    parameters: Mapping[Scope, tuple[Parameter, ...]] = {
        "pre": noise_parameters(share_parameter(0.15, "sentences"), "words"),
        "post": noise_parameters(count_parameter("sentences"), "words"),
    }

    def drawing(self, parameters: Parameters) -> Draw:
        """Sentences of 7 to 14 words drawn at random."""
        words = own_pool(parameters) or pool("vocabulary")
        return lambda random_, count, _text: [_garble(words, random_) for _ in range(count)]

    def examples(self) -> Sequence[Example]:
        """One for each scope."""
        own = {"pool": ["lantern"]}
        text = "The desk opens at 9:00. Visitors sign in."
        return tuple(
            Example(scope, (text,), own, contains=("Lantern lantern lantern",), keeps=("Visitors sign in.",))
            for scope in self.parameters
        )


def _garble(words: Sequence[str], random_: random.Random) -> str:
    drawn = " ".join(random_.choice(words) for _ in range(random_.randint(7, 14)))
    return f"{drawn[:1].upper()}{drawn[1:]}."
