"""The oracle on cases of its own: preservation, sameness, adaptation, and its blindness."""

from __future__ import annotations

from typing import Any

import pytest

from ragtester.errors import ReplyError
from ragtester.llm import ScriptedModel
from ragtester.metamorphic import (
    Observation,
    OracleView,
    Skipped,
    failing_stage,
    model_outcome,
    not_applicable_outcome,
    preservation,
    relation_outcome,
    same_answer,
    truth,
    unmeasured_outcome,
    write_counterfactual,
)
from ragtester.metamorphic.operators.counterfactual_noise import example_test
from ragtester.metamorphic.oracle import adaptation, contrasts, focus, names_conflict
from ragtester.metamorphic.oracle.exchange import respelt
from ragtester.metamorphic.oracle.preservation import Preservation
from ragtester.records import Answer, AnswerPart, Document, Edit, Mutant, Retrieved, Span, Test, ValueKind

EVIDENCE = "Members who leave the Alder plan keep to a notice period of 14 days."
TEXT = f"The plan began in spring. {EVIDENCE} Letters go to the office at noon."


def case(
    question: str = "What is the notice period of the Alder plan?",
    evidence: str = EVIDENCE,
    answer: str = "14 days",
    kind: ValueKind | None = "duration",
) -> OracleView:
    return OracleView("t", question, (Span(document="d", quote=evidence),), answer, kind)


@pytest.mark.parametrize(
    ("after", "relation", "cause"),
    [
        (TEXT, "preserving", "unchanged"),
        (TEXT + " Honey keeps for 3000 years in a jar.", "preserving", "intact"),
        (TEXT.replace("notice", "notcie").replace("leave", "leav"), "preserving", "intact"),
        (TEXT + " The notice period of the Alder plan is 45 days.", "altering", "contradicted"),
        (TEXT + " The Alder plan has no notice period.", "altering", "contradicted"),
        (TEXT.replace("14 days", "19 days"), "altering", "contradicted"),
        (TEXT.replace(EVIDENCE, ""), "altering", "lost"),
        (TEXT.replace(" of 14 days", ""), "altering", "lost"),
        (TEXT.replace(EVIDENCE, "") + " The Alder plan has a notice period of two weeks.", "preserving", "intact"),
        (TEXT.replace("Members who leave ", ""), "preserving", "intact"),
        (TEXT + " Opinions on notice differ, as one would expect of a subject of this kind.", "preserving", "intact"),
        (TEXT + " s/\\s{2,}/ /g; retry: 30 days", "preserving", "intact"),
    ],
)
def test_preservation_is_measured_on_the_text(after: str, relation: str, cause: str) -> None:
    found = preservation(case(), [TEXT], [after])
    assert (found.relation, found.cause) == (relation, cause), found.reason


@pytest.mark.parametrize(
    ("question", "evidence", "answer", "other", "harmless"),
    [
        ("Who is the head of safety of the Birch works?", "The head of safety of the Birch works is Marta Lindqvist.", "Marta Lindqvist",
         "At the Birch works, Jonas Okafor is head of safety.", "Anyone who works with safety will know that heads matter."),
        ("What colour is the permit of the Birch works?", "The permit of the Birch works is blue.", "blue",
         "The colour of the permit of the Birch works is green.", "Looking at permit alongside colour can offer a fresh perspective."),
        ("Where is the travel desk of the night staff?", "The night staff find the travel desk in Pavilion Two.", "Pavilion Two",
         "The travel desk of the night staff stands in the North Annexe.", "Questions around travel and desk come up again and again."),
    ],
)  # fmt: skip
def test_words_are_contradicted_by_other_words_and_not_by_filler(
    question: str, evidence: str, answer: str, other: str, harmless: str
) -> None:
    view = case(question, evidence, answer, None)
    assert preservation(view, [evidence], [f"{evidence} {other}"]).cause == "contradicted"
    assert preservation(view, [evidence], [f"{evidence} {harmless}"]).cause == "intact"


def test_evidence_cut_across_passages_is_found_in_the_list() -> None:
    assert preservation(case(), [TEXT], [TEXT[:60], TEXT[60:].lstrip()]).relation == "preserving"


