"""Random numbers that are the same in every process: seeds come from hashes, never from `hash()`."""

from __future__ import annotations

import random

from ragtester.records import JsonValue, content_key


def derive_seed(purpose: str, **parts: JsonValue) -> int:
    """A 64-bit seed for one purpose; equal parts give equal seeds on every machine."""
    return int(content_key(purpose, **parts)[:16], 16)


def generator(purpose: str, **parts: JsonValue) -> random.Random:
    """A random generator seeded by `derive_seed`."""
    return random.Random(derive_seed(purpose, **parts))
