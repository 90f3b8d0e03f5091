"""Serving: binds the address, prints where to look, stops gracefully."""

from __future__ import annotations

import contextlib
import socket
from types import FrameType

import uvicorn

from ragtester.errors import InputError
from ragtester.web.app import create_app
from ragtester.web.logs import log_as_json
from ragtester.web.security import make_token
from ragtester.web.service import Service
from ragtester.web.settings import Settings


class _Server(uvicorn.Server):
    """Tells open event streams that it is about to stop, so that they end by themselves."""

    service: Service

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGINT or SIGTERM."""
        self.service.stopping.set()
        super().handle_exit(sig, frame)


def serve(settings: Settings) -> None:
    """Runs the service until it is told to stop.

    Raises:
        InputError: the address is taken, or the folder of configurations does not exist.
    """
    if not settings.configs.is_dir():
        raise InputError(
            f"there is no folder {settings.configs}; name the one with your configurations: --configs FOLDER"
        )
    listening = _bind(settings)
    log_as_json()
    app = create_app(settings)
    service: Service = app.state.service
    for line in _greeting(settings, service, listening.getsockname()[1]):
        print(line, flush=True)  # noqa: T201  the command's own output
    config = uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=10, lifespan="on",
        proxy_headers=False, h11_max_incomplete_event_size=65_536,
    )  # fmt: skip
    server = _Server(config)
    server.service = service
    with contextlib.suppress(KeyboardInterrupt):  # the server has stopped gracefully and passes Ctrl-C on
        server.run(sockets=[listening])


def _bind(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named as TCP, or asyncio leaves small packets waiting for each other (Nagle), 40 ms for every page.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise InputError(
            f"cannot listen at {settings.host}:{settings.port}: {error.strerror}; choose another with --port"
        ) from None
    return listening


def _greeting(settings: Settings, service: Service, port: int) -> list[str]:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = service.operator.public_url or f"http://{host}:{port}/"
    lines = [f"ragtester serves {len(service.projects.listed())} projects of {settings.configs} at {address}"]
    if settings.guarded and not service.tokens.listed():
        token = make_token(service.tokens, name="first", scope="admin")
        lines += ["The first token, shown this once; make others under Settings:", f"  {token}"]
    return lines
