"""`subprocess`: a program that reads a JSON line with a question and writes one with the answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from ragtester.errors import ConfigError, EndpointError
from ragtester.records import Answer, Capability, DocumentChange, IngestReceipt, JsonValue, Question, Retrieved
from ragtester.systems.external.base import ExternalSystem, question_fields
from ragtester.systems.external.program import Program
from ragtester.systems.external.replies import read_answer, read_receipt, read_retrieval

_KEYS = ("can", "command", "processes", "start_timeout", "timeout", "version")


class SubprocessSystem(ExternalSystem):
    """Asks a program, one request at a time: `{"id", "do", "question", ...}` out, `{"id", "answer", ...}` back.

    A process that ends or does not answer in time is started anew for the next request.

    Args:
        name: its name in the configuration.
        command: what is started.
        folder: where.
        capabilities: what the program can do.
        timeout: seconds for one answer.
        start_timeout: seconds for the first answer of a process, which may have to load a model first.
        processes: how many are kept at once, each with one request at a time.
        version: changes when the program changed.
    """

    kind = "subprocess"

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        folder: Path,
        capabilities: frozenset[Capability],
        timeout: float,
        start_timeout: float | None = None,
        processes: int = 1,
        version: str = "",
    ) -> None:
        super().__init__(name, list(command), capabilities=capabilities, version=version)
        self._timeout = timeout
        self._first = max(timeout, start_timeout or timeout)
        self._programs = [Program(name, command, folder) for _ in range(processes)]
        self._idle = list(self._programs)
        self._places = asyncio.Semaphore(processes)
        self.concurrency = processes

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
        """Hands the changes to the program, and reads what it took."""
        reply, _ = await self._request("ingest", {"changes": [change.model_dump(mode="json") for change in changes]})
        if reply.get("error"):
            raise EndpointError(f"{self.name}: {str(reply['error'])[:300]}", problem="server_error", retryable=False)
        return read_receipt(
            {key: reply[key] for key in ("accepted", "failed") if key in reply}, changes, system=self.name
        )

    async def close(self) -> None:
        """Lets the programs end, and ends those that do not."""
        await asyncio.gather(*(program.close() for program in self._programs))

    async def _request(self, what: Capability, fields: Mapping[str, JsonValue]) -> tuple[Mapping[str, object], float]:
        if what not in self.capabilities:
            raise self._cannot(what)
        async with self._places:
            program = self._idle.pop()
            try:
                return await self._ask(program, {"do": what, **fields})
            finally:
                self._idle.append(program)

    async def _ask(self, program: Program, fields: Mapping[str, JsonValue]) -> tuple[Mapping[str, object], float]:
        limit = self._timeout if program.runs else self._first
        started = time.monotonic()
        try:
            async with asyncio.timeout(limit):
                reply = await program.exchange(fields)
        except TimeoutError:
            await program.end()
            raise EndpointError(
                f"{self.name} gave no answer within {limit:g} s", problem="timeout", retryable=True
            ) from None
        except BaseException:
            await program.end()
            raise
        return reply, time.monotonic() - started


def make_subprocess(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> SubprocessSystem:
    """The system of `targets: [{name: ..., subprocess: {command: [...]}}]`."""
    place = f"targets.{name}.subprocess"
    command = arguments.get("command")
    if not isinstance(command, list) or not command or not all(isinstance(part, str) for part in command):
        raise ConfigError(f"command is a list of texts, such as [node, rag.js], not {command!r}", place=place)
    can = arguments.get("can", ["ask"])
    if not isinstance(can, list) or not set(map(str, can)) <= {"ask", "retrieve", "generate", "ingest"}:
        raise ConfigError(f"can is a list of ask, retrieve, generate, ingest, not {can!r}", place=place)
    unknown = sorted(set(arguments) - set(_KEYS))
    if unknown:
        raise ConfigError(f"unknown key {unknown[0]!r}; the keys are {', '.join(_KEYS)}", place=place)
    processes = arguments.get("processes", 1)
    if isinstance(processes, bool) or not isinstance(processes, int) or not 1 <= processes <= 64:
        raise ConfigError(f"processes is a number from 1 to 64, not {processes!r}", place=place)
    if processes > 1 and "ingest" in can:
        raise ConfigError("a program that takes documents can only run once: processes: 1", place=place)
    capabilities: frozenset[Capability] = frozenset(can)
    timeout = _seconds(arguments, "timeout", 60.0, place)
    return SubprocessSystem(
        name,
        [str(part) for part in command],
        folder=folder,
        capabilities=capabilities,
        timeout=timeout,
        start_timeout=_seconds(arguments, "start_timeout", timeout, place),
        processes=processes,
        version=str(arguments.get("version") or ""),
    )


def _seconds(arguments: Mapping[str, JsonValue], key: str, default: float, place: str) -> float:
    value = arguments.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise ConfigError(f"{key} is a number of seconds above 0, not {value!r}", place=place)
    return float(value)
