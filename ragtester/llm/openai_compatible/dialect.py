"""What one model at one endpoint takes and refuses; learned from its first refusal and kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ragtester.records import JsonValue

SchemaLevel = Literal["strict", "strict_bare", "loose", "object", "prompt"]
"""How a schema is asked for, from the endpoint's full help to none: a strict schema, a strict schema without limits
of length and size, a schema without the strict mode, any JSON object, the schema in the prompt only."""

_LEVELS: tuple[SchemaLevel, ...] = ("strict", "strict_bare", "loose", "object", "prompt")
_REFUSED = re.compile(
    r"unsupported|not support|not allowed|not permitted|unrecogni[sz]ed|unknown|unexpected|extra (inputs|fields)"
    r"|deprecated|only the default|invalid|must be|not a valid|failed to",
    re.IGNORECASE,
)
_OTHER_FIELD = re.compile(
    r"unsupported|not support|unrecogni[sz]ed|unknown|unexpected|extra|deprecated|\buse\b", re.IGNORECASE
)
_SCHEMA = re.compile(r"response_format|json_schema|json_object|schema|grammar|structured output", re.IGNORECASE)
_LIMITS = frozenset(
    "minLength maxLength minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum pattern format uniqueItems "
    "multipleOf minProperties maxProperties".split()
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """The forms that an endpoint accepts; a new one after each lesson."""

    tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True
    seed: bool = True
    stop: bool = True
    schema_level: SchemaLevel = "strict"
    swapped: bool = False
    """Whether the field for the number of tokens was changed already; it is changed once."""

    def after_refusal(self, said: str, body: Mapping[str, JsonValue]) -> Dialect | None:
        """What to try after the endpoint refused `body` with the words `said`; None where nothing is left to change."""
        words = said.casefold()
        if not _REFUSED.search(said) and not _SCHEMA.search(said):
            return None
        if "max_tokens" in words or "max_completion_tokens" in words:
            return self._other_tokens_field(body) if _OTHER_FIELD.search(said) else None
        if "temperature" in words and "temperature" in body:
            return replace(self, temperature=False)
        if re.search(r"\bseed\b", words) and "seed" in body:
            return replace(self, seed=False)
        if re.search(r"\bstop\b", words) and "stop" in body:
            return replace(self, stop=False)
        if "response_format" in body and _SCHEMA.search(said):
            return self._lower_schema_level()
        return None

    def _other_tokens_field(self, body: Mapping[str, JsonValue]) -> Dialect | None:
        if self.swapped or self.tokens_field not in body:
            return None
        other: Literal["max_tokens", "max_completion_tokens"] = (
            "max_completion_tokens" if self.tokens_field == "max_tokens" else "max_tokens"
        )
        return replace(self, tokens_field=other, swapped=True)

    def _lower_schema_level(self) -> Dialect | None:
        position = _LEVELS.index(self.schema_level)
        return replace(self, schema_level=_LEVELS[position + 1]) if position + 1 < len(_LEVELS) else None


def without_limits(schema: JsonValue) -> JsonValue:
    """A schema without the keywords that strict modes refuse; what they say is checked in the reply instead."""
    if isinstance(schema, Mapping):
        return {
            key: _properties(inner) if key in ("properties", "$defs") else without_limits(inner)
            for key, inner in schema.items()
            if key not in _LIMITS
        }
    if isinstance(schema, list | tuple):
        return [without_limits(inner) for inner in schema]
    return schema


def _properties(named: JsonValue) -> JsonValue:
    return {key: without_limits(inner) for key, inner in named.items()} if isinstance(named, Mapping) else named
