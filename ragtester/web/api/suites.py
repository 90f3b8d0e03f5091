"""The tests of a run, and their export."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Query, Response
from pydantic import BaseModel

from ragtester.records import Test
from ragtester.suite import EXPORTS, export_suite
from ragtester.web.api.shapes import ERRORS, After, Limit, Name, TestId, Words
from ragtester.web.security import Reader
from ragtester.web.service import Service, Shared

router = APIRouter(tags=["suites"], responses=ERRORS)
Format = Literal["autorag", "csv", "deepeval", "giskard", "jsonl", "promptfoo", "ragas"]
_Value = Annotated[str | None, Query(max_length=200)]


class TestPage(BaseModel):
    """A page of tests."""

    __test__ = False

    items: list[dict[str, Any]]
    next: int | None


@router.get("/runs/{run}/tests", summary="Tests with filters, by pages")
def tests(
    run: Name,
    service: Shared,
    _: Reader,
    kind: _Value = None,
    type: _Value = None,  # noqa: A002  the column's name
    document: _Value = None,
    words: Words = "",
    after: After = -1,
    limit: Limit = 50,
) -> TestPage:
    """The tests that a run used, in its order."""
    _exists(service, run)
    given = {"kind": kind, "type": type, "document": document}
    equal = {name: value for name, value in given.items() if value is not None}
    found = service.browse.tests(run, equal=equal, words=words, after=after, limit=limit + 1)
    items = [{name: row[name] for name in ("id", "query", "kind", "type", "document")} for row in found[:limit]]
    return TestPage(items=items, next=found[limit - 1]["position"] if len(found) > limit else None)


@router.get("/runs/{run}/tests/{test}", summary="A test")
def test(run: Name, test: TestId, service: Shared, _: Reader) -> dict[str, Any]:
    """A test with its answers, evidence and validation."""
    _exists(service, run)
    found = service.browse.test(run, test)
    if found is None:
        raise HTTPException(404, f"run {run} has no test {test}")
    return found.model_dump(mode="json")


@router.get("/runs/{run}/export/{format}", summary="The suite in another tool's format", response_class=Response)
def export(run: Name, format: Format, service: Shared, _: Reader) -> Response:  # noqa: A002  the path's name
    """The tests of a run as a file."""
    _exists(service, run)
    rows = service.browse.tests(run, equal={}, limit=1_000_000, whole=True)
    found = [Test.model_validate_json(row["payload"]) for row in rows]
    if not found:
        raise HTTPException(422, f"run {run} has no tests to export")
    with tempfile.TemporaryDirectory(prefix="ragtester-") as folder:
        file = Path(folder) / f"suite{_SUFFIX.get(format, '.jsonl')}"
        export_suite(found, format, file)
        made = sorted(one for one in Path(folder).rglob("*") if one.is_file())
        data = made[0].read_bytes()
        name = f"{run}-{format}{made[0].suffix}"
    return Response(
        data,
        media_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


_SUFFIX = {"csv": ".csv", "promptfoo": ".yaml", "deepeval": ".json", "autorag": ".parquet"}


def formats() -> list[str]:
    """The formats that a suite is exported to."""
    return sorted(EXPORTS)


def _exists(service: Service, run: str) -> None:
    if service.store.run(run) is None:
        raise HTTPException(404, f"there is no run {run}")
