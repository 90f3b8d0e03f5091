"""Signing in and out, and the one style sheet that reports and pages share."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ragtester import reports
from ragtester.web.pages.rendering import go, page
from ragtester.web.security import Form, check_token, identify
from ragtester.web.security.access import SESSION_COOKIE
from ragtester.web.security.tokens import SESSION_SECONDS, make_session
from ragtester.web.service import Shared

router = APIRouter()


@router.get("/login")
def login(request: Request, service: Shared, next: Annotated[str, Query(max_length=300)] = "/") -> Response:  # noqa: A002
    """Asks for a token."""
    request.state.identity = identify(request, service)
    return page(request, "login.html.j2", next=_own(next), problem="")


@router.post("/login")
def take_token(request: Request, service: Shared, fields: Form) -> Response:
    """Opens a session for the holder of a token."""
    found = check_token(service.tokens, fields.get("token", "").strip())
    where = _own(fields.get("next", "/"))
    if found is None:
        request.state.identity = None
        return page(
            request, "login.html.j2", status=403, next=where, problem="That is not a valid token. Was it revoked?"
        )
    response = go(where)
    response.set_cookie(
        SESSION_COOKIE, make_session(service.key, found["id"]), max_age=SESSION_SECONDS, httponly=True,
        samesite="strict", secure=request.url.scheme == "https",
    )  # fmt: skip
    return response


@router.post("/logout")
def logout(fields: Form) -> Response:
    """Ends the browser's session."""
    response = go("/login")
    response.delete_cookie(SESSION_COOKIE)
    return response


@router.get("/look.css")
def look() -> Response:
    """The reports' style sheet, so that pages and reports look alike."""
    return Response(_look(), media_type="text/css", headers={"Cache-Control": "max-age=3600"})


@lru_cache(maxsize=1)
def _look() -> bytes:
    return (Path(str(reports.__file__)).parent / "html" / "report.css").read_bytes()


def _own(where: str) -> str:
    """A path of this service; anything that could lead elsewhere becomes the first page."""
    plain = where.startswith("/") and not where.startswith(("//", "/\\")) and where.isprintable()
    return where if plain else "/"
