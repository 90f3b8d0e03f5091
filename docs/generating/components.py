"""The arguments of the components that ship, from their option records and signatures."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from generating.schema import section
from generating.wording import attribute_docstrings, cell, first_line
from ragtester.records import Record


def components() -> list[str]:
    from ragtester.documents.chunkers import CHUNKERS
    from ragtester.endpoints import BatchOptions
    from ragtester.llm.llama_cpp import LlamaCppOptions
    from ragtester.llm.openai_compatible import OpenAIOptions
    from ragtester.llm.scripted import Rule, ScriptedOptions
    from ragtester.metamorphic import OPERATORS
    from ragtester.search.embedders.hashing import HashingOptions
    from ragtester.search.embedders.openai_compatible import OpenAIEmbedderOptions
    from ragtester.search.embedders.sentence_transformers import SentenceTransformersOptions
    from ragtester.search.embedders.use_multilingual import UseOptions
    from ragtester.search.factory import _Bm25Options, _HybridOptions
    from ragtester.search.rerankers.cross_encoder import CrossEncoderOptions
    from ragtester.search.rerankers.llm import LlmOptions
    from ragtester.systems.external.http import HttpOptions

    lines = ["## Arguments of components", ""]
    for title, kind in (
        ("Chat model `openai`", OpenAIOptions),
        ("`batch` of the chat model `openai`", BatchOptions),
        ("Chat model `llama_cpp`", LlamaCppOptions),
        ("Chat model `scripted`", ScriptedOptions),
        ("A rule of `scripted`", Rule),
        ("Embedder `openai`", OpenAIEmbedderOptions),
        ("Embedder `sentence_transformers`", SentenceTransformersOptions),
        ("Embedder `use_multilingual`", UseOptions),
        ("Embedder `hashing`", HashingOptions),
        ("Retriever `bm25`", _Bm25Options),
        ("Retriever `hybrid`", _HybridOptions),
        ("Reranker `cross_encoder`", CrossEncoderOptions),
        ("Reranker `llm`", LlmOptions),
        ("Target `http`", HttpOptions),
    ):
        lines += [f"### {title}", "", *_record(kind)]
    lines += ["### Chunkers", "", "| chunker | parameters | does |", "|---|---|---|"]
    for name, make in CHUNKERS.items():
        lines.append(f"| `{name}` | {_parameters(make)} | {cell(first_line(make))} |")
    lines += ["", "### Operators", "", "| operator | does |", "|---|---|"]
    for name, operator in OPERATORS.items():
        lines.append(f"| `{name}` | {cell(str(getattr(operator, 'description', '')) or first_line(type(operator)))} |")
    return [*lines, ""]


def _record(kind: type[Record]) -> list[str]:
    schema = kind.model_json_schema()
    return section(schema, schema, meanings=attribute_docstrings(kind), what="argument")


def _parameters(make: Callable[..., object]) -> str:
    return ", ".join(
        f"`{parameter.name}` ({parameter.default})"
        if parameter.default is not parameter.empty
        else f"`{parameter.name}`"
        for parameter in inspect.signature(make).parameters.values()
    )
