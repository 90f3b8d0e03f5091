"""What the oracle makes of answers that quote more, or less, than the answer: tables, neighbours, cut sentences, lists."""

from __future__ import annotations

import pytest

from ragtester.metamorphic import OracleView, preservation, same_answer
from ragtester.metamorphic.oracle import adaptation
from ragtester.metamorphic.oracle.preservation import Preservation
from ragtester.records import Span, ValueKind


def view(question: str, evidence: str, answer: str = "", kind: ValueKind | None = None) -> OracleView:
    return OracleView("t", question, (Span(document="d", quote=evidence),), answer or evidence, kind)


ROW = "Boat: Tern ferry | Berth: B-12 | Crew: 9 | Turnaround: 35 minutes | Pilot: Ada Quist"
CHART = "Gull ferry 20 minutes Heron ferry 55 minutes Tern ferry 35 minutes Plover ferry 15 minutes"
OTHER_ROW = "Boat: Plover ferry | Berth: C-4 | Crew: 6 | Turnaround: 15 minutes | Pilot: Jon Mair"


@pytest.mark.parametrize(
    ("answer", "same"),
    [
        (ROW, True),
        (f"{CHART} {OTHER_ROW}", True),
        (f"{CHART} ferry | Crew: 6 | Turnaround: 15 minutes | Pilot: Jon Mair", True),
        (OTHER_ROW, False),
        ("Gull ferry 20 minutes Heron ferry 55 minutes", False),
    ],
)
def test_of_a_flattened_table_the_value_beside_the_subject_counts(answer: str, same: bool) -> None:
    chart = f"{CHART} ferry | Berth: C-4 | Crew: 6 | Turnaround: 15 minutes | Pilot: Jon Mair"
    asked = view("How long does the turnaround of the Tern ferry take?", ROW, chart, "duration")
    assert [value.text for value in asked.values] == ["35 minutes"]
    assert same_answer(asked, answer).same is same


def test_the_word_that_follows_every_number_belongs_to_it() -> None:
    row = "Part: brown rubber seal | Price: EUR 4 | Service life: 210 washes | Drawer: 7"
    chart = "brown rubber seal 210 washes grey felt pad 135 washes tall glass jar 455 washes brown felt seal 325 washes"
    asked = view("How many washes does the brown rubber seal last?", row, chart, "number")
    assert [value.number for value in asked.values] == [210]
    assert same_answer(asked, "brown rubber seal 210 washes grey felt pad").same
    assert not same_answer(asked, "grey felt pad 135 washes tall glass jar 455 washes").same


def test_a_value_that_the_base_answer_only_has_beside_its_own_is_another_answer() -> None:
    row = "Subsidy: theatre visit | Share: 40% | Limit: EUR 85 | Desk: Culture Office"
    asked = view(
        "What is the limit of the theatre visit?", row, "theatre visit | EUR 85 share: 60% | Limit: EUR 20", "money"
    )
    assert not same_answer(asked, "theatre visit share: 60% | Limit: EUR 20").same
    assert same_answer(asked, "The limit is EUR 85.").same


PLACES = "As things stand, the parcel robot stops at these places: Lund, Bergen, Turku and Riga."


@pytest.mark.parametrize(
    ("answer", "same"),
    [
        ("robot stops at these places: Lund, Bergen, Turku and Riga.", True),
        ("Riga, Turku, Bergen and Lund", True),
        ("robot stops at these places: Lund, Bergen, Turku", False),
        ("As things stand, the parcel robot stops at these places: Lund, Bergen, Turku and Oslo.", False),
    ],
)
def test_what_introduces_a_list_is_none_of_its_items(answer: str, same: bool) -> None:
    assert same_answer(view("At which places does the parcel robot stop?", PLACES, kind="list"), answer).same is same


def test_a_list_without_its_introduction_is_still_there() -> None:
    asked = view("At which places does the parcel robot stop?", PLACES, kind="list")
    cut = "robot stops at these places: Lund, Bergen, Turku and Riga."
    assert preservation(asked, [PLACES], [cut]).relation == "preserving"


@pytest.mark.parametrize(("answer", "score"), [("Oslo, Lund and Vaasa", 5), ("It stops at Oslo, Lund and", 2)])
def test_a_new_list_is_followed_by_all_of_its_items(answer: str, score: int) -> None:
    asked = view("At which places does the parcel robot stop?", PLACES, kind="list")
    new = "For the parcel robot, the stops have been set at Oslo, Lund and Vaasa."
    change = Preservation("altering", "contradicted", "", 0.9, statements=(new,))
    assert adaptation(asked, change, answer).score == score


