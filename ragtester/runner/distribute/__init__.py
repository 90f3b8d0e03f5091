"""Work on more machines: requests and texts go to Ray workers, the driver alone writes."""

from ragtester.runner.distribute.embedder import RayEmbedder
from ragtester.runner.distribute.model import RayModel
from ragtester.runner.distribute.pool import RayPool, Shard

__all__ = ["RayEmbedder", "RayModel", "RayPool", "Shard"]
