"""Does it find what it should? On public sets where they are at hand, and on cases of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragtester.hallucination import ground

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def rows(name: str, step: int) -> list[dict[str, str]]:
    file = DATA / name
    if not file.is_file():
        pytest.skip(f"{name} is not at hand")
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()][::step]


def test_pairs_that_differ_by_one_word_are_told_apart() -> None:
    right: dict[str, list[bool]] = {"contradiction": [], "entailment": []}
    for row in rows("breaking_nli/sample.jsonl", 4):
        if row["gold_label"] in right:
            flagged = ground(row["sentence2"], [row["sentence1"]]).flagged
            right[row["gold_label"]].append(flagged == (row["gold_label"] == "contradiction"))
    assert sum(sum(ok) / len(ok) for ok in right.values()) / 2 >= 0.88


def test_an_edit_of_the_evidence_turns_the_verdict() -> None:
    right = [
        ground(row["claim"], [row["evidence_sentence"]]).flagged == (row["label"] == "REFUTES")
        for row in rows("fever_symmetric/fever_symmetric.half.jsonl", 1)
    ]
    assert sum(right) / len(right) >= 0.75


POLICY = (
    "# Travel policy\n\nThis policy applies to all permanent employees of Larkfield Instruments. Employees book rail tickets "
    "in second class through the Rovia portal. A hotel night may cost 140 euros at most. Receipts are handed in within 21 "
    "days. Ines Haldane approves every trip outside Europe. Company cars are not available to interns.\n\n"
    "| grade | daily allowance | lounge |\n|---|---|---|\n| junior | 32 euros | no |\n| senior | 45 euros | yes |\n"
)


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("Rail tickets are booked in second class through the Rovia portal.", False),
        ("Rail tickets are booked in first class through the Rovia portal.", True),
        ("A hotel night may cost at most 140 euros.", False),
        ("A hotel night may cost at most 180 euros.", True),
        ("Receipts must be handed in within three weeks.", False),
        ("Receipts must be handed in within five weeks.", True),
        ("Trips outside Europe are approved by Ines Haldane.", False),
        ("Trips outside Europe are approved by Marco Bell.", True),
        ("Company cars are available to interns.", True),
        ("Company cars are not available to interns.", False),
        ("The senior daily allowance is 45 euros.", False),
        ("The senior daily allowance is 55 euros.", True),
        ("Employees receive a free umbrella on rainy days.", True),
    ],
)
def test_a_policy_bears_out_what_it_says_and_nothing_else(answer: str, wrong: bool) -> None:
    assert ground(answer, [POLICY]).flagged is wrong
