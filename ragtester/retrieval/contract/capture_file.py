"""Reading and writing captures: what a system really returned."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from sys import intern
from typing import Final

from ragtester.records import JsonValue
from ragtester.retrieval.contract.atomic import write_atomically
from ragtester.retrieval.contract.fields import Fields, fault, shown
from ragtester.retrieval.contract.records import CAPTURE_STAGES, UNITS, Capture, CapturedResult, Hit
from ragtester.retrieval.contract.tree import read_tree

CAPTURE_KEYS: Final = frozenset(
    {"contract_version", "corpus", "stage", "results", "configuration", "unit", "ingestion", "errors"}
)
RESULT_KEYS: Final = frozenset({"query_id", "hits", "repeat"})
_PLAIN: Final = frozenset({"chunk_id", "doc_id", "version", "tenant", "text", "score"})
_DEEPEST: Final = 24
_LARGEST: Final = 20_000
HIT_KEYS: Final = _PLAIN | {"rank"}


def read_capture(path: Path | str) -> Capture:
    """The capture in a JSON or YAML file.

    Raises:
        ContractError: names file, place and remedy.
    """
    path = Path(path)
    return parse_capture(read_tree(path), file=path)


def parse_capture(tree: object, *, file: Path | str | None = None) -> Capture:
    """The capture in a parsed JSON or YAML object; see `read_capture`."""
    top = Fields(tree, file=file, place="", known=CAPTURE_KEYS, lenient=True)
    texts: dict[str, str] = {}
    results: dict[tuple[str, int], CapturedResult] = {}
    version, stage = top.label("contract_version"), top.choice("stage", CAPTURE_STAGES)
    for position, value in enumerate(top.items("results", default=False)):
        fields = Fields(value, file=file, place=f"results[{position}]", known=RESULT_KEYS, lenient=True)
        name, repeat = fields.text("query_id"), fields.whole("repeat", low=0, default=0)
        if (name, repeat) in results:
            raise fields.fault(
                "query_id", f"{name!r} is captured twice; keep one result, or number repetitions with repeat: 0, 1, ..."
            )
        hits = tuple(
            _hit(hit, texts, file, fields, rank) for rank, hit in enumerate(fields.items("hits", default=False))
        )
        results[name, repeat] = CapturedResult(query_id=name, hits=hits, repeat=repeat)
    return Capture(
        contract_version=version,
        stage=stage,
        results=tuple(results.values()),
        corpus=top.label("corpus") if top.has("corpus") else None,
        unit=top.choice("unit", UNITS) if top.has("unit") else None,
        configuration=_configuration(top),
        ingestion_failed=_ingestion(top),
        errors=_reasons(top, "errors"),
    )


def write_capture(capture: Capture, path: Path | str) -> None:
    """Writes a capture as JSON; `read_capture` gives an equal one."""
    write_atomically(Path(path), json.dumps(capture_json(capture), ensure_ascii=False, indent=1) + "\n")


def capture_json(capture: Capture) -> dict[str, JsonValue]:
    """The capture as its file holds it."""
    optional: dict[str, JsonValue] = {
        "corpus": capture.corpus,
        "unit": capture.unit,
        "configuration": dict(capture.configuration) or None,
        "ingestion": {"failed": dict(capture.ingestion_failed)} if capture.ingestion_failed else None,
        "errors": dict(capture.errors) or None,
    }
    return {
        "contract_version": capture.contract_version,
        "stage": capture.stage,
        **{key: value for key, value in optional.items() if value is not None},
        "results": [
            {
                "query_id": result.query_id,
                **({"repeat": result.repeat} if result.repeat else {}),
                "hits": [_hit_json(hit) for hit in result.hits],
            }
            for result in capture.results
        ],
    }


def _hit(value: object, texts: dict[str, str], file: Path | str | None, result: Fields, rank: int) -> Hit:
    """One hit; the common, well-formed case is told by a few type checks, the rest is explained slowly."""
    if type(value) is dict and value.keys() <= _PLAIN:
        chunk, document, version = value.get("chunk_id"), value.get("doc_id"), value.get("version")
        text, tenant, score = value.get("text"), value.get("tenant"), value.get("score")
        if (
            type(chunk) is type(document) is type(version) is type(text) is str
            and chunk.strip()
            and document.strip()
            and version.strip()
            and (tenant is None or (type(tenant) is str and tenant.strip()))
            and (score is None or (type(score) is float and math.isfinite(score)))
        ):
            return Hit(intern(chunk), intern(document), intern(version), tenant, texts.setdefault(text, text), score)
    return _explained_hit(value, texts, file, f"{result.place}.hits[{rank}]", rank)


def _explained_hit(value: object, texts: dict[str, str], file: Path | str | None, place: str, rank: int) -> Hit:
    fields = Fields(value, file=file, place=place, known=HIT_KEYS, lenient=True)
    text = fields.text("text", empty=True)
    if fields.has("rank") and fields.whole("rank", low=0) not in (rank, rank + 1):
        raise fields.fault("rank", f"{fields.values['rank']} at position {rank + 1}; list the hits in their order")
    return Hit(
        chunk_id=fields.text("chunk_id"),
        doc_id=fields.text("doc_id"),
        version=fields.label("version"),
        tenant=fields.optional_text("tenant"),
        text=texts.setdefault(text, text),
        score=fields.number("score", low=-math.inf),
    )


def _configuration(top: Fields) -> Mapping[str, JsonValue]:
    """The configuration, if it is of a size and depth that two of them can be compared and reported."""
    given = top.mapping("configuration")
    level: list[tuple[str, JsonValue]] = [(top.at("configuration"), given)]
    seen = 0
    for _ in range(_DEEPEST):
        deeper: list[tuple[str, JsonValue]] = []
        for place, value in level:
            seen += 1
            if seen > _LARGEST:
                raise top.fault("configuration", f"has more than {_LARGEST} settings; keep those that decide a result")
            if isinstance(value, float) and not math.isfinite(value):
                raise fault(top.file, place, f"{value} is not a number that a report can hold; write it as a text")
            if isinstance(value, Mapping):
                deeper += [(f"{place}.{key}", child) for key, child in value.items()]
            elif isinstance(value, list):
                deeper += [(f"{place}[{position}]", child) for position, child in enumerate(value)]
            if len(deeper) > _LARGEST:
                raise top.fault("configuration", f"has more than {_LARGEST} settings; keep those that decide a result")
        level = deeper
    if level:
        raise top.fault("configuration", f"is nested more than {_DEEPEST} levels deep; make it flatter")
    return given


def _ingestion(top: Fields) -> dict[str, str]:
    if not top.has("ingestion"):
        return {}
    fields = Fields(top.values["ingestion"], file=top.file, place="ingestion", known={"failed", "accepted", "complete"})
    failed = _reasons(fields, "failed")
    if not fields.flag("complete", default=True) and not failed:
        failed = {"corpus": "the capture says that ingestion was not complete"}
    return failed


def _reasons(fields: Fields, key: str) -> dict[str, str]:
    found = {}
    for name, reason in fields.mapping(key).items():
        if not isinstance(reason, str):
            raise fault(fields.file, f"{fields.at(key)}.{name}", f"must be a text, not {shown(reason)}; say why")
        found[name] = reason
    return found


def _hit_json(hit: Hit) -> dict[str, JsonValue]:
    return {
        "chunk_id": hit.chunk_id,
        "doc_id": hit.doc_id,
        "version": hit.version,
        "tenant": hit.tenant,
        "text": hit.text,
        **({"score": hit.score} if hit.score is not None else {}),
    }
