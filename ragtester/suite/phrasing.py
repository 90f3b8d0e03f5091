"""The words in which the built-in writer asks, by language and by kind of value."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Template
from typing import cast

import yaml

from ragtester.records import Fact, ValueKind

_FOLDER = Path(__file__).with_name("phrasings")
_PLURAL_ENDINGS = re.compile(r"(?<![su'i])s$")


@dataclass(frozen=True)
class Phrasebook:
    """Templates of one language; every choice among them is by the seed that the caller gives."""

    language: str
    data: Mapping[str, object]

    def ask(self, style: str, kind: str, rng: random.Random, **values: str) -> str:
        """A question in `style` about a value of `kind`, with `values` filled in."""
        by_kind = cast("Mapping[str, Sequence[str]]", self.data[style])
        return self.fill(rng.choice(list(by_kind.get(kind, by_kind["any"]))), **values)

    def fill(self, template: str, **values: str) -> str:
        """`template` filled in, with a capital at its head."""
        text = " ".join(Template(template).substitute({"now": "", **values}).split())
        return text[:1].upper() + text[1:]

    def abstention(self, reason: str, **values: str) -> str:
        """What a good abstention says where the documents have no answer, for this `reason`."""
        return self.fill(self.mapping("abstain")[reason], **values)

    def mapping(self, key: str) -> Mapping[str, str]:
        """A table of words, such as the comparative for each kind of value."""
        return cast("Mapping[str, str]", self.data.get(key, {}))

    def items(self, key: str) -> Sequence[str]:
        """A list of words or questions."""
        return cast("Sequence[str]", self.data.get(key, ()))

    def rules(self, key: str) -> Sequence[tuple[str, str]]:
        """Pairs of a pattern and what it is turned into."""
        pairs = cast("Sequence[Sequence[str]]", self.data.get(key, ()))
        return [(pair[0], pair[1]) for pair in pairs]

    def frame(self, key: str, rng: random.Random, **values: str) -> str | None:
        """One of the frames under `key` filled in; None where the language has none."""
        choices = self.items(key)
        return self.fill(rng.choice(list(choices)), **values) if choices else None

    def text(self, key: str) -> str:
        """One template; empty where the language has none."""
        return cast("str", self.data.get(key, ""))

    def kind_of(self, fact: Fact) -> str:
        """The kind of question that suits a fact: its value's kind, finer where the label tells more."""
        head = re.split(r"\s(?:of|for|in|per|to|at|on)\s", fact.label.lower())[0].split()
        last = head[-1] if head else ""
        if fact.kind == "list":
            return "list_many" if is_plural(last) else "list_one"
        if fact.kind == "name" and last.rstrip("s") in self.items("persons"):
            return "person"
        if fact.kind == "date" and last in ("date", "day", "deadline", "datum", "fecha"):
            return "date_named"
        return fact.kind


def is_plural(word: str) -> bool:
    """Whether an English noun looks like a plural: `fees`, not `status`, `access` or `basis`."""
    return bool(_PLURAL_ENDINGS.search(word.lower())) and len(word) > 3


def languages() -> tuple[str, ...]:
    """Languages that the built-in writer can ask in."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.yaml")))


def phrasebook(language: str) -> Phrasebook:
    """The phrases of `language`; those of English where it has none."""
    code = language.lower().split("-")[0]
    return _load(code if code in languages() else "en")


@lru_cache(maxsize=16)
def _load(code: str) -> Phrasebook:
    return Phrasebook(code, yaml.safe_load((_FOLDER / f"{code}.yaml").read_text(encoding="utf-8")))


COMPARABLE: frozenset[ValueKind] = frozenset({"number", "money", "percent", "duration"})
"""Kinds of which one value can be more than another."""
