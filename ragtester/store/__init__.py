"""The database: results under their content keys, runs and their cases. The only place that knows SQL."""

from ragtester.store.migrate import HEAD, current_revision, upgrade
from ragtester.store.store import CACHE_TABLES, Payload, Store

__all__ = ["CACHE_TABLES", "HEAD", "Payload", "Store", "current_revision", "upgrade"]
