"""A run: the matrix as a heat map, one system's failures, mutants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response

from ragtester.reports.html.heat import heat_maps
from ragtester.web.api.runs import run_or_404
from ragtester.web.api.shapes import Name
from ragtester.web.api.suites import formats
from ragtester.web.pages.rendering import go, kept_page, page
from ragtester.web.security import Form, Reader, Runner
from ragtester.web.service import Shared
from ragtester.web.views.mutants import mutants_of
from ragtester.web.views.state import state_of
from ragtester.web.views.systems import TITLES

router = APIRouter()
_SHOWN = 25


@router.get("/runs/{run}")
def run(request: Request, run: Name, service: Shared, _: Reader) -> Response:
    """Which generator with which embedder, and what fails."""

    def make() -> Mapping[str, Any]:
        found = run_or_404(service, run)
        listed: list[dict[str, Any]] = sorted(
            (dict(system) for system in found.systems), key=lambda one: -(one["pass_rate"] if one["pass_rate"] is not None else -1)
        )  # fmt: skip
        earlier = [
            one
            for one in service.browse.runs(name=found.name, limit=20, summaries=False)
            if one["started"] < found.started
        ]
        maps = heat_maps(found.systems) if found.systems else []
        return {
            "run": found,
            "maps": maps,
            "systems": listed,
            "formats": formats(),
            "earlier": earlier,
            "titles": TITLES,
        }

    return kept_page(request, "run.html.j2", state=state_of(service, run), make=make)


@router.post("/runs/{run}/resume")
def resume(run: Name, service: Shared, _: Runner, fields: Form) -> Response:
    """Starts the run's project again."""
    found = run_or_404(service, run)
    if service.projects.get(found.name) is None:
        raise HTTPException(422, f"the configuration of {found.name} is not in the folder any more")
    retry = fields.get("retry_errors") == "true"
    return go(f"/jobs/{service.jobs.add(found.name, {'retry_errors': retry})}")


@router.get("/runs/{run}/system")
def system(request: Request, run: Name, service: Shared, _: Reader,
           system: Annotated[str, Query(max_length=200)]) -> Response:  # fmt: skip
    """One system's failures by stage, type and reading ease."""

    def make() -> Mapping[str, Any]:
        found = run_or_404(service, run)
        entry = next((dict(one) for one in found.systems if one["id"] == system), None)
        if entry is None:
            raise HTTPException(404, f"run {run} has no system {system}")
        failed = service.browse.cases(run, equal={"system": system, "status": "failed"}, limit=_SHOWN)
        return {"run": found, "system": entry, "failed": failed, "titles": TITLES}

    return kept_page(request, "system.html.j2", state=state_of(service, run), make=make)


@router.get("/runs/{run}/mutants")
def mutants(
    request: Request,
    run: Name,
    service: Shared,
    _: Reader,
    operator: Annotated[str, Query(max_length=20)] = "",
    outcome: Annotated[str, Query(max_length=20)] = "violated",
) -> Response:
    """Metamorphic outcomes with what was changed and how the answer followed."""
    found = run_or_404(service, run)
    view = mutants_of(service, found, operator=operator, outcome=outcome)
    return page(request, "mutants.html.j2", run=found, view=view, operator=operator, outcome=outcome)
