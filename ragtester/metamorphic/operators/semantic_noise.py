"""SeN: off-topic sentences from a pool of unrelated facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.metamorphic.operators.insertion import Draw, draw_from
from ragtester.metamorphic.operators.noise import NoiseOperator, count_parameter, noise_parameters, share_parameter
from ragtester.metamorphic.operators.parameters import Parameter, Parameters, own_pool
from ragtester.metamorphic.operators.protocol import Example, FaultClass
from ragtester.metamorphic.pools import pool
from ragtester.records import Scope


class SemanticNoise(NoiseOperator):
    """Scatters unrelated facts over a document, or appends one to each passage (paper, section 4.2)."""

    name = "SeN"
    version = "1"
    title = "semantic noise"
    piece = "off-topic sentence"
    description = "Adds off-topic sentences, which distract a system that takes all of its context for evidence."
    fault_class: FaultClass = "context overfitting"
    parameters: Mapping[Scope, tuple[Parameter, ...]] = {
        "pre": noise_parameters(share_parameter(0.20, "sentences"), "off-topic sentences"),
        "post": noise_parameters(count_parameter("sentences"), "off-topic sentences"),
    }

    def drawing(self, parameters: Parameters) -> Draw:
        """Sentences from the pool, none twice before all were used."""
        sentences = own_pool(parameters) or pool("unrelated_facts")
        return lambda random_, count, _text: draw_from(sentences, random_, count)

    def examples(self) -> Sequence[Example]:
        """One for each scope."""
        own = {"pool": ["Honey keeps for years."]}
        text = "The desk opens at 9:00. Visitors sign in."
        return (
            Example("pre", (text,), own, contains=("Honey keeps for years.",), keeps=("Visitors sign in.",)),
            Example("post", (text,), own, contains=("Visitors sign in. Honey keeps for years.",), keeps=(text,)),
        )
