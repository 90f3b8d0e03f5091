from __future__ import annotations

from pathlib import Path

import pytest

from ragtester.errors import ConfigError
from ragtester.hallucination import load_topics


def test_the_shipped_rules_know_the_papers_topics() -> None:
    topics = load_topics()
    assert {"pregnancy", "refugee-rights", "labour-eligibility"} == {rule.name for rule in topics.rules}
    assert all(rule.tau == 0.3 for rule in topics.rules)
    assert [rule.name for rule in topics.of_text("A pregnant refugee has the right to work.")] == [
        "pregnancy",
        "refugee-rights",
        "labour-eligibility",
    ]
    assert topics.of_text("The canteen opens at noon.") == ()


def test_terms_match_whole_words_in_any_case(tmp_path: Path) -> None:
    file = tmp_path / "topics.yaml"
    file.write_text("topics:\n  - {name: t, terms: [art*, 'work permit'], action: block, tau: 0.2}\n", encoding="utf-8")
    topics = load_topics(file)
    assert topics.of_text("ARTISTS")
    assert topics.of_text("a Work  Permit")
    assert not topics.of_text("cart; work permits")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("topics: [{name: t, terms: []}]", "terms"),
        ("topics: [{name: t, terms: [a], action: shout}]", "action"),
        ("topics: [{name: t, terms: [a], tau: 2}]", "tau"),
        ("topcs: []", "topcs"),
        ("a: [", "not a YAML file"),
    ],
)
def test_a_wrong_file_names_the_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "topics.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        load_topics(file)


def test_a_missing_file_is_told_and_an_empty_one_has_no_rules(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no topic file"):
        load_topics(tmp_path / "absent.yaml")
    empty = tmp_path / "empty.yaml"
    empty.write_text("", encoding="utf-8")
    assert load_topics(empty).rules == ()
