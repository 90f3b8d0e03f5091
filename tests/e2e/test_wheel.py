"""What is shipped: a built wheel, unpacked away from the source tree, does the main job."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

CONFIG = """
name: shipped
corpus: {blueprint: insurance-terms, documents: 1}
suite: {tests_per_document: 3}
matrix: {generators: [reader], embedders: [bm25]}
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[-2000:]
    (wheel,) = folder.glob("ragtester_suite-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def python(unpacked: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_the_wheel_holds_prompts_configurations_data_and_licences(unpacked: Path) -> None:
    package = unpacked / "ragtester"
    for folder, shipped in (("_prompts", ROOT / "prompts"), ("_configs", ROOT / "configs")):
        wanted = {str(file.relative_to(shipped)) for file in shipped.rglob("*") if file.suffix in (".md", ".yaml")}
        found = {str(file.relative_to(package / folder)) for file in (package / folder).rglob("*") if file.is_file()}
        assert wanted <= found
    source = {
        str(f.relative_to(ROOT))
        for f in (ROOT / "ragtester").rglob("*")
        if f.is_file() and "__pycache__" not in f.parts
    }
    assert source <= {str(file.relative_to(unpacked)) for file in unpacked.rglob("*")}
    assert list(unpacked.glob("*.dist-info/licenses/LICENSE"))
    (points,) = unpacked.glob("*.dist-info/entry_points.txt")
    assert "[pytest11]\nragtester = ragtester.pytest_plugin" in points.read_text()


def test_the_main_job_runs_from_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(CONFIG)
    where = python(unpacked, tmp_path, "-c", "import ragtester; print(ragtester.__file__)")
    assert str(unpacked) in where.stdout
    ran = python(unpacked, tmp_path, "-m", "ragtester", "run", "a.yaml", "--quiet")
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "generated" / "shipped" / "runs" / "latest" / "report.html").is_file()
