from __future__ import annotations

from itertools import pairwise

import pytest

from ragtester.text import PartialDate, compare_values, extract_values


def _first(text, kind=None):
    found = extract_values(text, kinds=[kind] if kind else None)
    assert found, text
    return found[0]


@pytest.mark.parametrize(
    ("text", "kind", "number", "unit"),
    [
        ("14 days", "duration", 14, "day"),
        ("fourteen days", "duration", 14, "day"),
        ("two hundred and five kg", "number", 205, "kg"),
        ("a hundred people", "number", 100, None),
        ("1,234.5", "number", 1234.5, None),
        ("1.234,50 EUR", "money", 1234.5, "EUR"),
        ("1 234,5 kg", "number", 1234.5, "kg"),
        ("12'500 CHF", "money", 12500, "CHF"),
        ("0,5 l", "number", 0.5, "litre"),
        ("$3.5 million", "money", 3.5e6, "USD"),
        ("$5m", "money", 5e6, "USD"),
        ("5 m", "number", 5, "m"),
        ("5bn euros", "money", 5e9, "EUR"),
        ("USD 250", "money", 250, "USD"),
        ("£12", "money", 12, "GBP"),
        ("50 cents", "money", 50, "cent"),
        ("12 %", "percent", 12, "percent"),
        ("12 per cent", "percent", 12, "percent"),
        ("2 percentage points", "percent", 2, "percentage point"),
        ("1 1/2 hours", "duration", 1.5, "hour"),
        ("½ hour", "duration", 0.5, "hour"),
        ("3/4 inch", "number", 0.75, "inch"),
        ("30 working days", "duration", 30, "working day"),
        ("30 Tage", "duration", 30, "day"),
        ("zwölf Monate", "duration", 12, "month"),
        ("30 jours", "duration", 30, "day"),
        ("quince días", "duration", 15, "day"),
        ("30 dní", "duration", 30, "day"),
        ("14天", "duration", 14, "day"),
        ("十四天", "duration", 14, "day"),
        ("2 dozen eggs", "number", 24, None),
        ("the 21st floor", "number", 21, "ordinal"),
        ("twenty-first floor", "number", 21, "ordinal"),
        ("-5 °C", "number", -5, "celsius"),
        ("ten thousand", "number", 10000, None),
    ],
)
def test_numbers_are_read_with_their_units(text, kind, number, unit):
    value = _first(text)
    assert (value.kind, value.number, value.unit) == (kind, pytest.approx(number), unit)
    assert text[value.start : value.end] == value.text


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("12 March 2020", PartialDate(2020, 3, 12)),
        ("March 12th, 2020", PartialDate(2020, 3, 12)),
        ("2020-03-12", PartialDate(2020, 3, 12)),
        ("2020/03/12", PartialDate(2020, 3, 12)),
        ("12.03.2020", PartialDate(2020, 3, 12)),
        ("3/25/2020", PartialDate(2020, 3, 25)),
        ("12. března 2020", PartialDate(2020, 3, 12)),
        ("3. März 2021", PartialDate(2021, 3, 3)),
        ("3 de enero de 2021", PartialDate(2021, 1, 3)),
        ("1er janvier 2021", PartialDate(2021, 1, 1)),
        ("2020年3月12日", PartialDate(2020, 3, 12)),
        ("March 2020", PartialDate(2020, 3, span="month")),
        ("12 March", PartialDate(None, 3, 12)),
        ("in 1999", PartialDate(1999, span="year")),
        ("the 1990s", PartialDate(1990, span="decade")),
        ("19th century", PartialDate(1800, span="century")),
        ("Q3 2023", PartialDate(2023, 7, span="quarter")),
        ("third quarter of 2023", PartialDate(2023, 7, span="quarter")),
    ],
)
def test_dates_are_read_in_many_formats(text, date):
    assert _first(text, "date").date == date


def test_an_impossible_date_is_no_date():
    assert not extract_values("13.13.2020", kinds=["date"]) or _first("13.13.2020", "date").date.month is None
    assert _first("03/04/2020").date.swapped


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("5-10 days", 5, 10), ("between 5 and 10 km", 5, 10), ("5 to 10 percent", 5, 10), ("5 bis 10 Tage", 5, 10)],
)
def test_ranges_have_two_ends(text, low, high):
    value = _first(text)
    assert (value.number, value.high) == (low, high)


