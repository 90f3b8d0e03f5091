"""One running program: lines out, lines in, its last words kept, ended when it is no longer needed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

from ragtester.errors import EndpointError
from ragtester.records import JsonValue

_LINE_BYTES = 64 << 20
_LAST_WORDS = 300
_PATIENCE = 2.0
_BELIEVED = 3


class Program:
    """Started when it is first asked, and anew after it ended.

    It gets a session of its own, so that Ctrl-C lets it finish what is in flight; its standard error is passed on, and
    its last line stands in the message where it dies.

    Args:
        name: the target's name, for messages.
        command: what is started.
        folder: where.
    """

    def __init__(self, name: str, command: Sequence[str], folder: Path) -> None:
        self._name = name
        self._command = list(command)
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._errors: asyncio.Task[None] | None = None
        self._said: deque[str] = deque(maxlen=20)
        self._number = 0
        self._deaths = 0
        self._last: EndpointError | None = None

    @property
    def runs(self) -> bool:
        """Whether it has been started and has not ended."""
        return self._process is not None and self._process.returncode is None

    async def exchange(self, fields: Mapping[str, JsonValue]) -> Mapping[str, object]:
        """Sends a request and gives the reply of the same id.

        Raises:
            EndpointError: the program cannot be started, ended, or wrote something else; after three deaths without an
                answer between them it is believed to be broken, and not started again.
        """
        if self._deaths >= _BELIEVED and self._last is not None:
            raise self._error(f"not started again: {self._last}", retryable=False)
        process = await self._started()
        self._number += 1
        line = json.dumps({"id": self._number, **fields}, ensure_ascii=False)
        if process.stdin is None or process.stdout is None:
            raise self._error("the program has no pipes", retryable=False)
        try:
            process.stdin.write(line.encode("utf-8", errors="replace") + b"\n")
            await process.stdin.drain()
            answered = await process.stdout.readline()
        except ConnectionError:
            answered = b""
        except ValueError:
            raise EndpointError(
                f"{self._name} wrote a line longer than {_LINE_BYTES >> 20} MiB", problem="bad_request", retryable=False
            ) from None
        if not answered:
            self._deaths += 1
            self._last = await self._ended()
            raise self._last
        self._deaths = 0
        return self._reply(answered)

    def _reply(self, answered: bytes) -> Mapping[str, object]:
        try:
            reply = json.loads(answered)
        except (ValueError, RecursionError):
            raise EndpointError(
                f"{self._name} wrote a line that is not JSON: {answered[:120]!r}; write logs to standard error",
                problem="not_json",
                retryable=False,
            ) from None
        if not isinstance(reply, dict) or reply.get("id", self._number) != self._number:
            raise EndpointError(f"{self._name} answered another request", problem="bad_request", retryable=False)
        return reply

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        await self.end()
        self._said.clear()
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                cwd=self._folder,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=_LINE_BYTES,
                start_new_session=True,
            )
        except OSError as error:
            raise self._error(f"{self._command[0]} cannot be started: {error.strerror}", retryable=False) from error
        if self._process.stderr is not None:
            self._errors = asyncio.create_task(self._pass_on(self._process.stderr))
        return self._process

    async def _pass_on(self, errors: asyncio.StreamReader) -> None:
        while line := await _line(errors):
            text = line.decode("utf-8", errors="replace").rstrip()
            if text:
                self._said.append(text)
            print(text, file=sys.stderr)  # noqa: T201  the program's own words, where it wrote them

    async def _ended(self) -> EndpointError:
        """What is known of a program that closed its output."""
        code: int | None = None
        if self._process is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    code = await self._process.wait()
                    if self._errors is not None:
                        await self._errors
        how = "" if code is None else f" (exit code {code})" if code >= 0 else f" ({signal.Signals(-code).name})"
        words = f": {self._said[-1][:_LAST_WORDS]}" if self._said else ""
        return self._error(f"the program ended without an answer{how}{words}", retryable=True)

    def _error(self, what: str, *, retryable: bool) -> EndpointError:
        return EndpointError(f"{self._name}: {what}", problem="connection", retryable=retryable)

    async def close(self) -> None:
        """Closes its input, so that it can end by itself, and ends it if it does not."""
        process = self._process
        if process is not None and process.returncode is None and process.stdin is not None:
            process.stdin.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    await process.wait()
        await self.end()

    async def end(self) -> None:
        """Kills it, with what it has started."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        if self._errors is not None:
            self._errors.cancel()
            await asyncio.gather(self._errors, return_exceptions=True)
            self._errors = None


async def _line(stream: asyncio.StreamReader) -> bytes:
    """The next line; one that is longer than the buffer is dropped."""
    while True:
        try:
            return await stream.readline()
        except ValueError:
            continue
