from __future__ import annotations

from pathlib import Path

import pytest

from ragtester.config import config_schema, load_config, parse_config
from ragtester.errors import ConfigError

GOOD = """
name: hr
models:
  gpt: {openai: {model: some-model, base_url: $OPENAI_BASE_URL}}
corpus: {blueprint: hr-policies}
matrix: {generators: [reader, gpt], embedders: [bm25, {hybrid: minilm}], chunkers: [{recursive: {size: 500, overlap: 50}}]}
"""


def test_a_config_is_read_with_defaults_components_and_variables() -> None:
    loaded = parse_config(GOOD, environment={"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"})
    config = loaded.config
    assert config.models["gpt"]["openai"]["base_url"] == "http://127.0.0.1:1/v1"
    assert [component.label for component in config.matrix.embedders] == ["bm25", "hybrid-minilm"]
    assert config.matrix.chunkers[0].label == "recursive-500-50"
    assert config.suite.negative_share == 0.3
    assert config.thresholds.max_unmeasured == 0.02


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: x\ncorpus: {blueprint: hr-policies}\nmatrix: {generatrs: [reader]}", "did you mean 'generators'?"),
        ("name: x\nmatrix: {generators: [reader]}", "corpus: this key is required"),
        ("name: x\ncorpus: {}\nmatrix: {generators: [reader]}", "name a source of documents"),
        ("name: x\ncorpus: {blueprint: hr}\nmatrix: {generators: [reader], top_k: [zero]}", "line 3: matrix.top_k.0"),
        ("name: x\ncorpus: {blueprint: hr}", "name a system to test"),
        ("name: x\nname: y", "the key 'name' is given twice"),
        ("name: [", "not valid YAML"),
        ("", "empty or not a mapping"),
        ("name: ../x\ncorpus: {blueprint: hr}\nmatrix: {generators: [r]}", "not '../x'"),
        ("name: x\ncorpus: {files: $NOWHERE}\nmatrix: {generators: [r]}", "environment variable NOWHERE is not set"),
        (
            "name: x\ncorpus: {blueprint: hr}\nmatrix: {generators: [r]}\nmodels: {a: {openai: {}, llama_cpp: {}}}",
            "exactly one kind",
        ),
        (
            "name: x\ncorpus: {blueprint: hr}\nmatrix: {generators: [r]}\nsuite: {question_types: [{label: ab, rule: []}]}",
            "did you mean 'rules'?",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place_and_remedy(text: str, expected: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text, environment={})
    assert expected in str(caught.value)


def test_a_missing_file_names_its_near_neighbour(tmp_path: Path) -> None:
    (tmp_path / "demo.yaml").write_text("name: x")
    with pytest.raises(ConfigError, match=r"did you mean demo\.yaml\?"):
        load_config(tmp_path / "demos.yaml")


def test_relative_paths_start_from_the_folder_of_the_config(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("name: x\ncorpus: {blueprint: hr}\nmatrix: {generators: [reader]}")
    assert load_config(file).path("docs/a.pdf") == tmp_path / "docs" / "a.pdf"


def test_every_key_of_the_schema_has_a_description() -> None:
    schema = config_schema()
    undocumented = [
        f"{name}.{key}"
        for name, section in [("RunConfig", schema), *schema["$defs"].items()]
        for key, field in section.get("properties", {}).items()
        if "description" not in field and "$ref" not in field and name != "Component"
    ]
    assert undocumented == []


@pytest.mark.parametrize(
    ("metamorphic", "operators"), [("{operators: [SeN, ON, CN]}", ["SeN", "ON", "CN"]), ("{operators: ON}", ["ON"])]
)
def test_the_operator_on_is_a_word_and_no_boolean(metamorphic: str, operators: list[str]) -> None:
    text = f"name: x\ncorpus: {{blueprint: hr}}\nmatrix: {{generators: [reader]}}\nmetamorphic: {metamorphic}"
    found = parse_config(text, environment={}).config.metamorphic
    assert found is not None
    assert found.operators == operators


def test_parameters_of_on_and_the_language_no_keep_their_names() -> None:
    text = """
name: x
corpus: {blueprint: hr, settings: {revisions: off}}
matrix: {generators: [reader], citations: yes}
suite: {language: no}
metamorphic: {parameters: {ON: {rate: 0.02}}}
"""
    config = parse_config(text, environment={}).config
    assert config.suite.language == "no"
    assert config.metamorphic is not None
    assert config.metamorphic.parameters == {"ON": {"rate": 0.02}}
    assert (config.corpus.settings.revisions, config.matrix.citations) == (False, True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name: x\n? [a, b]\n: 1\n", "line 2, column 3: not valid YAML: a list or mapping stands where a key"),
        ("name: x\nmatrix:\n  ? {a: b}\n  : 1\n", "line 3, column 5: not valid YAML: a list or mapping stands"),
        ("&a [*a]", "line 1, column 1: not valid YAML: an alias stands for something that it is a part of"),
    ],
)
def test_keys_that_are_no_names_and_lists_in_themselves_are_refused(text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        parse_config(text, environment={})


def test_aliases_that_unfold_to_millions_of_values_are_refused_at_once() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{name}: &{name} [{', '.join(['*' + before] * 9)}]"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    with pytest.raises(ConfigError, match="aliases stand for more than 1,000,000 values"):
        parse_config("\n".join(lines), environment={})


def test_files_that_are_not_text_and_folders_are_refused_with_the_remedy(tmp_path: Path) -> None:
    odd = tmp_path / "odd.yaml"
    odd.write_bytes(b"name: x\n# \xe9\xff\n")
    with pytest.raises(ConfigError, match="byte 10 is not UTF-8; save the file as UTF-8"):
        load_config(odd)
    with pytest.raises(ConfigError, match="is a folder; name the YAML file in it"):
        load_config(tmp_path)
