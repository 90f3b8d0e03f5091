"""Topic rules: a lower tau and an action where a wrong statement may harm somebody (MetaRAG's deployment design)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import Field, ValidationError

from ragtester.config.guarded import load_yaml
from ragtester.config.wording import wording
from ragtester.errors import ConfigError
from ragtester.hallucination.grounding import ACTIONS, Action
from ragtester.records import Record

SHIPPED = Path(__file__).resolve().parent / "topics.yaml"


class TopicRule(Record):
    """One topic: the terms that it is known by, its tau, and what to do where a factoid of it is flagged."""

    name: str
    tau: float = Field(default=0.3, gt=0, le=1)
    action: Action = "annotate"
    terms: tuple[str, ...] = Field(min_length=1)
    """Words or phrases, whole and in any case; `*` stands for any ending."""
    message: str = ""
    """What a reader is told in place of, or beside, the answer."""


class _Default(Record):
    action: Action = "annotate"


class _File(Record):
    version: Literal[1] = 1
    default: _Default = _Default()
    topics: tuple[TopicRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Topics:
    """The rules of a file, ready to be looked up."""

    rules: tuple[TopicRule, ...]
    default_action: Action = "annotate"
    _patterns: tuple[re.Pattern[str], ...] = field(default=())

    @classmethod
    def of(cls, rules: tuple[TopicRule, ...], *, default_action: Action = "annotate") -> Topics:
        """Topics with their terms compiled."""
        return cls(rules, default_action, tuple(_pattern(rule.terms) for rule in rules))

    def of_text(self, text: str) -> tuple[TopicRule, ...]:
        """The rules whose terms occur in `text`."""
        return tuple(rule for rule, pattern in zip(self.rules, self._patterns, strict=True) if pattern.search(text))


NO_TOPICS = Topics.of(())


def strictest(actions: list[Action]) -> Action:
    """The strictest of the actions; `pass` where there is none."""
    return max(actions, key=ACTIONS.index, default="pass")


def load_topics(file: Path | str | None = None) -> Topics:
    """The rules of a YAML file; the shipped ones (pregnancy, refugee rights, labour eligibility) by default.

    Raises:
        ConfigError: the file is missing, is not YAML, or has a wrong key or value.
    """
    path = Path(file) if file is not None else SHIPPED
    try:
        changed = path.stat().st_mtime_ns
    except OSError as error:
        raise ConfigError(
            f"there is no topic file {str(path)!r}; give a path, or leave topics out for the shipped rules"
        ) from error
    return _load(path, changed)


@lru_cache(maxsize=16)
def _load(path: Path, _changed: int) -> Topics:
    try:
        given = load_yaml(path.read_text(encoding="utf-8"))
        read = _File.model_validate(given if given is not None else {})
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"not a YAML file: {str(error).splitlines()[0]}", file=path) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ConfigError(wording(first), place=place, file=path) from error
    return Topics.of(read.topics, default_action=read.default.action)


def _pattern(terms: tuple[str, ...]) -> re.Pattern[str]:
    written = (re.escape(term.strip()).replace(r"\*", r"\w*").replace(r"\ ", r"\s+") for term in terms)
    return re.compile(r"\b(?:" + "|".join(written) + r")(?!\w)", re.IGNORECASE)