def test_all_legs_of_a_hop_are_needed() -> None:
    view = OracleView(
        "t", "What is the fee of the group in Elm House?",
        (Span(document="a", quote="The painters sit in Elm House."), Span(document="b", quote="The painters pay a fee of 40 euros.")),
        "40 euros", "money",
    )  # fmt: skip
    before = ["It is warm. The painters sit in Elm House.", "The painters pay a fee of 40 euros."]
    assert preservation(view, before, ["It is warm.", before[1]]).cause == "lost"


def test_without_evidence_in_the_text_nothing_can_be_lost() -> None:
    assert (
        preservation(case(evidence="Nowhere to be found."), ["Birds sing."], ["Birds sing. Loudly."]).confidence < 0.5
    )


@pytest.mark.parametrize(
    ("base", "answer", "same"),
    [
        ("14 days", "14 days", True),
        ("14 days", "It is fourteen days.", True),
        ("14 days", "45 days", False),
        ("14 days", "14 days or 45 days", False),
        ("The notice period is 14 days.", "14 days", True),
        (EVIDENCE, f"Birds sing in spring. {EVIDENCE}", True),
        (EVIDENCE, EVIDENCE.replace("leave", "laeve"), True),
        (EVIDENCE, "leave the Alder plan keep to a notice period of 14 days.", True),
        (EVIDENCE, EVIDENCE.replace("14", "19"), False),
        (f"{EVIDENCE} Letters go to the office 3 times.", EVIDENCE, True),
    ],
)
def test_answers_are_the_same_where_they_say_the_same(base: str, answer: str, same: bool) -> None:
    found = same_answer(case(answer=base), answer, after=[TEXT])
    assert found.same is same, found.reason


@pytest.mark.parametrize(
    ("base", "answer", "same"),
    [
        ("Marta Lindqvist", "Marta Lidnqvist", True),
        ("Marta Lindqvist", "Marta Holm", False),
        ("The covering of the chair is leather, which lasts for years if it is kept dry and clean.",
         "The covering of the chair is linen, which lasts for years if it is kept dry and clean.", False),
    ],
)  # fmt: skip
def test_a_misspelling_of_the_text_is_the_word_and_an_exchange_is_not(base: str, answer: str, same: bool) -> None:
    view = case("Who leads it, and what is the covering of the chair?", base, base, None)
    assert same_answer(view, answer, after=[answer]).same is same


CHANGE = Preservation("altering", "contradicted", "r", 0.9, ("The notice period of the Alder plan is 45 days.",))
LOST = Preservation("altering", "lost", "r", 0.9)


@pytest.mark.parametrize(
    ("answer", "change", "score"),
    [
        ("45 days", CHANGE, 5),
        ("The sources contradict each other: 14 days and 45 days.", CHANGE, 5),
        ("The passages are inconsistent about the period.", CHANGE, 4),
        ("It is 14 days; however, another passage says 45 days.", CHANGE, 4),
        ("14 days and 45 days", CHANGE, 3),
        ("90 days", CHANGE, 2),
        ("14 days", CHANGE, 1),
        ("14 days", LOST, 1),
        ("90 days", LOST, 2),
    ],
)
def test_adaptation_has_an_anchor_for_every_score(answer: str, change: Preservation, score: int) -> None:
    assert adaptation(case(), change, answer).score == score


def test_words_follow_a_statement_in_words() -> None:
    change = Preservation(
        "altering", "contradicted", "r", 0.9, ("The head of safety of the Birch works is Jonas Okafor.",)
    )
    view = case("Who is the head of safety of the Birch works?", "x", "Marta Lindqvist", "name")
    assert adaptation(view, change, "Jonas Okafor").score == 5
    assert adaptation(view, change, "Marta Lindqvist").score == 1
    assert adaptation(view, change, "What is the head of safety?").score == 2


@pytest.mark.parametrize(
    "answer", ["Die Angaben sind widersprüchlich.", "Les sources sont contradictoires.", "Údaje jsou rozporné."]
)
def test_conflicts_are_named_in_several_languages(answer: str) -> None:
    assert names_conflict(answer) and not names_conflict("14 days") and not contrasts("14 days")


def observation(
    answer: str, after: str, *, test: Test | None = None, scope: Any = "post", diff: str = ""
) -> Observation:
    test = test or example_test().model_copy(update={"evidence": (Span(document="d", quote=EVIDENCE),)})
    mutant = Mutant(id="m", test=test.id, operator="SeN", scope=scope, note="one sentence")
    context = (Retrieved(chunk="c", document="d", text=after, rank=1),)
    return Observation.of(
        test, mutant, system="s", base=Answer(text="14 days", context=context), answer=Answer(text=answer, context=context),
        before=[TEXT], after=[after], diff=diff,
    )  # fmt: skip


