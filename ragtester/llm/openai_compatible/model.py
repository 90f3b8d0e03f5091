"""A chat model behind an OpenAI-compatible endpoint."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from ragtester.endpoints import Address, BatchEndpoint, BatchLedger, Endpoint, read_options, resolve_address
from ragtester.errors import EndpointError, ReplyError
from ragtester.llm.openai_compatible.body import request_body
from ragtester.llm.openai_compatible.dialect import Dialect
from ragtester.llm.openai_compatible.options import OpenAIOptions
from ragtester.llm.openai_compatible.reply import read_reply
from ragtester.llm.prices import Price, listed_price
from ragtester.records import JsonValue, Reply, Request, content_key

_LESSONS = 8
_FILTER_WORDS = ("content_filter", "content management policy", "content policy", "safety system")


class OpenAIModel:
    """Asks one model of one endpoint; every failure is a `MeasurementError`, and nothing is retried here.

    Args:
        name: name in the configuration.
        options: what the configuration says.
        address: where the endpoint is.
        endpoint: the endpoint, where several models share one.
    """

    def __init__(
        self, name: str, *, options: OpenAIOptions, address: Address, endpoint: Endpoint | None = None
    ) -> None:
        self.name = name
        self.options = options
        self._direct = endpoint or Endpoint(address, timeout=options.timeout, headers=options.headers)
        self.endpoint: Endpoint | BatchEndpoint = self._direct
        self.dialect = Dialect(tokens_field="max_completion_tokens" if address.official else "max_tokens")
        digest = content_key("model", url=address.url, **options.identity())[:12]
        self.version = f"{options.model}@{address.url}#{digest}"

    @property
    def samples(self) -> bool:
        """True: even at temperature 0 a served model may give another reply."""
        return True

    @property
    def price(self) -> Price | None:
        """The prices of the configuration, where it has both; else the shipped list decides (`llm.price`)."""
        options = self.options
        batch = options.batch
        if options.input_price is None or options.output_price is None:
            listed = listed_price(options.model) if batch else None
            return listed.times(batch.price_factor) if batch and listed else None
        own = Price(input=options.input_price, output=options.output_price, cached=options.cached_price)
        return own.times(batch.price_factor) if batch else own

    def send_in_batches(self, ledger: BatchLedger) -> None:
        """From now on goes by the Batch API, where the configuration asks for it."""
        if self.options.batch is not None:
            self.endpoint = BatchEndpoint(self._direct, options=self.options.batch, ledger=ledger)

    async def ask(self, request: Request) -> Reply:
        """The reply to one request, sent once; forms that the endpoint refuses are changed and remembered.

        Raises:
            EndpointError: no usable answer.
            ReplyError: the reply is empty or was refused.
        """
        for _ in range(_LESSONS):
            dialect = self.dialect
            body = request_body(request, self.options, dialect)
            started = time.perf_counter()
            try:
                payload = await self.endpoint.post("/chat/completions", body, model=self.options.model)
            except EndpointError as error:
                self._learn(error, body, dialect)
                continue
            return read_reply(
                payload,
                request=request,
                address=self.endpoint.address,
                model=self.options.model,
                seconds=time.perf_counter() - started,
            )
        raise EndpointError(
            f"{self.endpoint.address.url} refuses every form of the request that is known",
            problem="bad_request",
            retryable=False,
        )

    def _learn(self, error: EndpointError, body: Mapping[str, JsonValue], sent_in: Dialect) -> None:
        """Changes the dialect, or raises what the error means where that would not help."""
        said = str(error)
        if error.problem != "bad_request":
            raise error
        if any(word in said.casefold() for word in _FILTER_WORDS):
            raise ReplyError(f"{self.options.model}: the request was refused: {said}", problem="refused") from error
        lesson = sent_in.after_refusal(said, body)
        if lesson is None:
            raise error
        if self.dialect is sent_in:
            self.dialect = lesson


def make_openai(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> OpenAIModel:
    """The model of `models: {NAME: {openai: {...}}}`.

    Raises:
        ConfigError: a wrong argument, an address that is none, or a key that is not set.
    """
    place = f"models.{name}.openai"
    options = read_options(OpenAIOptions, arguments, place=place)
    return OpenAIModel(
        name, options=options, address=resolve_address(options.base_url, options.api_key_env, place=place)
    )
