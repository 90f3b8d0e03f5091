"""A real browser for tests: Debian's Chromium, driven by playwright."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn
from fastapi import FastAPI

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MARKS = [
    pytest.mark.skipif(CHROMIUM is None, reason="NO BROWSER: pages are not tested; apt-get install chromium"),
    pytest.mark.slow,
    pytest.mark.timeout(400),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
          "--disable-component-update", "--disable-sync"]  # fmt: skip


@contextmanager
def serving_at(app: FastAPI) -> Iterator[str]:
    """The address of an application that is served on a port of its own."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, ws="none"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    app.state.service.stopping.set()
    server.should_exit = True
    thread.join(30)


@contextmanager
def chromium() -> Iterator[Browser]:
    """An open browser."""
    sync_api: Any = pytest.importorskip("playwright.sync_api", reason="NO BROWSER: playwright is not installed")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        yield browser
        browser.close()
