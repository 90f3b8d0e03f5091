"""What kind of question a question is, for figures by type."""

from __future__ import annotations

import re

from ragtester.text import fold

_TYPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("how_many", re.compile(r"\bhow (?:many|much|old|long|far|tall|often|big|large|high)\b|\bwie ?viele?\b|\bcuant[oa]s?\b|\bcombien\b|\bkolik\b|多少")),
    ("when", re.compile(r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade)\b|\bwann\b|\bcuando\b|\bquand\b|\bkdy\b|何时|什么时候")),
    ("who", re.compile(r"\bwho(?:se|m)?\b|\bwer\b|\bquien\b|\bkdo\b|谁")),
    ("where", re.compile(r"\bwhere\b|\b(?:what|which) (?:country|city|state|place|town|county|island|river)\b|\bwo\b|\bdonde\b|\bkde\b|哪里")),
    ("why_how", re.compile(r"\bwhy\b|\bhow\b|\bwarum\b|\bpor que\b|\bpourquoi\b|\bproc\b|为什么")),
    ("what", re.compile(r"\b(?:what|which|name)\b")),
)  # fmt: skip


def question_type(question: str) -> str:
    """`how_many`, `when`, `who`, `where`, `why_how`, `what` or `other`."""
    folded = fold(question)
    return next((name for name, pattern in _TYPES if pattern.search(folded)), "other")
