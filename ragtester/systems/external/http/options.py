"""What a configuration says of a web service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, ValidationError

from ragtester.errors import ConfigError
from ragtester.records import JsonValue, Record
from ragtester.systems.external.http.paths import check_path

Format = Literal["json", "text", "events", "lines"]


class HttpOptions(Record):
    """Arguments of `targets: [{name: ..., http: {...}}]`."""

    url: str
    """Address that answers."""
    method: str = "POST"
    """With GET, the body becomes the query string."""
    headers: dict[str, str] = Field(default_factory=dict)
    """Write $NAME for a secret: it is taken from the environment when the configuration is read."""
    body: JsonValue = Field(default_factory=lambda: {"question": "{{ question }}"})
    """Template: {{ question }}, {{ tenant }}, {{ role }}, {{ language }}, {{ as_of }} in any string."""
    format: Format = "json"
    """What comes back: `json`, plain `text`, server-sent `events`, or `lines` of JSON; the answer's pieces are joined."""
    answer: str = "$.answer"
    """JSONPath of the answer."""
    contexts: str | None = None
    """JSONPath of the contexts: texts, or objects with a text."""
    context_text: str = "$.text"
    """JSONPath of the text inside a context that is an object."""
    context_document: str | None = None
    """JSONPath of the document's name inside a context; folder and suffix are cut off."""
    retrieve_url: str | None = None
    """Address that retrieves without answering; then `contexts` is read from its reply."""
    ingest_url: str | None = None
    """Address that takes `{"changes": [...]}` and says `{"accepted": [...], "failed": {...}}`."""
    records_url: str | None = None
    """Address that lists every stored record, as `{"records": [...]}`; asked with GET."""
    timeout: float = Field(default=60.0, gt=0)
    """Seconds for one answer."""
    tries: int = Field(default=3, ge=1, le=12)
    """How often a request is sent where it fails for a reason that may pass: 5xx, timeout, lost connection."""
    concurrency: int = Field(default=8, ge=1)
    """Questions at a time; fewer while the service answers 429."""
    requests_per_minute: int | None = Field(default=None, ge=1)
    """The service's own limit, kept to by spreading requests over the minute."""
    version: str = ""
    """Change it when the service changed, so that its answers are asked for again."""


NOT_OF_THE_ANSWER = {
    "headers", "timeout", "tries", "concurrency", "requests_per_minute", "version", "ingest_url", "records_url"
}  # fmt: skip
"""Options that change no answer: how it is asked for, and secrets."""


def read_http_options(name: str, arguments: Mapping[str, JsonValue]) -> HttpOptions:
    """The options of a target called `name`.

    Raises:
        ConfigError: a key or value is wrong.
    """
    place = f"targets.{name}.http"
    try:
        options = HttpOptions.model_validate(arguments)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        keys = ", ".join(sorted(HttpOptions.model_fields))
        raise ConfigError(f"{where}: {first['msg']}; the keys are {keys}", place=place) from None
    addresses = {key: getattr(options, key) for key in ("url", "retrieve_url", "ingest_url", "records_url")}
    for key, address in addresses.items():
        if address is not None and not address.startswith(("http://", "https://")):
            raise ConfigError(
                f"the address must begin with http:// or https://, not {address!r}", place=f"{place}.{key}"
            )
    for path in (options.answer, options.contexts, options.context_text, options.context_document):
        if path is not None:
            check_path(path, place)
    return options
