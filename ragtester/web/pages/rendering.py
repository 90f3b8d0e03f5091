"""Templates: everything is escaped; what a page needs of the request is put in here."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Hashable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode
from zoneinfo import ZoneInfo

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ragtester.reports.html.marking import marked
from ragtester.web.security import csrf_token, identify
from ragtester.web.security.forms import set_browser
from ragtester.web.service import Service

_TEMPLATES = Path(__file__).parent.parent / "templates"


_CSRF, _JOBS = f"csrf-{secrets.token_hex(16)}", f"jobs-{secrets.token_hex(16)}"
"""Stand in a kept page for what differs from request to request; nobody can guess them."""


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> Response:  # noqa: ANN401  template values
    """A page."""
    return _answer(request, _render(request, template, values), status=status)


def kept_page(request: Request, template: str, *, state: Hashable, make: Callable[[], Mapping[str, Any]]) -> Response:
    """A page that is made again only where its state has changed; `make` gives the template's values."""
    service: Service = request.app.state.service
    who = request.state.identity
    key = (template, request.url.path, request.url.query, who.name, who.scope, who.by)
    return _answer(request, service.pages.get(key, state, lambda: _render(request, template, make())))


def _render(request: Request, template: str, values: Mapping[str, Any]) -> str:
    service: Service = request.app.state.service
    who = getattr(request.state, "identity", None)
    return (
        environment()
        .get_template(template)
        .render(
            **values,
            who=who,
            may_run=who is not None and who.may("run"),
            may_admin=who is not None and who.may("admin"),
            guarded=service.settings.guarded,
            csrf=_CSRF,
            active_jobs=_JOBS,
            here=request.url.path,
        )
    )


def _answer(request: Request, text: str, *, status: int = 200) -> Response:
    service: Service = request.app.state.service
    active = service.jobs.active() if getattr(request.state, "identity", None) else 0
    count = f' <span class="count" title="runs that are queued or running">{active}</span>' if active else ""
    text = text.replace(_JOBS, count).replace(_CSRF, csrf_token(request, service.key))
    response = HTMLResponse(text, status_code=status)
    set_browser(request, response)
    return response


def error_page(request: Request, status: int, detail: str) -> Response:
    """An error with what to do next."""
    service: Service = request.app.state.service
    if not hasattr(request.state, "identity"):
        request.state.identity = identify(request, service)
    return page(request, "error.html.j2", status=status, code=status, detail=detail)


def go(where: str) -> RedirectResponse:
    """To another page after a form was taken."""
    return RedirectResponse(where, status_code=303)


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates' environment."""
    made = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    made.filters |= {
        "ago": _ago,
        "bounds": _bounds,
        "duration": _duration,
        "marked": marked,
        "money": _money,
        "number": lambda value: "–" if value is None else f"{value:,}",
        "percent": _percent,
        "score": lambda value: "–" if value is None else f"{value:.2f}",
        "seg": lambda text: quote(str(text), safe=""),
        "when": _when,
        "words": lambda text: str(text or "").replace("_", " "),
    }
    made.globals["query"] = _query
    return made


def _query(values: Mapping[str, object], **changes: object) -> str:
    """The query of a link: filters with some of them changed; None takes one away."""
    kept = {name: value for name, value in {**values, **changes}.items() if value not in (None, "", -1)}
    return "?" + urlencode(kept) if kept else "?"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f} %"


def _bounds(interval: tuple[float, float] | None) -> str:
    return "–" if interval is None else f"{100 * interval[0]:.0f}–{100 * interval[1]:.0f}"


def _when(value: float | None, zone: str = "UTC") -> str:
    if value is None:
        return "–"
    moment = datetime.fromtimestamp(value, ZoneInfo(zone) if zone != "UTC" else UTC)
    return f"{moment:%d %b %Y %H:%M} {zone}"


def _ago(value: float | None) -> str:
    if value is None:
        return "never"
    seconds = time.time() - value
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            n = int(seconds // size)
            return f"{n} {name}{'s' if n > 1 else ''} ago"
    return "just now"


def _duration(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f} s" if value < 10 else f"{value:.0f} s" if value < 120 else f"{value / 60:.0f} min"


def _money(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.4f} USD" if 0 < value < 1 else f"{value:,.2f} USD"
