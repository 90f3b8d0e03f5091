"""Documents of a project, and their pages as pictures."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Response

from ragtester.web.api.projects import project_or_404
from ragtester.web.api.shapes import ERRORS, Name, Position
from ragtester.web.security import Reader
from ragtester.web.service import Service, Shared
from ragtester.web.views.documents import documents_of
from ragtester.web.views.pictures import page_picture, quote_picture

router = APIRouter(tags=["documents"], responses=ERRORS)
_PNG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {}}, "description": "The page as a picture."}}


@router.get("/projects/{name}/documents", summary="The documents of a project")
def documents(name: Name, service: Shared, _: Reader) -> list[dict[str, object]]:
    """Id, file name and size of each."""
    found = documents_of(project_or_404(service, name), service.settings.output)
    return [{"id": key, "file": file.name, "bytes": file.stat().st_size} for key, file in found.items()]


@router.get("/projects/{name}/documents/{document}/pages/{number}.png", summary="A page", response_class=Response,
            responses=_PNG)  # fmt: skip
def page(name: Name, document: str, number: int, service: Shared, _: Reader) -> Response:
    """A page of a PDF; `number` counts from 1."""
    file = documents_of(project_or_404(service, name), service.settings.output).get(document)
    if file is None:
        raise HTTPException(404, f"project {name} has no document {document}")
    return _png(page_picture(file, number)[0])


@router.get("/runs/{run}/cases/{position}/evidence/{number}.png", summary="The page that holds a test's evidence",
            response_class=Response, responses=_PNG)  # fmt: skip
def evidence(run: Name, position: Position, number: Position, service: Shared, _: Reader) -> Response:
    """The page with the quote marked; `number` counts the test's evidence from 0."""
    picture = evidence_picture(service, run, position, number)
    if picture is None:
        raise HTTPException(404, "there is no such evidence, or its document is not on this machine any more")
    return _png(picture[0])


def evidence_picture(service: Service, run: str, position: int, number: int) -> tuple[bytes, int, int] | None:
    """The picture, the page and the number of pages; None where document or evidence is gone."""
    row, case = service.store.run(run), service.browse.case(run, position)
    test = service.browse.test(run, case["test"]) if case else None
    if row is None or test is None or number >= len(test.evidence):
        return None
    project = service.projects.get(row["name"])
    span = test.evidence[number]
    file = documents_of(project, service.settings.output).get(span.document) if project else None
    return quote_picture(file, span.quote) if file is not None and file.suffix.lower() == ".pdf" else None


def _png(data: bytes) -> Response:
    return Response(data, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})
