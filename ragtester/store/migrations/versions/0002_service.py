"""What the service keeps: the tests of a run, jobs, tokens, schedules, their nights and their messages."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds tables, and indexes for the lists that people read."""
    op.add_column("case_row", sa.Column("row_key", sa.String(64), nullable=False, server_default=""))
    op.create_index("case_row_system", "case_row", ["run", "system", "position"])
    op.create_index("case_row_status", "case_row", ["run", "status", "position"])
    op.create_index("case_row_answer", "case_row", ["answer_key"])
    op.create_index("run_started", "run", ["name", "started"])
    op.create_table(
        "run_test",
        sa.Column("run", sa.String(80), primary_key=True),
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("query", sa.Text, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("type", sa.String(40), nullable=False),
        sa.Column("document", sa.String(200)),
        sa.Column("payload", sa.Text, nullable=False),
    )
    op.create_index("run_test_order", "run_test", ["run", "position"])
    op.create_table(
        "job",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("project", sa.String(80), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("schedule", sa.String(40)),
        sa.Column("run", sa.String(80)),
        sa.Column("worker", sa.String(80)),
        sa.Column("heartbeat", sa.Float, nullable=False),
        sa.Column("cancel", sa.Boolean, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("progress", sa.Text, nullable=False),
        sa.Column("exit_code", sa.Integer),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("started", sa.Float),
        sa.Column("ended", sa.Float),
    )
    op.create_index("job_queue", "job", ["status", "created"])
    op.create_index("job_project", "job", ["project", "created"])
    op.create_index("job_run", "job", ["run"])
    op.create_table(
        "token",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("scope", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
        sa.Column("revoked", sa.Float),
    )
    op.create_table(
        "schedule",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("project", sa.String(80), nullable=False),
        sa.Column("cron", sa.String(80), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("target", sa.String(80)),
        sa.Column("enabled", sa.Boolean, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "night",
        sa.Column("schedule", sa.String(40), primary_key=True),
        sa.Column("due", sa.Float, primary_key=True),
        sa.Column("project", sa.String(80), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("job", sa.String(40)),
        sa.Column("run", sa.String(80)),
        sa.Column("event", sa.String(16)),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("night_job", "night", ["job"])
    op.create_table(
        "delivery",
        sa.Column("id", sa.String(120), primary_key=True),
        sa.Column("target", sa.String(80), nullable=False),
        sa.Column("event", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("delivery_queue", "delivery", ["status", "due"])
