"""From an entry of a configuration to an embedder, a retriever or a reranker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from pydantic import Field

from ragtester.endpoints import read_options
from ragtester.errors import ConfigError
from ragtester.protocols import ChatModel, Embedder, Reranker, Retriever
from ragtester.records import JsonValue, Record
from ragtester.registry import lookup
from ragtester.search.bm25 import Bm25Retriever
from ragtester.search.dense import DenseRetriever
from ragtester.search.embedders import EMBEDDERS
from ragtester.search.hybrid import HybridRetriever
from ragtester.search.rerankers import RERANKERS

RetrieverFactory: TypeAlias = Callable[[str, Mapping[str, JsonValue], "Embedder | None"], Retriever]


def make_embedder(name: str, spec: Mapping[str, JsonValue], *, folder: Path | None = None) -> Embedder:
    """The embedder that an entry of `models` describes; nothing is loaded or sent yet.

    Args:
        name: its name in the configuration.
        spec: one kind with its arguments, such as `{"sentence_transformers": {"model": "all-MiniLM-L6-v2"}}`.
        folder: where relative paths start; the current folder by default.

    Raises:
        UnknownNameError: there is no such kind of embedder.
        ConfigError: an argument is unknown, missing or wrong.
        MissingExtraError: the package that it needs is not installed.
    """
    kind, arguments = _one(spec, place=f"models.{name}")
    factory = lookup("kind of embedder", kind, EMBEDDERS, group="ragtester.embedders")
    return factory(name, arguments, folder or Path())


def make_retriever(name: str, spec: Mapping[str, JsonValue], *, embedder: Embedder | None) -> Retriever:
    """A retriever: `{"bm25": {}}`, `{"dense": {}}` or `{"hybrid": {}}`.

    Args:
        name: its name in the configuration.
        spec: one kind with its arguments; `{"hybrid": "minilm"}` may name the embedder in place of arguments.
        embedder: gives the vectors of a dense or hybrid one.

    Raises:
        UnknownNameError: there is no such kind of retriever.
        ConfigError: an argument is wrong, or an embedder is missing.
    """
    place = f"matrix.embedders.{name}"
    kind, arguments = _one(spec, place=place, shorthand="embedder")
    factory = lookup("kind of retriever", kind, RETRIEVERS, group="ragtester.retrievers")
    return factory(name, {key: value for key, value in arguments.items() if key != "embedder"}, embedder)


def make_reranker(
    name: str, spec: Mapping[str, JsonValue], *, model: ChatModel | None = None, folder: Path | None = None
) -> Reranker:
    """A reranker: `{"none": {}}`, `{"lexical": {}}`, `{"cross_encoder": {"model": ...}}` or `{"llm": {"model": ...}}`.

    Args:
        name: its name in the configuration.
        spec: one kind with its arguments.
        model: the chat model of an `llm` reranker.
        folder: where relative paths start.

    Raises:
        UnknownNameError: there is no such kind of reranker.
        ConfigError: an argument is wrong, or a model is missing.
    """
    kind, arguments = _one(spec, place=f"matrix.rerankers.{name}", shorthand="model")
    factory = lookup("reranker", kind, RERANKERS, group="ragtester.rerankers")
    return factory(name, arguments, model, folder or Path())


def _one(
    spec: Mapping[str, JsonValue], *, place: str, shorthand: str | None = None
) -> tuple[str, Mapping[str, JsonValue]]:
    if len(spec) != 1:
        raise ConfigError(f"give one kind, such as {{bm25: {{}}}}; there are {len(spec)}: {sorted(spec)}", place=place)
    kind, arguments = next(iter(spec.items()))
    if arguments is None:
        return kind, {}
    if isinstance(arguments, str) and shorthand:
        return kind, {shorthand: arguments}
    if not isinstance(arguments, Mapping):
        raise ConfigError(f"the arguments must be a mapping, not {arguments!r}", place=f"{place}.{kind}")
    return kind, arguments


class _Bm25Options(Record):
    k1: float = Field(default=1.2, ge=0, le=10)
    """How soon further mentions of a word stop to count."""
    b: float = Field(default=0.75, ge=0, le=1)
    """How much long passages are marked down."""


class _DenseOptions(Record):
    pass


class _HybridOptions(_Bm25Options):
    constant: int = Field(default=60, ge=1)
    """Of reciprocal rank fusion: larger makes the first ranks count less."""
    depth: int = Field(default=50, ge=1, le=1000)
    """Passages of each ranking that are fused."""


def _bm25(name: str, arguments: Mapping[str, JsonValue], embedder: Embedder | None) -> Retriever:
    options = read_options(_Bm25Options, arguments, place=f"{name}.bm25")
    return Bm25Retriever(name=name, k1=options.k1, b=options.b)


def _dense(name: str, arguments: Mapping[str, JsonValue], embedder: Embedder | None) -> Retriever:
    read_options(_DenseOptions, arguments, place=f"{name}.dense")
    return DenseRetriever(_needed(embedder, name, "dense"), name=name)


def _hybrid(name: str, arguments: Mapping[str, JsonValue], embedder: Embedder | None) -> Retriever:
    options = read_options(_HybridOptions, arguments, place=f"{name}.hybrid")
    return HybridRetriever(
        Bm25Retriever(k1=options.k1, b=options.b),
        DenseRetriever(_needed(embedder, name, "hybrid")),
        name=name,
        constant=options.constant,
        depth=options.depth,
    )


def _needed(embedder: Embedder | None, name: str, kind: str) -> Embedder:
    if embedder is None:
        raise ConfigError(f"a {kind} retriever needs an embedder; write {{{kind}: NAME_OF_AN_EMBEDDER}}", place=name)
    return embedder


RETRIEVERS: dict[str, RetrieverFactory] = {"bm25": _bm25, "dense": _dense, "hybrid": _hybrid}
"""The kinds of retriever that ship; third parties add theirs by the entry point group `ragtester.retrievers`."""
