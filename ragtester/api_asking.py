"""Asking systems without a run: what the pytest plugin, and hand-written tests, are made of."""

from __future__ import annotations

from ragtester.runner.asking import Asked, ask_and_judge, judge_named, systems_named

__all__ = ["Asked", "ask_and_judge", "judge_named", "systems_named"]
