"""SuN: fillers that sound on-topic and say nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from string import Template

from ragtester.metamorphic.operators.insertion import Draw, draw_from
from ragtester.metamorphic.operators.key_terms import key_terms
from ragtester.metamorphic.operators.noise import NoiseOperator, count_parameter, noise_parameters, share_parameter
from ragtester.metamorphic.operators.parameters import Parameter, Parameters, own_pool
from ragtester.metamorphic.operators.protocol import Example, FaultClass
from ragtester.metamorphic.pools import pool
from ragtester.records import Scope


class SupportiveNoise(NoiseOperator):
    """Fills templates with key terms of the text: topical words without a fact (paper, section 4.2)."""

    name = "SuN"
    version = "1"
    title = "supportive noise"
    piece = "filler"
    description = "Adds on-topic filler without facts, which retrievers rank highly and generators may trust."
    fault_class: FaultClass = "context overfitting"
    parameters: Mapping[Scope, tuple[Parameter, ...]] = {
        "pre": noise_parameters(share_parameter(0.20, "fillers"), "templates with $term and, if wanted, $other"),
        "post": noise_parameters(count_parameter("fillers"), "templates with $term and, if wanted, $other"),
    }

    def drawing(self, parameters: Parameters) -> Draw:
        """Templates from the pool, each filled with two key terms of the text."""
        templates = own_pool(parameters) or pool("filler_templates")

        def draw(random_: random.Random, count: int, text: str) -> list[str]:
            terms = key_terms(text) or ("this subject", "the matter")
            return [_fill(template, terms, random_) for template in draw_from(templates, random_, count)]

        return draw

    def examples(self) -> Sequence[Example]:
        """One for each scope."""
        own = {"pool": ["Much is said about $term."]}
        text = "The warranty covers the pump. The warranty ends with the lease."
        return tuple(
            Example(scope, (text,), own, contains=("Much is said about ",), keeps=("The warranty covers the pump.",))
            for scope in self.parameters
        )


def _fill(template: str, terms: Sequence[str], random_: random.Random) -> str:
    term = random_.choice(terms)
    other = random_.choice([candidate for candidate in terms if candidate != term] or [term])
    filled = Template(template).safe_substitute(term=term, other=other)
    return filled[:1].upper() + filled[1:]
