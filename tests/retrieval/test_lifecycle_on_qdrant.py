"""The lifecycle against a real vector database; skipped where the optional client is not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragtester.retrieval.lifecycle import Poll, VirtualClock, read_scenarios, run_lifecycle

pytest.importorskip("qdrant_client")
pytestmark = pytest.mark.filterwarnings("ignore")

SCENARIOS = read_scenarios(Path(__file__).parents[2] / "configs" / "scenarios" / "lifecycle.yaml")


async def test_every_step_passes_on_a_vector_database():
    from qdrant_system import QdrantSystem

    report = await run_lifecycle(SCENARIOS, QdrantSystem(), clock=VirtualClock(), poll=Poll())
    assert [(step.name, step.reason) for step in report.steps if step.status != "passed"] == []


async def test_points_that_are_never_deleted_are_found_as_orphans_and_obsolete_chunks():
    from qdrant_system import QdrantSystem

    report = await run_lifecycle(SCENARIOS, QdrantSystem(delete_first=False), clock=VirtualClock(), poll=Poll())
    reasons = {step.kind: step.reason for step in report.steps if step.status == "failed"}
    assert "orphans after delete" in reasons["delete"]
    assert "obsolete chunks remain" in reasons["shorten"]
