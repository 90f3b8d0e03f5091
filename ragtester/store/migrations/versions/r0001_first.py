"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "reply",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("model", sa.String(200), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("finish", sa.String(16), nullable=False),
        sa.Column("prompt_tokens", sa.Integer),
        sa.Column("completion_tokens", sa.Integer),
        sa.Column("cached_tokens", sa.Integer),
        sa.Column("said", sa.String(200), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "vector",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "passage",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "result",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_result_kind", "result", ["kind"])
    op.create_table(
        "run",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float),
        sa.Column("config", sa.Text, nullable=False),
        sa.Column("summary", sa.Text),
    )
    op.create_index("ix_run_name", "run", ["name"])
    op.create_table(
        "case_row",
        sa.Column("run", sa.String(80), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("system", sa.String(200), nullable=False),
        sa.Column("test", sa.String(80), nullable=False),
        sa.Column("sample", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("type", sa.String(40), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("reason", sa.String(24)),
        sa.Column("stage", sa.String(16)),
        sa.Column("failure", sa.String(32)),
        *[
            sa.Column(name, sa.Float)
            for name in ("flesch", "factuality", "relevance", "completeness", "clarity", "recall", "seconds")
        ],
        sa.Column("answer_key", sa.String(64), nullable=False),
        sa.Column("verdict_key", sa.String(64), nullable=False),
    )
    op.create_index("case_row_heat", "case_row", ["run", "system", "status", "kind"])
    op.create_index("case_row_test", "case_row", ["run", "test", "system"])
    op.create_index("case_row_failures", "case_row", ["run", "status", "system", "position"])
    op.create_table(
        "label",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("reviewer", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("item", sa.String(80), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("confidence", sa.Integer),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_label_item", "label", ["item"])
    op.create_index("label_once", "label", ["reviewer", "kind", "item", "label"])
