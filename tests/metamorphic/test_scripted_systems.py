"""The matrix of scripted systems: each is caught by the operators that should catch it, and by no other."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from ragtester.metamorphic import violation_table
from ragtester.records import RelationOutcome
from tests.metamorphic import scripted

EVERY = {
    ("SeN", "pre"), ("SeN", "post"), ("DN", "pre"), ("DN", "post"), ("ISN", "pre"), ("ISN", "post"), ("CN", "pre"),
    ("CN", "post"), ("SuN", "pre"), ("SuN", "post"), ("ON", "pre"), ("ON", "post"), ("CM", "pre"), ("CSp", "pre"),
    ("CSp", "post"), ("CSh", "pre"), ("CSh", "post"), ("EM", "pre"), ("TK", "pre"),
}  # fmt: skip
CONFLICT = {("CN", "pre"), ("CN", "post")}

CAUGHT_BY = {
    "perfect": set(),
    "ignores_context": CONFLICT,
    "always_abstains": EVERY - CONFLICT,
    "trusts_last_passage": {("TK", "pre"), ("CSp", "post")},
    "breaks_on_typos": {("ON", "pre"), ("ON", "post")},
}
ALSO_RIGHT = {
    # one passage never shows a conflict between two, and a passage that lost its evidence calls for abstaining
    "trusts_last_passage": {("CN", "pre")},
    "ignores_context": {("CSh", "post")},
}


@pytest.mark.parametrize("system", CAUGHT_BY)
def test_a_scripted_system_is_caught_by_the_operators_that_should_and_no_others(
    system: str, campaigns: Callable[[str], list[RelationOutcome]]
) -> None:
    caught_rightly(system, campaigns(system))


@pytest.mark.slow
@pytest.mark.parametrize("system", CAUGHT_BY)
@pytest.mark.parametrize(("domain", "seed"), [("town", 101), ("town", 2024), ("harbour", 7), ("harbour", 55)])
def test_the_matrix_holds_with_other_seeds_and_in_another_domain(
    system: str, domain: str, seed: int, elsewhere: Callable[[str, str, int], list[RelationOutcome]]
) -> None:
    caught_rightly(system, elsewhere(system, domain, seed))


def caught_rightly(system: str, outcomes: list[RelationOutcome]) -> None:
    rates = {(row.operator, row.scope): row.rate.value or 0.0 for row in violation_table(outcomes)}
    assert set(rates) == EVERY
    missed = {arm: rates[arm] for arm in CAUGHT_BY[system] if rates[arm] < 0.2}
    assert not missed, f"{system} slips through"
    free = EVERY - CAUGHT_BY[system] - ALSO_RIGHT.get(system, set())
    wrongly = {arm: rates[arm] for arm in free if rates[arm] > (0.0 if system == "perfect" else 0.05)}
    assert not wrongly, f"{system} is accused by operators that should let it pass"


@pytest.mark.parametrize("system", CAUGHT_BY)
def test_the_oracle_agrees_with_the_ledger_on_scripted_systems(
    system: str, campaigns: Callable[[str], list[RelationOutcome]]
) -> None:
    measured = [o for o in campaigns(system) if o.truth and o.outcome in ("held", "violated")]
    wrong = [(o.mutant, o.outcome, o.truth, o.rationale) for o in measured if o.outcome != o.truth]
    assert len(measured) >= 200
    assert len(wrong) <= 0.02 * len(measured), wrong[:5]


def test_the_scripted_systems_share_no_code_with_what_they_check() -> None:
    tree = ast.parse(Path(scripted.__file__).read_text(encoding="utf-8"))
    taken = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    taken += [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    assert {name for name in taken if name.split(".")[0] in ("ragtester", "tests")} == {"ragtester.records"}


def test_a_system_that_abstains_is_caught_by_every_preserving_mutant(
    campaigns: Callable[[str], list[RelationOutcome]],
) -> None:
    outcomes = campaigns("always_abstains")
    assert all(o.outcome == ("violated" if o.relation == "preserving" else "held") for o in outcomes)
