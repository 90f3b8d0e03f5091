from __future__ import annotations

from pathlib import Path

import generate
import pytest


@pytest.mark.parametrize("name", list(generate.pages()))
def test_a_generated_page_says_what_the_code_says(name: str) -> None:
    assert name not in generate.stale(), f"docs/{name} is out of date; run: python docs/generate.py"


def test_a_page_that_is_missing_or_changed_is_stale(tmp_path: Path) -> None:
    assert set(generate.stale(tmp_path)) == set(generate.pages())


def test_every_command_and_option_is_in_the_reference() -> None:
    from ragtester.cli.app import app

    text = generate.pages()["reference/commands.md"]
    for command in app.registered_commands:
        assert f"## ragtester {command.name}\n" in text
    assert "| `--retry-errors` | Also try again what is unmeasured. |  |" in text


def test_every_key_of_a_section_is_in_the_reference_with_a_meaning() -> None:
    text = generate.pages()["reference/config.md"]
    top = text.split("## Arguments of components")[0]
    rows = [line.split(" | ") for line in top.splitlines() if line.startswith("| `")]
    assert len(rows) > 80
    assert [row[0] for row in rows if not row[2].strip()] == []


def test_every_name_of_the_package_is_in_the_python_reference() -> None:
    import ragtester

    text = generate.pages()["reference/python.md"]
    for name in set(ragtester.__all__) - {"__version__"}:
        assert f"\n## {name}\n" in text


def test_the_maps_name_every_page() -> None:
    text = generate.pages()["index.md"]
    for page in generate.DOCS.rglob("*.md"):
        if page.name not in ("index.md", "README.md"):
            assert f"({page.relative_to(generate.DOCS).as_posix()})" in text, f"docs/index.md does not name {page.name}"
