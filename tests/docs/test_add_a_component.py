"""The page on components of one's own, followed: its package is installed and used by a configuration."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from reading import ROOT, blocks

import ragtester
from ragtester.config import parse_config
from ragtester.errors import UsageError
from ragtester.runner import check

PAGE = ROOT / "docs" / "how-to" / "add-a-component.md"
MODELS = """
from ragtester.llm import ScriptedModel
from ragtester.search import make_embedder


def parrot(name, arguments, folder):
    return ScriptedModel(lambda request: "14 days", name=name)


def hashed(name, arguments, folder):
    return make_embedder(name, {"hashing": {"dimension": 64}})
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages that holds the page's one, and another with a model and an embedder."""
    (block,) = [block for block in blocks(PAGE, "python") if block.mark.startswith("module: ")]
    (points,) = [tomllib.loads(block.text) for block in blocks(PAGE, "toml")]
    package = tmp_path / "site" / "my_package"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "chunking.py").write_text(block.text, encoding="utf-8")
    (package / "models.py").write_text(MODELS, encoding="utf-8")
    groups = {
        **points["project"]["entry-points"],
        "ragtester.models": {"parrot": "my_package.models:parrot"},
        "ragtester.embedders": {"hashed": "my_package.models:hashed"},
    }
    info = tmp_path / "site" / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"[{group}]\n{''.join(f'{n} = {p}' for n, p in entries.items())}\n" for group, entries in groups.items()]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "my_package"]:
        del sys.modules[name]


def test_the_chunker_of_the_page_is_found_by_its_entry_point_and_runs(installed: Path) -> None:
    file = installed / "own.yaml"
    file.write_text(
        "name: own\ncorpus: {blueprint: hr-policies, documents: 1}\nsuite: {tests_per_document: 2}\n"
        "matrix: {generators: [reader], chunkers: [{lines: {size: 20}}]}\n",
        encoding="utf-8",
    )
    options = ragtester.RunOptions(output=installed / "generated")
    result = ragtester.run_config(file, options, database=f"sqlite:///{installed}/store.db")
    (system,) = result.summary["systems"]
    assert system["id"] == "reader/bm25/lines-20/k3"
    assert (system["cases"], system["unmeasured"]) == (2, 0)


def test_a_chat_model_and_an_embedder_are_found_by_their_entry_points(installed: Path) -> None:
    loaded = parse_config(
        "name: own\ncorpus: {blueprint: hr-policies}\nmodels: {mine: {parrot: {}}, vectors: {hashed: {}}}\n"
        "matrix: {generators: [mine], embedders: [vectors]}\n"
    )
    assert check(loaded) == ["mine/vectors/recursive-800-80/k3"]


def test_a_kind_of_model_that_nobody_registers_is_refused_with_those_that_there_are(installed: Path) -> None:
    loaded = parse_config(
        "name: own\ncorpus: {blueprint: hr-policies}\nmodels: {mine: {parot: {}}}\nmatrix: {generators: [mine]}\n"
    )
    with pytest.raises(UsageError, match=r"did you mean 'parrot'.*hashed.*openai"):
        check(loaded)


def test_the_groups_of_the_page_are_those_that_are_looked_up() -> None:
    from ragtester.documents.chunkers import CHUNKER_GROUP
    from ragtester.llm.factory import GROUP
    from ragtester.metamorphic.operators import ENTRY_POINTS

    text = PAGE.read_text(encoding="utf-8")
    for group in (CHUNKER_GROUP, GROUP, ENTRY_POINTS, "ragtester.embedders", "ragtester.rerankers"):
        assert f"| `{group}` |" in text
