"""Projects and their configurations."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException

from ragtester.api import estimate_config
from ragtester.errors import RagtesterError
from ragtester.runner import check
from ragtester.web.api.shapes import ERRORS, ConfigShape, ConfigText, Name, ProjectShape, Validated
from ragtester.web.editing import check_edit, save_edit
from ragtester.web.projects import Project
from ragtester.web.security import Admin, Reader
from ragtester.web.service import Service, Shared

router = APIRouter(tags=["projects"], responses=ERRORS)


def project_or_404(service: Service, name: str) -> Project:
    """The project of a path.

    Raises:
        HTTPException: 404.
    """
    project = service.projects.get(name)
    if project is None:
        raise HTTPException(404, f"there is no project {name}")
    return project


@router.get("/projects", summary="Every project")
def projects(service: Shared, _: Reader) -> list[ProjectShape]:
    """The configurations in the operator's folder."""
    runs = {row["name"]: row["runs"] for row in service.browse.names()}
    return [
        ProjectShape(
            name=project.name,
            valid=project.loaded is not None,
            problem=project.problem,
            runs=runs.get(project.name, 0),
            newest=next((run["id"] for run in service.browse.runs(name=project.name, limit=1, summaries=False)), None),
        )
        for project in service.projects.listed()
    ]


@router.get("/projects/{name}/config", summary="A project's configuration")
def config(name: Name, service: Shared, _: Admin) -> ConfigShape:
    """The text as it stands in the file; environment variables are not filled in."""
    return ConfigShape(name=name, text=project_or_404(service, name).text)


@router.put("/projects/{name}/config", summary="Change a configuration")
def change_config(name: Name, body: ConfigText, service: Shared, _: Admin) -> Validated:
    """Saves a changed configuration, if it is valid and names no new place or program."""
    project = project_or_404(service, name)
    systems = save_edit(project, body.text)
    return Validated(valid=True, systems=systems)


@router.post("/projects/{name}/config/validate", summary="Check a changed configuration")
def validate_config(name: Name, body: ConfigText, service: Shared, _: Admin) -> Validated:
    """Checks a text as `change_config` would, without saving it."""
    project = project_or_404(service, name)
    try:
        return Validated(valid=True, systems=check_edit(project, body.text))
    except RagtesterError as error:
        return Validated(valid=False, problem=str(error))


@router.get("/projects/{name}/validate", summary="Check the configuration as it stands")
def validate(name: Name, service: Shared, _: Reader) -> Validated:
    """What `ragtester validate` says."""
    project = project_or_404(service, name)
    if project.loaded is None:
        return Validated(valid=False, problem=project.problem)
    try:
        return Validated(valid=True, systems=check(project.loaded))
    except RagtesterError as error:
        return Validated(valid=False, problem=str(error))


@router.get("/projects/{name}/estimate", summary="Calls, tokens, cost and time of a run")
def estimate(name: Name, service: Shared, _: Reader) -> dict[str, object]:
    """What `ragtester estimate` says; nothing is sent."""
    project = project_or_404(service, name)
    if project.loaded is None:
        raise HTTPException(422, project.problem)
    return dict(estimate_config(project.loaded, database=service.settings.database).to_json())
