"""When a failed call is sent again: bounded tries, jitter, and a budget that no outage can turn into a storm."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ragtester.errors import EndpointError, MeasurementError, ReplyError

_LONGEST_WAIT = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """How a failed call is tried again."""

    tries: int = 4
    """Sendings of one request, the first included."""
    limited_tries: int = 12
    """Sendings of a request that is answered 429: waiting for a place costs the endpoint little."""
    empty_tries: int = 2
    """Sendings of a request whose reply is empty."""
    base: float = 0.5
    """Seconds of the first wait at most; doubled with every try."""
    longest: float = 20.0
    """Seconds of any wait at most, unless the endpoint asks for more."""
    share: float = 0.25
    """Retries per success, in the long run."""
    reserve: int = 64
    """Retries before there was any success."""

    def wait(self, error: MeasurementError, attempt: int, draw: random.Random) -> float | None:
        """Seconds before the next try, or None where there is none.

        Full jitter: a wait is drawn between 0 and the doubled base (Brooker 2015, "Exponential backoff and jitter").
        What the endpoint asks for is kept to and drawn upwards from; more than a minute is not waited for.

        Args:
            error: how the last try failed.
            attempt: tries so far, from 1.
            draw: where jitter comes from.
        """
        if isinstance(error, ReplyError):
            return 0.0 if error.problem == "empty" and attempt < min(self.tries, self.empty_tries) else None
        tries = max(self.tries, self.limited_tries) if error.reason == "rate_limited" and self.tries > 1 else self.tries
        if not error.retryable or attempt >= tries:
            return None
        wait = draw.uniform(0, min(self.longest, self.base * 2 ** (attempt - 1)))
        asked = error.retry_after if isinstance(error, EndpointError) else None
        if asked is None:
            return wait
        return None if asked > _LONGEST_WAIT else asked + wait / 2


class RetryBudget:
    """Retries that may still be sent: a reserve, and a share of the successes (as gRPC's retry throttling).

    Args:
        policy: the share and the reserve.
    """

    def __init__(self, policy: RetryPolicy) -> None:
        self._share = policy.share
        self._most = float(policy.reserve)
        self._left = float(policy.reserve)

    def succeeded(self) -> None:
        """Earns a share of a retry."""
        self._left = min(self._most, self._left + self._share)

    def spend(self) -> bool:
        """Whether one more retry may be sent; if so, it is counted."""
        if self._left < 1:
            return False
        self._left -= 1
        return True
