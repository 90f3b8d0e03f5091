from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import yaml
from reading import PAGES, Block, blocks

from ragtester.config import RunConfig, parse_config
from ragtester.config.load import yaml_data
from ragtester.errors import ConfigError
from ragtester.runner import check


def is_configuration(block: Block) -> bool:
    """Whether the block is a configuration or a part of one; other kinds of files share no key with it, or say so."""
    try:
        data = yaml.safe_load(block.text)
    except yaml.YAMLError:
        return False
    return block.mark != "another kind of file" and bool(set(data) & set(RunConfig.model_fields))


ALL = [block for page in PAGES for block in blocks(page, "yaml")]
BLOCKS = [block for block in ALL if is_configuration(block)]
BASE: dict[str, Any] = {
    "name": "example",
    "corpus": {"blueprint": "hr-policies"},
    "matrix": {"generators": ["reader"]},
}
"""What a fragment is merged into."""


class AnyVariable(Mapping[str, str]):
    """An environment in which every variable is set."""

    def __getitem__(self, name: str) -> str:
        return "value"

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def whole(block: Block) -> dict[str, Any]:
    """The block as a whole configuration."""
    given = yaml_data(block.text)
    assert isinstance(given, dict)
    merged = BASE | given
    for section in ("corpus", "matrix"):
        if isinstance(given.get(section), dict):
            merged[section] = BASE[section] | given[section]
    return merged


@pytest.mark.parametrize("block", ALL, ids=lambda block: block.place)
def test_every_example_is_yaml(block: Block) -> None:
    try:
        yaml.safe_load(block.text)
    except yaml.YAMLError as error:
        pytest.fail(f"{block.place}: {error}")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.place)
def test_a_configuration_on_a_page_is_valid(block: Block) -> None:
    try:
        parse_config(yaml.safe_dump(whole(block)), environment=AnyVariable())
    except ConfigError as error:
        pytest.fail(f"{block.place}: {error}")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.place)
def test_every_name_in_it_exists(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files, programs and weights of the reader's own are left out; every other name is looked up as `validate` does."""
    monkeypatch.setenv("OPENAI_API_KEY", "value")
    given = whole(block)
    given["corpus"].pop("files", None)
    given.setdefault("suite", {}).pop("file", None)
    given.pop("prompts", None)
    given.pop("targets", None)
    given.get("judge", {}).pop("calibration", None)
    own = [name for name, entry in given.get("models", {}).items() if "models/" in str(entry)]
    for name in own:
        given["models"][name] = (
            {"scripted": {"rules": [{"reply": "yes"}]}} if "llama_cpp" in given["models"][name] else {"hashing": {}}
        )
    try:
        check(parse_config(yaml.safe_dump(given), environment=AnyVariable()))
    except ConfigError as error:
        pytest.fail(f"{block.place}: {error}")


def test_there_are_configurations_to_check() -> None:
    assert len(BLOCKS) > 15


def test_a_misspelt_key_in_a_fragment_would_be_found() -> None:
    block = Block(PAGES[0], 1, "yaml", "suite: {tests_per_dokument: 3}\n", "")
    with pytest.raises(ConfigError, match="tests_per_document"):
        parse_config(yaml.safe_dump(whole(block)))
