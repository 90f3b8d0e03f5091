"""One small project, run twice, and a service over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from ragtester.api import run_config
from ragtester.runner import RunOptions
from ragtester.web import Settings, create_app
from ragtester.web.service import Service

CONFIG = """
name: tiny
corpus: {blueprint: hr-policies, documents: 2}
suite: {tests_per_document: 5, negative_share: 0.3}
matrix: {generators: [reader], embedders: [bm25, hashing], chunkers: [{recursive: {size: 450, overlap: 50}}], top_k: [2]}
thresholds: {pass_rate: 0.99}
"""
SERVICE = """
public_url: https://tests.example
hosts: [testserver]
webhooks:
  team: {url: "http://127.0.0.1:9/hook", secret: very-secret-text, format: slack}
"""


@dataclass(frozen=True)
class Made:
    """Where a small project and its two runs are."""

    folder: Path
    settings: Settings
    runs: tuple[str, str]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("service")
    configs = folder / "configs"
    configs.mkdir()
    (configs / "tiny.yaml").write_text(CONFIG, encoding="utf-8")
    (configs / "service.yaml").write_text(SERVICE, encoding="utf-8")
    settings = Settings(database=f"sqlite:///{folder}/a.db", configs=configs, output=folder / "out")
    options = RunOptions(output=settings.output)
    first = run_config(configs / "tiny.yaml", options, database=settings.database)
    second = run_config(configs / "tiny.yaml", options, database=settings.database)
    return Made(folder, settings, (first.id, second.id))


@pytest.fixture
def client(made: Made) -> Iterator[TestClient]:
    """A browser at this machine, where no token is needed."""
    with TestClient(create_app(made.settings, background=False), base_url="http://testserver") as opened:
        yield opened


@pytest.fixture
def fresh(tmp_path: Path) -> Settings:
    """Settings of a service without any run."""
    configs = tmp_path / "configs"
    configs.mkdir()
    (configs / "tiny.yaml").write_text(CONFIG, encoding="utf-8")
    (configs / "service.yaml").write_text(SERVICE, encoding="utf-8")
    return Settings(database=f"sqlite:///{tmp_path}/a.db", configs=configs, output=tmp_path / "out")


@pytest.fixture
def serving(fresh: Settings) -> Iterator[tuple[TestClient, Service]]:
    """A service without any run, and its inside."""
    app = create_app(fresh, background=False)
    with TestClient(app, base_url="http://testserver") as opened:
        yield opened, app.state.service


@pytest.fixture
def form() -> Callable[..., dict[str, str]]:
    """Fields of a form as a page of the service would send them."""

    def fields(client: TestClient, page: str = "/schedules", **values: str) -> dict[str, str]:
        text = client.get(page).text
        token = text.split('name="csrf" value="')[1].split('"')[0]
        return {"csrf": token, **values}

    return fields
