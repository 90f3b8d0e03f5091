"""The eleven operators, one file each; third parties add theirs under the entry point `ragtester.operators`."""

from __future__ import annotations

from collections.abc import Mapping

from ragtester import registry
from ragtester.errors import PluginError
from ragtester.metamorphic.operators.chunk_merge import ChunkMerge
from ragtester.metamorphic.operators.chunk_shift import ChunkShift
from ragtester.metamorphic.operators.chunk_split import ChunkSplit
from ragtester.metamorphic.operators.counterfactual_noise import CounterfactualNoise
from ragtester.metamorphic.operators.datatype_noise import DatatypeNoise
from ragtester.metamorphic.operators.embedding_swap import EmbeddingSwap
from ragtester.metamorphic.operators.illegal_sentences import IllegalSentences
from ragtester.metamorphic.operators.orthographic_noise import OrthographicNoise
from ragtester.metamorphic.operators.parameters import Parameter, Parameters, resolve
from ragtester.metamorphic.operators.protocol import (
    Example,
    FaultClass,
    Inapplicable,
    Mutated,
    Mutation,
    Operator,
    Reach,
    Target,
    scopes,
)
from ragtester.metamorphic.operators.semantic_noise import SemanticNoise
from ragtester.metamorphic.operators.supportive_noise import SupportiveNoise
from ragtester.metamorphic.operators.top_k import TopK

OPERATORS: Mapping[str, Operator] = {
    "SeN": SemanticNoise(),
    "DN": DatatypeNoise(),
    "ISN": IllegalSentences(),
    "CN": CounterfactualNoise(),
    "SuN": SupportiveNoise(),
    "ON": OrthographicNoise(),
    "CM": ChunkMerge(),
    "CSp": ChunkSplit(),
    "CSh": ChunkShift(),
    "EM": EmbeddingSwap(),
    "TK": TopK(),
}
"""In the order of table 2 of the paper."""

ENTRY_POINTS = "ragtester.operators"


def operator(name: str) -> Operator:
    """The operator with this short name, shipped or third-party.

    Raises:
        UnknownNameError: there is none.
        PluginError: a third party's that cannot be loaded, is none, or goes by another name.
    """
    found = registry.lookup("operator", name, OPERATORS, group=ENTRY_POINTS, of=Operator)
    if found.name != name:
        raise PluginError("operator", name, source=type(found).__module__, problem=f"calls itself {found.name!r}")
    return found


def operator_names() -> tuple[str, ...]:
    """Every operator's name: the shipped ones in the paper's order, then third parties' by name."""
    others = [name for name in registry.names(OPERATORS, group=ENTRY_POINTS) if name not in OPERATORS]
    return (*OPERATORS, *others)


__all__ = [
    "ENTRY_POINTS",
    "OPERATORS",
    "Example",
    "FaultClass",
    "Inapplicable",
    "Mutated",
    "Mutation",
    "Operator",
    "Parameter",
    "Parameters",
    "Reach",
    "Target",
    "operator",
    "operator_names",
    "resolve",
    "scopes",
]
