"""CM: adjacent chunks become one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.metamorphic.operators.base import SettingsOperator
from ragtester.metamorphic.operators.parameters import Parameter, Parameters, number
from ragtester.metamorphic.operators.protocol import Example, FaultClass, Mutated, Mutation
from ragtester.metamorphic.settings import IndexSettings
from ragtester.records import Scope


class ChunkMerge(SettingsOperator):
    """Merges each run of `factor` chunks of a document (paper, section 4.3); after retrieval nothing is adjacent."""

    name = "CM"
    version = "1"
    title = "chunk merge"
    description = "Merges adjacent chunks into fewer, larger entries of the index."
    fault_class: FaultClass = "segmentation boundary"
    depends_on_test = False
    parameters: Mapping[Scope, tuple[Parameter, ...]] = {
        "pre": (Parameter("factor", 2, "chunks that become one", 2, 64),),
    }

    def mutate_settings(self, settings: IndexSettings, *, parameters: Parameters) -> Mutated:
        """The same index with merged chunks."""
        factor = number(parameters["factor"])
        return Mutation(
            settings=settings.with_segmentation("merge", factor), note=f"every {factor:g} adjacent chunks become one"
        )

    def examples(self) -> Sequence[Example]:
        """Printed as the change of the chunk lists."""
        return (Example("pre", ("bm25",), contains=("merge 2",)),)
