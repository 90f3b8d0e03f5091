"""Every fault that can be planted: shipped ones and those of third parties."""

from __future__ import annotations

from ragtester.faults.fault import Fault
from ragtester.records import STAGES
from ragtester.registry import lookup, names

GROUP = "ragtester.faults"
"""Entry point group of third-party faults."""


def all_faults(wanted: tuple[str, ...] = ("all",)) -> list[Fault]:
    """The faults with these names, in the order of their stages; `all` takes every one.

    Raises:
        UnknownNameError: there is no such fault.
        PluginError: a third party's that cannot be loaded, or is none.
    """
    from ragtester.faults import FAULTS

    chosen = names(FAULTS, group=GROUP) if "all" in wanted else wanted
    found = [lookup("fault", name, FAULTS, group=GROUP, of=Fault) for name in dict.fromkeys(chosen)]
    return sorted(found, key=lambda fault: (STAGES.index(fault.stage), fault.name))
