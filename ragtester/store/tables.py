"""The tables. They hold rows, never rules: records are validated before they come here."""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, Text, text
from sqlmodel import Field, SQLModel


def _filled(name: str) -> Index:
    """An index of the cases that have something in a column which most leave empty."""
    there = text(f"{name} IS NOT NULL")
    return Index(f"case_row_{name}", "run", name, "position", sqlite_where=there, postgresql_where=there)


class ReplyRow(SQLModel, table=True):
    """A model's reply under the content key of its request."""

    __tablename__ = "reply"

    key: str = Field(primary_key=True, max_length=64)
    model: str = Field(max_length=200)
    text: str = Field(sa_column=Column(Text, nullable=False))
    finish: str = Field(max_length=16)
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None
    said: str = Field(default="", max_length=200)
    """The model as the endpoint named it."""
    seconds: float = 0.0
    created: float = 0.0
    """Seconds since the epoch."""


class VectorRow(SQLModel, table=True):
    """An embedding under its space (embedder and version) and the hash of its text."""

    __tablename__ = "vector"

    key: str = Field(primary_key=True, max_length=64)
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    """float32, little endian."""


class PassageRow(SQLModel, table=True):
    """A text that answers, prompts and contexts refer to by its hash: stored once."""

    __tablename__ = "passage"

    key: str = Field(primary_key=True, max_length=64)
    text: str = Field(sa_column=Column(Text, nullable=False))


class ResultRow(SQLModel, table=True):
    """The result of a unit of work under its content key."""

    __tablename__ = "result"

    key: str = Field(primary_key=True, max_length=64)
    kind: str = Field(max_length=16, index=True)
    payload: str = Field(sa_column=Column(Text, nullable=False))
    """JSON."""
    created: float = 0.0


class RunRow(SQLModel, table=True):
    """One run: what was asked for and how it ended."""

    __tablename__ = "run"

    id: str = Field(primary_key=True, max_length=80)
    name: str = Field(max_length=80, index=True)
    status: str = Field(max_length=16)
    started: float = 0.0
    seconds: float | None = None
    config: str = Field(sa_column=Column(Text, nullable=False))
    """The configuration as JSON."""
    summary: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    """The summary as JSON, once there is one."""

    __table_args__ = (Index("run_started", "name", "started"),)


class CaseRow(SQLModel, table=True):
    """One case of a run: what lists, filters and the heat map read."""

    __tablename__ = "case_row"

    run: str = Field(primary_key=True, max_length=80)
    position: int = Field(primary_key=True)
    system: str = Field(max_length=200)
    test: str = Field(max_length=80)
    sample: int = 0
    kind: str = Field(max_length=16)
    type: str = Field(max_length=40)
    status: str = Field(max_length=16)
    reason: str | None = Field(default=None, max_length=24)
    stage: str | None = Field(default=None, max_length=16)
    failure: str | None = Field(default=None, max_length=32)
    flesch: float | None = None
    factuality: float | None = None
    relevance: float | None = None
    completeness: float | None = None
    clarity: float | None = None
    recall: float | None = None
    seconds: float | None = None
    answer_key: str = Field(default="", max_length=64)
    verdict_key: str = Field(default="", max_length=64)
    row_key: str = Field(default="", max_length=64, sa_column_kwargs={"server_default": ""})
    """Content key of the whole row, with rationale and trail."""

    __table_args__ = (
        Index("case_row_heat", "run", "system", "status", "kind"),
        Index("case_row_test", "run", "test", "system"),
        Index("case_row_failures", "run", "status", "system", "position"),
        Index("case_row_system", "run", "system", "position"),
        Index("case_row_status", "run", "status", "position"),
        Index("case_row_answer", "answer_key"),
        Index("case_row_type", "run", "type", "position"),
        *(_filled(name) for name in ("stage", "failure", "reason")),
    )


class TestRow(SQLModel, table=True):
    """A test as a run used it."""

    __tablename__ = "run_test"
    __test__ = False  # not a class for pytest to collect

    run: str = Field(primary_key=True, max_length=80)
    id: str = Field(primary_key=True, max_length=80)
    position: int
    query: str = Field(sa_column=Column(Text, nullable=False))
    kind: str = Field(max_length=16)
    type: str = Field(max_length=40)
    document: str | None = Field(default=None, max_length=200)
    payload: str = Field(sa_column=Column(Text, nullable=False))
    """The test as JSON."""

    __table_args__ = (Index("run_test_order", "run", "position"),)


