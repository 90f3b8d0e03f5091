"""Answering one HTTP request of a stand-in endpoint."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from aiohttp import web

from ragtester.records import text_hash
from ragtester.testing.stand_in.batches import Batches
from ragtester.testing.stand_in.embedding import embeddings
from ragtester.testing.stand_in.faults import Fault, Faults, Rule
from ragtester.testing.stand_in.refusals import Refuse, refusal_of
from ragtester.testing.stand_in.replies import Say, completion
from ragtester.testing.stand_in.stats import Logged, StandInStats

_PAGE = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
_CHAT = "/v1/chat/completions"
_EMBEDDINGS = "/v1/embeddings"


@dataclass(slots=True, kw_only=True)
class Handler:
    """The settings of a stand-in endpoint, its counters, and what it does with a request."""

    say: Say
    latency: tuple[float, float]
    faults: Faults | Rule | None
    refuse: frozenset[Refuse]
    capacity: int | None
    retry_after: float | None
    key: str | None
    models: tuple[str, ...] | None
    dimension: int
    count_tokens: bool
    stats: StandInStats = field(default_factory=StandInStats)
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    batch_seconds: float = 0.0
    batches: Batches = field(init=False)

    def __post_init__(self) -> None:
        """Batches are answered as single requests are."""
        self.batches = Batches(self._batched, seconds=self.batch_seconds)

    async def __call__(self, request: web.BaseRequest) -> web.StreamResponse:
        """The answer to any request."""
        if request.method == "POST" and request.path in (_CHAT, _EMBEDDINGS):
            return await self._counted(request)
        if request.path == "/v1/models":
            names = self.models or ("stand-in",)
            listed = [{"id": name, "object": "model", "created": 0, "owned_by": "nobody"} for name in names]
            return _json({"object": "list", "data": listed})
        if request.path.startswith(("/v1/files", "/v1/batches")):
            return await self._batch(request)
        if request.path == "/stats" and request.method == "POST":
            self.stats = StandInStats(in_flight=self.stats.in_flight)
        if request.path == "/stats":
            return _json(self.stats.summary())
        return _error(404, f"there is nothing at {request.path}")

    async def _counted(self, request: web.BaseRequest) -> web.StreamResponse:
        chat = request.path == _CHAT
        raw = await request.text()
        key = text_hash(raw)
        stats = self.stats
        attempt = stats.arrive(key, chat=chat)
        started = time.monotonic()
        body: dict[str, object] = {}
        outcome = "cancelled"
        try:
            body = json.loads(raw)
            outcome, response = await self._answer(request, body, key, attempt, chat=chat)
        finally:
            entry = Logged(request.path, body, outcome, attempt, time.monotonic() - started)
            stats.leave(key, entry, chat=chat)
        return response

    async def _answer(
        self, request: web.BaseRequest, body: Mapping[str, object], key: str, attempt: int, *, chat: bool
    ) -> tuple[str, web.StreamResponse]:
        refused = self._refusal(request, body)
        if refused is not None:
            return str(refused.status), refused
        if self.capacity is not None and self.stats.in_flight > self.capacity:
            return "rate_limited", self._too_many()
        fault = self._fault(body, key, attempt)
        if fault == "hang":
            await self.closing.wait()
        await self._take_time()
        if fault in ("drop", "hang"):
            if request.transport is not None:
                request.transport.abort()
            return fault, web.Response()
        broken = self._broken(fault)
        if fault and broken is not None:
            return fault, broken
        if not chat:
            reply = embeddings(body, dimension=self.dimension)
            self.stats.texts += len(reply["data"])
            return "ok", _json(reply)
        said = self.say(body)
        if fault == "no_choices":
            said = {"object": "chat.completion", "choices": []}
        if isinstance(said, str):
            said = completion(body, said, number=self.stats.chat, fault=fault, count_tokens=self.count_tokens)
        return fault or "ok", _json(said)

    async def _batch(self, request: web.BaseRequest) -> web.StreamResponse:
        refused = self._refusal(request, {"model": next(iter(self.models or ()), None)})
        if refused is not None:
            return refused
        kind, _, name = request.path.removeprefix("/v1/").partition("/")
        found: dict[str, object] | None
        if request.method == "POST" and kind == "files":
            given = (await request.post()).get("file")
            if not isinstance(given, web.FileField):
                return _error(400, "no file was sent")
            found = self.batches.upload(given.file.read().decode())
        elif request.method == "POST":
            found = self.batches.begin(await request.json())
        elif kind == "files":
            text = self.batches.files.get(name.removesuffix("/content"))
            return _error(404, f"no file {name}") if text is None else web.Response(text=text)
        else:
            found = self.batches.look(name) if name else self.batches.listed()
        return _error(404, f"there is nothing at {request.path}") if found is None else _json(found)

    def _batched(self, body: Mapping[str, object]) -> tuple[int, Mapping[str, object]] | None:
        key = text_hash(json.dumps(body))
        attempt = self.stats.arrive(key, chat=True)
        fault = self._fault(body, key, attempt)
        refused = refusal_of(body, self.refuse)
        found: tuple[int, Mapping[str, object]] | None
        if refused is not None:
            error = {"message": refused[1], "type": "invalid_request_error", "param": refused[0], "code": None}
            outcome, found = "400", (400, {"error": error})
        elif fault in ("rate_limited", "server_error"):
            status = 429 if fault == "rate_limited" else 500
            outcome, found = fault, (status, {"error": {"message": "Try again."}})
        elif fault in ("drop", "hang", "html", "bad_json"):
            outcome, found = fault, None
        else:
            said = self.say(body)
            if isinstance(said, str):
                said = completion(body, said, number=self.stats.chat, fault=fault, count_tokens=self.count_tokens)
            outcome, found = fault or "ok", (200, said)
        self.stats.leave(key, Logged(_CHAT, dict(body), outcome, attempt, 0.0), chat=True)
        return found

    def _fault(self, body: Mapping[str, object], key: str, attempt: int) -> Fault | None:
        if isinstance(self.faults, Faults):
            return self.faults(body, attempt, key=key)
        return self.faults(body, attempt) if self.faults else None

    def _refusal(self, request: web.BaseRequest, body: Mapping[str, object]) -> web.Response | None:
        if self.key is not None and request.headers.get("Authorization") != f"Bearer {self.key}":
            return _error(401, "Incorrect API key provided.", code="invalid_api_key")
        model = body.get("model")
        if self.models is not None and model not in self.models:
            return _error(404, f"The model `{model}` does not exist or you do not have access to it.")
        refused = refusal_of(body, self.refuse)
        return _error(400, refused[1], code="unsupported_parameter", param=refused[0]) if refused else None

    def _broken(self, fault: Fault | None) -> web.Response | None:
        if fault == "rate_limited":
            return self._too_many()
        if fault == "server_error":
            return _error(500, "The server had an error while processing your request.")
        if fault == "html":
            return web.Response(text=_PAGE, content_type="text/html")
        if fault == "bad_json":
            return web.Response(text='{"id": "chatcmpl-1", "choices": [{"mess', content_type="application/json")
        return None

    def _too_many(self) -> web.Response:
        headers = {} if self.retry_after is None else {"Retry-After": f"{self.retry_after:g}"}
        return _error(429, "Rate limit reached for requests.", code="rate_limit_exceeded", headers=headers)

    async def _take_time(self) -> None:
        least, most = self.latency
        share = (self.stats.requests * 0.618033988749895) % 1.0
        seconds = least + (most - least) * share
        if seconds > 0:
            await asyncio.sleep(seconds)


def _json(data: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    return web.Response(body=json.dumps(data).encode(), status=status, headers=headers, content_type="application/json")


def _error(
    status: int, message: str, *, code: str = "", param: str | None = None, headers: Mapping[str, str] | None = None
) -> web.Response:
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code or None}
    return _json({"error": error}, status=status, headers=headers)
