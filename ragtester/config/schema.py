"""The JSON schema of a configuration, for editors and for people."""

from __future__ import annotations

from typing import Any

from ragtester.config.sections import RunConfig


def config_schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) that a configuration file follows."""
    schema = RunConfig.model_json_schema(mode="validation")
    return schema | {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "ragtester configuration"}
