"""CSp: each chunk becomes several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.metamorphic.edits import PASSAGE_BREAK
from ragtester.metamorphic.operators.base import SettingsOperator
from ragtester.metamorphic.operators.parameters import Parameter, Parameters, number
from ragtester.metamorphic.operators.protocol import Example, FaultClass, Inapplicable, Mutated, Mutation, Target
from ragtester.metamorphic.settings import IndexSettings, word_starts
from ragtester.records import Edit, Retrieved, Scope

_FACTOR = Parameter("factor", 2, "pieces that each chunk becomes", 2, 64)


class ChunkSplit(SettingsOperator):
    """Cuts each chunk, or each retrieved passage, into `factor` pieces of equal words (paper, section 4.3)."""

    name = "CSp"
    version = "1"
    title = "chunk split"
    description = "Cuts every chunk into pieces, so that evidence may fall apart."
    fault_class: FaultClass = "segmentation boundary"
    depends_on_test = False
    parameters: Mapping[Scope, tuple[Parameter, ...]] = {"pre": (_FACTOR,), "post": (_FACTOR,)}

    def mutate_settings(self, settings: IndexSettings, *, parameters: Parameters) -> Mutated:
        """The same index with split chunks."""
        factor = number(parameters["factor"])
        return Mutation(
            settings=settings.with_segmentation("split", factor), note=f"every chunk becomes {factor:g} pieces"
        )

    def mutate_context(
        self, target: Target, context: Sequence[Retrieved], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """The same passages as a longer list of shorter ones, in order."""
        factor = int(number(parameters["factor"]))
        edits: list[Edit] = []
        for passage in context:
            starts = word_starts(passage.text)
            cuts = sorted({starts[len(starts) * part // factor] for part in range(1, factor)} - {0}) if starts else []
            edits += [Edit(document=passage.chunk, start=cut, end=cut, text=PASSAGE_BREAK) for cut in cuts]
        if not edits:
            return Inapplicable("the passages are too short to be split")
        return Mutation(edits=tuple(edits), note=f"every passage becomes {factor} passages")

    def examples(self) -> Sequence[Example]:
        """One for each scope."""
        return (
            Example("pre", ("bm25",), contains=("split 2",)),
            Example("post", ("one two three four",), contains=("one two\nthree four",)),
        )
