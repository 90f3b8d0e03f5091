"""The application: pages and API over one store, behind one guard."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException as StarletteHTTPException

from ragtester.errors import RagtesterError, StoreError
from ragtester.store import Store
from ragtester.version import __version__
from ragtester.web.api import api_router
from ragtester.web.charts import warm
from ragtester.web.methods import allowed
from ragtester.web.pages import error_page, pages_router
from ragtester.web.schedules import Clock
from ragtester.web.security import Guard
from ragtester.web.service import Service
from ragtester.web.settings import Settings
from ragtester.web.workers import Supervisor

_THREADS = 12
"""Requests that are worked on at the same time; more of them would wait for each other."""
_CACHE_MB = 8
"""Of the database, for each connection: a service has a dozen, and the system caches files as well."""
_STATIC = Path(__file__).parent / "static"
_ABOUT = (
    "Everything that the pages of ragtester show, and what they do. Send a token as `Authorization: Bearer TOKEN`; "
    "a service that listens at this machine's own address needs none unless it was started with --require-token. "
    "Scopes: `read` looks, `run` starts and labels, `admin` changes configurations, schedules and tokens."
)


def create_app(settings: Settings, *, background: bool = True) -> FastAPI:
    """The service as an ASGI application.

    Args:
        settings: what the operator decided.
        background: also run workers, schedules and messages; off, it only answers requests.
    """
    service = Service(
        settings=settings, store=Store(settings.database, cache_mb=_CACHE_MB), operator=settings.service_file()
    )
    supervisor = Supervisor(settings)
    clock = Clock(service)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = _THREADS
        if background:
            supervisor.start()
            clock.start()
            threading.Thread(target=warm, daemon=True).start()
        try:
            yield
        finally:
            service.stopping.set()
            if background:
                clock.stop()
                supervisor.stop()
            service.store.close()

    app = FastAPI(
        title="ragtester",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.service = service
    app.state.supervisor = supervisor
    app.add_middleware(Guard, service=service)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    app.include_router(pages_router)
    app.include_router(api_router)
    _explain_errors(app)
    return app


def _explain_errors(app: FastAPI) -> None:
    @app.exception_handler(StarletteHTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        if _is_page(request):
            if error.status_code == 401 and request.method == "GET":
                return RedirectResponse(f"/login?next={request.url.path}", status_code=303)
            return error_page(request, error.status_code, str(error.detail))
        headers = dict(error.headers or {})
        methods = allowed(app, request.url.path) if error.status_code == 405 else None
        if methods:
            headers["Allow"] = methods
        return JSONResponse({"detail": error.detail}, status_code=error.status_code, headers=headers)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        # Without the input: it may hold a secret.
        found = [{"loc": list(one["loc"]), "msg": one["msg"], "type": one["type"]} for one in error.errors()]
        if _is_page(request):
            said = "; ".join(f"{one['loc'][-1]}: {one['msg']}" for one in found[:3])
            return error_page(request, 422, said)
        return JSONResponse({"detail": found}, status_code=422)

    @app.exception_handler(RagtesterError)
    async def _ours(request: Request, error: RagtesterError) -> Response:
        status = 503 if isinstance(error, StoreError) else 422
        if _is_page(request):
            return error_page(request, status, str(error))
        return JSONResponse({"detail": str(error)}, status_code=status)


def _is_page(request: Request) -> bool:
    return not request.url.path.startswith(("/api/", "/metrics", "/health", "/ready"))
