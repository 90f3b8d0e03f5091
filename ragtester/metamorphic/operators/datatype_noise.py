"""DN: code, addresses and data between sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.metamorphic.operators.insertion import Draw, draw_from
from ragtester.metamorphic.operators.noise import NoiseOperator, noise_parameters, share_parameter
from ragtester.metamorphic.operators.parameters import Parameter, Parameters, own_pool
from ragtester.metamorphic.operators.protocol import Example, FaultClass
from ragtester.metamorphic.pools import pool
from ragtester.records import Scope

_AMOUNT = share_parameter(1 / 3, "fragments")


class DatatypeNoise(NoiseOperator):
    """Puts one fragment of code or data per three sentences at sentence ends (paper, section 4.2)."""

    name = "DN"
    version = "1"
    title = "datatype noise"
    piece = "fragment"
    description = "Mixes code, web addresses and JSON into prose, as technical and exported documents do."
    fault_class: FaultClass = "heterogeneous data"
    parameters: Mapping[Scope, tuple[Parameter, ...]] = {
        "pre": noise_parameters(_AMOUNT, "fragments"),
        "post": noise_parameters(_AMOUNT, "fragments"),
    }

    def drawing(self, parameters: Parameters) -> Draw:
        """Fragments from the pool, none twice before all were used."""
        fragments = own_pool(parameters) or pool("fragments")
        return lambda random_, count, _text: draw_from(fragments, random_, count)

    def examples(self) -> Sequence[Example]:
        """One for each scope."""
        own = {"pool": ['{"theme": "slate"}']}
        text = "The desk opens at 9:00. Visitors sign in. Badges are returned."
        return tuple(
            Example(scope, (text,), own, contains=('{"theme": "slate"}',), keeps=("Badges are returned.",))
            for scope in self.parameters
        )
