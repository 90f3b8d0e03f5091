"""What the operator decides: address, database, folders, and where messages may go."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import yaml
from pydantic import Field, ValidationError, field_validator

from ragtester.config.guarded import load_yaml
from ragtester.errors import ConfigError
from ragtester.records import Record

SERVICE_FILE = "service.yaml"
"""In the folder of configurations; it is not a project."""


class Webhook(Record):
    """One place that messages may be sent to."""

    url: str
    secret: str = ""
    """Signs the body: HMAC-SHA256 in the header X-Ragtester-Signature."""
    format: Literal["slack", "json"] = "slack"

    @field_validator("url")
    @classmethod
    def _is_web(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("a webhook's url begins with http:// or https:// and names a host")
        return value


class ServiceFile(Record):
    """The operator's file `service.yaml`."""

    public_url: str = ""
    """Where people reach the service; used in links of messages."""
    hosts: tuple[str, ...] = ()
    """Host names that requests may name, beside the address that it listens at."""
    webhooks: dict[str, Webhook] = Field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How the service runs."""

    database: str
    configs: Path
    """Folder of the operator's configurations, one project each."""
    output: Path
    """Folder that runs write to."""
    host: str = "127.0.0.1"
    port: int = 8321
    workers: int = 1
    """Processes that run projects."""
    require_token: bool = False
    """Also on this machine's own address."""

    @property
    def local(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def guarded(self) -> bool:
        """Whether a token is needed."""
        return self.require_token or not self.local

    def service_file(self) -> ServiceFile:
        """The operator's file; empty where there is none.

        Raises:
            ConfigError: it cannot be used.
        """
        file = self.configs / SERVICE_FILE
        try:
            data = load_yaml(file.read_text(encoding="utf-8")) or {}
            return ServiceFile.model_validate(data)
        except FileNotFoundError:
            return ServiceFile()
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise ConfigError(f"cannot be read: {type(error).__name__}", file=file) from error
        except ValidationError as error:
            first = error.errors(include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            raise ConfigError(f"{first['msg']}; keys are public_url, hosts, webhooks", place=place, file=file) from None
