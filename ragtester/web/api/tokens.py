"""Tokens: made, listed without their secrets, revoked."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException
from pydantic import BaseModel, Field

from ragtester.web.api.shapes import ERRORS, Done, Name, Taken
from ragtester.web.security import Admin, Scope, make_token
from ragtester.web.service import Shared

router = APIRouter(tags=["tokens"], responses=ERRORS)


class TokenBody(Taken):
    """A token to be made."""

    name: str = Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f]+$")
    scope: Scope = "read"


class TokenShape(BaseModel):
    """A token without its secret."""

    id: str
    name: str
    scope: Scope
    created: float
    used: float | None


class NewToken(BaseModel):
    """The only time that a token is shown."""

    token: str


@router.get("/tokens", summary="Valid tokens")
def tokens(service: Shared, _: Admin) -> list[TokenShape]:
    """Names, scopes and when they were last used."""
    return [TokenShape.model_validate(one) for one in service.tokens.listed()]


@router.post("/tokens", status_code=201, summary="Make a token")
def add(body: TokenBody, service: Shared, _: Admin) -> NewToken:
    """The token is shown in this answer only; its hash is kept."""
    return NewToken(token=make_token(service.tokens, name=body.name, scope=body.scope))


@router.delete("/tokens/{token}", summary="Revoke a token")
def revoke(token: Name, service: Shared, _: Admin) -> Done:
    """It and every session that was opened with it end at once."""
    if not service.tokens.revoke(token):
        raise HTTPException(404, f"there is no valid token {token}")
    return Done()
