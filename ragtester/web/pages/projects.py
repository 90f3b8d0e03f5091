"""Projects: all of them, one with its history, starting a run, changing the configuration, live progress."""

from __future__ import annotations

import json

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import ValidationError

from ragtester.api import estimate_config
from ragtester.errors import RagtesterError
from ragtester.runner import check
from ragtester.web.api.projects import project_or_404
from ragtester.web.api.runs import job_shape
from ragtester.web.api.shapes import Name
from ragtester.web.editing import check_edit, difference, save_edit
from ragtester.web.pages.charts import TREND
from ragtester.web.pages.rendering import go, page
from ragtester.web.security import Admin, Form, Reader, Runner
from ragtester.web.service import Shared
from ragtester.web.views.history import history_of
from ragtester.web.workers.options import StartOptions

router = APIRouter()


@router.get("/")
def projects(request: Request, service: Shared, _: Reader) -> Response:
    """Every project with its newest run."""
    listed = []
    for project in service.projects.listed():
        newest = next(iter(service.browse.runs(name=project.name, limit=1)), None)
        summary = json.loads(newest["summary"]) if newest and newest["summary"] else None
        jobs = service.jobs.listed(project=project.name, active=True, limit=1)
        listed.append({"project": project, "newest": newest, "summary": summary, "job": jobs[0] if jobs else None})
    known = {project.name for project in service.projects.listed()}
    others = [row for row in service.browse.names() if row["name"] not in known]
    folder = service.settings.configs.name
    return page(request, "projects.html.j2", listed=listed, others=others, folder=folder)


@router.get("/projects/{name}")
def project(request: Request, name: Name, service: Shared, _: Reader) -> Response:
    """Runs, trend, flaky tests, schedules."""
    found = service.projects.get(name)
    runs = service.browse.runs(name=name, limit=100)
    if found is None and not runs:
        raise HTTPException(404, f"there is no project {name}")
    history = history_of(service, name)
    shown = [dict(run) | {"summary": json.loads(run["summary"]) if run["summary"] else None} for run in runs]
    return page(
        request, "project.html.j2", name=name, project=found, runs=shown, history=history, title=TREND,
        jobs=service.jobs.listed(project=name, limit=10),
        schedules=service.schedules.listed(project=name), nights=service.schedules.nights(project=name, limit=14),
    )  # fmt: skip


@router.get("/projects/{name}/start")
def start_form(request: Request, name: Name, service: Shared, _: Runner) -> Response:
    """What a run would do, and the form that starts it."""
    found = project_or_404(service, name)
    estimate, systems, problem = None, [], found.problem
    if found.loaded is not None:
        try:
            systems = check(found.loaded)
            estimate = estimate_config(found.loaded, database=service.settings.database).to_json()
        except RagtesterError as error:
            problem = str(error)
    return page(request, "start.html.j2", name=name, systems=systems, estimate=estimate, problem=problem)


@router.post("/projects/{name}/start")
def start(name: Name, service: Shared, _: Runner, fields: Form) -> Response:
    """Queues a run and goes to its progress."""
    project_or_404(service, name)
    given = {key: value for key, value in fields.items() if value != ""}
    try:
        options = StartOptions.model_validate_strings(given)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        raise HTTPException(422, f"{first['loc'][0]}: {first['msg']}") from None
    return go(f"/jobs/{service.jobs.add(name, options.model_dump())}")


@router.get("/projects/{name}/config")
def config(request: Request, name: Name, service: Shared, _: Admin) -> Response:
    """The configuration as text."""
    found = project_or_404(service, name)
    return page(request, "config.html.j2", name=name, file=found.file.name, text=found.text, problem=found.problem,
                saved=False, changes=[], systems=[])  # fmt: skip


@router.post("/projects/{name}/config")
def change(request: Request, name: Name, service: Shared, _: Admin, fields: Form) -> Response:
    """Checks a changed configuration, and saves it if that was asked for."""
    found = project_or_404(service, name)
    before, text = found.text, fields.get("text", "").replace("\r\n", "\n")
    problem, systems, saved = "", [], False
    try:
        saving = fields.get("do") == "save"
        systems = save_edit(found, text) if saving else check_edit(found, text)
        saved = saving
    except RagtesterError as error:
        problem = str(error)
    return page(request, "config.html.j2", status=422 if problem else 200, name=name, file=found.file.name, text=text,
                problem=problem, saved=saved, changes=difference(before, text), systems=systems)  # fmt: skip


@router.get("/jobs/{job}")
def job(request: Request, job: Name, service: Shared, _: Reader) -> Response:
    """A run's progress; kept up to date by script, or by loading the page again."""
    found = service.jobs.get(job)
    if found is None:
        raise HTTPException(404, f"there is no job {job}")
    return page(request, "job.html.j2", job=job_shape(found))


@router.post("/jobs/{job}/cancel")
def cancel(job: Name, service: Shared, _: Runner, fields: Form) -> Response:
    """Asks for the run to be stopped."""
    service.jobs.cancel(job)
    return go(f"/jobs/{job}")
