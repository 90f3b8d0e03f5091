"""Components of other packages: found by their entry points, and one clear message where they cannot be used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ragtester
from ragtester.cli.app import app
from ragtester.errors import PluginError, RagtesterError
from ragtester.registry import lookup

MODULE = """
from ragtester.metamorphic.operators.semantic_noise import SemanticNoise
from ragtester.records import Document


class Bells(SemanticNoise):
    name = "Bells"
    title = "bells"

    def drawing(self, parameters):
        return lambda random_, count, text: ["The bells rang twice."] * count


class Cracked(Bells):
    name = "Cracked"

    def drawing(self, parameters):
        raise ZeroDivisionError("no bell")


bells, cracked, misnamed, number = Bells(), Cracked(), Bells(), 7


def fragile(*arguments, **options):
    raise OSError("the disk is gone")
"""
GROUPS = ("models", "embedders", "retrievers", "rerankers", "chunkers", "operators", "faults")
CONFIG = """
name: own
corpus: {blueprint: hr-policies, documents: 1}
suite: {tests_per_document: 6, negative_share: 0}
matrix: {generators: [reader], embedders: [bm25, hashing]}
metamorphic: {systems: ["reader/bm25/*"], instances: 2, reduce: 0, snapshot_metrics: false, operators: [OPERATORS]}
"""
Offer = Callable[[Mapping[str, Mapping[str, str]]], None]


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Offer]:
    """Installs a package that offers these entry points, by group."""
    site = tmp_path / "site"
    (site / "bell_tower").mkdir(parents=True)
    (site / "bell_tower" / "__init__.py").touch()
    (site / "bell_tower" / "parts.py").write_text(MODULE, encoding="utf-8")
    (site / "bell_tower" / "rusty.py").write_text("import a_package_that_nobody_has\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def install(points: Mapping[str, Mapping[str, str]]) -> None:
        info = site / "bell_tower-2.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bell-tower\nVersion: 2.1\n", encoding="utf-8")
        lines = [
            f"[ragtester.{group}]\n" + "".join(f"{name} = {place}\n" for name, place in entries.items())
            for group, entries in points.items()
        ]
        (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
        monkeypatch.syspath_prepend(str(site))

    yield install
    for name in [name for name in sys.modules if name.partition(".")[0] == "bell_tower"]:
        del sys.modules[name]


def run(folder: Path, command: str, operators: str) -> tuple[int, str]:
    file = folder / "own.yaml"
    file.write_text(CONFIG.replace("OPERATORS", operators), encoding="utf-8")
    found = CliRunner().invoke(app, [command, str(file)])
    if isinstance(found.exception, RagtesterError):
        return 2, str(found.exception)  # the program's outer edge says it and exits with 2
    return found.exit_code, found.output


def test_an_operator_of_another_package_mutates_beside_the_shipped_ones(tmp_path: Path, offer: Offer) -> None:
    offer({"operators": {"Bells": "bell_tower.parts:bells"}})
    code, text = run(tmp_path, "metamorphic", "Bells, TK")
    assert code == 0, text
    (outcomes,) = tmp_path.glob("generated/own/runs/*/metamorphic/outcomes.csv")
    assert "The bells rang twice." in outcomes.read_text(encoding="utf-8")
    assert "Bells" in text
    assert "TK" in text


@pytest.mark.parametrize("command", ["validate", "estimate", "metamorphic"])
def test_an_operator_whose_import_fails_is_one_message_for_every_command(
    tmp_path: Path, offer: Offer, command: str
) -> None:
    offer({"operators": {"Rusty": "bell_tower.rusty:anything"}})
    code, text = run(tmp_path, command, "Rusty")
    assert code == 2
    for part in ("metamorphic.operators", "'Rusty'", "bell-tower 2.1", "a_package_that_nobody_has", "uninstall"):
        assert part in text


@pytest.mark.parametrize("group", GROUPS)
def test_what_fails_to_import_is_named_with_its_package_and_a_remedy(group: str, offer: Offer) -> None:
    offer({group: {"rusty": "bell_tower.rusty:thing"}})
    with pytest.raises(
        PluginError, match=r"'rusty' of bell-tower 2\.1 \(bell_tower\.rusty:thing\).*ModuleNotFound.*uninstall"
    ):
        lookup("part", "rusty", {}, group=f"ragtester.{group}")


@pytest.mark.parametrize("place", ["bell_tower.parts:nothing", "bell_tower.nowhere:thing"])
def test_an_entry_that_points_nowhere_is_named_too(place: str, offer: Offer) -> None:
    offer({"chunkers": {"lost": place}})
    with pytest.raises(PluginError, match=r"'lost' of bell-tower.*cannot be loaded"):
        lookup("chunker", "lost", {}, group="ragtester.chunkers")


@pytest.mark.parametrize(
    ("name", "place", "problem"),
    [
        ("Bells", "bell_tower.parts:Bells", "is not an instance of Operator but the class Bells"),
        ("Number", "bell_tower.parts:number", "is not an instance of Operator but 7"),
        ("Misnamed", "bell_tower.parts:misnamed", "calls itself 'Bells'"),
    ],
)
def test_what_is_no_operator_is_refused_before_anything_runs(
    tmp_path: Path, offer: Offer, name: str, place: str, problem: str
) -> None:
    offer({"operators": {name: place}})
    code, text = run(tmp_path, "validate", name)
    assert code == 2
    assert problem in text


def test_an_operator_that_fails_on_a_test_says_on_which(tmp_path: Path, offer: Offer) -> None:
    offer({"operators": {"Cracked": "bell_tower.parts:cracked"}})
    code, text = run(tmp_path, "metamorphic", "Cracked")
    assert code == 2
    assert "'Cracked'" in text
    assert "ZeroDivisionError: no bell" in text


def test_a_factory_that_fails_is_one_message_and_one_that_is_none_another(offer: Offer) -> None:
    offer({"chunkers": {"fragile": "bell_tower.parts:fragile", "seven": "bell_tower.parts:number"}})
    with pytest.raises(PluginError, match=r"'fragile'.*cannot be made: OSError: the disk is gone"):
        lookup("chunker", "fragile", {}, group="ragtester.chunkers")()
    with pytest.raises(PluginError, match="is no function that makes a chunker but 7"):
        lookup("chunker", "seven", {}, group="ragtester.chunkers")


def test_the_groups_that_are_looked_up_are_those_that_this_suite_breaks() -> None:
    package = Path(ragtester.__file__).parent
    texts = [file.read_text(encoding="utf-8") for file in package.rglob("*.py")]
    for group in GROUPS:
        assert any(f'"ragtester.{group}"' in text for text in texts), group
