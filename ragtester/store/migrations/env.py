"""What Alembic runs: revisions on the connection that `migrate.upgrade` hands over."""

from alembic import context
from sqlmodel import SQLModel

from ragtester.store import tables  # noqa: F401  importing them fills the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    transaction_per_migration=False,
)
context.run_migrations()
