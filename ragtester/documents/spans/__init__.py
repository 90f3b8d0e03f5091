"""Evidence found again: by offset, by text, and by near text that keeps every number."""

from ragtester.documents.spans.locating import locate
from ragtester.documents.spans.overlapping import overlaps

__all__ = ["locate", "overlaps"]
