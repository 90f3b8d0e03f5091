"""The tested versions can be installed with every Python that the project says it runs on."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parents[2]
PINNED = [
    Requirement(line)
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
]


def oldest() -> str:
    """The oldest Python of `requires-python`, with its first bugfix release: distributions ship early ones for years."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (lowest,) = [spec.version for spec in SpecifierSet(project["requires-python"]) if spec.operator == ">="]
    return f"{lowest}.0" if lowest.count(".") == 1 else lowest


@pytest.mark.parametrize("pinned", PINNED, ids=lambda pinned: pinned.name)
def test_a_pinned_version_runs_on_the_oldest_python(pinned: Requirement) -> None:
    try:
        found = distribution(pinned.name)
    except PackageNotFoundError:
        pytest.skip(f"{pinned.name} belongs to an extra that is not installed")
    needs = found.metadata.get("Requires-Python") or ""
    assert SpecifierSet(needs).contains(oldest()), f"{pinned.name} {found.version} needs Python {needs}"
