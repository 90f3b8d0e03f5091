"""What a stand-in endpoint does wrong, how often, and to which requests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias, get_args

Fault: TypeAlias = Literal[
    "rate_limited",
    "server_error",
    "drop",
    "hang",
    "html",
    "bad_json",
    "no_choices",
    "empty",
    "refusal",
    "filtered",
    "truncated",
    "broken_reply",
]
"""429 with Retry-After; 500; a connection closed without an answer; no answer ever; a web page with status 200; a body
that is cut off; JSON without choices; an empty reply; a refusal by the API; a reply stopped by its filter; a reply cut
by the token limit; a reply that is no valid JSON where JSON was asked for."""

FAULTS: tuple[Fault, ...] = get_args(Fault)

Rule: TypeAlias = Callable[[Mapping[str, object], int], Fault | None]
"""From a request's body and the number of the try (from 1) to a fault, or None for a proper answer."""


class Faults:
    """Chooses faults by rate, the same ones in every run, in whatever order requests arrive.

    Args:
        rates: share of the requests by fault, each 0 to 1, their sum at most 1.
        seed: another seed, other requests.
        only_tries: faults happen up to this try of an equal request; None for every try.

    Raises:
        ValueError: an unknown fault, or rates that are no shares.
    """

    def __init__(self, rates: Mapping[str, float], *, seed: int = 0, only_tries: int | None = None) -> None:
        unknown = sorted(set(rates) - set(FAULTS))
        if unknown:
            raise ValueError(f"unknown fault {unknown[0]!r}; choices: {', '.join(FAULTS)}")
        if any(rate < 0 for rate in rates.values()) or sum(rates.values()) > 1 + 1e-9:
            raise ValueError(f"the rates must be shares whose sum is at most 1, not {dict(rates)}")
        self._rates = {fault: rates[fault] for fault in FAULTS if rates.get(fault)}
        self._seed = seed
        self._only_tries = only_tries

    def __call__(self, body: Mapping[str, object], attempt: int, *, key: str = "") -> Fault | None:
        """The fault for the `attempt`-th request with this key."""
        if not self._rates or (self._only_tries is not None and attempt > self._only_tries):
            return None
        digest = hashlib.blake2b(f"{self._seed}|{key}|{attempt}".encode(), digest_size=8).digest()
        point = int.from_bytes(digest, "big") / 2**64
        for fault, rate in self._rates.items():
            if point < rate:
                return fault
            point -= rate
        return None
