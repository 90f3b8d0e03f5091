"""What is seen at once is what the general validator says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from ragtester.structured.plain import plainly_valid

SCHEMAS = (
    {"type": "string", "minLength": 2, "maxLength": 4},
    {"type": "string", "enum": ["yes", "no"]},
    {"type": "integer", "minimum": 1, "maximum": 5},
    {"type": "number"},
    {"type": "boolean"},
    {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 2},
    {"type": "object"},
    {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "string", "maxLength": 2}},
        "required": ["a"],
        "additionalProperties": False,
    },
    {"type": "object", "properties": {"a": {"type": "integer", "maximum": 3}}, "required": ["b"]},
    {"type": ["string", "null"]},
    {"type": "integer", "multipleOf": 2},
    {"type": "object", "additionalProperties": {"type": "integer"}},
)
LEAVES = (
    st.none() | st.booleans() | st.integers(-1, 6) | st.floats(allow_nan=False) | st.sampled_from(("yes", "no", "b"))
)
DATA = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("a", "b", "c")), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=400, deadline=None)
@given(data=DATA, schema=st.sampled_from(SCHEMAS))
def test_it_never_passes_what_the_validator_refuses(data: object, schema: dict[str, object]) -> None:
    if plainly_valid(data, schema):  # type: ignore[arg-type]
        assert Draft202012Validator(schema).is_valid(data)


@pytest.mark.parametrize(
    ("data", "schema"),
    [
        ("abc", SCHEMAS[0]),
        ("yes", SCHEMAS[1]),
        (5, SCHEMAS[2]),
        ([1, 2], SCHEMAS[5]),
        ({"a": 1, "b": "xy"}, SCHEMAS[7]),
        ({"a": 3, "b": None, "c": []}, SCHEMAS[8]),
    ],
)
def test_the_usual_replies_are_seen_at_once(data: object, schema: dict[str, object]) -> None:
    assert plainly_valid(data, schema)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("data", "schema"), [("a", SCHEMAS[9]), (4, SCHEMAS[10]), ({"a": 1}, SCHEMAS[11]), (True, SCHEMAS[2])]
)
def test_where_it_cannot_tell_it_says_no(data: object, schema: dict[str, object]) -> None:
    assert not plainly_valid(data, schema)  # type: ignore[arg-type]
