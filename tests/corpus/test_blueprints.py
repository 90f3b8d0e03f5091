"""Blueprints: what ships is complete, what is wrong is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from ragtester.corpus import FACES, blueprint_names, load_blueprint, parse_blueprint, validate_blueprint
from ragtester.errors import InputError, UnknownNameError

KINDS = {"number", "money", "percent", "date", "duration", "name", "place", "code", "choice", "list"}


@pytest.mark.parametrize("name", blueprint_names())
def test_a_shipped_blueprint_has_forty_attributes_of_every_kind_and_five_genres(name: str) -> None:
    blueprint = load_blueprint(name)
    assert len(blueprint.attributes) >= 40
    assert {attribute.kind for attribute in blueprint.attributes.values()} == KINDS
    assert len(blueprint.genres) >= 5
    assert len({genre.face for genre in blueprint.genres}) == len(blueprint.genres)
    assert {genre.face for genre in blueprint.genres} <= FACES.keys()
    assert all(len(set(attribute.say)) >= 3 for attribute in blueprint.attributes.values())


@pytest.mark.parametrize("name", blueprint_names())
def test_every_topic_of_a_shipped_blueprint_can_be_written_about(name: str) -> None:
    blueprint = load_blueprint(name)
    for topic, text in blueprint.topics.items():
        assert len(text.background) >= 4, topic
        assert text.steps, topic
        assert any(attribute.topic == topic for attribute in blueprint.attributes.values()), topic


@pytest.mark.parametrize("name", blueprint_names())
def test_a_phrasing_names_its_subject_once_and_the_question_asks_for_it(name: str) -> None:
    for key, attribute in load_blueprint(name).attributes.items():
        for phrasing in attribute.say:
            assert sum(phrasing.count(slot) for slot in ("{S}", "{O}", "{P}")) == 1, (key, phrasing)
        assert any(slot in attribute.ask for slot in ("{S}", "{O}", "{P}")), key
        assert not any(sign.isdigit() for sign in attribute.label), key


def raw() -> dict[str, object]:
    return {
        "name": "tiny",
        "title": "Tiny",
        "organisations": ["Org"],
        "departments": ["Dep"],
        "entities": [{"kind": "room", "names": ["red room", "blue room"], "article": "the"}],
        "attributes": {
            "area": {
                "label": "floor area", "kind": "number", "unit": "square metres", "range": [10, 60], "topic": "size",
                "entity": "room", "ask": "how large is {O}",
                "say": ["{S} measures {V}", "the floor area of {O} is {V}", "{P} extent comes to {V}"],
            },
            "colour": {
                "label": "colour", "kind": "choice", "options": ["ochre", "teal"], "topic": "size", "entity": "room",
                "ask": "which colour has {O}",
                "say": ["{S} is painted {V}", "the colour of {O} is {V}", "{P} walls are kept in {V}"],
            },
        },
        "topics": {"size": {"headings": ["Size"]}},
        "grammar": {"actors": ["a", "b", "c"], "occasions": ["x", "y", "z"], "purposes": ["p", "q", "r"]},
        "genres": [
            {"name": "note", "face": "handbook", "entity": "room", "titles": ["Note on {S}"],
             "sections": [{"topics": ["size"]}, {"topics": ["size"], "blocks": ["table"]}]}
        ],
    }  # fmt: skip


def broken(change: object) -> str:
    data = raw()
    change(data)  # type: ignore[operator]
    with pytest.raises(InputError) as caught:
        parse_blueprint(yaml.safe_dump(data), file=Path("mine.yaml"))
    message = str(caught.value)
    assert message.startswith("mine.yaml")
    return message


@pytest.mark.parametrize("name", blueprint_names())
def test_every_question_of_a_shipped_blueprint_has_a_second_wording(name: str) -> None:
    blueprint = load_blueprint(name)
    for key, attribute in blueprint.attributes.items():
        assert attribute.rephrased and attribute.rephrased != attribute.ask, key
        assert any(slot in attribute.rephrased for slot in ("{S}", "{O}", "{P}")), key
        kind = blueprint.entity(attribute.entity)
        assert not re.search(
            r"\b(?:does|is|has) \{S\}" if kind.plural else r"\b(?:do|are|have) \{S\}", attribute.rephrased
        ), key
    assert all(kind.reserve or kind.parts for kind in blueprint.entities)
    spanish = blueprint.translations["es"]
    assert all(ask.startswith("¿") and ask.endswith("?") for ask in spanish.asks.values())
    assert all("{S}" in ask for ask in spanish.asks.values())
    asked = {blueprint.attributes[key].entity for key in spanish.asks}
    assert {key for key, attribute in blueprint.attributes.items() if attribute.entity in asked} == set(spanish.asks)
    for kind in (kind for kind in blueprint.entities if kind.kind in asked):
        assert set(kind.names) <= set(spanish.names), kind.kind


def test_a_small_blueprint_is_accepted() -> None:
    assert validate_blueprint(raw()).entity("room").names == ("red room", "blue room")
    with pytest.raises(KeyError):
        validate_blueprint(raw()).entity("hall")


def test_an_unknown_key_is_named_with_the_nearest_one() -> None:
    message = broken(lambda data: data["attributes"]["area"].update(lable="x"))
    assert "attributes.area.lable" in message
    assert "'label'" in message
    assert "'genres'" in broken(lambda data: data.update(genre=[]))


def test_a_missing_key_is_named() -> None:
    assert "attributes.area.ask" in broken(lambda data: data["attributes"]["area"].pop("ask"))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: d["attributes"]["area"].update(say=["{S} is big"] * 3), "exactly once"),
        (lambda d: d["attributes"]["area"].update(say=["it is {V}"] * 3), "names its subject"),
        (lambda d: d["attributes"]["area"].update(say=["{X} is {V}"] * 3), "unknown slot {X}"),
        (lambda d: d["attributes"]["area"].pop("range"), "needs the key 'range'"),
        (lambda d: d["attributes"]["area"].update(range=[5, 5]), "fewer than two values"),
        (lambda d: d["attributes"]["area"].update(kind="duration", unit=None), "needs the key 'unit'"),
        (lambda d: d["attributes"]["colour"].update(options=["teal"]), "no wrong answer"),
        (lambda d: d["attributes"]["colour"].update(kind="list"), "needs more than"),
        (lambda d: d["attributes"]["area"].update(topic="shape"), "not under 'topics'"),
        (lambda d: d["attributes"]["area"].update(entity="hall"), "not listed"),
        (lambda d: d["genres"][0].update(entity="hall"), "not listed"),
        (lambda d: d["genres"][0]["sections"].append({"topics": ["shape"]}), "not under 'topics'"),
        (lambda d: d["topics"]["size"].update(background=["There are 4 rooms."]), "no number"),
        (lambda d: d["entities"][0].update(names=[]), "neither names nor parts"),
    ],
)
def test_what_is_wrong_with_a_blueprint_is_said(change: object, told: str) -> None:
    assert told in broken(change)


def test_several_faults_are_counted() -> None:
    assert "(and 1 more)" in broken(lambda data: (data.pop("title"), data.pop("grammar")))


def test_text_that_is_no_yaml_is_refused_with_its_line() -> None:
    with pytest.raises(InputError, match=r"mine\.yaml:2"):
        parse_blueprint("name: a\n- b: [\n", file=Path("mine.yaml"))
    with pytest.raises(InputError, match="mapping of keys"):
        parse_blueprint("just words")


def test_a_blueprint_is_found_by_name_or_path(tmp_path: Path) -> None:
    file = tmp_path / "tiny.yaml"
    file.write_text(yaml.safe_dump(raw()), encoding="utf-8")
    assert load_blueprint(file).name == "tiny"
    with pytest.raises(UnknownNameError, match="hr-policies"):
        load_blueprint("hr-policy")
    with pytest.raises(InputError, match="no such blueprint file"):
        load_blueprint(tmp_path / "absent.yaml")
    (tmp_path / "binary.yaml").write_bytes(b"\xff\xfe\x00\xd8")
    with pytest.raises(InputError, match="cannot be read"):
        load_blueprint(tmp_path / "binary.yaml")


def test_a_dumped_blueprint_is_read_back_as_it_was() -> None:
    blueprint = load_blueprint("insurance-terms")
    again = parse_blueprint(yaml.safe_dump(blueprint.model_dump(mode="json", exclude_defaults=True)))
    assert again == blueprint
