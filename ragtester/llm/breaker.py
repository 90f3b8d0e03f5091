"""Not asking an endpoint again and again that cannot answer: no key, no such model, no server."""

from __future__ import annotations

import time
from collections.abc import Callable

from ragtester.errors import EndpointError, EndpointProblem

_PATIENCE: dict[EndpointProblem, int] = {"authentication": 3, "not_found": 3, "connection": 40}
_REST = 5.0


class Breaker:
    """Fails calls at once after a run of equal failures without a success; lets one through every few seconds.

    Three refusals of the key or of the model are believed; a connection gets forty tries, since a server may be
    starting. What is not in that list (429, 500, timeouts) is left to the window and the retries.

    Args:
        clock: seconds, monotonic.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: EndpointError | None = None
        self._run = 0
        self._probe_at = 0.0

    def check(self) -> None:
        """Raises the failure of the calls before, while the endpoint is resting.

        Raises:
            EndpointError: the endpoint's last failure, not sent again.
        """
        if self._last is None or self._run < _PATIENCE.get(self._last.problem, self._run + 1):
            return
        now = self._clock()
        if now >= self._probe_at:
            self._probe_at = now + _REST
            return
        raise EndpointError(str(self._last), problem=self._last.problem, retryable=False)

    def failed(self, error: EndpointError) -> None:
        """Counts a failure."""
        same = self._last is not None and self._last.problem == error.problem
        self._run = self._run + 1 if same else 1
        self._last = error
        if self._run == _PATIENCE.get(error.problem):
            self._probe_at = self._clock() + _REST

    def succeeded(self) -> None:
        """Forgets the failures."""
        self._run = 0
        self._last = None
