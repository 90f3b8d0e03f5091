"""The kinds of chat model that ship; third parties add theirs by the entry point group `ragtester.models`."""

from __future__ import annotations

from ragtester.llm.factory import ModelFactory
from ragtester.llm.llama_cpp import make_llama_cpp
from ragtester.llm.openai_compatible import make_openai
from ragtester.llm.scripted import make_scripted

MODELS: dict[str, ModelFactory] = {
    "llama_cpp": make_llama_cpp,
    "openai": make_openai,
    "scripted": make_scripted,
}
