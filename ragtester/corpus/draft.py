"""Drafts a blueprint for a domain by asking a chat model, under a JSON schema and with one repair."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from ragtester.corpus.blueprint import Attribute, Blueprint, EntityKind, TopicText
from ragtester.corpus.generic import genres, grammar
from ragtester.corpus.loader import validate_blueprint
from ragtester.corpus.naming import slug
from ragtester.errors import InputError, ReplyError
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, Message, Request
from ragtester.structured import ask_json

_KINDS = ("number", "money", "percent", "date", "duration", "name", "place", "code", "choice", "list")
_FEWEST = 4
_DIGIT = re.compile(r"\d")


def _string(limit: int, **more: JsonValue) -> dict[str, JsonValue]:
    return {"type": "string", "maxLength": limit, **more}


def _strings(limit: int, fewest: int, most: int) -> dict[str, JsonValue]:
    return {"type": "array", "items": _string(limit), "minItems": fewest, "maxItems": most}


def _object(**properties: JsonValue) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


OUTLINE_SCHEMA = _object(
    title=_string(60),
    organisation=_string(60),
    departments=_strings(60, 1, 3),
    entity=_string(30),
    names=_strings(60, 3, 10),
    topics={
        "type": "array",
        "minItems": 2,
        "maxItems": 6,
        "items": _object(
            name=_string(30), heading=_string(60), background=_strings(220, 2, 6), actions=_strings(90, 2, 6)
        ),
    },
    actors=_strings(40, 3, 6),
)
"""What the first request must be answered with."""

ATTRIBUTES_SCHEMA = _object(
    attributes={
        "type": "array",
        "minItems": 2,
        "maxItems": 7,
        "items": _object(
            name=_string(40),
            label=_string(50),
            kind={"enum": list(_KINDS)},
            unit=_string(20),
            low={"type": "number"},
            high={"type": "number"},
            options=_strings(50, 0, 8),
            ask=_string(140),
            say=_strings(180, 3, 3),
            why=_string(140),
        ),
    }
)
"""What the request for one topic must be answered with."""


async def draft_blueprint(domain: str, model: ChatModel) -> Blueprint:
    """A blueprint for a domain in the user's words, written by a model and validated.

    One request plans entities and topics, one per topic lists what can be said; where attributes of a
    topic are not valid, that topic is asked for once more with the reason.

    Raises:
        InputError: the domain is empty, or what the model wrote is no blueprint after the repair.
        EndpointError: the model did not answer.
        ReplyError: a reply was empty, refused, or no JSON after a repair.
    """
    if not domain.strip():
        raise InputError("the domain is empty; describe it in a few words, such as 'veterinary clinic rules'")
    outline = await ask_json(model, _request("corpus/outline", OUTLINE_SCHEMA, max_tokens=2400, domain=domain.strip()))
    entity = slug(_text(outline, "entity")).replace("-", "_") or "subject"
    topics = _topics(outline)
    attributes: dict[str, Attribute] = {}
    problems: list[str] = []
    for name, topic in topics.items():
        found, problem = await _attributes(model, domain, outline, name, topic, entity)
        attributes.update({key: value for key, value in found.items() if key not in attributes})
        problems += [problem] if problem else []
    used = {attribute.topic for attribute in attributes.values()}
    topics = {name: topic for name, topic in topics.items() if name in used}
    if len(attributes) < _FEWEST:
        raise ReplyError(
            f"{model.name} wrote only {len(attributes)} usable attributes for {domain!r}"
            + (f"; the last problem: {problems[-1]}" if problems else "")
            + "; use a larger model, or start from a shipped blueprint",
            problem="unparseable",
        )
    return _assembled(domain, outline, entity, topics, attributes)


def _assembled(
    domain: str,
    outline: Mapping[str, JsonValue],
    entity: str,
    topics: Mapping[str, TopicText],
    attributes: Mapping[str, Attribute],
) -> Blueprint:
    kind = EntityKind(
        kind=entity,
        article="the",
        names=tuple(dict.fromkeys(name.removeprefix("the ").removeprefix("The ") for name in _list(outline, "names"))),
        names_label=entity.replace("_", " ").capitalize(),
    )
    made = {
        "name": re.sub(r"[^a-z0-9-]", "", slug(domain)) or "domain",
        "title": _text(outline, "title") or domain,
        "organisations": [_text(outline, "organisation") or "The organisation"],
        "departments": _list(outline, "departments") or ["Administration"],
        "entities": [kind],
        "attributes": dict(attributes),
        "topics": dict(topics),
        "grammar": grammar([actor for actor in _list(outline, "actors") if not _DIGIT.search(actor)]),
        "genres": genres(entity, list(topics)),
    }
    return validate_blueprint(made)


def _topics(outline: Mapping[str, JsonValue]) -> dict[str, TopicText]:
    """The topics of an outline; sentences that state a number are left out."""
    made: dict[str, TopicText] = {}
    raw = outline.get("topics")
    for entry in raw if isinstance(raw, Sequence) and not isinstance(raw, str) else ():
        if not isinstance(entry, Mapping):
            continue
        name = re.sub(r"[^a-z0-9_]", "", slug(_text(entry, "name")).replace("-", "_")).strip("_0123456789")[:40]
        if name:
            made[name] = TopicText(
                headings=(_text(entry, "heading") or name.capitalize(),),
                background=tuple(text for text in _list(entry, "background") if not _DIGIT.search(text)),
                actions=tuple(text.rstrip(".") for text in _list(entry, "actions") if not _DIGIT.search(text)),
            )
    return made


async def _attributes(
    model: ChatModel, domain: str, outline: Mapping[str, JsonValue], name: str, topic: TopicText, entity: str
) -> tuple[dict[str, Attribute], str]:
    problem = ""
    best: dict[str, Attribute] = {}
    for _ in range(2):
        data = await ask_json(
            model,
            _request(
                "corpus/attributes",
                ATTRIBUTES_SCHEMA,
                max_tokens=2400,
                domain=domain.strip(),
                entity=entity.replace("_", " "),
                names=", ".join(_list(outline, "names")[:3]),
                topic=topic.headings[0],
                kinds=", ".join(_KINDS),
                problem=f"\nThe last answer could not be used: {problem}" if problem else "",
            ),
        )
        found, problem = _parsed(data, name, entity)
        if len(found) > len(best):
            best = found
        if not problem:
            break
    return best, problem


def _parsed(data: Mapping[str, JsonValue], topic: str, entity: str) -> tuple[dict[str, Attribute], str]:
    """The valid attributes of a reply, and what was wrong with the first invalid one."""
    made: dict[str, Attribute] = {}
    problem = ""
    raw = data.get("attributes")
    for entry in raw if isinstance(raw, Sequence) and not isinstance(raw, str) else ():
        if not isinstance(entry, Mapping):
            continue
        name = slug(_text(entry, "name")).replace("-", "_")
        try:
            made[f"{name}"] = _attribute(entry, topic, entity)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            problem = problem or f"{name}: {place} {first['msg'].removeprefix('Value error, ')}".replace("  ", " ")
    return made, problem


def _attribute(entry: Mapping[str, JsonValue], topic: str, entity: str) -> Attribute:
    kind = _text(entry, "kind")
    low, high = _number(entry, "low"), _number(entry, "high")
    if high <= low:
        high = low + 10
    whole = high - low >= 8
    reason = _text(entry, "why").rstrip(".").removeprefix("because ").removeprefix("Because ")
    numeric = kind in ("number", "money", "percent", "duration")
    return Attribute.model_validate(
        {
            "label": _text(entry, "label"),
            "kind": kind,
            "topic": topic,
            "entity": entity,
            "range": (low, high) if numeric else None,
            "step": _step(low, high) if whole else 0.1,
            "decimals": 0 if whole else 1,
            "unit": _text(entry, "unit") or {"duration": "days", "money": "EUR"}.get(kind),
            "options": tuple(dict.fromkeys(_list(entry, "options"))) if kind in ("choice", "place", "list") else (),
            "size": (2, 3) if len(_list(entry, "options")) < 6 else (3, 4),
            "pattern": "@@-###" if kind == "code" else "",
            "between": ("2025-01-01", "2027-12-31") if kind == "date" else None,
            "ask": _text(entry, "ask"),
            "say": tuple(_list(entry, "say")),
            "why": (reason,) if reason and not _DIGIT.search(reason) else (),
        }
    )


def _step(low: float, high: float) -> float:
    """A round step that leaves between ten and a hundred values."""
    for step in (1, 5, 10, 50, 100, 500, 1000, 5000, 10_000, 100_000, 1_000_000):
        if (high - low) / step <= 100:
            return step
    return 10_000_000


def _request(prompt: str, schema: dict[str, JsonValue], *, max_tokens: int, **values: str) -> Request:
    template = load_prompt(prompt)
    return Request(
        messages=(Message(role="user", content=template.render(**values)),),
        max_tokens=max_tokens,
        schema_=schema,
        prompt_hash=template.hash,
    )


def _text(data: Mapping[str, JsonValue], key: str) -> str:
    value = data.get(key)
    return value.strip() if isinstance(value, str) else ""


def _number(data: Mapping[str, JsonValue], key: str) -> float:
    value = data.get(key)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


def _list(data: Mapping[str, JsonValue], key: str) -> list[str]:
    value = data.get(key)
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return [entry.strip() for entry in value if isinstance(entry, str) and entry.strip()]
