"""The database: results under their content keys, runs and their cases. The only place that knows SQL."""

from ragtester.store.browse import FILTERS, Browse
from ragtester.store.jobs import STALE_SECONDS, Jobs
from ragtester.store.labels import Labels
from ragtester.store.migrate import HEAD, current_revision, upgrade
from ragtester.store.newest import newest_results
from ragtester.store.pairing import PAIRED, Pairing
from ragtester.store.reading import Found
from ragtester.store.schedules import Schedules
from ragtester.store.store import CACHE_TABLES, Payload, Store
from ragtester.store.tokens import Tokens
from ragtester.store.turns import Turn

__all__ = [
    "CACHE_TABLES",
    "FILTERS",
    "HEAD",
    "PAIRED",
    "STALE_SECONDS",
    "Browse",
    "Found",
    "Jobs",
    "Labels",
    "Pairing",
    "Payload",
    "Schedules",
    "Store",
    "Tokens",
    "Turn",
    "current_revision",
    "newest_results",
    "upgrade",
]
