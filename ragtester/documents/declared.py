"""What a document declares about itself in a front matter: title, language, revision, readers, dates."""

from __future__ import annotations

from datetime import date

import yaml

from ragtester.config.guarded import load_yaml
from ragtester.errors import DocumentError

_FENCE = "---\n"
_TEXTS = ("language", "genre", "tenant")
_DATES = ("effective_from", "effective_to")
_STATUSES = ("current", "superseded", "withdrawn")


def split_front_matter(text: str) -> tuple[str, dict[str, object], str]:
    """The title, the declared fields of the document, and the text below the front matter.

    Keys that a document does not have are left alone: other tools keep theirs in the same place.

    Raises:
        DocumentError: a declared value is of the wrong kind.
    """
    if not text.startswith(_FENCE):
        return "", {}, text
    front, found, body = text[len(_FENCE) :].partition("\n" + _FENCE)
    if not found:
        return "", {}, text
    try:
        fields = load_yaml(front)
    except yaml.YAMLError:
        return "", {}, text
    if not isinstance(fields, dict):
        return "", {}, text
    declared: dict[str, object] = {key: str(fields[key]) for key in _TEXTS if fields.get(key)}
    for key in _DATES:
        if fields.get(key) is not None:
            declared[key] = _date(key, fields[key])
    if "revision" in fields:
        if not isinstance(fields["revision"], int) or fields["revision"] < 1:
            raise _wrong("revision", fields["revision"], "a whole number from 1")
        declared["revision"] = fields["revision"]
    if "status" in fields:
        if fields["status"] not in _STATUSES:
            raise _wrong("status", fields["status"], " | ".join(_STATUSES))
        declared["status"] = fields["status"]
    if fields.get("roles"):
        roles = fields["roles"]
        declared["roles"] = tuple(str(role) for role in roles) if isinstance(roles, list) else (str(roles),)
    return str(fields.get("title") or ""), declared, body


def _date(key: str, value: object) -> date:
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise _wrong(key, value, "a date such as 2026-01-31") from None


def _wrong(key: str, value: object, wanted: str) -> DocumentError:
    return DocumentError(f"its front matter says {key}: {value!r}; write {wanted}", problem="broken")
