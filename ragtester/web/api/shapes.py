"""What the API takes and gives."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field, model_validator

Name = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$")]
"""A project, run, job or schedule in a path."""
TestId = Annotated[str, Path(max_length=80, pattern=r"^[^/\\\x00-\x1f]+$")]
Position = Annotated[int, Path(ge=0, le=2**31 - 1)]
Limit = Annotated[int, Query(ge=1, le=500, description="Items on a page.")]
After = Annotated[int, Query(ge=-1, le=2**31 - 1, description="`next` of the page before.")]
Words = Annotated[str, Query(max_length=200, description="Text that the question holds.")]

ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"description": "The body cannot be read."},
    401: {"description": "A token is needed."},
    403: {"description": "The token's scope does not allow it, or another site sent it."},
    404: {"description": "There is no such thing."},
    413: {"description": "The body is too large."},
    421: {"description": "The service does not answer to this host name."},
    422: {"description": "A value cannot be used; says which."},
    503: {"description": "The database cannot be used."},
}


class Taken(BaseModel):
    """A body that a request sends; unknown keys are refused, and no value is turned into another type."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _plain(cls, data: object) -> object:
        if _holds_null(data):
            raise ValueError("a text holds a null character, which a database cannot keep")
        return data


def _holds_null(data: object) -> bool:
    waiting = [data]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str) and "\0" in one:
            return True
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
    return False


class ProjectShape(BaseModel):
    """A project."""

    name: str
    valid: bool
    problem: str = Field("", description="Why its configuration cannot be used.")
    runs: int = 0
    newest: str | None = Field(None, description="Id of the newest run.")


class ConfigShape(BaseModel):
    """A configuration as text."""

    name: str
    text: str


class ConfigText(Taken):
    """A changed configuration."""

    text: str = Field(max_length=200_000)


class Validated(BaseModel):
    """Whether a configuration can be used."""

    valid: bool
    systems: list[str] = []
    problem: str = ""


class JobShape(BaseModel):
    """A run that was asked for."""

    id: str
    project: str
    status: Literal["queued", "running", "done", "failed", "cancelled"]
    run: str | None
    progress: dict[str, Any]
    exit_code: int | None
    message: str
    attempts: int
    created: float
    started: float | None
    ended: float | None


class RunShape(BaseModel):
    """A run."""

    id: str
    name: str
    status: str
    started: float
    seconds: float | None
    totals: dict[str, int] | None = None


class SystemShape(BaseModel):
    """A system of a run; rates come with their interval and counts."""

    model_config = ConfigDict(extra="allow")

    id: str
    pass_rate: float | None
    interval: tuple[float, float] | None
    passed: int
    failed: int
    unmeasured: int


class RunDetail(RunShape):
    """A run with its systems."""

    systems: list[SystemShape]
    summary: dict[str, Any] | None = Field(None, description="summary.json, once the run has ended.")


class CaseShape(BaseModel):
    """A case as lists show it."""

    position: int
    system: str
    test: str
    sample: int
    query: str | None = None
    kind: str
    type: str
    status: str
    reason: str | None
    stage: str | None
    failure: str | None
    flesch: float | None
    factuality: float | None
    relevance: float | None
    completeness: float | None
    clarity: float | None
    recall: float | None
    seconds: float | None


class CasePage(BaseModel):
    """A page of cases."""

    items: list[CaseShape]
    next: int | None = Field(description="Give it as `after` for the next page; null at the end.")


class CaseDetail(BaseModel):
    """A case with its whole trail."""

    case: CaseShape
    test: dict[str, Any] | None
    answer: dict[str, Any] | None
    verdict: dict[str, Any] | None
    trail: list[str]
    message: str
    unsupported: list[dict[str, Any]] = Field(description="Statements of the answer that the context does not support.")
    others: list[dict[str, Any]]


class LabelBody(Taken):
    """What a reviewer says."""

    reviewer: str = Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f]+$")
    kind: Literal["test", "verdict", "mutant"]
    item: str = Field(min_length=1, max_length=80, description="Test id, content key of the answer, or mutant id.")
    label: str = Field(min_length=1, max_length=40)
    confidence: int | None = Field(None, ge=1, le=5)
    note: str = Field("", max_length=4000)


class LabelShape(LabelBody):
    """A stored label."""

    model_config = ConfigDict(extra="ignore")

    id: int
    created: float


class Done(BaseModel):
    """It was done."""

    done: bool = True