ALTERED = TEXT + " The notice period of the Alder plan is 45 days."
ABSTAINS = "The documents do not say."


@pytest.mark.parametrize(
    ("answer", "after", "outcome"),
    [
        ("14 days", TEXT + " Owls sleep.", "held"),
        ("12 days", TEXT + " Owls sleep.", "violated"),
        (ABSTAINS, TEXT + " Owls sleep.", "violated"),
        (ABSTAINS, ALTERED, "held"),
        ("45 days", ALTERED, "held"),
        ("14 days", ALTERED, "violated"),
        ("  ", TEXT, "unmeasured"),
    ],
)
def test_the_outcome_follows_from_relation_and_answer(answer: str, after: str, outcome: str) -> None:
    found = relation_outcome(observation(answer, after, diff="+"))
    assert found.outcome == outcome
    if outcome != "unmeasured":
        assert found.rationale and found.base_answer == "14 days" and found.mutant_context == (after,) and found.diff


def test_the_oracle_never_sees_the_ledger() -> None:
    honest = observation("14 days", ALTERED)
    test = example_test().model_copy(
        update={
            "evidence": (Span(document="d", quote=EVIDENCE),), "expected_answer": "45 days", "accepted_answers": ("45 days",),
            "counterfactuals": ("14 days",), "facts": ("f",), "answer_parts": (AnswerPart(forms=("45 days",)),),
        }
    )  # fmt: skip
    assert relation_outcome(observation("14 days", ALTERED, test=test)) == relation_outcome(honest)
    assert not {"expected_answer", "accepted_answers", "counterfactuals", "facts"} & set(
        OracleView.__dataclass_fields__
    )


def test_what_was_not_run_or_failed_is_recorded_as_such() -> None:
    mutant = Mutant(id="m", test="t", operator="SeN", scope="post")
    assert unmeasured_outcome(mutant, system="s", reason="timeout").outcome == "unmeasured"
    assert not_applicable_outcome(Skipped("t", "CN", "pre", "why"), system="s").rationale == "why"


def scripted(**replies: str) -> ScriptedModel:
    def respond(request: Any) -> str:
        text = " ".join(message.content for message in request.messages)
        return next(reply for key, reply in replies.items() if key in text.replace(" ", "_"))

    return ScriptedModel(respond, name="judge")


PRESERVING = '{"evidence": "e", "contradiction": "", "relation": "preserving"}'
CONTRADICTED = '{"evidence": "", "contradiction": "45 days", "relation": "altering"}'
GONE = '{"evidence": "", "contradiction": "", "relation": "altering"}'


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        (PRESERVING, '{"difference": "", "score": 5}', "held"),
        (PRESERVING, '{"difference": "all", "score": 2}', "violated"),
        (CONTRADICTED, '{"reason": "follows", "score": 4}', "held"),
        (GONE, '{"reason": "repeats", "score": 1}', "violated"),
    ],
)
async def test_a_model_can_be_the_judge(first: str, second: str, outcome: str) -> None:
    model = scripted(You_check_test_data=first, You_compare_two_answers=second, The_sources_of=second)
    found = await model_outcome(model, observation("14 days", ALTERED), sample=2)
    assert found.outcome == outcome


async def test_an_abstention_and_an_unchanged_text_need_no_judge() -> None:
    found = await model_outcome(scripted(), observation(ABSTAINS, TEXT))
    assert found.outcome == "violated" and found.relation == "preserving"


async def test_a_judge_that_breaks_is_an_error_and_no_outcome() -> None:
    with pytest.raises(ReplyError):
        await model_outcome(ScriptedModel(lambda request: "no json", name="judge"), observation("14 days", ALTERED))


def test_long_texts_are_shown_where_the_evidence_stands() -> None:
    long = "Birds sing in every tree of the park. " * 400 + TEXT + " Rain falls on the roof." * 300
    shown = focus(case(), [long])
    assert EVIDENCE in shown and len(shown) < 8000


