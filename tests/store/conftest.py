"""Every test of the store runs on SQLite and on PostgreSQL: `RAGTESTER_TEST_POSTGRES` names a server (a URL whose user
may make databases); without it a private one is started where PostgreSQL is installed, else these tests are skipped."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

GIVEN = os.environ.get("RAGTESTER_TEST_POSTGRES")


class PrivatePostgres:
    """A PostgreSQL server of the tests' own: a cluster in a temporary folder, on 127.0.0.1."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="ragtester-postgres-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self._run("initdb", "--auth=trust", "--username=tests", "--encoding=UTF8", "--no-sync", "-D", str(self.data))
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> str:
        return f"postgresql://tests@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        self._run("pg_ctl", "start", "-w", "-D", str(self.data), "-o", options, "-l", str(self.folder / "log"))

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "-m", "immediate", "-D", str(self.data))

    def kill(self) -> None:
        """SIGKILL to the server: as when the machine's memory runs out."""
        os.kill(int((self.data / "postmaster.pid").read_text().splitlines()[0]), signal.SIGKILL)

    def remove(self) -> None:
        subprocess.run(self._command("pg_ctl", "stop", "-m", "immediate", "-D", str(self.data)), capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        with tempfile.TemporaryFile() as said:
            # To a file, since the server that pg_ctl leaves behind would keep a pipe open.
            done = subprocess.run(
                self._command(program, *arguments), stdout=said, stderr=subprocess.STDOUT, timeout=60, cwd="/"
            )
            said.seek(0)
            assert done.returncode == 0, said.read().decode()

    def _command(self, program: str, *arguments: str) -> list[str]:
        command = [str(self.programs / program), *arguments]
        return (
            ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
            if os.geteuid() == 0
            else command
        )


def installed() -> Path | None:
    """The folder of PostgreSQL's server programs."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name.split(".")[0])
    )
    on_path = shutil.which("initdb")
    folders += [Path(on_path).resolve().parent] if on_path else []
    return next((folder for folder in reversed(folders) if (folder / "initdb").exists()), None)


@pytest.fixture(scope="session")
def private_postgres() -> Iterator[PrivatePostgres]:
    pytest.importorskip("psycopg", reason="PostgreSQL needs psycopg: pip install 'ragtester-suite[postgres]'")
    programs = installed()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed: apt-get install postgresql")
    server = PrivatePostgres(programs)
    yield server
    server.remove()


@pytest.fixture(scope="session")
def postgres_url(request: pytest.FixtureRequest) -> str:
    return GIVEN or str(request.getfixturevalue("private_postgres").url)


@pytest.fixture
def new_postgres(postgres_url: str) -> Iterator[Callable[[], str]]:
    """Makes a database of its own on the server and gives its URL; it is dropped at the end."""
    import psycopg

    made: list[str] = []

    def make() -> str:
        name = f"ragtester_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type]
        made.append(name)
        return postgres_url.rpartition("/")[0] + f"/{name}"

    yield make
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        for name in made:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[arg-type]


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that nobody used before."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/a.db"
    return str(request.getfixturevalue("new_postgres")())
