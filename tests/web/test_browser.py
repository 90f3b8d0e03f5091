"""A real browser does what a person does; skipped where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from ragtester.web import create_app

from .browsing import MARKS, chromium, serving_at
from .conftest import Made

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = MARKS


@pytest.fixture
def address(made: Made) -> Iterator[str]:
    """A service with a worker, on a port of its own."""
    with serving_at(create_app(replace(made.settings, require_token=False))) as found:
        yield found


@pytest.fixture
def page() -> Iterator[Page]:
    with chromium() as browser:
        opened = browser.new_page()
        opened.set_default_timeout(120_000)
        yield opened


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
