from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ragtester.config import parse_config
from ragtester.config.beside import import_beside
from ragtester.config.wording import shortened
from ragtester.errors import ConfigError

BASE = "corpus: {blueprint: hr-policies}\nmatrix: {generators: [reader]}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: x\nsuite: {tests: many}", "suite.tests: must be a whole number, not 'many'"),
        ("name: x\nsuite: {tests: 0}", "suite.tests: must be at least 1, not 0"),
        ("name: x\nsuite: {negative_share: 1.7}", "suite.negative_share: must be at most 1, not 1.7"),
        ('name: x\nthresholds: {pass_rate: "80%"}', "thresholds.pass_rate: must be a number, such as 0.8, not '80%'"),
        ("name: x\nsuite: {examples: 3}", "suite.examples: must be a list, such as [a, b], not 3"),
        ("name: -x", "must begin with a letter or digit"),
        (f"name: {'a' * 500}", "... (502 characters)"),
    ],
)
def test_a_wrong_value_is_told_in_a_reader_s_words(text: str, expected: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(f"{text}\n{BASE}", environment={})
    assert expected in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_name_may_be_in_any_script() -> None:
    assert parse_config(f"name: Größe-评测.1\n{BASE}", environment={}).config.name == "Größe-评测.1"


def test_a_long_value_is_cut_and_its_length_told() -> None:
    assert shortened("short") == "'short'"
    assert shortened("a" * 1000).endswith("... (1,002 characters)")


def test_a_module_beside_the_configuration_is_found_and_a_broken_one_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "beside_this_test.py").write_text("answer = 42\n")
    (tmp_path / "broken_beside_this_test.py").write_text("def (:\n")
    assert import_beside("beside_this_test", tmp_path, place="models.s").answer == 42
    for name in ("broken_beside_this_test", "absent_beside_this_test"):
        with pytest.raises(ConfigError, match=f"models.s: the module {name} cannot be imported"):
            import_beside(name, tmp_path, place="models.s")
