from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from pydantic import ValidationError

from ragtester.records import Document, DocumentChange, as_utc, begun

EAST = timezone(timedelta(hours=2))


def test_a_written_midnight_stays_a_moment_and_a_day_stays_a_day() -> None:
    change = DocumentChange(
        action="upsert", document="a", effective_from="2026-10-01T00:00:00Z", effective_to="2027-01-01"
    )  # type: ignore[arg-type]
    again = DocumentChange.model_validate_json(change.model_dump_json())
    assert again == change
    assert again.effective_from == datetime(2026, 10, 1, tzinfo=UTC)
    assert type(again.effective_to) is date
    with pytest.raises(ValidationError):
        Document(id="d", text="x", effective_from="the first of October")  # type: ignore[arg-type]


def test_days_begin_where_the_question_is_asked_and_times_are_the_same_everywhere() -> None:
    assert as_utc(date(2026, 10, 1)) == as_utc(datetime(2026, 10, 1)) == datetime(2026, 10, 1, 2, tzinfo=EAST)
    asked = datetime(2026, 10, 1, 0, 30, tzinfo=EAST)
    assert begun(date(2026, 10, 1), asked)
    assert not begun(datetime(2026, 10, 1, tzinfo=UTC), asked)
