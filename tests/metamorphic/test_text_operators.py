"""What the operators that change texts do: amounts, places, styles, and what they leave alone."""

from __future__ import annotations

import random
import re

import pytest

from ragtester.errors import ConfigError, UnknownNameError
from ragtester.metamorphic import Target, apply_to_context, apply_to_documents, choose, mutate
from ragtester.metamorphic.operators.counterfactual_noise import example_test
from ragtester.metamorphic.operators.counterfactual_passage import counterfactual_passage
from ragtester.metamorphic.operators.key_terms import key_terms
from ragtester.metamorphic.pools import pool
from ragtester.metamorphic.typos import CHANNELS, damage, eligible_words, human, mapped, neighbours
from ragtester.records import Document, Fact, JsonValue, Mutant, Retrieved, Span, Table
from ragtester.text import split_sentences

TEXT = " ".join(f"Sentence number {word} stands in this document for a reason." for word in
                "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda omicron".split())  # fmt: skip


def made(name: str, text: str = TEXT, scope: str = "pre", **parameters: JsonValue) -> tuple[Mutant, str]:
    document = Document(id="d", text=text)
    context = [Retrieved(chunk="d#0", document="d", text=text, rank=1)]
    test = example_test().model_copy(update={"evidence": (Span.cut(document, 0, 30),)})
    choices = choose([name], scopes_wanted=[scope], parameters={name: parameters})
    mutants, skipped = mutate(Target(test), choices, documents=[document], context=context, seed=1)
    assert not skipped, skipped
    mutant = mutants[0]
    if scope == "pre":
        return mutant, apply_to_documents([document], mutant)[0].text
    return mutant, "\n".join(p.text for p in apply_to_context(context, mutant))


@pytest.mark.parametrize(
    ("name", "scope", "expected"),
    [("SeN", "pre", 2), ("SuN", "pre", 2), ("ISN", "pre", 1), ("DN", "pre", 4), ("DN", "post", 4),
     ("SeN", "post", 1), ("SuN", "post", 1), ("ISN", "post", 1), ("CN", "pre", 1), ("CN", "post", 1)],
)  # fmt: skip
def test_amounts_follow_table_2_and_round_down(name: str, scope: str, expected: int) -> None:
    assert len(split_sentences(TEXT)) == 12
    mutant, _ = made(name, scope=scope)
    assert len(mutant.edits) == expected


@pytest.mark.parametrize("name", ["SeN", "DN", "ISN", "SuN"])
def test_at_least_one_piece_is_added_to_the_shortest_text(name: str) -> None:
    mutant, _ = made(name, "One short sentence only stands here.")
    assert len(mutant.edits) == 1


@pytest.mark.parametrize("name", ["SeN", "DN", "ISN", "SuN", "CN"])
def test_noise_leaves_every_original_sentence_whole(name: str) -> None:
    for scope in ("pre", "post"):
        _, text = made(name, scope=scope)
        assert all(piece.text in text for piece in split_sentences(TEXT))


def test_noise_never_falls_into_a_table() -> None:
    rows = "| item | fee |\n| desk | 5 |. done. \n| hall | 9 |. done."
    document = Document(
        id="d",
        text=f"Before it. {rows}\nAfter it.",
        tables=(Table(header=("item", "fee"), rows=(), start=11, end=11 + len(rows)),),
    )
    test = example_test().model_copy(update={"evidence": (Span.cut(document, 0, 10),)})
    for seed in range(8):
        for mutant in mutate(
            Target(test), choose(["SeN", "DN", "CN"], scopes_wanted=["pre"]), documents=[document], seed=seed
        )[0]:
            new = apply_to_documents([document], mutant)[0]
            table = new.tables[0]
            assert new.text[table.start : table.end] == rows


def test_typos_follow_the_rate_and_never_touch_a_number() -> None:
    text = "The deposit of 1,250 euros is due on 14 March 2026 under rule 12-B of the fourteen regulations. " * 20
    mutant, result = made("ON", text)
    assert len(mutant.edits) == int(len(text) * 0.01)
    assert re.findall(r"\d+", result) == re.findall(r"\d+", text)
    assert result.count("March") == 20 and result.count("fourteen") == 20 and result != text


