"""EM: another embedder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ragtester.errors import ConfigError
from ragtester.metamorphic.operators.base import SettingsOperator
from ragtester.metamorphic.operators.parameters import Parameter, Parameters
from ragtester.metamorphic.operators.protocol import Example, FaultClass, Inapplicable, Mutated, Mutation
from ragtester.metamorphic.settings import IndexSettings
from ragtester.records import Scope

_DEFAULT = "all-MiniLM-L6-v2"
_SWAPS: Mapping[str, str] = {
    "bm25": _DEFAULT,
    _DEFAULT: "use_multilingual",
    "use_multilingual": _DEFAULT,
    "text-embedding-3-small": "text-embedding-3-large",
    "text-embedding-3-large": "text-embedding-3-small",
}


class EmbeddingSwap(SettingsOperator):
    """Replaces the embedder by another one (paper, section 4.4); the lexical `bm25` goes to a dense one."""

    name = "EM"
    version = "1"
    title = "embedding swap"
    description = "Searches the same chunks with another embedder."
    fault_class: FaultClass = "configuration overfitting"
    depends_on_test = False
    parameters: Mapping[Scope, tuple[Parameter, ...]] = {
        "pre": (
            Parameter("to", None, "the embedder to change to; by default a shipped one that is not the present one"),
            Parameter("swaps", None, "which embedder replaces which, such as {bm25: minilm}"),
        ),
    }

    def mutate_settings(self, settings: IndexSettings, *, parameters: Parameters) -> Mutated:
        """The same index under another embedder."""
        new = _successor(settings.retriever, parameters)
        if new == settings.retriever:
            return Inapplicable(f"the embedder is {new} already")
        return Mutation(settings=replace(settings, retriever=new), note=f"embedder {settings.retriever} -> {new}")

    def examples(self) -> Sequence[Example]:
        """From lexical to dense, and as told."""
        return (
            Example("pre", ("bm25",), contains=(_DEFAULT,)),
            Example("pre", ("minilm",), {"to": "gte"}, contains=("gte",)),
            Example("pre", ("minilm",), {"swaps": {"minilm": "bm25"}}, contains=("bm25",)),
        )


def _successor(present: str, parameters: Parameters) -> str:
    swaps = parameters["swaps"]
    if swaps is not None and not isinstance(swaps, Mapping):
        raise ConfigError(f"{swaps!r} is not a map of embedders", place="metamorphic.parameters.EM.swaps")
    wanted = (swaps or {}).get(present) or parameters["to"] or _SWAPS.get(present, _DEFAULT)
    if not isinstance(wanted, str):
        raise ConfigError(f"{wanted!r} is not the name of an embedder", place="metamorphic.parameters.EM.to")
    return wanted
