"""Shared fixtures: no network beyond this machine, a clean environment, slow and live tests on request."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--run-slow", action="store_true", help="run the tests marked slow")
    parser.addoption("--run-live", action="store_true", help="run the tests that talk to a real endpoint")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for marker in ("slow", "live"):
        if not config.getoption(f"--run-{marker}"):
            skip = pytest.mark.skip(reason=f"needs --run-{marker}")
            for item in items:
                if marker in item.keywords:
                    item.add_marker(skip)


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key, endpoint or flag of the person who runs the tests reaches them."""
    for name in list(os.environ):
        if name.startswith(("OPENAI_", "RAGTESTER_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that reaches for another machine fails, and says which address."""
    if request.node.get_closest_marker("live"):
        yield
        return
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            host = str(address[0]) if isinstance(address, tuple) else str(address)
            if not (host.startswith("127.") or host in ("localhost", "::1")):
                raise AssertionError(f"a test tried to connect to {address}")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)
    yield
