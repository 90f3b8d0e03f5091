"""The model that `--model` names: a GGUF file, a packaged model, or an endpoint that serves one.

A reply that llama.cpp makes in this process and one that its own server makes for the same weights cost the same tokens; the
server may be built for the processor at hand (AVX-512, AMX) where the package's wheel is built for all of them.
"""

from __future__ import annotations

from ragtester.llm import make_chat_model
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue


def local_model(named: str, *, threads: int | None = None, reuse_prompt: bool = True) -> ChatModel:
    """The model.

    Args:
        named: path of a `.gguf` file, `http://HOST/v1` of an OpenAI-compatible server, or a packaged model's name.
        threads: of llama.cpp in this process; by default one per core.
        reuse_prompt: keep the beginning that a prompt shares with the last one, as servers do.
    """
    if named.startswith(("http://", "https://")):
        return make_chat_model("local", {"openai": {"base_url": named, "model": "local", "concurrency": 1}})
    options: dict[str, JsonValue] = {"reuse_prompt": reuse_prompt}
    options["path" if named.endswith(".gguf") else "model"] = named
    if threads:
        options["threads"] = threads
    return make_chat_model("local", {"llama_cpp": options})