async def test_a_model_writes_a_counterfactual_and_may_not_repeat_the_answer() -> None:
    good = scripted(You_write_test_data='{"value": "45 days", "passage": "The Alder plan needs 45 days of notice."}')
    assert (await write_counterfactual(good, example_test())).value == "45 days"
    bad = scripted(You_write_test_data='{"value": "14 days", "passage": "The Alder plan needs 14 days of notice."}')
    with pytest.raises(ReplyError, match="states the right answer"):
        await write_counterfactual(bad, example_test())


def mutant_of(*edits: Edit) -> Mutant:
    return Mutant(id="m", test="example", operator="X", scope="post", edits=edits)


def cut(text: str, what: str, put_in: str = "") -> Edit:
    at = text.index(what)
    return Edit(document="d", start=at, end=at + len(what), text=put_in)


@pytest.mark.parametrize(
    ("edits", "answer", "relation", "outcome"),
    [
        ((), "14 days", "preserving", "held"),
        ((), "19 days", "preserving", "violated"),
        ((), ABSTAINS, "preserving", "violated"),
        ((cut(TEXT, "14 days"),), ABSTAINS, "altering", "held"),
        ((cut(TEXT, "14 days"),), "14 days", "altering", "violated"),
        ((cut(TEXT, "the Alder plan"),), "14 days", "altering", "violated"),
        ((cut(TEXT, "14", "19"),), "14 days", "altering", "violated"),
        ((cut(TEXT, "days", "dyas"),), "14 dyas", "preserving", "held"),
        ((Edit(document="d", start=0, end=0, text="It is 30 days. "),), "30 days", "altering", "held"),
        ((Edit(document="d", start=0, end=0, text="It is 30 days. "),), "14 days", "altering", "violated"),
        ((Edit(document="d", start=0, end=0, text="It is 30 days. "),), "14 days and 30 days", "altering", "violated"),
        ((Edit(document="d", start=0, end=0, text="It is 30 days. "),), "Conflicting: 14 days, 30 days", "altering", "held"),
        ((Edit(document="d", start=0, end=0, text="It is 30 days. "),), "14 days, but another passage has 30 days", "altering", "held"),
        ((Edit(document="d", start=0, end=0, text="It is 30 days. "),), ABSTAINS, "altering", "held"),
    ],
)  # fmt: skip
def test_the_ledger_knows_the_true_outcome(edits: tuple[Edit, ...], answer: str, relation: str, outcome: str) -> None:
    document = Document(id="d", text=TEXT)
    at = TEXT.index(EVIDENCE)
    test = example_test().model_copy(update={"evidence": (Span.cut(document, at, at + len(EVIDENCE)),)})
    found = truth(test, mutant_of(*edits), answer, {"d": TEXT})
    assert found is not None and (found.relation, found.outcome) == (relation, outcome), found.reason


def test_the_truth_needs_every_part_and_every_leg() -> None:
    text = "The fee of Elm is 40 euros. The fee of Oak is 60 euros. Elm lies west."
    document = Document(id="d", text=text)
    spans = (Span.cut(document, 0, 27), Span.cut(document, 28, 55), Span.cut(document, 56, len(text)))
    test = example_test().model_copy(
        update={
            "evidence": spans, "expected_answer": "Elm 40 euros, Oak 60 euros", "accepted_answers": (),
            "answer_parts": (AnswerPart(forms=("40 euros",)), AnswerPart(forms=("60 euros",))), "query": "Which fees have both?",
        }
    )  # fmt: skip
    whole, half = "40 euros and 60 euros", "40 euros"
    assert truth(test, mutant_of(), whole, {"d": text}).outcome == "held"  # type: ignore[union-attr]
    assert truth(test, mutant_of(), half, {"d": text}).outcome == "violated"  # type: ignore[union-attr]
    assert truth(test, mutant_of(cut(text, "60 euros")), whole, {"d": text}).relation == "altering"  # type: ignore[union-attr]
    assert truth(test, mutant_of(cut(text, "Elm lies west.")), whole, {"d": text}).relation == "altering"  # type: ignore[union-attr]


def test_there_is_no_truth_of_an_empty_answer_or_a_negative_test() -> None:
    assert truth(example_test(), mutant_of(), " ", {}) is None
    assert truth(example_test().model_copy(update={"kind": "negative"}), mutant_of(), "14 days", {}) is None


