"""What a configuration says of an OpenAI-compatible model."""

from __future__ import annotations

from pydantic import Field

from ragtester.endpoints import BatchOptions
from ragtester.records import JsonValue, Record


class OpenAIOptions(Record):
    """Arguments of `models: {NAME: {openai: {...}}}`."""

    model: str = Field(min_length=1)
    """The model as the endpoint knows it."""
    base_url: str | None = None
    """Address up to `/v1`; `$OPENAI_BASE_URL`, else OpenAI's own."""
    api_key_env: str | None = None
    """Environment variable with the key; `OPENAI_API_KEY` by default, and none is needed for a local server."""
    concurrency: int = Field(default=16, ge=1, le=4096)
    """Calls in flight at the start, and at most; fewer while the endpoint answers 429."""
    timeout: float = Field(default=60.0, gt=0, le=3600)
    """Seconds after which a call counts as hanging."""
    tries: int = Field(default=4, ge=1, le=10)
    """Sendings of one request at most, when it fails in a way that may pass."""
    max_tokens: int | None = Field(default=None, ge=1)
    """Tokens of a reply at most, in place of what each use asks for; a reasoning model needs room to think."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    """In place of what each use asks for."""
    extra_body: dict[str, JsonValue] = Field(default_factory=dict)
    """Further fields of the request, such as `{reasoning_effort: low}`."""
    headers: dict[str, str] = Field(default_factory=dict)
    """Further HTTP headers."""
    requests_per_minute: int | None = Field(default=None, ge=1)
    """The account's limit, where it is known."""
    tokens_per_minute: int | None = Field(default=None, ge=1)
    """The account's limit, where it is known."""
    input_price: float | None = Field(default=None, ge=0)
    """USD per million tokens sent; the shipped price list by default."""
    output_price: float | None = Field(default=None, ge=0)
    """USD per million tokens received."""
    cached_price: float | None = Field(default=None, ge=0)
    """USD per million tokens sent that the endpoint had in its cache; the input price by default."""

    batch: BatchOptions | None = None
    """Send by the Batch API (`{}` for its defaults): the same requests at half the price, within a day."""

    def identity(self) -> dict[str, JsonValue]:
        """What the replies depend on: neither speed, prices nor keys."""
        return self.model_dump(mode="json", include={"model", "max_tokens", "temperature", "extra_body"})
