"""Taking secrets out of traces before they are stored."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ragtester.records import JsonValue

PATTERNS: dict[str, str] = {
    "private key": r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    "api key": r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}\b|\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}\b",
    "cloud key": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{35}\b",
    "repository token": r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{20,}|xox[abprs]-[A-Za-z0-9-]{10,}|hf_[A-Za-z0-9]{20,})",
    "web token": r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
    "authorisation": r"(?i)(?<=\bbearer )[A-Za-z0-9._~+/=-]{8,}|(?<=\bbasic )[A-Za-z0-9+/=]{12,}",
    "password in a url": r"(?<=://)[^\s/:@]+:[^\s/@]+(?=@)",
    "named secret": r"(?i)\b(?:[a-z0-9]+[_-])*(?:api[_-]?key|secret|password|passwd|token)[\"']?\s*[:=]\s*[\"']?(?=[^\s\"']*\d)[^\s\"',;}]{6,}",
    "assigned secret": r"(?i)\b(?:[a-z0-9]+[_-])*(?:api[_-]?key|secret|password|passwd|passphrase|token)=[^\s\"',;}&\[]{4,}",
}
"""What counts as a secret, by name."""

SECRET_KEYS = re.compile(
    r"(?i)(?:api[_-]?key|secret|passwo?r?d|passphrase|private[_-]?key|credentials?|access[_-]?token|auth[_-]?token|^token|authorization|cookie)$"
)
"""Keys whose value is a secret whatever it looks like."""


def redact(text: str, *, patterns: Mapping[str, str] = PATTERNS) -> str:
    """The text with each secret replaced by `[redacted: kind]`; what surrounds it stays.

    Args:
        text: any text of a trace.
        patterns: regular expressions by kind; add those of your own to `PATTERNS`.
    """
    for kind, pattern in patterns.items():
        text = re.sub(pattern, f"[redacted: {kind}]", text)
    return text


def redact_tree(tree: JsonValue, *, patterns: Mapping[str, str] = PATTERNS) -> JsonValue:
    """`redact` over every text of a JSON value; values under a secret's key go whole."""
    if isinstance(tree, str):
        return redact(tree, patterns=patterns)
    if isinstance(tree, Mapping):
        return {
            key: "[redacted]"
            if value is not None and SECRET_KEYS.search(key)
            else redact_tree(value, patterns=patterns)
            for key, value in tree.items()
        }
    if isinstance(tree, Sequence):
        return [redact_tree(child, patterns=patterns) for child in tree]
    return tree
