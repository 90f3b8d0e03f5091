"""`http`: a web service; a body template goes out, JSONPaths read the answer and the contexts."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from pathlib import Path

from pydantic import Field, ValidationError

from ragtester.errors import ConfigError, EndpointError
from ragtester.records import Answer, Capability, DocumentChange, IngestReceipt, JsonValue, Question, Record, Retrieved
from ragtester.systems.external.base import ExternalSystem, question_fields
from ragtester.systems.external.replies import read_answer, read_receipt, read_records, read_retrieval

_FIELD = re.compile(r"\{\{\s*([a-z_]+)\s*\}\}")
_TRIES = 3


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
    answer: str = "$.answer"
    """JSONPath of the answer."""
    contexts: str | None = None
    """JSONPath of the contexts: texts, or objects with a text."""
    context_text: str = "$.text"
    """JSONPath of the text inside a context that is an object."""
    retrieve_url: str | None = None
    """Address that retrieves without answering; then `contexts` is read from its reply."""
    ingest_url: str | None = None
    """Address that takes `{"changes": [...]}` and says `{"accepted": [...], "failed": {...}}`."""
    records_url: str | None = None
    """Address that lists every stored record, as `{"records": [...]}`; asked with GET."""
    timeout: float = Field(default=60.0, gt=0)
    """Seconds for one answer."""
    concurrency: int = Field(default=8, ge=1)
    """Questions at a time."""
    version: str = ""
    """Change it when the service changed, so that its answers are asked for again."""


class HttpSystem(ExternalSystem):
    """Sends a question to a web service."""

    kind = "http"

    def __init__(self, name: str, options: HttpOptions) -> None:
        can: set[Capability] = {"ask"}
        can |= {"retrieve"} if options.retrieve_url else set()
        can |= {"ingest"} if options.ingest_url else set()
        identity = options.model_dump(
            mode="json", exclude={"headers", "timeout", "concurrency", "version", "ingest_url", "records_url"}
        )
        super().__init__(name, identity, capabilities=frozenset(can), version=options.version)
        if options.records_url:
            self.records = self._records
        self._options = options
        self.concurrency = options.concurrency

    async def ask(self, question: Question) -> Answer:
        """The service's answer."""
        reply, seconds = await self._send(self._options.url, self._body(question))
        found = {"answer": _first(reply, self._options.answer), "contexts": self._contexts(reply)}
        return read_answer(found, system=self.name, seconds=seconds)

    async def retrieve(self, question: Question) -> Answer:
        """The service's passages."""
        if self._options.retrieve_url is None:
            raise self._cannot("retrieve")
        reply, seconds = await self._send(self._options.retrieve_url, self._body(question))
        return read_retrieval(self._contexts(reply), system=self.name, seconds=seconds)

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """What the service says of the changes."""
        if self._options.ingest_url is None:
            raise self._cannot("ingest")
        body: JsonValue = {"changes": [change.model_dump(mode="json") for change in changes]}
        reply, _ = await self._send(self._options.ingest_url, body, method="POST")
        return read_receipt(reply, changes, system=self.name)

    async def _records(self) -> Sequence[Retrieved]:
        """The records as the service lists them; an attribute `records` only where there is an address for it."""
        reply, _ = await self._send(self._options.records_url or "", None, method="GET")
        return read_records(reply, system=self.name)

    def _contexts(self, reply: object) -> list[object] | None:
        if self._options.contexts is None:
            return None
        found = _all(reply, self._options.contexts)
        if len(found) == 1 and isinstance(found[0], list):
            found = found[0]
        return [item if isinstance(item, str) else self._context(item) for item in found]

    def _context(self, item: object) -> object:
        text = _first(item, self._options.context_text)
        return {**item, "text": text} if isinstance(item, Mapping) and isinstance(text, str) else item

    def _body(self, question: Question) -> JsonValue:
        return _fill(self._options.body, question_fields(question))

    async def _send(self, url: str, body: JsonValue, *, method: str | None = None) -> tuple[object, float]:
        for attempt in range(1, _TRIES + 1):
            try:
                return await self._once(url, body, method or self._options.method)
            except EndpointError as error:
                if not error.retryable or attempt == _TRIES:
                    raise
                await asyncio.sleep(min(error.retry_after if error.retry_after is not None else 0.5 * attempt, 30.0))
        raise AssertionError("unreachable: the loop returns or raises")

    async def _once(self, url: str, body: JsonValue, method: str) -> tuple[object, float]:
        import aiohttp

        options = self._options
        started = time.monotonic()
        try:
            timeout = aiohttp.ClientTimeout(total=options.timeout)
            get = method.upper() == "GET"
            params = body if get and isinstance(body, dict) else None
            async with (
                aiohttp.ClientSession(timeout=timeout) as session,
                session.request(
                    method,
                    url,
                    headers=options.headers,
                    allow_redirects=False,
                    params={key: str(value) for key, value in params.items()} if params else None,
                    json=None if get else body,
                ) as response,
            ):
                text = await response.text(errors="replace")
                _check_status(self.name, response.status, text, response.headers.get("Retry-After"))
        except TimeoutError:
            raise EndpointError(
                f"{self.name} gave no answer within {options.timeout:g} s", problem="timeout", retryable=True
            ) from None
        except aiohttp.ClientError as error:
            raise EndpointError(
                f"{self.name} cannot be reached at {url}: {error}", problem="connection", retryable=True
            ) from error
        try:
            return json.loads(text), time.monotonic() - started
        except json.JSONDecodeError:
            raise EndpointError(
                f"{self.name} answered with something that is not JSON: {text[:120]!r}",
                problem="not_json",
                retryable=False,
            ) from None


