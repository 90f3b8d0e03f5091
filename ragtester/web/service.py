"""What every request shares."""

from __future__ import annotations

import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from ragtester.store import Browse, Jobs, Labels, Schedules, Store, Tokens
from ragtester.web.kept import Kept
from ragtester.web.projects import Projects
from ragtester.web.settings import ServiceFile, Settings


@dataclass(kw_only=True)
class Service:
    """The store and everything that is read and written through it."""

    settings: Settings
    store: Store
    operator: ServiceFile = field(default_factory=ServiceFile)
    key: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    """Signs sessions and forms of this process."""
    stopping: threading.Event = field(default_factory=threading.Event)
    began: float = field(default_factory=time.time)
    requests: dict[tuple[str, int], int] = field(default_factory=dict)
    """Requests by method and status, for the metrics."""

    def __post_init__(self) -> None:
        self.projects = Projects(self.settings.configs)
        self.pages = Kept()
        self.browse = Browse(self.store)
        self.jobs = Jobs(self.store)
        self.labels = Labels(self.store)
        self.tokens = Tokens(self.store)
        self.schedules = Schedules(self.store)


async def service_of(request: Request) -> Service:
    """The service that a request came to."""
    service: Service = request.app.state.service
    return service


Shared = Annotated[Service, Depends(service_of)]
"""For the arguments of a route."""
