"""Who a request comes from, and what that allows."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, HTTPException, Request
from fastapi.concurrency import run_in_threadpool

from ragtester.records import Record
from ragtester.web.security.tokens import SCOPES, Scope, check_session, check_token
from ragtester.web.service import Service, Shared

SESSION_COOKIE = "ragtester_session"


class Identity(Record):
    """The holder of a token, or whoever sits at this machine."""

    name: str
    scope: Scope
    by: str
    """token, session or local."""

    def may(self, scope: Scope) -> bool:
        """Whether the scope is included."""
        return SCOPES.index(self.scope) >= SCOPES.index(scope)


def identify(request: Request, service: Service) -> Identity | None:
    """Who sends a request; None where nobody known does."""
    kind, _, text = request.headers.get("authorization", "").partition(" ")
    if kind:
        found = check_token(service.tokens, text.strip()) if kind.lower() == "bearer" else None
        return Identity(name=found["name"], scope=found["scope"], by="token") if found else None
    cookie = request.cookies.get(SESSION_COOKIE)
    if cookie:
        found = check_session(service.key, service.tokens, cookie)
        if found:
            return Identity(name=found["name"], scope=found["scope"], by="session")
    return None if service.settings.guarded else Identity(name="local", scope="admin", by="local")


class _Needs:
    def __init__(self, scope: Scope) -> None:
        self._scope: Scope = scope

    async def __call__(self, request: Request, service: Shared) -> Identity:
        """The identity, if it may.

        Raises:
            HTTPException: 401 without a valid token, 403 with one of a lower scope.
        """
        asks = "authorization" in request.headers or SESSION_COOKIE in request.cookies
        found = await run_in_threadpool(identify, request, service) if asks else identify(request, service)
        if found is None:
            raise HTTPException(401, "a token is needed", headers={"WWW-Authenticate": "Bearer"})
        if not found.may(self._scope):
            raise HTTPException(403, f"this needs the scope {self._scope}; the token has {found.scope}")
        request.state.identity = found
        return found


Reader = Annotated[Identity, Depends(_Needs("read"))]
Runner = Annotated[Identity, Depends(_Needs("run"))]
Admin = Annotated[Identity, Depends(_Needs("admin"))]
