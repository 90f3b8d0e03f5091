"""TK: more or fewer passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ragtester.metamorphic.operators.base import SettingsOperator
from ragtester.metamorphic.operators.parameters import Parameter, Parameters, number
from ragtester.metamorphic.operators.protocol import Example, FaultClass, Inapplicable, Mutated, Mutation
from ragtester.metamorphic.settings import IndexSettings
from ragtester.records import Scope


class TopK(SettingsOperator):
    """Changes the number of passages that the generator is given (paper, section 4.4)."""

    name = "TK"
    version = "1"
    title = "top-k change"
    description = "Gives the generator another number of passages: 3 instead of 1."
    fault_class: FaultClass = "configuration overfitting"
    depends_on_test = False
    parameters: Mapping[Scope, tuple[Parameter, ...]] = {
        "pre": (
            Parameter("factor", 3, "what k is multiplied by: 1 -> 3", 1, 100),
            Parameter("to", None, "k itself, instead of a factor; fewer passages are possible too"),
        ),
    }

    def mutate_settings(self, settings: IndexSettings, *, parameters: Parameters) -> Mutated:
        """The same index searched for another number of passages."""
        wanted = parameters["to"]
        k = settings.top_k * int(number(parameters["factor"])) if wanted is None else int(number(wanted))
        if k == settings.top_k or k < 1:
            return Inapplicable(f"k is {settings.top_k} already" if k >= 1 else "k must be at least 1")
        return Mutation(settings=replace(settings, top_k=k), note=f"k {settings.top_k} -> {k}")

    def examples(self) -> Sequence[Example]:
        """By the paper's factor, and as told."""
        return (
            Example("pre", ("bm25",), contains=("k=3",)),
            Example("pre", ("bm25",), {"to": 5}, contains=("k=5",)),
        )