def make_http(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> HttpSystem:
    """The system of `targets: [{name: ..., http: {url: ...}}]`."""
    try:
        options = HttpOptions.model_validate(arguments)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        keys = ", ".join(sorted(HttpOptions.model_fields))
        raise ConfigError(f"{place}: {first['msg']}; the keys are {keys}", place=f"targets.{name}.http") from None
    if not options.url.startswith(("http://", "https://")):
        raise ConfigError(
            f"the address must begin with http:// or https://, not {options.url!r}", place=f"targets.{name}.http.url"
        )
    for path in (options.answer, options.contexts, options.context_text):
        if path is not None:
            _compile(path, f"targets.{name}.http")
    return HttpSystem(name, options)


def _check_status(name: str, status: int, text: str, retry_after: str | None) -> None:
    if status < 300:
        return
    said = f"{name} answered {status}: {' '.join(text.split())[:200]}"
    if status in (401, 403):
        raise EndpointError(said, problem="authentication", retryable=False)
    if status == 404:
        raise EndpointError(said, problem="not_found", retryable=False)
    if status == 429:
        raise EndpointError(said, problem="rate_limited", retryable=True, retry_after=_seconds(retry_after))
    if status >= 500:
        raise EndpointError(said, problem="server_error", retryable=True, retry_after=_seconds(retry_after))
    raise EndpointError(said, problem="bad_request", retryable=False)


def _seconds(value: str | None) -> float | None:
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def _fill(template: JsonValue, fields: Mapping[str, JsonValue]) -> JsonValue:
    """The template with its fields filled in; a string that is one field alone keeps the field's type."""
    if isinstance(template, str):
        alone = _FIELD.fullmatch(template.strip())
        if alone and alone[1] in fields:
            return fields[alone[1]]
        return _FIELD.sub(lambda match: str(fields.get(match[1], match[0]) or ""), template)
    if isinstance(template, Mapping):
        return {key: _fill(value, fields) for key, value in template.items()}
    if isinstance(template, list):
        return [_fill(value, fields) for value in template]
    return template


def _compile(path: str, place: str) -> None:
    import jsonpath

    try:
        jsonpath.compile(path)
    except jsonpath.JSONPathError as error:
        raise ConfigError(f"{path!r} is not a JSONPath: {error}", place=place) from None


def _all(value: object, path: str) -> list[object]:
    import jsonpath

    return list(jsonpath.findall(path, value))  # type: ignore[arg-type]


def _first(value: object, path: str) -> object:
    found = _all(value, path)
    return found[0] if found else None
