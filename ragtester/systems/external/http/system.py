"""`http`: a web service; a body template goes out, JSONPaths read the answer and the contexts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ragtester.records import Answer, Capability, DocumentChange, IngestReceipt, JsonValue, Question, Retrieved
from ragtester.systems.external.base import ExternalSystem, question_fields
from ragtester.systems.external.http.options import NOT_OF_THE_ANSWER, HttpOptions, read_http_options
from ragtester.systems.external.http.reading import answer_in, contexts_in, read_parts
from ragtester.systems.external.http.sending import Sender
from ragtester.systems.external.replies import read_answer, read_receipt, read_records, read_retrieval

_FIELD = re.compile(r"\{\{\s*([a-z_]+)\s*\}\}")


class HttpSystem(ExternalSystem):
    """Sends a question to a web service."""

    kind = "http"

    def __init__(self, name: str, options: HttpOptions) -> None:
        can: set[Capability] = {"ask"}
        can |= {"retrieve"} if options.retrieve_url else set()
        can |= {"ingest"} if options.ingest_url else set()
        # Options of a later version at their defaults change no answer, and so no version.
        identity = options.model_dump(mode="json", exclude=NOT_OF_THE_ANSWER)
        identity = {
            key: value
            for key, value in identity.items()
            if key not in ("format", "context_document") or value not in ("json", None)
        }
        super().__init__(name, identity, capabilities=frozenset(can), version=options.version)
        if options.records_url:
            self.records = self._records
        self._options = options
        self._sender = Sender(name, options)
        self.concurrency = options.concurrency

    async def ask(self, question: Question) -> Answer:
        """The service's answer."""
        text, seconds = await self._sender.send(self._options.url, self._body(question), method=self._options.method)
        parts = read_parts(text, self._options.format, system=self.name)
        found = {
            "answer": answer_in(parts, self._options, system=self.name),
            "contexts": contexts_in(parts, self._options),
        }
        return read_answer(found, system=self.name, seconds=seconds)

    async def retrieve(self, question: Question) -> Answer:
        """The service's passages."""
        if self._options.retrieve_url is None:
            raise self._cannot("retrieve")
        text, seconds = await self._sender.send(
            self._options.retrieve_url, self._body(question), method=self._options.method
        )
        parts = read_parts(text, self._options.format, system=self.name)
        return read_retrieval(contexts_in(parts, self._options), system=self.name, seconds=seconds)

    async def ingest(self, changes: Sequence[DocumentChange]) -> IngestReceipt:
        """What the service says of the changes."""
        if self._options.ingest_url is None:
            raise self._cannot("ingest")
        body: JsonValue = {"changes": [change.model_dump(mode="json") for change in changes]}
        text, _ = await self._sender.send(self._options.ingest_url, body, method="POST")
        return read_receipt(self._json(text), changes, system=self.name)

    async def _records(self) -> Sequence[Retrieved]:
        """The records as the service lists them; an attribute `records` only where there is an address for it."""
        text, _ = await self._sender.send(self._options.records_url or "", None, method="GET")
        return read_records(self._json(text), system=self.name)

    def _json(self, text: str) -> object:
        return read_parts(text, "json", system=self.name)[0]

    def _body(self, question: Question) -> JsonValue:
        return fill(self._options.body, question_fields(question))


def make_http(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> HttpSystem:
    """The system of `targets: [{name: ..., http: {url: ...}}]`."""
    return HttpSystem(name, read_http_options(name, arguments))


def fill(template: JsonValue, fields: Mapping[str, JsonValue]) -> JsonValue:
    """The template with its fields filled in; a string that is one field alone keeps the field's type."""
    if isinstance(template, str):
        alone = _FIELD.fullmatch(template.strip())
        if alone and alone[1] in fields:
            return fields[alone[1]]
        return _FIELD.sub(lambda match: str(fields.get(match[1], match[0]) or ""), template)
    if isinstance(template, Mapping):
        return {key: fill(value, fields) for key, value in template.items()}
    if isinstance(template, list):
        return [fill(value, fields) for value in template]
    return template
