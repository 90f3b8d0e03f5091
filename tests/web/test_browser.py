"""A real browser does what a person does; skipped where there is none."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import uvicorn

from ragtester.web import create_app

from .conftest import Made

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = shutil.which("chromium")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture
def address(made: Made) -> Iterator[str]:
    """A service with a worker, on a port of its own."""
    app = create_app(replace(made.settings, require_token=False))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, ws="none"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    app.state.service.stopping.set()
    server.should_exit = True
    thread.join(30)


@pytest.fixture
def page() -> Iterator[Page]:
    flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]  # fmt: skip
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=flags)
        opened = browser.new_page()
        opened.set_default_timeout(120_000)
        yield opened
        browser.close()


def test_a_person_runs_reads_labels_compares_and_schedules(page: Page, address: str) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.goto(address)
    page.get_by_role("link", name="New run of tiny").click()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Open the results").click()
    page.get_by_role("link", name="Failed cases").click()
    page.locator("tbody th a").first.click()
    assert page.get_by_text("What each stage held").is_visible()
    page.get_by_label("Your name").fill("ann")
    page.get_by_role("button", name="Wrong").click()
    page.get_by_text("ann", exact=False).first.wait_for()
    page.goto(f"{address}/projects/tiny")
    page.get_by_role("button", name="Compare the two").click()
    assert page.get_by_role("heading", name="Newly failing").is_visible()
    page.goto(f"{address}/schedules")
    page.get_by_label("Time zone").fill("Europe/Prague")
    page.get_by_role("button", name="Add").click()
    assert page.get_by_text("No night yet").is_visible()
    page.get_by_role("button", name="Remove").click()
    page.goto(f"{address}/review?reviewer=keys")
    before = page.locator("input[name=item]").input_value()
    page.keyboard.press("a")
    page.wait_for_function("old => document.querySelector('input[name=item]').value !== old", arg=before)
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.name") == "note"
    assert said == []
