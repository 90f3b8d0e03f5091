"""Where an endpoint is and which key it takes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ragtester.errors import ConfigError

OPENAI_URL = "https://api.openai.com/v1"
_NO_KEY = "no-key"
_OFFICIAL = "api.openai.com"


@dataclass(frozen=True, slots=True)
class Address:
    """A base URL and its key; the key is never printed."""

    url: str
    key: str = field(repr=False)
    key_name: str
    """The environment variable that the key comes from, for messages."""

    @property
    def official(self) -> bool:
        """Whether it is OpenAI's own service."""
        return urlsplit(self.url).hostname == _OFFICIAL


def resolve_address(
    base_url: str | None, key_env: str | None, *, place: str, environment: Mapping[str, str] | None = None
) -> Address:
    """The address that a configuration means.

    Without a `base_url` it is `$OPENAI_BASE_URL`, and without that OpenAI's own. Without a `key_env` the key is
    `$OPENAI_API_KEY`; an endpoint other than OpenAI's may do without one.

    Raises:
        ConfigError: the URL is none, or a key is needed and its variable is not set.
    """
    variables = os.environ if environment is None else environment
    url = (base_url or variables.get("OPENAI_BASE_URL") or OPENAI_URL).rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError(
            f"base_url {url!r} is not an address; write it like http://127.0.0.1:8000/v1 (or set OPENAI_BASE_URL)",
            place=place,
        )
    name = key_env or "OPENAI_API_KEY"
    key = variables.get(name, "").strip()
    if not key and (key_env or parts.hostname == _OFFICIAL):
        raise ConfigError(
            f"the environment variable {name} is not set, and {url} needs a key; "
            f"set it, put it into a file for --env-file, or name another variable with api_key_env",
            place=place,
        )
    return Address(url=url, key=key or _NO_KEY, key_name=name)
