"""Replies that are data: JSON found in a text, checked against its schema, repaired once."""

from ragtester.structured.asking import ask_json, parse_reply
from ragtester.structured.examples import example_of
from ragtester.structured.finding import find_json
from ragtester.structured.schema import schema_problem, unbounded_strings

__all__ = ["ask_json", "example_of", "find_json", "parse_reply", "schema_problem", "unbounded_strings"]
