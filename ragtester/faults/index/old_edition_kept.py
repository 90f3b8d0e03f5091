"""The earlier edition stays beside the current one."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.retired import earlier_editions
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    return replace(stages, keep=lambda chunks: [*earlier_editions(stages), *stages.keep(chunks)])


FAULT = Fault(
    name="old_edition_kept",
    stage="index",
    kind="excess",
    description="when a new edition is indexed the earlier one is not removed",
    change=_change,
)