def test_and_joins_a_range_only_after_between():
    assert [value.number for value in extract_values("rooms 5 and 10")] == [5, 10]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least 5 days", "at_least"),
        ("more than 5 days", "at_least"),
        ("up to 5 days", "at_most"),
        ("about 5 days", "about"),
        ("höchstens 5 Tage", "at_most"),
        ("5+ years", "at_least"),
        ("5 days", "exact"),
    ],
)
def test_bounds_are_kept(text, bound):
    assert _first(text).bound == bound


def test_names_and_codes_are_found_and_common_openers_are_not():
    found = {
        (value.kind, value.text) for value in extract_values("The pump AB-1234 was built by Anna K. Novak in Brno.")
    }
    assert ("code", "AB-1234") in found
    assert ("name", "Anna K. Novak") in found
    assert ("name", "Brno") in found
    assert not any(text.startswith("The") for _, text in found)


def test_values_do_not_overlap_and_stand_in_order():
    values = extract_values("On 12 March 2020, 14 of 30 employees (47 %) at Acme GmbH got $1,200 for A-17.")
    assert all(a.end <= b.start for a, b in pairwise(values))


@pytest.mark.parametrize("text", ["", "no values here", "1.2.3", "nineteen eighty-four eleven", "3/0", "..."])
def test_odd_texts_raise_nothing(text):
    assert isinstance(extract_values(text), list)


@pytest.mark.parametrize(
    ("given", "wanted", "sameness"),
    [
        ("14 days", "2 weeks", "same"),
        ("12 months", "1 year", "same"),
        ("90 minutes", "1.5 hours", "same"),
        ("30 days", "1 month", "different"),
        ("5 km", "5000 m", "same"),
        ("3.1 miles", "5 km", "same"),
        ("50 cents", "$0.50", "same"),
        ("100 °C", "212 °F", "same"),
        ("5 kg", "5 km", "incomparable"),
        ("€5", "$5", "incomparable"),
        ("5 days", "5 working days", "incomparable"),
        ("3.1", "3.14", "partial"),
        ("8 million", "8,124,427", "partial"),
        ("7 million", "8,124,427", "different"),
        ("7 days", "5-10 days", "partial"),
        ("5-10 days", "7 days", "partial"),
        ("12 days", "5-10 days", "different"),
        ("5-10 days", "5-10 days", "same"),
        ("5-12 days", "5-10 days", "different"),
        ("at least 5 days", "at most 5 days", "different"),
        ("March 2020", "12 March 2020", "partial"),
        ("12 March 2020", "March 2020", "same"),
        ("in 1994", "the 1990s", "same"),
        ("the 1990s", "in 1994", "partial"),
        ("the 1980s", "the 1990s", "different"),
        ("in 1850", "19th century", "same"),
        ("Q3 2023", "August 2023", "partial"),
        ("August 2023", "Q3 2023", "same"),
        ("Q2 2023", "Q3 2023", "different"),
        ("2023", "Q3 2023", "partial"),
        ("Q3 2022", "Q3 2023", "different"),
        ("Q3 2023", "in 2023", "same"),
        ("03/04/2020", "4 March 2020", "same"),
        ("12 March", "12 March 2020", "partial"),
        ("12 March", "2020", "different"),
        ("the 21st", "21", "same"),
        ("the 21st", "21 days", "incomparable"),
        ("Brno", "Brno", "same"),
    ],
)
def test_values_are_compared_through_their_units(given, wanted, sameness):
    assert compare_values(_first(given), _first(wanted)) == sameness


def test_a_declared_tolerance_makes_near_numbers_the_same():
    assert compare_values(_first("102 kg"), _first("100 kg")) == "different"
    assert compare_values(_first("102 kg"), _first("100 kg"), tolerance=0.02) == "same"


@pytest.mark.parametrize("text", ["1,800 requests per second", "twice a second", "every second day"])
def test_a_second_of_time_is_no_ordinal(text):
    assert "ordinal" not in [value.unit for value in extract_values(text)]
    assert "ordinal" in [value.unit for value in extract_values("on the second floor")]


@pytest.mark.parametrize(("text", "step"), [("51.0%", 0.1), ("3.50 EUR", 0.01), ("1,200 people", 100.0), ("0.5", 0.1)])
def test_zeros_after_the_point_are_given_places(text, step):
    assert [value.step for value in extract_values(text)] == [pytest.approx(step)]


def test_numbers_beyond_all_measure_raise_nothing():
    for text in ("1." + "0" * 400, "9" * 400 + ".0", "1" + "0" * 400 + " EUR"):
        assert extract_values(text)
