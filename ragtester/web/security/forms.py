"""Forms: each carries a token that only a page of this service could have made for this browser."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, HTTPException, Request, Response

from ragtester.web.security.tokens import sign
from ragtester.web.service import Shared

BROWSER_COOKIE = "ragtester_browser"
_BROWSER = re.compile(r"[0-9a-f]{32}")


def csrf_token(request: Request, key: bytes) -> str:
    """The token for the forms of a page; bound to the browser's cookie, which `set_browser` sends."""
    return sign(key, f"form {_browser(request)}")


def set_browser(request: Request, response: Response) -> None:
    """Gives a browser that has none its cookie."""
    if request.cookies.get(BROWSER_COOKIE) != _browser(request):
        response.set_cookie(
            BROWSER_COOKIE, _browser(request), httponly=True, samesite="strict", secure=request.url.scheme == "https"
        )


def _browser(request: Request) -> str:
    known: str | None = getattr(request.state, "browser", None)
    if known is None:
        sent = request.cookies.get(BROWSER_COOKIE, "")
        known = sent if _BROWSER.fullmatch(sent) else secrets.token_hex(16)
        request.state.browser = known
    return known


async def _form(request: Request, service: Shared) -> Mapping[str, str]:
    """The fields of a form that one of our pages sent.

    Raises:
        HTTPException: 403 where its token is missing or made for another browser.
    """
    sent = await request.form(max_files=0, max_fields=60, max_part_size=600_000)
    fields = {name: value.replace("\0", "") for name, value in sent.items() if isinstance(value, str)}
    given = fields.pop("csrf", "")
    cookie = request.cookies.get(BROWSER_COOKIE, "")
    expected = sign(service.key, f"form {cookie}")
    if not _BROWSER.fullmatch(cookie) or not hmac.compare_digest(given.encode(), expected.encode()):
        raise HTTPException(403, "this form was not sent from a page of this service; load the page again")
    return fields


Form = Annotated[Mapping[str, str], Depends(_form)]
"""Checked fields, for the arguments of a route."""
