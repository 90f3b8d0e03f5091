"""Work on more machines: missing prompts and texts go to Ray workers in shards, the driver alone writes."""

from ragtester.runner.distribute.embedder import RayEmbedder
from ragtester.runner.distribute.pool import RayPool, Shard

__all__ = ["RayEmbedder", "RayPool", "Shard"]
