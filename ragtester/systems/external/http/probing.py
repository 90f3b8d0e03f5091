"""Finding out how a service wants to be asked and where it answers, mostly by one request."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ragtester.errors import ConfigError, EndpointError
from ragtester.records import JsonValue
from ragtester.systems.external.http.finding import Places, find_places
from ragtester.systems.external.http.options import Format, read_http_options
from ragtester.systems.external.http.reading import answer_in, contexts_in, read_parts
from ragtester.systems.external.http.sending import check_status, exchange
from ragtester.systems.external.http.system import fill

QUESTION = "What is this service about?"
_ASKED = "{{ question }}"
_NAMES = ("question", "query", "message", "input", "prompt", "text", "q")
_CHAT: JsonValue = {"messages": [{"role": "user", "content": _ASKED}]}
_MODEL_CHAT: JsonValue = {"model": "default", "messages": [{"role": "user", "content": _ASKED}]}
_MOST = 16
_REQUIRED = re.compile(
    r"""["'`]?([A-Za-z_][A-Za-z0-9_]*)["'`]?\s+(?:field\s+)?(?:is|are)\s+(?:required|missing)"""
    r"""|(?:missing|required|requires|expected?|needs?)[^"'`\n]{0,40}["'`]([A-Za-z_][A-Za-z0-9_]*)["'`]"""
    r"""|(?:missing|required)\s+(?:field|key|parameter|property|argument)\s*:?\s*([A-Za-z_][A-Za-z0-9_]*)""",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Probed:
    """The mapping of a service, and what it said through it."""

    arguments: dict[str, JsonValue]
    """For `targets: [{name: ..., http: ...}]`, without headers."""
    answer: str
    passages: int | None
    """Passages that came with the answer; None where no place for them was found."""
    requests: int
    """How many requests it took."""


async def probe(
    url: str, *, headers: Mapping[str, str] | None = None, seconds: float = 30.0, question: str = QUESTION
) -> Probed:
    """Asks one question in the commonest form, then in others, until an answer comes back that can be read.

    A service that says which field it misses is asked with that field next.

    Args:
        url: the address.
        headers: sent with every request, such as `{"Authorization": "Bearer ..."}`.
        seconds: for one request.
        question: what is asked.

    Raises:
        ConfigError: the address is none.
        EndpointError: it cannot be reached, wants a key, or gives no answer in any of the forms.
    """
    read_http_options("probed", {"url": url})
    waiting = list(_forms(url))
    tried: list[tuple[str, JsonValue]] = []
    last: EndpointError | None = None
    while waiting and len(tried) < _MOST:
        method, body = waiting.pop(0)
        if (method, body) in tried:
            continue
        tried.append((method, body))
        status, text, received = await exchange(
            url,
            fill(body, {"question": question}),
            method=method,
            headers=dict(headers or {}),
            seconds=seconds,
            name=url,
        )
        try:
            check_status(url, status, text, received)
            return _understood(url, method, body, text, received, question=question, requests=len(tried))
        except EndpointError as error:
            last = error
            if status in (401, 403):
                raise _locked(url, status, received, bool(headers)) from None
            if status == 404 or 300 <= status < 400:
                raise
            if status == 405:
                waiting = [form for form in waiting if form[0] != method]
            elif status < 500:
                waiting[:0] = list(_asked_for(text))
    raise EndpointError(
        f"{url} gave no answer that could be read in {len(tried)} forms; the last time: {last}. "
        "Write the mapping by hand: body, answer and contexts under targets",
        problem=last.problem if last else "bad_request",
        retryable=False,
    )


def _forms(url: str) -> Iterator[tuple[str, JsonValue]]:
    if "chat" in url or "completions" in url:
        yield from (("POST", _MODEL_CHAT), ("POST", _CHAT))
    yield from (("POST", {name: _ASKED}) for name in _NAMES[:3])
    yield from (("POST", _CHAT), ("POST", _MODEL_CHAT))
    yield from (("POST", {name: _ASKED}) for name in _NAMES[3:])
    yield from (("GET", {name: _ASKED}) for name in ("question", "query", "q", "text"))


def _asked_for(text: str) -> Iterator[tuple[str, JsonValue]]:
    """The form that a refusal asks for: FastAPI's list of places, or a sentence that names the field."""
    try:
        said = json.loads(text)
    except ValueError:
        said = text
    places = _missing_places(said)
    if places:
        method = "GET" if all(place[0] == "query" for place in places) else "POST"
        body = _body([place[1:] for place in places if len(place) > 1 and place[0] in ("body", "query")])
        if body:
            yield method, body
        return
    found = _REQUIRED.search(text)
    if found:
        name = next(group for group in found.groups() if group)
        yield "POST", (_CHAT if name == "messages" else {name: _ASKED})


def _missing_places(said: object) -> list[list[str]]:
    listed = said.get("detail") if isinstance(said, Mapping) else None
    if not isinstance(listed, list):
        return []
    return [
        [str(part) for part in one["loc"]]
        for one in listed
        if isinstance(one, Mapping) and isinstance(one.get("loc"), list) and "missing" in str(one.get("type", ""))
    ]


def _body(places: list[list[str]]) -> dict[str, JsonValue]:
    """A body with a value at every place; the question at the likeliest one."""

    def rank(place: list[str]) -> tuple[int, int]:
        return (_NAMES.index(place[-1]) if place[-1] in _NAMES else len(_NAMES), len(place))

    body: dict[str, JsonValue] = {}
    asked = min(places, key=rank, default=None)
    for place in places:
        at: dict[str, JsonValue] = body
        for part in place[:-1]:
            inner = at.setdefault(part, {})
            if not isinstance(inner, dict):
                return {}
            at = inner
        value: JsonValue = _ASKED if place is asked else "ragtester"
        at[place[-1]] = [{"role": "user", "content": value}] if place[-1] == "messages" else value
    return body


def _understood(
    url: str, method: str, body: JsonValue, text: str, headers: Mapping[str, str], *, question: str, requests: int
) -> Probed:
    kind = _format(text, headers.get("content-type", ""), url)
    parts = read_parts(text, kind, system=url)
    places = Places(answer="$") if kind == "text" else find_places(parts, question=question)
    if places is None:
        shown = json.dumps(parts[0], ensure_ascii=False)[:160]
        raise EndpointError(f"no answer was found in the reply {shown}", problem="bad_request", retryable=False)
    arguments: dict[str, JsonValue] = {"url": url}
    if method != "POST":
        arguments["method"] = method
    arguments["body"] = body
    if kind != "json":
        arguments["format"] = kind
    if kind != "text":
        arguments["answer"] = places.answer
    if places.contexts:
        arguments["contexts"] = places.contexts
        if places.text:
            arguments["context_text"] = places.text
        if places.document:
            arguments["context_document"] = places.document
    try:
        options = read_http_options("probed", arguments)
    except ConfigError as error:  # a reply with keys that no path can name
        raise EndpointError(str(error), problem="bad_request", retryable=False) from None
    contexts = contexts_in(parts, options)
    return Probed(
        arguments=arguments,
        answer=answer_in(parts, options, system=url),
        passages=None if contexts is None else len(contexts),
        requests=requests,
    )


def _format(text: str, content_type: str, url: str) -> Format:
    kind = content_type.partition(";")[0].strip().lower()
    beginning = text.lstrip()[:200].lower()
    if kind == "text/event-stream" or (beginning.startswith(("data:", "event:")) and "json" not in kind):
        return "events"
    if kind == "text/html" or beginning.startswith(("<!doctype html", "<html")):
        raise EndpointError(
            f"{url} answered with a web page; name the address of its API", problem="not_json", retryable=False
        )
    try:
        json.loads(text)
    except ValueError:
        lines = [line for line in text.split("\n") if line.strip()]
        if lines and all(line.lstrip().startswith("{") for line in lines):
            return "lines"
        return "text"
    return "json"


def _locked(url: str, status: int, headers: Mapping[str, str], had_key: bool) -> EndpointError:
    scheme = headers.get("www-authenticate", "").partition(" ")[0]
    said = f"{url} answered {status}: " + ("it refuses the key that was sent" if had_key else "it wants a key")
    wanted = "'Authorization: Basic $RAG_KEY'" if scheme.lower() == "basic" else "'Authorization: Bearer $RAG_TOKEN'"
    return EndpointError(
        f"{said}; give it with --header {wanted} (the value is taken from the environment and never written)",
        problem="authentication",
        retryable=False,
    )
