"""axe over every page, light and dark, wide and as narrow as a phone; and what a keyboard alone can reach."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from ragtester.records import RelationOutcome
from ragtester.web import create_app
from ragtester.web.service import Service

from .browsing import MARKS, chromium, serving_at
from .conftest import Made

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = find_spec("axe_playwright_python")
pytestmark = [
    *MARKS,
    pytest.mark.skipif(AXE is None, reason="NO AXE: accessibility is not tested; pip install axe-playwright-python"),
]
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def service(made: Made) -> Iterator[tuple[str, Service]]:
    """A service where every page has something to show."""
    app = create_app(made.settings, background=False)
    inside: Service = app.state.service
    folder = made.settings.output / "tiny" / "runs" / made.runs[1] / "metamorphic"
    folder.mkdir(exist_ok=True)
    outcomes = [
        RelationOutcome(mutant=f"m{n}", test="t", system="s", operator="CN", scope="pre", relation="preserving", outcome=outcome,
                        base_context=("a b",), mutant_context=("a c",), base_answer="x", mutant_answer="y", rationale="z")
        for n, outcome in enumerate(("violated", "held"))
    ]  # fmt: skip
    (folder / "outcomes.jsonl").write_text("\n".join(one.model_dump_json() for one in outcomes), encoding="utf-8")
    job = inside.jobs.add("tiny", {})
    taken = inside.jobs.claim("w")
    assert taken is not None
    stage = {"name": "matrix", "done": 3, "total": 9, "rate": 1.5, "left": 4.0, "seconds": 2.0, "ended": False}
    inside.jobs.beat(
        job, "w", {"stages": [stage], "messages": ["begun"], "cost_usd": 0.1, "calls": 3, "tokens": 9}, run=None
    )
    schedule = inside.schedules.add("tiny", cron="0 2 * * *", zone="UTC", due=2e9, target="team")
    for day, (outcome, event) in enumerate((("passed", None), ("failed", "regression"), ("missed", None)), start=1):
        inside.schedules.put_night(schedule, 1e9 + day * 86_400, project="tiny", outcome="started", job=None)
        detail: Any = (
            {"newly_failing": 2, "stages": {"retrieve": 2}, "tests": ["t1"], "reasons": ["worse"]} if event else {}
        )
        inside.schedules.end_night(
            schedule, 1e9 + day * 86_400, outcome=outcome, run=made.runs[1], event=event, detail=detail
        )
    inside.schedules.post("m1", target="team", event="regression", body="{}", due=2e9)
    inside.tokens.add("abcabcabcabc", name="ci", hash_="0" * 64, scope="read")
    items = [case["answer_key"] for case in inside.browse.cases(made.runs[1], equal={}, limit=12)]
    for number, item in enumerate(items):
        for reviewer in ("ann", "bob"):
            inside.labels.put(reviewer, "verdict", item, "failed" if number % 3 else "passed", note="why")
    with serving_at(app) as address:
        yield address, inside
    inside.jobs.end(job, "w", "cancelled")
    inside.schedules.drop(schedule)
    inside.tokens.revoke("abcabcabcabc")
    for reviewer in ("ann", "bob"):
        for item in items:
            inside.labels.drop(reviewer, "verdict", item)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


def every_page(service: Service, made: Made) -> dict[str, str]:
    first, second = made.runs
    case = service.browse.cases(second, equal={"status": "failed", "kind": "positive"}, limit=1)[0]
    job, schedule = service.jobs.listed(limit=1)[0]["id"], service.schedules.listed()[0]["id"]
    return {
        "projects": "/", "project": "/projects/tiny", "start": "/projects/tiny/start", "config": "/projects/tiny/config",
        "job": f"/jobs/{job}", "run": f"/runs/{second}", "cases": f"/runs/{second}/cases?status=failed", "no cases": f"/runs/{second}/cases?words=xyzzy",
        "system": f"/runs/{second}/system?system={case['system'].replace('/', '%2F')}", "case": f"/runs/{second}/cases/{case['position']}",
        "suite": f"/runs/{second}/tests", "test": f"/runs/{second}/tests/{case['test']}", "mutants": f"/runs/{second}/mutants",
        "compare": f"/compare?base={first}&candidate={second}", "choice": "/compare", "review": f"/review?run={second}&reviewer=eve",
        "review of tests": f"/review?run={second}&kind=test&reviewer=eve", "calibration": "/calibration", "schedules": "/schedules",
        "schedule": f"/schedules/{schedule}", "settings": "/settings", "login": "/login", "error": "/nothing-here",
    }  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_no_serious_fault_on_any_page_and_none_is_wider_than_its_window(
    service: tuple[str, Service], made: Made, browser: Browser, scheme: Any, width: int
) -> None:
    address, inside = service
    axe = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
    page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    wrong: list[str] = []
    for name, path in every_page(inside, made).items():
        page.goto(address + path)
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        wrong += [
            f"{name}: {one['id']} ({one['impact']}): {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary'][:300]}"
            for one in found["violations"]
            if one["impact"] in SERIOUS
        ]
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            wrong.append(f"{name}: wider than the window")
    page.close()
    assert wrong == []


def test_every_page_is_walked_through_by_keyboard_with_the_focus_in_sight(
    service: tuple[str, Service], made: Made, browser: Browser
) -> None:
    address, inside = service
    page = browser.new_page()
    for name, path in every_page(inside, made).items():
        page.goto(address + path)
        if page.locator("[autofocus]").count() == 0:
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.textContent") == "Skip to the content", name
        wanted = page.evaluate(_REACHABLE)
        reached = _walk(page, most=400)
        missing = [one for one in wanted if one not in reached]
        assert missing == [], (name, missing[:5])
    page.close()


_REACHABLE = """() => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
  .filter((one) => one.checkVisibility() && !one.matches("input[type=radio]:not(:checked)"))
  .map((one, number) => { one.dataset.walked = number; return String(number); })"""
_FOCUSED = """() => { const one = document.activeElement; const style = getComputedStyle(one);
  return [one.dataset.walked ?? "", style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0]; }"""


def _walk(page: Page, *, most: int) -> set[str]:
    reached: set[str] = set()
    first: str | None = None
    for _ in range(most):
        number, visible = page.evaluate(_FOCUSED)
        if number and number == first:
            break
        if number:
            assert visible, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
            first = first or number
            reached.add(number)
        page.keyboard.press("Tab")
    return reached
