from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ragtester.errors import InputError
from ragtester.store import Jobs, Store
from ragtester.web import Settings, serve

from .test_workers import SLEEPER, SLOW, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@contextmanager
def service(
    settings: Settings, *flags: str, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], int, list[str]]]:
    """`ragtester serve` in a process of its own: process, port, and what it printed first."""
    command = [sys.executable, "-c", "from ragtester.cli import main; main()", "serve", "--port", "0"]
    command += ["--configs", str(settings.configs), "--output", str(settings.output), "--database", settings.database]
    process = subprocess.Popen(
        [*command, *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **environment},
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        while flags and "--host" in flags and not lines[-1].startswith("  rt_"):
            lines.append(process.stdout.readline())
        found = re.search(r":(\d+)/", lines[0]) or re.search(r"(\d+)/", lines[0])
        assert found is not None, lines
        port = int(found[1])
        wait_for(lambda: _get(port, "/health") == {"status": "ok"})
        yield process, port, lines
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _get(port: int, path: str) -> object:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return json.load(answer)
    except OSError:
        return None


@pytest.fixture
def plain(fresh: Settings) -> Settings:
    (fresh.configs / "service.yaml").unlink()
    return fresh


def test_the_service_answers_refuses_endless_bodies_and_stops_gracefully(plain: Settings) -> None:
    with service(plain, "--workers", "1") as (process, port, lines):
        assert "serves 1 projects" in lines[0] and f"http://127.0.0.1:{port}/" in lines[0]
        wait_for(lambda: (_get(port, "/ready") or {}).get("workers") == 1)  # type: ignore[attr-defined]
        with socket.create_connection(("127.0.0.1", port)) as connection:
            head = f"POST /api/labels HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            connection.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n")
            chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
            answer = b""
            try:
                for _ in range(9):
                    connection.sendall(chunk)
                connection.sendall(b"0\r\n\r\n")
            except OSError:
                pass
            connection.settimeout(30)
            answer = connection.recv(200)
        assert b" 413 " in answer.splitlines()[0]
        stream = urllib.request.urlopen(f"http://127.0.0.1:{port}/api/openapi.json", timeout=10)
        stream.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0


def test_another_address_prints_a_first_token_and_asks_for_it(plain: Settings) -> None:
    with service(plain, "--host", "0.0.0.0", "--workers", "0") as (_, port, lines):
        assert _get(port, "/api/projects") is None
        token = lines[-1].strip()
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/projects", headers={"Authorization": f"Bearer {token}"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            assert json.load(answer)[0]["name"] == "tiny"


def test_a_killed_service_comes_back_and_its_run_ends_with_nothing_done_twice(plain: Settings) -> None:
    folder = plain.configs.parent
    (plain.configs / "slow.yaml").write_text(SLOW)
    (folder / "sleeper.py").write_text(SLEEPER)
    environment = {"PYTHONPATH": str(folder), "SLEEPER_LOG": str(folder / "asked.txt"), "SLEEPER_SECONDS": "0.6"}
    asked = folder / "asked.txt"
    with Store(plain.database) as store:
        job = Jobs(store).add("slow", {})
        with service(plain, **environment) as (process, _, _):
            wait_for(lambda: asked.is_file() and asked.read_text())
            process.kill()
            process.wait()
        with service(plain, **environment) as (_, port, _):
            ended = wait_for(lambda: (found := _get(port, f"/api/jobs/{job}")) and found["status"] == "done" and found)  # type: ignore[index]
        assert ended["exit_code"] in (0, 1)
        lines = asked.read_text().splitlines()
        assert len(lines) == len(set(lines)) == 6
        time.sleep(0.1)


def test_a_taken_address_and_a_missing_folder_are_named(plain: Settings) -> None:
    from dataclasses import replace

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(InputError, match="choose another with --port"):
            serve(replace(plain, port=taken.getsockname()[1]))
    with pytest.raises(InputError, match="--configs FOLDER"):
        serve(replace(plain, configs=plain.configs / "none"))