def test_digits_change_only_when_asked() -> None:
    _, result = made("ON", "12345 67890 " * 10, digits=True, channel="ocr", rate=0.1)
    assert re.findall(r"\d+", result) != re.findall(r"\d+", "12345 67890 " * 10)


def test_a_high_rate_misspells_a_word_more_than_once_and_a_protected_word_never() -> None:
    mutant, result = made("ON", "conference hall conference room", rate=0.3, protect=["hall"])
    assert len(mutant.edits) >= 4 and "hall" in result


def test_a_text_of_numbers_alone_cannot_be_misspelt() -> None:
    document = Document(id="d", text="12 34 56")
    test = example_test().model_copy(update={"document": "d"})
    mutants, skipped = mutate(Target(test), choose(["ON"], scopes_wanted=["pre"]), documents=[document])
    assert not mutants and "no word" in skipped[0].reason


def test_the_first_letter_survives_human_typos() -> None:
    words = "conference regulation membership extension deposit"
    for seed in range(30):
        for start, _, _ in damage(words, rate=0.1, channel=human, random_=random.Random(seed)):
            assert start > 0 and words[start - 1] != " "


def test_human_typos_are_drops_neighbours_swaps_and_doubles() -> None:
    seen = {human("regulations", 4, random.Random(seed)) for seed in range(300)}
    assert (1, "") in seen and (1, "ll") in seen and (2, "al") in seen
    assert any(slip and slip[0] == 1 and slip[1] in neighbours("l") and slip[1] for slip in seen)
    assert {slip[1] for seed in range(300) if (slip := human("period", 1, random.Random(seed)))} >= {"a", "i"}


def test_neighbours_depend_on_the_layout() -> None:
    assert set("qwsz") <= set(neighbours("a")) and "q" in neighbours("w")
    assert "z" in neighbours("t", "qwertz") and "z" not in neighbours("t")
    assert neighbours("ж") == ""


def test_scanner_errors_come_from_look_alike_letters() -> None:
    slips = damage("modern clearing", rate=0.5, channel=CHANNELS["ocr"], random_=random.Random(3))
    assert slips and all(put_in for _, _, put_in in slips)
    assert mapped({"ä": ["ae"]})("bär", 1, random.Random(0)) == (1, "ae")
    assert mapped({"ä": ["ae"]})("bar", 1, random.Random(0)) is None


def test_words_with_digits_addresses_and_short_words_are_not_eligible() -> None:
    words = {
        w.text for w in eligible_words("See www://x.org a1b2 mail@x.org the Conference twenty without JANUARY hall's")
    }
    assert words == {"Conference", "hall's"}


def test_inserted_text_can_look_scanned() -> None:
    own: JsonValue = ["The reading room is modern and clean in the morning."]
    _, plain = made("SeN", scope="post", pool=own)
    _, scanned = made("SeN", scope="post", pool=own, style="ocr")
    assert own[0] in plain and own[0] not in scanned and scanned.startswith(TEXT)  # type: ignore[index]


def test_fillers_speak_of_the_texts_own_terms_and_hold_no_value() -> None:
    text = "The warranty covers the pump. The warranty ends when the pump is sold. A warranty card is enclosed."
    mutant, _ = made("SuN", text)
    assert any(term in mutant.edits[0].text.lower() for term in key_terms(text))
    assert not re.search(r"\d", mutant.edits[0].text)
    assert "warranty" in key_terms(text) and "covers" not in key_terms("The covers.")[:0]


def test_a_named_entity_is_no_key_term() -> None:
    assert "lindqvist" not in key_terms("The head is Marta Lindqvist. Ask Marta Lindqvist about the permits.")


