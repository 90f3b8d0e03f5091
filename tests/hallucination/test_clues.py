"""The first look that spares most statements the search for abstentions."""

from pathlib import Path

import pytest

from ragtester.hallucination import ground
from ragtester.hallucination.factoids import answer_factoids
from ragtester.hallucination.factoids.clues import may_abstain, surely_states
from ragtester.text.abstention import detect_abstention

LISTED = Path(__file__).parents[1] / "text" / "data"


@pytest.mark.parametrize("file", ["abstentions.tsv", "abstentions_check.tsv"])
def test_no_abstention_of_the_labelled_lists_is_passed_over(file: str) -> None:
    lines = [line.split("\t") for line in (LISTED / file).read_text(encoding="utf-8").splitlines()]
    texts = [text for _, *_, text in lines if detect_abstention(text).kind in ("complete", "refusal")]
    assert len(texts) > 20
    assert [text for text in texts if not may_abstain(text) or surely_states([text], answer=text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "The fee of the room is 40 euros.",
        "Former pupils receive a discount on instruments.",
        "It costs “40 €” at the desk.",
    ],
)
def test_a_plain_statement_needs_no_search(text: str) -> None:
    assert not may_abstain(text)


@pytest.mark.parametrize(
    "text", ["Das steht dort.", "Rien.", "文件没有说明", "לא ידוע", "40", "Beats me, that is anyone's guess."]
)
def test_other_languages_and_bare_words_are_searched(text: str) -> None:
    assert may_abstain(text)


def test_an_answer_that_states_something_first_does_not_abstain_as_a_whole() -> None:
    answer = "The fee is 40 euros. The context does not say when it is due."
    factoids, abstained = answer_factoids(answer)
    assert not abstained
    assert [factoid.text for factoid in factoids] == ["The fee is 40 euros."]
    assert ground("The context does not say what the fee is.", ["The fee is 40 euros."]).abstained
