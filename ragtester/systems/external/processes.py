"""`subprocess`: a program that reads a JSON line with a question and writes one with the answer."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from ragtester.errors import ConfigError, EndpointError
from ragtester.records import Answer, Capability, DocumentChange, IngestReceipt, JsonValue, Question, Retrieved
from ragtester.systems.external.base import ExternalSystem, question_fields
from ragtester.systems.external.replies import read_answer, read_retrieval

_LINE_BYTES = 64 << 20


class SubprocessSystem(ExternalSystem):
    """Keeps one process; requests go one at a time: `{"id", "do", "question", ...}` out, `{"id", "answer", ...}` back.

    A process that ends or does not answer in time is started anew for the next request.
    """

    kind = "subprocess"

    def __init__(
        self, name: str, command: Sequence[str], *, folder: Path, capabilities: frozenset[Capability], timeout: float
    ) -> None:
        super().__init__(name, list(command), capabilities=capabilities)
        self._command = list(command)
        self._folder = folder
        self._timeout = timeout
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._number = 0
        self.concurrency = 1

    async def ask(self, question: Question) -> Answer:
        """The program's answer."""
        reply, seconds = await self._request("ask", question_fields(question))
        return read_answer(reply, system=self.name, seconds=seconds)

    async def retrieve(self, question: Question) -> Answer:
        """The program's passages."""
        reply, seconds = await self._request("retrieve", question_fields(question))
        return read_retrieval(reply, system=self.name, seconds=seconds)

    async def generate(self, question: Question, contexts: Sequence[Retrieved]) -> Answer:
        """The program's answer from the given passages."""
        fields = question_fields(question) | {"contexts": [passage.text for passage in contexts]}
        reply, seconds = await self._request("generate", fields)
        return read_answer(reply, system=self.name, seconds=seconds).model_copy(update={"context": tuple(contexts)})

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """Hands the changes to the program."""
        await self._request("ingest", {"changes": [change.model_dump(mode="json") for change in changes]})
        return IngestReceipt(accepted=tuple(change.document for change in changes))

    async def _request(self, what: Capability, fields: Mapping[str, JsonValue]) -> tuple[Mapping[str, object], float]:
        if what not in self.capabilities:
            raise self._cannot(what)
        async with self._lock:
            self._number += 1
            line = json.dumps({"id": self._number, "do": what, **fields}, ensure_ascii=False)
            started = time.monotonic()
            try:
                async with asyncio.timeout(self._timeout):
                    reply = await self._exchange(line)
            except TimeoutError:
                await self._end()
                raise EndpointError(
                    f"{self.name} gave no answer within {self._timeout:g} s", problem="timeout", retryable=True
                ) from None
            except BaseException:
                await self._end()
                raise
            return reply, time.monotonic() - started

    async def _exchange(self, line: str) -> Mapping[str, object]:
        process = await self._started()
        if process.stdin is None or process.stdout is None:
            raise EndpointError(f"{self.name}: the program has no pipes", problem="connection", retryable=False)
        try:
            process.stdin.write(line.encode() + b"\n")
            await process.stdin.drain()
            answered = await process.stdout.readline()
        except (ConnectionError, ValueError) as error:
            raise EndpointError(
                f"{self.name}: the program closed its pipe: {error}", problem="connection", retryable=True
            ) from error
        if not answered:
            raise EndpointError(
                f"{self.name}: the program ended without an answer", problem="connection", retryable=True
            )
        try:
            reply = json.loads(answered)
        except json.JSONDecodeError:
            raise EndpointError(
                f"{self.name} wrote a line that is not JSON: {answered[:120]!r}", problem="not_json", retryable=False
            ) from None
        if not isinstance(reply, dict) or reply.get("id", self._number) != self._number:
            raise EndpointError(f"{self.name} answered another request", problem="bad_request", retryable=False)
        return reply

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command,
                    cwd=self._folder,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=_LINE_BYTES,
                )
            except OSError as error:
                raise EndpointError(
                    f"{self.name}: {self._command[0]} cannot be started: {error.strerror}",
                    problem="connection",
                    retryable=False,
                ) from error
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


def make_subprocess(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> SubprocessSystem:
    """The system of `targets: [{name: ..., subprocess: {command: [...]}}]`."""
    place = f"targets.{name}.subprocess"
    command = arguments.get("command")
    if not isinstance(command, list) or not command or not all(isinstance(part, str) for part in command):
        raise ConfigError(f"command is a list of texts, such as [node, rag.js], not {command!r}", place=place)
    can = arguments.get("can", ["ask"])
    if not isinstance(can, list) or not set(map(str, can)) <= {"ask", "retrieve", "generate", "ingest"}:
        raise ConfigError(f"can is a list of ask, retrieve, generate, ingest, not {can!r}", place=place)
    unknown = sorted(set(arguments) - {"command", "can", "timeout"})
    if unknown:
        raise ConfigError(f"unknown key {unknown[0]!r}; the keys are can, command, timeout", place=place)
    timeout = arguments.get("timeout", 60.0)
    if isinstance(timeout, bool) or not isinstance(timeout, int | float) or timeout <= 0:
        raise ConfigError(f"timeout is a number of seconds above 0, not {timeout!r}", place=place)
    capabilities: frozenset[Capability] = frozenset(can)
    return SubprocessSystem(
        name, [str(part) for part in command], folder=folder, capabilities=capabilities, timeout=float(timeout)
    )
