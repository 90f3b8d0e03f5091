"""Whether an answer abstains: says that it does not know, cannot tell or will not answer."""

from ragtester.text.abstention.detect import Abstention, AbstentionKind, detect_abstention

__all__ = ["Abstention", "AbstentionKind", "detect_abstention"]
