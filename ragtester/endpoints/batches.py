"""The Batch API: requests are collected, sent as a file, and their replies fetched when the endpoint has them all.

Half the price, and hours in place of seconds. What asks does not see a difference: `post` waits, however long it takes.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from pydantic import Field

from ragtester.endpoints.address import Address
from ragtester.endpoints.client import Endpoint
from ragtester.endpoints.failures import status_error
from ragtester.errors import EndpointError
from ragtester.records import JsonValue, Record, content_key

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types import Batch

T = TypeVar("T")

_ENDED = ("completed", "failed", "expired", "cancelled")
_TRIES = 6
_LISTED = 2000
"""Batches of the account that are looked through for one that an earlier process began."""
_KEEP_SECONDS = 1.0
"""Time for whoever waited to store its reply before the batch is forgotten."""


class BatchOptions(Record):
    """Arguments of `batch` in `models: {NAME: {openai: {batch: {...}}}}`."""

    size: int = Field(default=1000, ge=1, le=50_000)
    """Requests in one batch at most, and how many are waited for at a time."""
    settle: float = Field(default=2.0, gt=0, le=600)
    """Seconds without a new request after which a smaller batch is sent."""
    poll: float = Field(default=30.0, gt=0, le=3600)
    """Seconds between two looks at a batch."""
    price_factor: float = Field(default=0.5, ge=0, le=1)
    """What a batch costs, as a share of the ordinary price."""


class BatchLedger(Protocol):
    """Remembers the batches that were sent, so that a process that was killed is followed by one that fetches them."""

    def open(self) -> Mapping[str, Sequence[str]]:
        """Ids of input files that were sent, with the ids of their requests."""
        ...

    def add(self, file: str, requests: Sequence[str]) -> None:
        """An input file was sent; remembered before its batch begins."""
        ...

    def remove(self, file: str) -> None:
        """Its replies were fetched and are stored."""
        ...


@dataclass(frozen=True, slots=True)
class _Line:
    name: str
    path: str
    body: Mapping[str, JsonValue]
    reply: asyncio.Future[object]


class BatchEndpoint:
    """Posts JSON by way of the Batch API.

    Args:
        endpoint: where files and batches go.
        options: sizes and times.
        ledger: remembers what was sent.
    """

    def __init__(self, endpoint: Endpoint, *, options: BatchOptions, ledger: BatchLedger) -> None:
        self._endpoint = endpoint
        self._options = options
        self._ledger = ledger
        self._asked: Counter[str] = Counter()
        self._queue: list[_Line] = []
        self._sent: dict[str, asyncio.Future[object]] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._collector: asyncio.Task[None] | None = None

    @property
    def address(self) -> Address:
        """Where it is."""
        return self._endpoint.address

    async def post(self, path: str, body: Mapping[str, JsonValue], *, model: str) -> object:
        """What the endpoint answered, once the batch that the request went into has ended.

        Raises:
            EndpointError: the request failed, or the batch ended without it.
        """
        name = self._name(path, body)
        reply = self._resumed(model).pop(name, None)
        if reply is None:
            reply = asyncio.get_running_loop().create_future()
            self._queue.append(_Line(name, path, body, reply))
            if self._collector is None:
                self._collector = asyncio.create_task(self._collect(model))
        return await reply

    def _name(self, path: str, body: Mapping[str, JsonValue]) -> str:
        """The request's id: its content, and how often it was asked before; so a later process finds it again."""
        key = content_key("batched", path=path, body=body)
        self._asked[key] += 1
        return key if self._asked[key] == 1 else f"{key}-{self._asked[key]}"

    def _resumed(self, model: str) -> dict[str, asyncio.Future[object]]:
        """Replies that an earlier process asked for and did not fetch."""
        if self._sent is None:
            self._sent = {}
            for file, names in self._ledger.open().items():
                replies = {name: asyncio.get_running_loop().create_future() for name in names}
                self._sent |= replies
                self._begin(self._follow(file, replies, model=model, begun=True), replies)
        return self._sent

    async def _collect(self, model: str) -> None:
        while self._queue:
            before = len(self._queue)
            await asyncio.sleep(self._options.settle)
            if before == len(self._queue) or len(self._queue) >= self._options.size:
                lines, self._queue = self._queue[: self._options.size], self._queue[self._options.size :]
                self._begin(self._send(lines, model), {line.name: line.reply for line in lines})
        self._collector = None

    def _begin(self, work: Awaitable[None], replies: Mapping[str, asyncio.Future[object]]) -> None:
        async def guarded() -> None:
            try:
                await work
            except EndpointError as error:
                _fail(replies.values(), error)
            finally:
                for reply in replies.values():
                    reply.cancel()  # no one waits for ever: those that have a reply are not touched

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, lines: Sequence[_Line], model: str) -> None:
        text = "".join(
            json.dumps(
                {"custom_id": line.name, "method": "POST", "url": f"/v1{line.path}", "body": line.body},
                ensure_ascii=False,
            )
            + "\n"
            for line in lines
        )
        data = text.encode("utf-8", "replace")
        sent = await self._patiently(
            lambda client: client.files.create(file=("ragtester.jsonl", data), purpose="batch"), model
        )
        replies = {line.name: line.reply for line in lines}
        self._ledger.add(sent.id, list(replies))
        await self._follow(sent.id, replies, model=model, begun=False)

    async def _follow(
        self, file: str, replies: Mapping[str, asyncio.Future[object]], *, model: str, begun: bool
    ) -> None:
        """Waits for the batch of an input file, begins it where nobody did, and hands its replies out."""
        known = await self._patiently(lambda client: _found(client, file), model) if begun else None
        batch = known if known is not None else await self._patiently(lambda client: _start(client, file), model)
        name = batch.id
        while batch.status not in _ENDED:
            await asyncio.sleep(self._options.poll)
            batch = await self._patiently(lambda client: client.batches.retrieve(name), model)
        for output in (batch.output_file_id, batch.error_file_id):
            if output:
                await self._hand_out(output, replies, model)
        why = f"the batch {name} at {self.address.url} ended as {batch.status} without a reply to this request"
        _fail(replies.values(), EndpointError(why, problem="server_error", retryable=True))
        await asyncio.sleep(_KEEP_SECONDS)
        self._ledger.remove(file)

    async def _hand_out(self, output: str, replies: Mapping[str, asyncio.Future[object]], model: str) -> None:
        content = await self._patiently(lambda client: client.files.content(output), model)
        for text in content.text.split("\n"):
            if not text.strip():
                continue
            line = json.loads(text)
            reply = replies.get(str(line.get("custom_id")))
            response = line.get("response") or {}
            status = int(response.get("status_code") or 500)
            if reply is None or reply.done():
                continue
            if status < 300:
                reply.set_result(response.get("body"))
            else:
                said = response.get("body") or line.get("error")
                _fail([reply], status_error(status, said, address=self.address, model=model))

    async def _patiently(self, call: Callable[[AsyncOpenAI], Awaitable[T]], model: str) -> T:
        """Does a call about files and batches, again where a failure may pass: a batch is not given up for one."""
        for attempt in range(1, _TRIES):
            try:
                return await self._endpoint.use(call, model=model)
            except EndpointError as error:
                if not error.retryable:
                    raise
                await asyncio.sleep(min(60.0, (error.retry_after or 0.5) * 2 ** (attempt - 1)))
        return await self._endpoint.use(call, model=model)


async def _start(client: AsyncOpenAI, file: str) -> Batch:
    return await client.batches.create(input_file_id=file, endpoint="/v1/chat/completions", completion_window="24h")


async def _found(client: AsyncOpenAI, file: str) -> Batch | None:
    """The batch that an input file was used for."""
    looked_at = 0
    async for batch in client.batches.list(limit=100):
        if batch.input_file_id == file:
            return batch
        looked_at += 1
        if looked_at >= _LISTED:
            break
    return None


def _fail(replies: Iterable[asyncio.Future[object]], error: EndpointError) -> None:
    for reply in replies:
        if not reply.done():
            reply.set_exception(error)
            reply.exception()  # marks it as seen: nobody may be waiting
