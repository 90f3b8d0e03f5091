"""Settings: tokens, webhooks by name, and how the service runs."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import ValidationError

from ragtester.version import __version__
from ragtester.web.api.shapes import Name
from ragtester.web.api.tokens import TokenBody
from ragtester.web.pages.rendering import go, page
from ragtester.web.security import Admin, Form, make_token
from ragtester.web.service import Service, Shared

router = APIRouter()


@router.get("/settings")
def settings(request: Request, service: Shared, _: Admin) -> Response:
    """Tokens without their secrets, and what the operator set."""
    return _page(request, service, made=None)


@router.post("/settings/tokens")
def add_token(request: Request, service: Shared, _: Admin, fields: Form) -> Response:
    """Makes a token and shows it this once."""
    try:
        body = TokenBody.model_validate(dict(fields))
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        raise HTTPException(422, f"{first['loc'][0]}: {first['msg']}") from None
    return _page(request, service, made=make_token(service.tokens, name=body.name, scope=body.scope))


@router.post("/settings/tokens/{token}/revoke")
def revoke(token: Name, service: Shared, _: Admin, fields: Form) -> Response:
    """Ends a token."""
    if not service.tokens.revoke(token):
        raise HTTPException(404, f"there is no valid token {token}")
    return go("/settings")


def _page(request: Request, service: Service, *, made: str | None) -> Response:
    hooks = {name: urlsplit(hook.url).hostname for name, hook in sorted(service.operator.webhooks.items())}
    return page(
        request, "settings.html.j2", tokens=service.tokens.listed(), made=made, hooks=hooks, version=__version__,
        settings=service.settings, counts=service.store.counts(), alive=request.app.state.supervisor.alive,
        database=service.store.engine.url.get_backend_name(),
    )  # fmt: skip
