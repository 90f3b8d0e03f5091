"""YAML from strangers: plain data only, and nothing that unfolds without end, wherever it is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from ragtester.config.guarded import load_yaml
from ragtester.corpus import load_blueprint
from ragtester.documents import load_document
from ragtester.errors import RagtesterError
from ragtester.hallucination.topics import load_topics
from ragtester.retrieval import read_capture, read_contract
from ragtester.retrieval.lifecycle import read_scenarios
from ragtester.suite import import_suite
from ragtester.web.settings import Settings

BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]\n" for level in range(1, 10)
)


def test_plain_data_is_read():
    assert load_yaml("a: [1, two, {b: 3.5}]\nc: &x {d: true}\ne: *x") == {
        "a": [1, "two", {"b": 3.5}],
        "c": {"d": True},
        "e": {"d": True},
    }
    assert load_yaml("") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "aliases stand for more than 1,000,000 values"),
        ("a: &a [1, *a]", "a part of"),
        ("&a {b: {c: *a}}", "a part of"),
        ("[" * 100_000, "nesting depth|nested too deeply"),
        ("[" * 990 + "]" * 990, "nested too deeply"),
        ("day: 2026-02-31", "cannot be read"),
        ("a: !!python/object/apply:os.system [ls]", "could not determine a constructor"),
        ("a: [1", "expected"),
    ],
    ids=["bomb", "cycle", "cycle of mappings", "open brackets", "deep", "no such day", "an object", "broken"],
)
def test_what_is_not_plain_data_is_one_kind_of_error(text: str, message: str):
    with pytest.raises(yaml.YAMLError, match=message):
        load_yaml(text)


READERS: dict[str, Callable[[Path], object]] = {
    "blueprint": load_blueprint,
    "topics": load_topics,
    "promptfoo": lambda file: import_suite(file, "promptfoo"),
    "contract": read_contract,
    "capture": read_capture,
    "scenarios": read_scenarios,
}


@pytest.mark.timeout(20)
@pytest.mark.parametrize("name", READERS)
def test_no_reader_unfolds_aliases_without_end(name: str, tmp_path: Path):
    file = tmp_path / "given.yaml"
    file.write_text(BOMB, encoding="utf-8")
    with pytest.raises(RagtesterError):
        READERS[name](file)


@pytest.mark.timeout(20)
def test_a_front_matter_that_unfolds_without_end_is_text_like_any_other(tmp_path: Path):
    file = tmp_path / "given.md"
    file.write_text(f"---\n{BOMB}title: *a9\n---\nThe body.\n", encoding="utf-8")
    assert "The body." in load_document(file).text


@pytest.mark.timeout(20)
def test_the_operators_file_of_the_service_is_guarded_too(tmp_path: Path):
    (tmp_path / "service.yaml").write_text(BOMB, encoding="utf-8")
    with pytest.raises(RagtesterError):
        Settings(database="sqlite://", configs=tmp_path, output=tmp_path).service_file()
