"""How many cores nobody else is using at this moment."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from ragtester.cores import usable_cores

Ticks: TypeAlias = dict[int, tuple[int, int]]
"""By core: clock ticks that it was idle, and all of its clock ticks."""

_SECONDS = 0.2
_ALMOST = 0.25
"""A core that others use less than this is a free one: every machine does a little beside."""


def free_cores(*, own: bool = True, seconds: float = _SECONDS, file: Path = Path("/proc/stat")) -> int:
    """Usable cores that are free now, at least one; takes `seconds`, so it is called where waiting harms nobody.

    The load average would be at hand at once, but it is an average of the last minute: it still calls a machine busy
    that has become idle, and idle one that has become busy. It is used where the system shows no times of its cores;
    where there is none of it either, all cores count as free.

    Args:
        own: whether what this process itself does meanwhile counts as free, because it will have ended.
        seconds: between the two readings.
        file: where Linux shows the times of its cores.
    """
    cores = usable_cores()
    if len(cores) == 1:
        return 1
    before, used = read_ticks(file), time.process_time()
    if before is None:
        return _by_load(len(cores))
    time.sleep(seconds)
    after, used = read_ticks(file), time.process_time() - used
    if after is None or (free := idle_cores(before, after, cores)) is None:
        return _by_load(len(cores))
    if own:
        free += used / seconds
    return max(1, min(len(cores), int(free + _ALMOST)))


def idle_cores(before: Ticks, after: Ticks, cores: Iterable[int]) -> float | None:
    """The idle shares of the cores between two readings, added up; None where a core's clock stood still."""
    free = 0.0
    for core in cores:
        if core not in before or core not in after:
            return None
        idle, passed = (now - then for now, then in zip(after[core], before[core], strict=True))
        if passed <= 0:
            return None
        free += min(1.0, max(0.0, idle / passed))
    return free


def read_ticks(file: Path) -> Ticks | None:
    """Each core's ticks since the machine started (`proc(5)`: user, nice, system, idle, iowait, irq, softirq, steal)."""
    try:
        lines = [line.split() for line in file.read_text(encoding="ascii").splitlines()]
        found: Ticks = {}
        for name, *fields in (line for line in lines if line and line[0].startswith("cpu") and line[0] != "cpu"):
            ticks = [int(field) for field in fields[:8]]
            found[int(name.removeprefix("cpu"))] = (ticks[3] + ticks[4], sum(ticks))
    except (OSError, ValueError, IndexError):
        return None
    return found or None


def _by_load(cores: int) -> int:
    try:
        busy = os.getloadavg()[0]
    except (AttributeError, OSError):
        return cores
    return max(1, min(cores, int(cores - busy + _ALMOST)))
