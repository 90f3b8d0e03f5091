from __future__ import annotations

import re
from typing import get_args

import pytest
from reading import ROOT

import ragtester.records as records
from ragtester import protocols
from ragtester.config import TargetConfig
from ragtester.corpus import load_blueprint
from ragtester.errors import UnmeasuredReason
from ragtester.metamorphic import OPERATORS
from ragtester.records.suite import NEGATIVE_TYPES, POSITIVE_TYPES, Difficulty, Wording
from ragtester.records.verdicts import DIMENSIONS, STAGES, FailureKind, Status

TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
WORDS = {
    "blueprints": tuple(sorted(file.stem for file in (ROOT / "ragtester" / "corpus" / "blueprints").glob("*.yaml"))),
    "types of tests": (*POSITIVE_TYPES, *NEGATIVE_TYPES),
    "difficulties": get_args(Difficulty),
    "wordings": get_args(Wording),
    "statuses": get_args(Status),
    "dimensions": DIMENSIONS,
    "stages": STAGES,
    "failures": get_args(FailureKind),
    "reasons": get_args(UnmeasuredReason),
    "operators": tuple(OPERATORS),
    "targets": tuple(set(TargetConfig.model_fields) - {"name"}),
}


@pytest.mark.parametrize("kind", list(WORDS))
def test_the_glossary_names_all_that_the_code_has(kind: str) -> None:
    missing = [word for word in WORDS[kind] if f"`{word}`" not in TEXT]
    assert not missing, f"the glossary lacks these {kind}: {missing}"


def test_every_class_that_the_glossary_names_exists() -> None:
    from ragtester.store import Store

    known = {*vars(records), *vars(protocols), Store.__name__}
    named = set(re.findall(r"\(`([A-Za-z_]+)`\)", TEXT))
    assert len(named) > 10
    assert named <= known


def test_the_blueprints_that_it_names_can_be_loaded() -> None:
    for name in WORDS["blueprints"]:
        assert load_blueprint(name).name == name


def test_terms_stand_in_the_order_of_the_alphabet() -> None:
    for section in TEXT.split("\n## ")[1:]:
        terms = [term.lower() for term in re.findall(r"^\*\*([^*]+)\*\*", section, re.MULTILINE)]
        assert terms == sorted(terms)
