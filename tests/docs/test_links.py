from __future__ import annotations

import re
from pathlib import Path

import pytest
from reading import PAGES, ROOT, anchors, links

_SCREENSHOTS = "docs/images/"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_relative_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target in links(page):
        name, _, anchor = target.partition("#")
        place = (page.parent / name).resolve() if name else page
        if target.startswith(_SCREENSHOTS) and not place.exists():
            pytest.skip(f"{target} is made from a whole demonstration run and is not there yet")
        assert place.exists(), f"{target} leads nowhere"
        if anchor:
            assert anchor in anchors(place), f"{name or page.name} has no heading #{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_speaks_of_the_product_only(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for pattern in (r"/work/\w", r"/home/\w", r"/tmp/\w", r"\bissue #?\d", r"\(#\d+\)", r"\bsession \d"):
        assert not re.search(pattern, text), f"{page.name} holds {pattern}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_has_one_title_and_closed_fences(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert len(re.findall(r"^```", text, re.MULTILINE)) % 2 == 0
