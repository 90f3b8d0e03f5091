"""Reading evidence that is given as text: spans with alternatives, in the short forms and in the full one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ragtester.records import JsonValue, text_hash
from ragtester.retrieval.contract.fields import Fields, fault
from ragtester.retrieval.contract.records import EvidenceFact, Quote

HIGHEST_GRADE: Final = 1000
FACT_KEYS: Final = frozenset({"id", "any", "grade", "required"})
SPAN_KEYS: Final = frozenset({"quote", "document", "doc_id", "version", "before", "after", "start", "end", "sha256"})


def evidence_facts(fields: Fields) -> tuple[EvidenceFact, ...]:
    """The facts under `evidence`: each a quote, a span, a list of alternatives, or `{any: [...], id, grade, required}`."""
    found: list[EvidenceFact] = []
    for position, value in enumerate(fields.items("evidence")):
        place = f"{fields.at('evidence')}[{position}]"
        one = _fact(value, fields.file, place)
        if one.id and one.id in {other.id for other in found}:
            raise fault(fields.file, f"{place}.id", f"{one.id!r} is the id of two facts; rename one of them")
        found.append(one)
    return tuple(found)


def evidence_json(facts: tuple[EvidenceFact, ...]) -> list[JsonValue]:
    """Facts as a contract file holds them."""
    return [
        {
            **({"id": fact.id} if fact.id else {}),
            **({"grade": fact.grade} if fact.grade != 1 else {}),
            **({"required": False} if not fact.required else {}),
            "any": [_span_json(span) for span in fact.spans],
        }
        for fact in facts
    ]


def _fact(value: JsonValue, file: Path | str | None, place: str) -> EvidenceFact:
    if isinstance(value, Mapping) and "any" in value:
        fields = Fields(value, file=file, place=place, known=FACT_KEYS)
        return EvidenceFact(
            spans=_spans(list(fields.items("any", default=False)), file, fields.at("any")),
            grade=fields.whole("grade", low=1, high=HIGHEST_GRADE, default=1),
            required=fields.flag("required", default=True),
            id=fields.optional_text("id") or "",
        )
    if isinstance(value, list):
        return EvidenceFact(spans=_spans(value, file, place))
    if isinstance(value, Mapping):
        extra = Fields({key: value[key] for key in FACT_KEYS if key in value}, file=file, place=place)
        return EvidenceFact(
            spans=(_span({key: one for key, one in value.items() if key not in FACT_KEYS}, file, place),),
            grade=extra.whole("grade", low=1, high=HIGHEST_GRADE, default=1),
            required=extra.flag("required", default=True),
            id=extra.optional_text("id") or "",
        )
    return EvidenceFact(spans=(_span(value, file, place),))


def _spans(values: list[JsonValue], file: Path | str | None, place: str) -> tuple[Quote, ...]:
    if not values:
        raise fault(file, place, "names no span; write at least one quote")
    return tuple(_span(value, file, f"{place}[{position}]") for position, value in enumerate(values))


def _span(value: JsonValue, file: Path | str | None, place: str) -> Quote:
    fields = Fields({"quote": value} if isinstance(value, str) else value, file=file, place=place, known=SPAN_KEYS)
    start, end = (fields.whole(key, low=-1, default=-1) for key in ("start", "end"))
    quote = fields.text("quote") if fields.has("quote") else ""
    if fields.has("document") and fields.has("doc_id"):
        raise fields.fault("doc_id", "says the same as document; keep one of them")
    document = fields.optional_text("document") or fields.optional_text("doc_id")
    if not quote and not (document and 0 <= start < end):
        raise fields.fault("quote", "is missing; write the text, or document with start and end")
    if (start >= 0 or end >= 0) and not 0 <= start < end:
        raise fields.fault("end", f"{end} is not after start {start}; write the offsets in the document's text")
    if fields.has("sha256") and quote and fields.text("sha256", empty=True).lower() not in ("", text_hash(quote)):
        raise fields.fault("sha256", "is not the digest of the quote; remove it or correct the quote")
    return Quote(
        quote=quote,
        document=document,
        version=fields.label("version") if fields.has("version") else None,
        before=fields.text("before", empty=True) if fields.has("before") else "",
        after=fields.text("after", empty=True) if fields.has("after") else "",
        start=start,
        end=end,
    )


def _span_json(span: Quote) -> dict[str, JsonValue]:
    given: dict[str, JsonValue] = {
        "document": span.document,
        "version": span.version,
        "quote": span.quote or None,
        "before": span.before or None,
        "after": span.after or None,
        "start": span.start if span.start >= 0 else None,
        "end": span.end if span.end >= 0 else None,
    }
    return {key: value for key, value in given.items() if value is not None}
