"""The files for containers, systemd and CI: what `deploy/check` says of them, and of copies with a mistake."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.fixture
def checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, on a copy of the files."""
    loader = SourceFileLoader("deploy_check", str(DEPLOY / "check"))
    spec = importlib.util.spec_from_loader("deploy_check", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "argv", ["check"])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    module.HERE = shutil.copytree(DEPLOY, tmp_path / "deploy")
    return module


def test_every_check_passes_or_says_which_tool_is_missing() -> None:
    done = subprocess.run([sys.executable, str(DEPLOY / "check")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok   ") >= 5
    assert all(line.startswith(("ok ", "skipped ")) for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    ("check", "file", "old", "new"),
    [
        ("hadolint", "Dockerfile", "WORKDIR /src", "WORKDIR src"),
        ("image", "Dockerfile", "USER 10001:10001", "USER root"),
        ("image", "Dockerfile", "python:3.11.14-slim-bookworm\n", "python:latest\n"),
        ("image", "Dockerfile", 'pip install --constraint constraints.txt ".', 'pip install ".'),
        ("image", "Dockerfile", "HEALTHCHECK", "# HEALTH"),
        ("yaml_style", "compose.yaml", "name: ragtester\n", "name:   ragtester\n"),
        ("compose", "compose.yaml", "restart:", "restarts:"),
        ("references", "compose.yaml", "- generated:/data", "- genrated:/data"),
        ("references", "compose.yaml", "    healthcheck:\n      test", "    check:\n      test"),
        ("github", "github-nightly.yml", "runs-on:", "run-on:"),
        ("gitlab", "gitlab-nightly.yml", "allow_failure:\n    exit_codes", "allow_failure:\n    codes"),
        ("systemd", "ragtester.service", "Type=exec", "Tpe=exec"),
        ("systemd", "ragtester-nightly.timer", "02:15:00", "26:15:00"),
        ("commands", "ragtester.service", "--require-token", "--require-tokens"),
        ("commands", "github-nightly.yml", "ragtester validate", "ragtester valdate"),
        ("commands", "gitlab-nightly.yml", "--budget 20", "--budget much"),
        ("commands", "compose.yaml", "command: [run,", "command: [runs,"),
        ("commands", "Dockerfile", '"--configs"', '"--config"'),
    ],
)
def test_a_mistake_is_found(checks: ModuleType, check: str, file: str, old: str, new: str) -> None:
    place = checks.HERE / file
    text = place.read_text()
    assert old in text
    try:
        assert getattr(checks, check)() == ""
        place.write_text(text.replace(old, new))
        assert getattr(checks, check)()
    except checks.Skipped as error:
        pytest.skip(str(error))


def test_nothing_of_this_repository_that_is_private_reaches_the_image() -> None:
    lines = (DEPLOY.parent / ".dockerignore").read_text().splitlines()
    kept = {line for line in lines if line.startswith("!")}
    assert lines.index("*") < min(lines.index(line) for line in kept)
    assert not any(name in "".join(kept) for name in (".git", ".env", "generated", "tests"))