class LabelRow(SQLModel, table=True):
    """What a person says of a test, a verdict or a mutant."""

    __tablename__ = "label"

    id: int | None = Field(default=None, primary_key=True)
    reviewer: str = Field(max_length=80)
    kind: str = Field(max_length=16)
    """test, verdict or mutant."""
    item: str = Field(max_length=80, index=True)
    """Test id, answer's content key, or mutant id."""
    label: str = Field(max_length=40)
    confidence: int | None = None
    note: str = Field(default="", sa_column=Column(Text, nullable=False))
    created: float = 0.0

    __table_args__ = (Index("label_once", "reviewer", "kind", "item", "label"),)


class JobRow(SQLModel, table=True):
    """A run that was asked for, and the worker that has it."""

    __tablename__ = "job"

    id: str = Field(primary_key=True, max_length=40)
    project: str = Field(max_length=80)
    status: str = Field(max_length=16)
    """queued, running, done, failed or cancelled."""
    options: str = Field(sa_column=Column(Text, nullable=False))
    """JSON."""
    schedule: str | None = Field(default=None, max_length=40)
    run: str | None = Field(default=None, max_length=80)
    worker: str | None = Field(default=None, max_length=80)
    heartbeat: float = 0.0
    cancel: bool = False
    attempts: int = 0
    progress: str = Field(default="{}", sa_column=Column(Text, nullable=False))
    """JSON."""
    exit_code: int | None = None
    message: str = Field(default="", sa_column=Column(Text, nullable=False))
    created: float = 0.0
    started: float | None = None
    ended: float | None = None

    __table_args__ = (
        Index("job_queue", "status", "created"),
        Index("job_project", "project", "created"),
        Index("job_run", "run"),
    )


class TokenRow(SQLModel, table=True):
    """Who may use the service; the token itself is not kept."""

    __tablename__ = "token"

    id: str = Field(primary_key=True, max_length=16)
    name: str = Field(max_length=80)
    hash: str = Field(max_length=64)
    scope: str = Field(max_length=8)
    """read, run or admin."""
    created: float = 0.0
    used: float | None = None
    revoked: float | None = None


class ScheduleRow(SQLModel, table=True):
    """When a project runs by itself."""

    __tablename__ = "schedule"

    id: str = Field(primary_key=True, max_length=40)
    project: str = Field(max_length=80)
    cron: str = Field(max_length=80)
    zone: str = Field(max_length=64)
    target: str | None = Field(default=None, max_length=80)
    """Name of a webhook in the operator's file."""
    enabled: bool = True
    due: float = 0.0
    created: float = 0.0


class NightRow(SQLModel, table=True):
    """One due time of a schedule and what came of it."""

    __tablename__ = "night"

    schedule: str = Field(primary_key=True, max_length=40)
    due: float = Field(primary_key=True)
    project: str = Field(max_length=80)
    outcome: str = Field(max_length=16)
    """started, missed, overlapped, passed, failed, unmeasured, cancelled or error."""
    job: str | None = Field(default=None, max_length=40)
    run: str | None = Field(default=None, max_length=80)
    event: str | None = Field(default=None, max_length=16)
    """regression or recovery."""
    detail: str = Field(default="{}", sa_column=Column(Text, nullable=False))
    """JSON: which systems, stages and tests."""

    __table_args__ = (Index("night_job", "job"),)


class DeliveryRow(SQLModel, table=True):
    """A message to a webhook, until it has arrived."""

    __tablename__ = "delivery"

    id: str = Field(primary_key=True, max_length=120)
    target: str = Field(max_length=80)
    event: str = Field(max_length=16)
    body: str = Field(sa_column=Column(Text, nullable=False))
    status: str = Field(max_length=16)
    """waiting, sent or given_up."""
    attempts: int = 0
    due: float = 0.0
    message: str = Field(default="", sa_column=Column(Text, nullable=False))
    created: float = 0.0

    __table_args__ = (Index("delivery_queue", "status", "due"),)


TABLES = (
    ReplyRow,
    VectorRow,
    PassageRow,
    ResultRow,
    RunRow,
    CaseRow,
    TestRow,
    LabelRow,
    JobRow,
    TokenRow,
    ScheduleRow,
    NightRow,
    DeliveryRow,
)
"""Every table, in the order in which they are made."""
