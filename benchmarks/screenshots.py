"""A picture of every page of the service, wide and narrow, light and dark.

    python -m benchmarks.screenshots [--configs FOLDER] [--database URL] [--output FOLDER] [--to FOLDER] [--pages a,b]

It serves the database as it stands (by default the demonstration's) and needs playwright and Debian's Chromium.
Exit code 1 where a page is wider than its window, or where the browser complains.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import uvicorn

from ragtester.web import Settings, create_app
from ragtester.web.service import Service

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
SIZES = {"wide": (1280, 900), "narrow": (390, 844)}


def chromium() -> str | None:
    """Where the browser is."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def pages(service: Service) -> dict[str, str]:
    """A path by page name, for the newest run that has an end."""
    found = {"projects": "/", "compare-choice": "/compare", "calibration": "/calibration", "schedules": "/schedules",
             "settings": "/settings", "error": "/nothing-here"}  # fmt: skip
    jobs = service.jobs.listed(limit=1)
    if jobs:
        found["job"] = f"/jobs/{jobs[0]['id']}"
    schedules = service.schedules.listed()
    if schedules:
        found["schedule"] = f"/schedules/{schedules[0]['id']}"
    ended = [run for run in service.browse.runs(limit=50) if run["summary"] and service.browse.test_counts(run["id"])]
    if not ended:
        return found
    run, name = ended[0]["id"], ended[0]["name"]
    others = [one["id"] for one in ended if one["name"] == name]
    cases = service.browse.cases(run, equal={"status": "failed", "kind": "positive"}, limit=1)
    cases = cases or service.browse.cases(run, equal={}, limit=1)
    found |= {
        "project": f"/projects/{name}", "start": f"/projects/{name}/start", "config": f"/projects/{name}/config",
        "run": f"/runs/{run}", "cases": f"/runs/{run}/cases?status=failed", "suite": f"/runs/{run}/tests",
        "mutants": f"/runs/{run}/mutants", "compare": f"/compare?base={others[-1]}&candidate={run}",
        "review": f"/review?run={run}", "review-tests": f"/review?run={run}&kind=test",
    }  # fmt: skip
    for case in cases:
        found["case"] = f"/runs/{run}/cases/{case['position']}"
        found["system"] = f"/runs/{run}/system?system={quote(case['system'], safe='')}"
        found["test"] = f"/runs/{run}/tests/{quote(case['test'], safe='')}"
    return found


def take(address: str, wanted: dict[str, str], folder: Path, browser: str) -> list[str]:
    """Takes the pictures; what is wrong with a page is returned."""
    from playwright.sync_api import sync_playwright

    wrong: list[str] = []
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=browser, args=FLAGS)
        for scheme in ("light", "dark"):
            for label, (width, height) in SIZES.items():
                options: Any = {"color_scheme": scheme, "viewport": {"width": width, "height": height}}
                page = opened.new_page(**options)
                said: list[str] = []
                page.on(
                    "console", lambda message, said=said: said.append(message.text) if message.type == "error" else None
                )
                for name, path in wanted.items():
                    said.clear()
                    page.goto(address + path)
                    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                        wrong.append(f"{name} {label}: wider than the window")
                    page.screenshot(path=str(folder / f"{name}-{label}-{scheme}.png"), full_page=True)
                    wrong += [f"{name} {label} {scheme}: {text}" for text in said if name != "error"]
                page.close()
        opened.close()
    return wrong


def main() -> int:
    """Serves, takes the pictures, and says what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--configs", type=Path, default=Path("configs"))
    parser.add_argument("--database", default="sqlite:///generated/ragtester.db")
    parser.add_argument("--output", type=Path, default=Path("generated"))
    parser.add_argument("--to", type=Path, default=Path("generated/screenshots"))
    parser.add_argument("--pages", default="")
    given = parser.parse_args()
    browser = chromium()
    if browser is None:
        print("chromium is not installed: apt-get install chromium", file=sys.stderr)
        return 2
    settings = Settings(configs=given.configs, database=given.database, output=given.output)
    app = create_app(settings, background=False)
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    wanted = pages(app.state.service)
    chosen = {name: path for name, path in wanted.items() if not given.pages or name in given.pages.split(",")}
    wrong = take(f"http://127.0.0.1:{port}", chosen, given.to, browser)
    server.should_exit = True
    thread.join(10)
    print(f"{4 * len(chosen)} pictures of {len(chosen)} pages in {given.to}")
    for line in wrong:
        print(f"  {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