def test_pools_are_large_and_hold_no_repetition() -> None:
    for name, least in (("unrelated_facts", 80), ("fragments", 35), ("vocabulary", 250), ("filler_templates", 20)):
        items = pool(name)  # type: ignore[arg-type]
        assert len(items) >= least
        assert len(set(items)) == len(items) or name == "vocabulary"


def fact(name: str, label: str, value: str, wrong: str | None) -> Fact:
    return Fact(id=name, subject="the hall", entity_kind="room", attribute=label, label=label, kind="text", value=value,
                forms=(value,), counterfactual=wrong)  # fmt: skip


def test_a_counterfactual_restates_the_fact_that_the_answer_states() -> None:
    facts = {f.id: f for f in (fact("a", "owner", "Ada", "Bea"), fact("b", "colour", "blue", "red"))}
    test = example_test().model_copy(update={"facts": ("a", "b"), "expected_answer": "blue"})
    passage = counterfactual_passage(Target(test, facts), random_=random.Random(0))
    assert "colour" in passage and "red" in passage and "the hall" in passage


def test_of_several_facts_one_is_changed_whose_new_value_the_answer_does_not_have() -> None:
    facts = {f.id: f for f in (fact("a", "left", "blue", "red"), fact("b", "right", "red", "green"))}
    test = example_test().model_copy(update={"facts": ("a", "b"), "expected_answer": "left blue, right red"})
    assert "green" in counterfactual_passage(Target(test, facts), random_=random.Random(0))


def test_without_a_fact_the_evidence_sentence_gets_the_other_value() -> None:
    document = Document(id="d", text="Leaving the Alder plan takes 14 days of notice.")
    test = example_test().model_copy(update={"evidence": (Span.cut(document, 0, len(document.text)),)})
    assert (
        counterfactual_passage(Target(test), random_=random.Random(0))
        == "Leaving the Alder plan takes 30 days of notice."
    )


def test_without_a_usable_sentence_the_question_is_restated() -> None:
    passage = counterfactual_passage(Target(example_test()), random_=random.Random(0))
    assert "What is the notice period of the Alder plan?" in passage and "30 days" in passage


def test_a_models_passage_comes_first() -> None:
    target = Target(example_test(), passage=" Notice takes 90 days. ")
    assert counterfactual_passage(target, random_=random.Random(0)) == "Notice takes 90 days."


def test_a_counterfactual_can_stand_at_the_end() -> None:
    mutant, text = made("CN", place="end")
    assert mutant.edits[0].start == len(TEXT) and text.endswith("30 days.")


def test_unknown_names_and_values_out_of_range_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'rate'"):
        choose(["ON"], parameters={"ON": {"rat": 0.1}})
    with pytest.raises(UnknownNameError, match="SeN"):
        choose(["Sen1"])
    with pytest.raises(UnknownNameError, match="operator"):
        choose(parameters={"XY": {}})
    for name, values in [
        ("ON", {"rate": 0.9}), ("ON", {"rate": "much"}), ("ON", {"digits": 1}), ("ON", {"channel": "voice"}),
        ("CM", {"factor": 2.5}), ("SeN", {"pool": "one"}), ("SeN", {"pool": [""]}), ("DN", {"share": True}),
    ]:  # fmt: skip
        with pytest.raises(ConfigError, match=name):
            choose([name], parameters={name: values})  # type: ignore[dict-item]
    with pytest.raises(ConfigError, match="neither pre nor post"):
        choose(scopes_wanted=["mid"])
    with pytest.raises(ConfigError, match="needs a map"):
        made("ON", channel="map")


def test_a_parameter_of_one_scope_does_not_disturb_the_other() -> None:
    chosen = choose(["SeN", "CSh"], parameters={"SeN": {"share": 0.5}, "CSh": {"tokens": 3}})
    by_arm = {(c.operator.name, c.scope): c.parameters for c in chosen}
    assert by_arm["SeN", "pre"]["share"] == 0.5 and by_arm["SeN", "post"]["count"] == 1
    assert by_arm["CSh", "post"]["tokens"] == 3 and by_arm["CSh", "pre"]["offset"] == 0.5