@pytest.mark.parametrize(
    ("operator", "scope", "context", "stage"),
    [
        ("SeN", "post", TEXT, "generate"),
        ("SeN", "pre", TEXT, "generate"),
        ("SeN", "pre", "Nothing of it.", "retrieve"),
        ("CSp", "pre", "of 14 days and so on", "chunk"),
        ("CSp", "pre", "Members who leave the Alder plan keep", "chunk"),
        ("EM", "pre", "Nothing of it.", "embed"),
        ("TK", "pre", "Nothing of it.", "retrieve"),
    ],
)
def test_a_violation_points_to_a_stage(operator: str, scope: Any, context: str, stage: str) -> None:
    outcome = relation_outcome(observation("99 days", TEXT)).model_copy(update={"mutant_context": (context,)})
    mutant = Mutant(
        id="m", test="t", operator=operator, scope=scope, parameters={"to": None, "swaps": None, "factor": 2}
    )
    found = failing_stage(outcome, mutant, [Span(document="d", quote=EVIDENCE)])
    assert found is not None and found.stage == stage


def test_no_stage_failed_where_the_relation_held_or_nothing_is_shown() -> None:
    outcome = relation_outcome(observation("14 days", TEXT))
    mutant = Mutant(id="m", test="t", operator="SeN", scope="pre")
    assert failing_stage(outcome, mutant, []) is None
    hidden = outcome.model_copy(update={"outcome": "violated", "mutant_context": ()})
    assert failing_stage(hidden, mutant, []).stage == "unknown"  # type: ignore[union-attr]


QUOTED = "Staff report at 9, and the rota is published 17 days ahead, while no more than 30 hours of overtime are worked in a month."


def test_of_a_quoted_sentence_the_clause_that_answers_gives_the_value() -> None:
    view = case("How many days ahead is the rota published?", QUOTED, QUOTED, "duration")
    assert [value.text for value in view.values] == ["17 days"]
    assert same_answer(view, "17 days").same and not same_answer(view, "30 hours").same


def test_of_several_sentences_those_count_that_the_evidence_supports() -> None:
    view = case(answer=f"{EVIDENCE} Letters go to the office within 3 weeks.")
    assert view.core == EVIDENCE and [value.text for value in view.values] == ["14 days"]
    far = case(evidence="Something else.", answer="The notice period is 14 days. Owls sleep for 9 hours.")
    assert far.core == "The notice period is 14 days."


def test_of_a_quoted_table_the_rows_about_the_question_count() -> None:
    table = "| Plan | Fee |\n| --- | --- |\n| Alder plan | 120 euros |\n| Birch plan | 310 euros |"
    view = case("What is the fee of the Alder plan?", table, table, "money")
    assert [value.text for value in view.values] == ["120 euros"]
    assert same_answer(view, "| Alder plan | 120 euros |").same
    assert not same_answer(view, "| Birch plan | 310 euros |").same


def test_a_longer_list_contradicts_and_is_followed_by_the_longer_list() -> None:
    evidence = "The dependencies of the media store are tax tables, fraud scoring and address lookup."
    view = case(
        "Which dependencies does the media store have?",
        evidence,
        "tax tables, fraud scoring and address lookup",
        "list",
    )
    longer = (
        "The dependencies of the media store are tax tables, a postcode directory, fraud scoring and address lookup."
    )
    change = preservation(view, [evidence], [f"{evidence} {longer}"])
    assert change.cause == "contradicted"
    assert adaptation(view, change, "tax tables, a postcode directory, fraud scoring and address lookup").score == 5
    assert adaptation(view, change, "tax tables, fraud scoring and address lookup").score == 1


def test_the_legs_of_the_evidence_may_be_said_by_another_sentence() -> None:
    view = case("Who leads the Birch works?", "The Birch works are led by Marta Lindqvist.", "Marta Lindqvist", "name")
    after = ["It rains. Marta Lindqvist leads the Birch works since spring."]
    found = preservation(view, ["It rains. The Birch works are led by Marta Lindqvist."], after)
    assert found.relation == "preserving"


def test_synonyms_are_no_exchange() -> None:
    base = "The course begins on Monday at 9:30 in the great hall of the school."
    view = case("How is the course run?", base, base, None)
    assert same_answer(view, base.replace("begins", "starts")).same


