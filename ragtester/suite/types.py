"""Question types are data: the shipped file, and what a configuration adds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

import yaml

from ragtester.errors import UnknownNameError
from ragtester.records import NEGATIVE_TYPES
from ragtester.suite.options import QuestionType

_FILE = Path(__file__).with_name("question_types.yaml")


@lru_cache(maxsize=1)
def shipped_types() -> tuple[QuestionType, ...]:
    """The types that come with the package, in their order."""
    return tuple(QuestionType.model_validate(item) for item in yaml.safe_load(_FILE.read_text(encoding="utf-8")))


def question_types(asked: Literal["all"] | Sequence[str | QuestionType]) -> tuple[QuestionType, ...]:
    """The types that `asked` names; a type given in full is added, or replaces the shipped one.

    Raises:
        UnknownNameError: a label that no type has.
    """
    shipped = {item.label: item for item in shipped_types()}
    if asked == "all":
        return tuple(shipped.values())
    chosen: dict[str, QuestionType] = {}
    for item in asked:
        if isinstance(item, QuestionType):
            chosen[item.label] = item
        elif item in ("all", "shipped"):
            chosen.update({label: kind for label, kind in shipped.items() if label not in chosen})
        elif item in shipped:
            chosen[item] = shipped[item]
        else:
            raise UnknownNameError("question type", str(item), shipped, remedy="or give label, description and rules")
    return tuple(chosen.values())


def negative_types(asked: Sequence[str]) -> tuple[str, ...]:
    """The kinds of negative tests that `asked` names, in the shipped order.

    Raises:
        UnknownNameError: there is no such kind.
    """
    for name in asked:
        if name not in NEGATIVE_TYPES:
            raise UnknownNameError("negative type", name, NEGATIVE_TYPES)
    return tuple(name for name in NEGATIVE_TYPES if name in asked)


@lru_cache(maxsize=1)
def shipped_negatives() -> tuple[QuestionType, ...]:
    """The kinds of negative tests, described for an author."""
    text = _FILE.with_name("negative_types.yaml").read_text(encoding="utf-8")
    return tuple(QuestionType.model_validate(item) for item in yaml.safe_load(text))
