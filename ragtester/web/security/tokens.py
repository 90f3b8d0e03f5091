"""Tokens and sessions: random, hashed at rest, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from typing import Literal, get_args

from ragtester.store import Found, Tokens

Scope = Literal["read", "run", "admin"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
"""Each includes the ones before it."""

SESSION_SECONDS = 12 * 3600
_FORM = re.compile(r"rt_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")
_SESSION = re.compile(r"([0-9a-f]{12})\.([0-9]{1,12})\.([0-9a-f]{64})")
_NOBODY = "0" * 64


def make_token(tokens: Tokens, *, name: str, scope: Scope) -> str:
    """Makes and stores a token; the text that is returned is shown once and kept nowhere.

    The secret part has 256 random bits, so that a plain SHA-256 of it cannot be searched through.
    """
    ident, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
    tokens.add(ident, name=name, hash_=_hash(secret), scope=scope)
    return f"rt_{ident}_{secret}"


def check_token(tokens: Tokens, text: str) -> Found | None:
    """The stored token that a text is, or None; takes as long for a wrong secret as for a right one."""
    match = _FORM.fullmatch(text)
    found = tokens.get(match[1]) if match else None
    stored = found["hash"] if found else _NOBODY
    right = hmac.compare_digest(_hash(match[2] if match else ""), stored)
    if not right or found is None or found["revoked"] is not None:
        return None
    if time.time() - (found["used"] or 0) > 60:
        tokens.touch(found["id"])
    return found


def make_session(key: bytes, token: str, *, now: float | None = None) -> str:
    """A cookie for the holder of a token, good for half a day or until the token is revoked."""
    until = int((time.time() if now is None else now) + SESSION_SECONDS)
    return f"{token}.{until}.{sign(key, f'session {token} {until}')}"


def check_session(key: bytes, tokens: Tokens, cookie: str) -> Found | None:
    """The token behind a session cookie; None where it is forged, old, or the token was revoked."""
    match = _SESSION.fullmatch(cookie)
    if not match or not hmac.compare_digest(sign(key, f"session {match[1]} {match[2]}"), match[3]):
        return None
    if int(match[2]) < time.time():
        return None
    found = tokens.get(match[1])
    return found if found is not None and found["revoked"] is None else None


def sign(key: bytes, text: str) -> str:
    """HMAC-SHA256 (hex)."""
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