def test_a_misspelt_item_of_a_list_is_still_there() -> None:
    before = "The media store needs:\n\n- currency rates\n\n- tax tables"
    view = case("What does the media store need?", before, "currency rates and tax tables", "list")
    found = preservation(view, [before], [before.replace("currency", "curency")])
    assert found.relation == "preserving", found.reason


def test_an_ordinal_in_a_list_of_words_does_not_make_it_a_number() -> None:
    evidence = "Night-shift operators take the courses manual handling, cyber hygiene and first aid."
    view = case("As things stand now, which courses are mandatory for night-shift operators?", evidence,
                "manual handling, cyber hygiene and first aid", "list")  # fmt: skip
    other = "The mandatory courses of night-shift operators are data protection, first aid and driving safety."
    assert preservation(view, [evidence], [f"{evidence} {other}"]).cause == "contradicted"


@pytest.mark.parametrize(
    ("word", "other", "same"),
    [
        ("operators", "operator5", True), ("shortage", "5hortage", True), ("night", "riight", True), ("1234", "l234", False),
        ("b12", "b13", False), ("class", "c1ass", True), ("12", "l2", False), ("notice", "nofice", True), ("steel", "linen", False),
    ],
)  # fmt: skip
def test_a_scanned_letter_is_a_misspelling_and_a_changed_number_is_not(word: str, other: str, same: bool) -> None:
    assert respelt(word, other) is same


@pytest.mark.parametrize(
    ("question", "base", "quote", "answer", "same"),
    [
        ("In what class do fitters travel by rail?", "Because work needs a seat, fitters go by train in standard class.",
         "Because work needs a seat, fitters go by train in standard class.", "Because work needs", False),
        ("Which check is made before advisers are hired?", "One check comes before the hiring of advisers: reference check with two employers.",
         "One check comes before the hiring of advisers: reference check with two employers.",
         "One check comes before the hiring of advisers: reference check", False),
        ("Who chairs the board?", "Marta Lindqvist, who was elected in May.", "Marta Lindqvist, who was elected in May, chairs the board.",
         "Marta Lindqvist", True),
    ],
)  # fmt: skip
def test_an_answer_that_breaks_off_before_what_answers_is_another(
    question: str, base: str, quote: str, answer: str, same: bool
) -> None:
    view = OracleView(
        "t", question, (Span(document="d", quote=quote),), base, "choice" if "Who" not in question else "name"
    )
    assert same_answer(view, answer).same is same


def test_every_leg_of_an_answer_from_two_places_is_needed() -> None:
    spans = (
        Span(document="d", quote="The pump runs for 35 hours."),
        Span(document="d", quote="Its travel desk is in the Linden Building."),
    )
    base = "The pump runs for 35 hours. Its travel desk is in the Linden Building."
    view = OracleView("t", "How long does the pump run, and where is its travel desk?", spans, base)
    assert same_answer(view, base).same
    assert not same_answer(view, "The pump runs for 35 hours.").same


@pytest.mark.parametrize(
    ("new", "altering"),
    [
        ("The responsible office states that the hedged share of the water division is 50%.", True),
        ("According to the records, the hedged share of the water division is 50%.", True),
        ("The hedged share of the paper division is 50%.", False),
        ("The subject of hedging will no doubt remain relevant for the water division.", False),
    ],
)
def test_a_rival_counts_without_the_frame_that_reports_it(new: str, altering: bool) -> None:
    held = "The water division hedges 55% of its foreign sales."
    view = OracleView(
        "t",
        "What share of foreign sales does the Water division hedge?",
        (Span(document="d", quote=held),),
        held,
        "percent",
    )
    found = preservation(view, [f"{held} More text follows here."], [f"{held} {new} More text follows here."])
    assert (found.relation == "altering") is altering


def test_a_misspelt_or_cut_row_of_a_table_contradicts_nothing() -> None:
    rows = "Plan: Alder plan | Excess for glass: EUR 40 | Excess: EUR 125\nPlan: Birch plan | Excess for glass: EUR 80 | Excess: EUR 325"
    view = OracleView(
        "t",
        "What is the excess under the Alder plan?",
        (Span(document="d", quote=rows.split("\n")[0]),),
        rows.split("\n")[0],
        "money",
    )
    for after in (
        rows.replace("Birch", "Bircg"),
        rows.replace(" EUR 325", ""),
        rows.replace("Excess: EUR 325", "Ecxess: EUR 325"),
    ):
        assert preservation(view, [rows], [after]).relation == "preserving", after
