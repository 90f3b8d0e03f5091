"""A chat model in this process."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from ragtester.endpoints import Address, read_options
from ragtester.errors import EndpointError
from ragtester.llm.llama_cpp.engine import Engine, shared_engine
from ragtester.llm.llama_cpp.files import model_file, packaged_model, weights_hash
from ragtester.llm.llama_cpp.options import LlamaCppOptions
from ragtester.llm.openai_compatible.reply import read_reply
from ragtester.llm.prices import Price
from ragtester.records import JsonValue, Reply, Request, content_key

_HERE = Address(url="llama.cpp", key="", key_name="")


class LlamaCppModel:
    """Runs a GGUF file by llama.cpp; the file is loaded with the first request.

    Args:
        name: name in the configuration.
        file: the GGUF file.
        options: what the configuration says.
        engine: the loaded file, where several models share it.
    """

    price = Price(input=0, output=0)

    def __init__(self, name: str, *, file: Path, options: LlamaCppOptions, engine: Engine | None = None) -> None:
        self.name = name
        self.file = file
        self.options = options
        self.engine = engine or shared_engine(file, options)
        status = file.stat()
        digest = content_key(
            "model", weights=weights_hash(file, status.st_size, status.st_mtime_ns), **options.identity()
        )
        self.version = f"{file.stem}#{digest[:12]}"

    @property
    def samples(self) -> bool:
        """False with one slot: equal requests then get equal replies."""
        return self.options.slots > 1 or self.options.reuse_prompt

    @property
    def concurrency(self) -> int:
        """Requests at a time."""
        return self.options.slots

    async def ask(self, request: Request) -> Reply:
        """The reply to one request.

        Raises:
            EndpointError: the prompt is longer than the context, or the time is up.
            ReplyError: the reply is empty.
            InputError: the file cannot be loaded.
        """
        started = time.perf_counter()
        try:
            collected = await self.engine.chat(self._body(request), seconds=self.options.timeout)
        except TimeoutError:
            raise EndpointError(
                f"{self.name} gave no reply within {self.options.timeout:g} s; raise timeout, or ask for fewer tokens",
                problem="timeout",
                retryable=False,
            ) from None
        if collected.error is not None:
            raise self._failure(collected.error)
        seconds = time.perf_counter() - started
        return read_reply(collected.payload(), request=request, address=_HERE, model=self.file.stem, seconds=seconds)

    async def prepare(self) -> None:
        """Loads the file now.

        Raises:
            InputError: it cannot be loaded.
        """
        await self.engine.prepare()

    def _body(self, request: Request) -> dict[str, JsonValue]:
        options = self.options
        body: dict[str, JsonValue] = {
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            "max_tokens": options.max_tokens or request.max_tokens,
            "temperature": request.temperature if options.temperature is None else options.temperature,
            "seed": (request.seed or 0) + request.sample,
            "cache_prompt": options.reuse_prompt,
        }
        if request.stop:
            body["stop"] = list(request.stop)
        if request.schema_ is not None:
            named: dict[str, JsonValue] = {"name": "reply", "schema": request.schema_, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        return body

    def _failure(self, error: Mapping[str, object]) -> EndpointError:
        said = str(error.get("message") or error)
        too_long = error.get("type") == "exceed_context_size_error"
        remedy = f"; raise context (now {self.options.context}), or send fewer or shorter chunks" if too_long else ""
        code = error.get("code")
        retryable = isinstance(code, int) and code >= 500
        return EndpointError(
            f"{self.name}: {said}{remedy}",
            problem="server_error" if retryable else "bad_request",
            retryable=retryable,
        )


def make_llama_cpp(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> LlamaCppModel:
    """The model of `models: {NAME: {llama_cpp: {...}}}`; the file is looked at, not loaded.

    Raises:
        ConfigError: a wrong argument, or a file that is not there.
        UnknownNameError: a packaged model that does not exist.
        InputError: a file that is no GGUF.
    """
    place = f"models.{name}.llama_cpp"
    options = read_options(LlamaCppOptions, arguments, place=place)
    file = (
        packaged_model(options.model) if options.model else model_file(options.path or "", folder=folder, place=place)
    )
    return LlamaCppModel(name, file=file, options=options)
