"""Ids that depend on what a test says, so that an unchanged test keeps its id in every suite."""

from __future__ import annotations

from ragtester.records import Test, content_key


def identified(test: Test) -> Test:
    """`test` with the id that belongs to its content: type and ten hexadecimal digits."""
    key = content_key(
        "test",
        query=test.query,
        sign=test.kind,
        type=test.type,
        document=test.document,
        expected=test.expected_answer,
        as_of=test.as_of.isoformat() if test.as_of else None,
        tenant=test.tenant,
        role=test.role,
    )
    return test.model_copy(update={"id": f"{test.type}-{key[:10]}"})