NAME = "Ilse Marran looks after the herbarium, because a key has to be in hands that do not lose it."


@pytest.mark.parametrize(
    ("answer", "same"),
    [
        ("Ilse Marran looks after the herbarium, because a key has to be", True),
        ("Ilse Marran looks after the herbarium", True),
        ("looks after the herbarium, because a key has to be in hands that do not lose it.", False),
        ("Ilse Marran does not look after the herbarium.", False),
    ],
)
def test_a_reason_that_is_cut_off_takes_nothing_from_the_answer(answer: str, same: bool) -> None:
    assert same_answer(view("Who looks after the herbarium?", NAME, kind="name"), answer).same is same


def test_a_reason_that_is_asked_for_is_the_answer() -> None:
    asked = view("Why does Ilse Marran look after the herbarium?", NAME, kind=None)
    assert not same_answer(asked, "Ilse Marran looks after the herbarium, because a").same


def test_a_clause_beside_a_name_may_lose_its_number() -> None:
    stated = "Ilse Marran heads the herbarium, while it answers letters within 9 days."
    assert same_answer(
        view("Who heads the herbarium?", stated, kind="name"), "Ilse Marran heads the herbarium, while it"
    ).same


def test_a_neighbour_of_the_quoted_sentence_is_another_answer() -> None:
    stated = "At present, the rent of the kiln room falls due on the first market day of the month."
    base = f"The rules of the kiln room apply from 4 May 2025. {stated}"
    asked = view("On which day does the rent of the kiln room fall due?", stated, base, "choice")
    assert same_answer(asked, stated).same
    assert not same_answer(asked, "The rules of the kiln room apply from 4 May 2025.").same


@pytest.mark.parametrize(
    ("told", "new"), [("Monday night", "Sunday night"), ("in June", "in July"), ("three", "thirteen")]
)
def test_a_day_is_no_misspelling_of_another(told: str, new: str) -> None:
    stated = f"The cleaning of the tram depot is {told}, since hardly a tram runs then."
    asked = view("When is the cleaning of the tram depot?", stated, kind="choice")
    after = stated.replace(told, new).replace(", since hardly a tram runs then", "")
    assert preservation(asked, [stated], [f"{stated} Nobody is let in {after}"]).cause == "contradicted"


def test_an_answer_of_another_kind_of_value_is_another_answer() -> None:
    row = "Kiln: Amber kiln | Closing date: 8 March 2031 | Hall: South | Load: 120 kg"
    asked = view("When is the Amber kiln closed?", row, kind="date")
    assert not same_answer(asked, "kiln kg 40 Slate kiln kg 75 Amber kiln kg 120 Onyx kiln kg 310").same


OPENED = "Since plans ought to come before deeds, the glass blowers hold their review in October."


def test_a_phrase_that_only_opens_the_sentence_may_be_cut_off() -> None:
    asked = view("In which month do the glass blowers hold their review?", OPENED, kind="date")
    rest = "come before deeds, the glass blowers hold their review in October."
    assert preservation(asked, [f"Be calm. {OPENED}"], [rest]).relation == "preserving"
    assert same_answer(asked, rest).same
    assert not same_answer(asked, OPENED.replace("October", "April")).same


def test_a_phrase_that_answers_is_none_that_only_opens() -> None:
    stated = "In spring, the glass blowers hold their review."
    asked = view("When do the glass blowers hold their review?", stated)
    assert asked.said == stated
    assert preservation(asked, [f"Be calm. {stated}"], ["the glass blowers hold their review."]).relation == "altering"


def test_what_is_put_behind_an_unfinished_line_is_read_without_it() -> None:
    row = "Hut: Alm hut | Beds: 24 | Warden: Ruth Aigner"
    asked = view("How many beds does the Alm hut have?", row, kind="number")
    before = f"{row}\n\n3 Getting"
    assert (
        preservation(asked, [before], [f"{before} Looking at beds alongside the hut can be refreshing."]).cause
        == "intact"
    )
    assert preservation(asked, [before], [f"{before} The number of beds of the Alm hut is 31."]).cause == "contradicted"


def test_an_answer_with_no_word_of_the_base_answer_is_another() -> None:
    stated = "As some guests are shy of them, goats may come to the alm garden on the gravel lane only."
    asked = view("What rule applies to goats at the alm garden?", stated, kind="choice")
    other = "Wardens at the alm garden show The rule for goats of the alm garden is in a locked pen only."
    assert not same_answer(asked, other).same
