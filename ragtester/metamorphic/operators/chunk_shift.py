"""CSh: chunk boundaries move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.metamorphic.operators.base import SettingsOperator
from ragtester.metamorphic.operators.parameters import Parameter, Parameters, number
from ragtester.metamorphic.operators.protocol import Example, FaultClass, Inapplicable, Mutated, Mutation, Target
from ragtester.metamorphic.settings import IndexSettings, word_starts
from ragtester.records import Edit, Retrieved, Scope


class ChunkShift(SettingsOperator):
    """Cuts the corpus anew from an offset, or moves words between passages (paper, section 4.3).

    Post-chunk, each passage loses its first words to the start of the next; those of the last one have
    nowhere to go and are dropped, which at k = 1 is all that happens.
    """

    name = "CSh"
    version = "1"
    title = "chunk shift"
    description = "Moves every chunk boundary, so that evidence stands elsewhere in its chunk or across two."
    fault_class: FaultClass = "segmentation boundary"
    depends_on_test = False
    parameters: Mapping[Scope, tuple[Parameter, ...]] = {
        "pre": (Parameter("offset", 0.5, "where cutting begins, as a share of the first chunk's words", 0.01, 0.99),),
        "post": (Parameter("tokens", 10, "words (divided by white space) that move to the next passage", 1, 10_000),),
    }

    def mutate_settings(self, settings: IndexSettings, *, parameters: Parameters) -> Mutated:
        """The same index with every boundary moved."""
        offset = number(parameters["offset"])
        return Mutation(
            settings=settings.with_segmentation("shift", offset), note=f"chunks begin at {offset:g} of the first chunk"
        )

    def mutate_context(
        self, target: Target, context: Sequence[Retrieved], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """The first words of each passage move to the start of the next."""
        count = int(number(parameters["tokens"]))
        heads = [_head(passage.text, count) for passage in context]
        if not any(0 < head < len(passage.text) for head, passage in zip(heads, context, strict=True)):
            return Inapplicable(f"no passage is longer than the {count} words that would move")
        edits: list[Edit] = []
        carried = ""
        for passage, head in zip(context, heads, strict=True):
            edits.append(Edit(document=passage.chunk, start=0, end=head, text=carried))
            carried = passage.text[:head]
            carried = carried if carried.endswith((" ", "\n")) else f"{carried} "
        return Mutation(edits=tuple(edits), note=f"the first {count} words of each passage move on")

    def examples(self) -> Sequence[Example]:
        """One for each scope, and the lone passage that loses its words."""
        two = {"tokens": 2}
        return (
            Example("pre", ("bm25",), contains=("shift 0.5",)),
            Example("post", ("a b c d", "e f g h"), two, contains=("c d\na b g h",)),
            Example("post", ("a b c d",), two, contains=("c d",)),
        )


def _head(text: str, count: int) -> int:
    """Where the word after the first `count` begins; the whole text where it has no more."""
    starts = word_starts(text)
    return starts[count] if count < len(starts) else len(text)
