"""What holds for every request: known hosts, same origin for changes, bounded bodies, strict headers, a log line."""

from __future__ import annotations

import json
import logging
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ragtester.web.service import Service

MAX_BODY = 8 * 1024 * 1024
_PROBES = ("/health", "/ready")
_SAFE = ("GET", "HEAD", "OPTIONS")
_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
log = logging.getLogger("ragtester.web")


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, *, service: Service) -> None:
        self._app = app
        self._service = service
        settings = service.settings
        own = {settings.host, "127.0.0.1", "localhost", "[::1]"} if settings.local else set()
        named = set(service.operator.hosts)
        public = urlsplit(service.operator.public_url).hostname
        self._hosts = own | named | ({public} if public else set())
        self._any_host = not settings.local and not named and not public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or refuses it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500
        headers = Headers(scope=scope)
        body = _Body(receive)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _strict(message)
            await send(message)

        refusal = self._refusal(scope, headers)
        try:
            if refusal is not None:
                await refusal(scope, receive, sending)
                return
            await self._app(scope, body.receive, sending)
        finally:
            key = (scope["method"], status)
            self._service.requests[key] = self._service.requests.get(key, 0) + 1
            identity = scope.get("state", {}).get("identity")
            log.info(
                json.dumps(
                    {
                        "event": "request", "method": scope["method"], "path": scope["path"][:300], "status": status,
                        "ms": round(1000 * (time.perf_counter() - started), 1),
                        "who": getattr(identity, "name", None),
                    }
                )
            )  # fmt: skip

    def _refusal(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        host = headers.get("host", "")
        name = _name(host)
        if b"%00" in scope.get("query_string", b"") or "\0" in scope["path"]:
            return _refuse(400, "the address holds a null character")
        probe = scope["path"] in _PROBES  # what watches a container asks by whatever name it has
        if (
            not self._any_host
            and not probe
            and (name is None or (name not in self._hosts and f"[{name}]" not in self._hosts))
        ):
            return _refuse(421, "this service does not answer to that host name; name it in service.yaml under hosts")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MAX_BODY:
            return _refuse(413, f"the body is larger than {MAX_BODY:,} bytes")
        if scope["method"] in _SAFE:
            return None
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return _refuse(403, "changes are taken from pages of this service only")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return _refuse(403, "changes are taken from pages of this service only")
        return None


class _Body:
    """Counts what arrives, for bodies whose length was not said beforehand."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._seen = 0

    async def receive(self) -> Message:
        """The next piece.

        Raises:
            HTTPException: 413, which the application turns into its answer.
        """
        message = await self._receive()
        self._seen += len(message.get("body", b""))
        if self._seen > MAX_BODY:
            raise HTTPException(413, f"the body is larger than {MAX_BODY:,} bytes")
        return message


def _name(host: str) -> str | None:
    """The name in a `Host` header; None where it is not a name, or a port is no number."""
    if not host or set(host) & set("/@?#\\ \t"):
        return None
    try:
        parts = urlsplit(f"//{host}")
        return parts.hostname if parts.port is None or parts.port >= 0 else None
    except ValueError:
        return None


def _refuse(status: int, detail: str) -> JSONResponse:
    return JSONResponse({"detail": detail}, status_code=status)


def _strict(message: Message) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("cache-control", "no-store")
