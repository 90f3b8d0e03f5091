"""Models and embedders that look up before they ask, and store what they got."""

from ragtester.runner.stored.batches import StoredBatches
from ragtester.runner.stored.embedder import StoredEmbedder
from ragtester.runner.stored.model import StoredModel, reply_key, touched_replies, unknown_cost

__all__ = ["StoredBatches", "StoredEmbedder", "StoredModel", "reply_key", "touched_replies", "unknown_cost"]
