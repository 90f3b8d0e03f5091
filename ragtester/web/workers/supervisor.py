"""Keeps the worker processes alive: one that ends is started again."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time

from ragtester.web.settings import Settings

_STOP_SECONDS = 20.0
log = logging.getLogger("ragtester.web")


class Supervisor:
    """Starts, watches and stops the worker processes of a service."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._processes: list[subprocess.Popen[bytes]] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="ragtester-supervisor", daemon=True)

    def start(self) -> None:
        """Starts the workers."""
        self._processes = [self._spawn() for _ in range(self._settings.workers)]
        self._thread.start()

    @property
    def alive(self) -> int:
        """Workers that run."""
        return sum(process.poll() is None for process in self._processes)

    @property
    def pids(self) -> list[int]:
        """Process ids of the workers."""
        return [process.pid for process in self._processes]

    def stop(self) -> None:
        """Lets the workers give their jobs back; one that does not is ended."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        for process in self._processes:
            process.terminate()
        deadline = time.monotonic() + _STOP_SECONDS
        for process in self._processes:
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _spawn(self) -> subprocess.Popen[bytes]:
        settings = self._settings
        command = [sys.executable, "-m", "ragtester.web.workers", "--database", settings.database]
        command += ["--configs", str(settings.configs), "--output", str(settings.output)]
        command += ["--parent", str(os.getpid())]
        # Own process group, so that Ctrl-C in the terminal reaches the service alone.
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0)  # noqa: S603  our own module

    def _watch(self) -> None:
        while not self._stop.wait(1.0):
            for position, process in enumerate(self._processes):
                if process.poll() is not None and not self._stop.is_set():
                    log.warning('{"event": "worker ended", "code": %s}', process.returncode)
                    self._processes[position] = self._spawn()
