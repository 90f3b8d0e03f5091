"""Indexes for lists of cases by what few cases have: a stage, a way to fail, a reason, a type."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_SOME = ("stage", "failure", "reason")


def upgrade() -> None:
    """Adds them; those of columns that most rows leave empty hold the other rows only."""
    op.create_index("case_row_type", "case_row", ["run", "type", "position"])
    for name in _SOME:
        filled = sa.text(f"{name} IS NOT NULL")
        op.create_index(
            f"case_row_{name}", "case_row", ["run", name, "position"], sqlite_where=filled, postgresql_where=filled
        )
