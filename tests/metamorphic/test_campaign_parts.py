"""Base instances, combined and reduced mutants, budget, repairs, tables, files and the page."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ragtester.errors import UnknownNameError
from ragtester.llm import ScriptedModel
from ragtester.metamorphic import (
    REPAIRS,
    IndexSettings,
    RelationLabel,
    RepairOutcome,
    borrowed_counterfactuals,
    campaign_page,
    campaign_report,
    combine,
    combined_mutants,
    meta_evaluation,
    overlap_table,
    rank_by_yield,
    repair_strategy,
    repair_summary,
    repair_table,
    repaired_settings,
    replay,
    select_instances,
    smallest_mutation,
    stability,
    stratified_sample,
    summary,
    trials_for,
    violation_table,
    write_tables,
)
from ragtester.metamorphic.budget import next_arm
from ragtester.metamorphic.operators.counterfactual_noise import example_test
from ragtester.metamorphic.repair import (
    best_units,
    corrected,
    corrected_text,
    evidence_units,
    lexical_scores,
    model_scores,
    newest_first,
    vocabulary,
    with_neighbours,
)
from ragtester.metamorphic.tables import Cost, agreement, fault_overlap, found_in_all, scope_averages, to_csv
from ragtester.records import Chunk, Document, Edit, Mutant, RelationOutcome, Retrieved, Span


def outcome(
    test: str, result: str, *, operator: str = "SeN", scope: str = "pre", truth: str | None = None, **more: Any
) -> RelationOutcome:
    values = {
        "relation": "preserving",
        "rationale": "why",
        "diff": "…a{+b+}…",
        "base_answer": "x",
        "mutant_answer": "y",
        **more,
    }
    return RelationOutcome(
        mutant=f"{test}/{scope}/{operator}", test=test, system=values.pop("system", "s"), operator=operator, scope=scope,
        outcome=result, truth=truth, **values,
    )  # type: ignore[arg-type]  # fmt: skip


def mutant(*edits: Edit, operator: str = "SeN", scope: Any = "pre", test: str = "t") -> Mutant:
    return Mutant(
        id=f"{test}/{scope}/{operator}", test=test, operator=operator, scope=scope, edits=edits, note=operator
    )


def insertion(at: int, text: str) -> Edit:
    return Edit(document="d", start=at, end=at, text=text)


# --- base instances


def test_only_answers_that_come_from_the_corpus_every_time_make_base_instances() -> None:
    held = example_test().model_copy(update={"evidence": (Span(document="d", quote="q"),)})
    tests = [held.model_copy(update={"id": name}) for name in ("good", "known", "wrong", "lost", "never")]
    tests += [
        held.model_copy(update={"id": "neg", "kind": "negative"}),
        example_test().model_copy(update={"id": "bare"}),
    ]
    closed: dict[str, list[Any]] = {n: ["failed"] * 3 for n in ("good", "wrong", "lost")} | {
        "known": ["failed", "passed", "failed"]
    }
    full: dict[str, list[Any]] = {
        "good": ["passed"] * 3,
        "known": ["passed"] * 3,
        "wrong": ["passed", "failed", "passed"],
    }
    full["lost"] = ["passed", "unmeasured", "passed"]
    base = select_instances(tests, closed_book=closed, pipeline=full)
    assert [t.id for t in base.kept] == ["good"] and base.qualified == 1
    assert base.dropped == {
        "known": "known_without_corpus", "wrong": "wrong_with_corpus", "lost": "unmeasured", "never": "unmeasured",
        "neg": "negative", "bare": "no_evidence",
    }  # fmt: skip
    assert sum(base.counts().values()) == 6


def test_the_sample_of_instances_is_seeded_and_keeps_the_suites_order() -> None:
    held = example_test().model_copy(update={"evidence": (Span(document="d", quote="q"),)})
    tests = [held.model_copy(update={"id": f"t{n:02}"}) for n in range(20)]
    passed: dict[str, list[Any]] = {t.id: ["passed"] for t in tests}
    failed: dict[str, list[Any]] = {t.id: ["failed"] for t in tests}
    one, same, other = (
        select_instances(tests, closed_book=failed, pipeline=passed, instances=5, seed=s) for s in (1, 1, 2)
    )
    assert one == same and one.kept != other.kept and len(one.kept) == 5 and one.qualified == 20
    assert [t.id for t in one.kept] == sorted(t.id for t in one.kept)
    assert one.counts() == {"beyond_the_sample": 15}


def test_a_model_that_samples_gets_ten_trials_and_another_one() -> None:
    assert trials_for(ScriptedModel(lambda r: "x", samples=True)) == 10
    assert trials_for(ScriptedModel(lambda r: "x")) == 1


# --- combined and reduced mutants


def test_two_mutants_become_one_and_overlapping_edits_keep_the_first() -> None:
    typo = mutant(
        Edit(document="d", start=3, end=4, text="x"), Edit(document="d", start=9, end=10, text="y"), operator="ON"
    )
    moved = mutant(Edit(document="d", start=0, end=5, text=""), operator="CSh")
    both = combine(moved, typo)
    assert both is not None and both.operator == "CSh+ON" and len(both.edits) == 2
    assert set(both.parameters) == {"CSh", "ON"} and "CSh; ON" in both.note
    assert combine(moved, mutant(Edit(document="d", start=1, end=2, text="x"), operator="ON")) is None
    assert combine(moved, moved) is None
    with pytest.raises(ValueError, match="one test in one scope"):
        combine(moved, mutant(test="u"))
    with pytest.raises(ValueError, match="combined mutant already"):
        combine(both, moved)


def test_every_pair_of_one_test_and_scope_is_combined() -> None:
    mutants = [mutant(insertion(n, name), operator=name) for n, name in enumerate(("SeN", "DN", "CN"))]
    mutants.append(mutant(insertion(0, "p"), operator="ON", scope="post"))
    assert [m.operator for m in combined_mutants(mutants)] == ["SeN+DN", "SeN+CN", "DN+CN"]


@pytest.mark.parametrize("culprits", [{5}, {1, 6}, {0, 3, 7}])
async def test_a_violation_is_reduced_to_the_edits_that_it_needs(culprits: set[int]) -> None:
    whole = mutant(*(insertion(n, f" n{n}") for n in range(8)))

    async def fails(smaller: Mutant) -> bool:
        return culprits <= {edit.start for edit in smaller.edits}

    found = await smallest_mutation(whole, fails)
    assert {edit.start for edit in found.mutant.edits} == culprits
    assert found.minimal and found.edits_before == 8 and found.trials < 60 and found.mutant.id != whole.id


async def test_an_insertion_is_reduced_to_the_sentence_that_matters() -> None:
    whole = mutant(insertion(4, " Owls sleep. The fee is 9 euros. Foxes run."))

    async def fails(smaller: Mutant) -> bool:
        return any("fee" in edit.text for edit in smaller.edits)

    found = await smallest_mutation(whole, fails)
    assert [edit.text for edit in found.mutant.edits] == [" The fee is 9 euros."]


async def test_a_reduction_stops_when_its_trials_are_spent_and_leaves_a_setting_alone() -> None:
    async def fails(smaller: Mutant) -> bool:
        return len(smaller.edits) == 16

    found = await smallest_mutation(mutant(*(insertion(n, "x") for n in range(16))), fails, max_trials=5)
    assert found.trials == 5 and not found.minimal and len(found.mutant.edits) == 16
    setting = mutant(operator="TK")
    assert (await smallest_mutation(setting, fails)).mutant is setting


# --- budget


def test_a_budget_is_spent_where_violations_were_found_and_beats_an_even_order() -> None:
    outcomes = [outcome(f"t{n}", "violated" if n % 2 else "held", operator="CN") for n in range(60)]
    for name in ("SeN", "DN", "ISN", "SuN", "ON"):
        outcomes += [outcome(f"t{n}", "held", operator=name) for n in range(60)]
    reports = [replay(outcomes, budget=80, seed=seed) for seed in range(5)]
    assert all(r.budget == 80 and r.available == 360 and r.violations == 30 for r in reports)
    assert sum(r.found for r in reports) / 5 > 2 * reports[0].uniform
    assert reports[0] == replay(outcomes, budget=80, seed=0) and reports[0].arms[0].operator == "CN"
    assert rank_by_yield(outcomes)[0].operator == "CN"
    assert replay([], budget=5).gain is None and replay(outcomes, budget=10_000).found == 30
    assert next_arm({}, {("CN", "pre"): 0}, seed=1) is None


# --- repairs


def passage(text: str, *, chunk: str = "c", document: str = "d") -> Retrieved:
    return Retrieved(chunk=chunk, document=document, text=text, rank=1)


def test_the_papers_repairs_apply_by_scope_and_not_where_they_repeat_the_mutant() -> None:
    paper = {name for name, strategy in REPAIRS.items() if strategy.from_paper}
    assert paper == {"top_k_3", "top_k_5", "rerank", "generator_upgrade"} and len(REPAIRS) == 8
    assert not REPAIRS["top_k_3"].applies_to(mutant(operator="TK")) and REPAIRS["top_k_5"].applies_to(
        mutant(operator="TK")
    )
    assert not REPAIRS["top_k_3"].applies_to(mutant(operator="CM+TK"))
    assert REPAIRS["generator_upgrade"].applies_to(mutant(scope="post")) and not REPAIRS[
        "generator_upgrade"
    ].applies_to(mutant())
    assert all(strategy.description.endswith(".") for strategy in REPAIRS.values())
    with pytest.raises(UnknownNameError, match="did you mean 'rerank'"):
        repair_strategy("rerankk")
    assert repair_strategy("rerank") is REPAIRS["rerank"]


def test_a_repair_changes_the_settings_and_keeps_the_mutation() -> None:
    base = IndexSettings("bm25", 1).with_segmentation("merge", 2)
    assert repaired_settings(base, REPAIRS["top_k_5"]).top_k == 5
    assert repaired_settings(base, REPAIRS["rerank"]).top_k == 10
    hybrid = repaired_settings(base, REPAIRS["hybrid_search"])
    assert (
        hybrid.hybrid
        and hybrid.segmentation == base.segmentation
        and repaired_settings(base, REPAIRS["recency_rule"]) == base
    )


def test_reranking_cuts_at_most_thirty_units_and_keeps_the_best_six() -> None:
    text = " ".join(f"Sentence {n} speaks of the river and the harbour in a quiet way." for n in range(300))
    units = evidence_units([passage(text, chunk="a"), passage("The fee of the Alder plan is 9 euros.", chunk="b")])
    assert 6 < len(units) <= 30 and sum(len(u.text.split()) for u in units) == len(text.split()) + 9
    scores = lexical_scores("What is the fee of the Alder plan?", units)
    best = best_units(units, scores)
    assert (
        best[0].text.startswith("The fee")
        and len(best) <= 6
        and [u.rank for u in best] == list(range(1, len(best) + 1))
    )
    assert len(best_units(units, [0.0] * len(units))) == 1 and len(best_units(units, [1.0] * len(units))) == 6


async def test_a_model_scores_units_and_one_that_it_passes_over_gets_nothing() -> None:
    model = ScriptedModel(lambda r: '{"scores": [{"number": 2, "score": 5}]}')
    assert await model_scores(model, "q", [passage("a"), passage("b")]) == [0.0, 5.0]


def test_neighbours_are_given_once_and_in_order() -> None:
    chunks = [Chunk(id=f"c{n}", document="d", text=f"text{n}", start=n, end=n + 1, index=n) for n in range(5)]
    wide = with_neighbours(
        [passage("text2", chunk="c2"), passage("text3", chunk="c3"), passage("far", chunk="x")], chunks
    )
    assert [p.text for p in wide] == ["text1\ntext2\ntext3", "far"] and [p.rank for p in wide] == [1, 2]


def test_the_newest_current_document_speaks_first() -> None:
    documents = {
        "old": Document(id="old", text="", effective_from=date(2020, 1, 1)),
        "new": Document(id="new", text="", effective_from=date(2024, 1, 1)),
        "gone": Document(id="gone", text="", status="withdrawn", effective_from=date(2025, 1, 1)),
    }
    given = [
        passage("o", document="old"),
        passage("g", document="gone"),
        passage("n", document="new"),
        passage("u", document="?"),
    ]
    assert [p.text for p in newest_first(given, documents)] == ["n", "o", "u"]
    assert [p.text for p in newest_first(given[1:2], documents)] == ["g"]


def test_misspelt_words_are_read_as_known_ones_and_numbers_stay() -> None:
    known = vocabulary(["The notice period is long. The notice period ends. Membership and membership."])
    assert set(known) == {"notice", "period", "membership"}
    assert (
        corrected_text("The Notcie PERIODD of memberships is 14 dyas, unknownish.", known)
        == "The Notice PERIOD of membership is 14 dyas, unknownish."
    )
    assert corrected([passage("the wareanty")], {}, question="Which warranty?")[0].text == "the warranty"
    assert corrected_text("notcie", {}) == "notcie"


def test_the_repair_table_counts_faults_once_and_unites_strategies() -> None:
    def tried(
        strategy: str, name: str, result: Any, operator: str = "CN", scope: Any = "pre", dataset: str = "a"
    ) -> RepairOutcome:
        return RepairOutcome(
            strategy=strategy,
            mutant=name,
            test="t",
            system="s",
            operator=operator,
            scope=scope,
            dataset=dataset,
            outcome=result,
        )

    tries = [
        tried("top_k_3", "m1", "held"), tried("top_k_3", "m2", "violated"), tried("rerank", "m2", "held"), tried("rerank", "m1", "violated"),
        tried("rerank", "m3", "unmeasured", dataset="b"), tried("top_k_3", "m4", "not_applicable", "TK"), tried("rerank", "m5", "violated", "ON", "post"),
    ]  # fmt: skip
    rows = {(r.strategy, r.scope, r.operator, r.dataset): r for r in repair_table(tries)}
    assert (rows["top_k_3", "pre", None, None].repaired, rows["top_k_3", "pre", None, None].applicable) == (1, 2)
    assert rows["union", None, None, None].repaired == 2 and rows["union", None, None, None].applicable == 3
    assert rows["rerank", "pre", None, "b"].unmeasured == 1 and rows["rerank", "pre", None, "b"].rate.value is None
    assert ("top_k_3", "pre", "TK", None) not in rows
    printed = repair_summary(tries)
    assert printed["union"] == {"repaired": 2, "applicable": 3}
    assert {"name": "rerank", "scope": "post", "operator": "ON", "repaired": 0, "applicable": 1} in printed[
        "strategies"
    ]  # type: ignore[operator]
    assert repair_summary([])["union"] == {"repaired": 0, "applicable": 0}


# --- tables


OUTCOMES = [
    outcome("a", "violated", truth="violated"), outcome("b", "held", truth="held"), outcome("c", "unmeasured", relation=None),
    outcome("d", "not_applicable", relation=None), outcome("a", "violated", scope="post", truth="violated"),
    outcome("b", "violated", scope="post", truth="held", relation="altering", score=2.0), outcome("c", "held", scope="post", truth="violated"),
    outcome("a", "held", operator="CM", truth="held"), outcome("a", "held", operator="CM+TK", system="z"),
]  # fmt: skip


def test_rates_count_the_measured_and_carry_intervals() -> None:
    rows = {(r.system, r.operator, r.scope): r for r in violation_table(OUTCOMES)}
    row = rows["s", "SeN", "pre"]
    assert (row.mutants, row.violated, row.held, row.unmeasured, row.not_applicable) == (3, 1, 1, 1, 1)
    assert (
        row.rate.value == 0.5 and row.rate.interval is not None and row.rate.interval.low < 0.5 < row.rate.interval.high
    )
    assert list(rows)[-1] == ("z", "CM+TK", "pre")
    assert scope_averages(list(rows.values()), "s") == {"pre": 0.25, "post": pytest.approx(2 / 3)}


def test_overlap_is_taken_over_instances_measured_in_both_scopes() -> None:
    (row,) = overlap_table(OUTCOMES)
    assert (row.operator, row.pre, row.post, row.both, row.jaccard) == ("SeN", 1, 2, 1, 0.5)
    quiet = [outcome("a", "held"), outcome("a", "held", scope="post")]
    assert overlap_table(quiet)[0].jaccard is None


SNAPSHOTS = {
    ("s", "a/pre/SeN"): {"faithfulness": 0.1, "context_recall": 0.0},
    ("s", "b/pre/SeN"): {"faithfulness": 0.4, "context_recall": 1.0},
    ("s", "c/post/SeN"): {"faithfulness": 0.45, "context_recall": None, "own": 0.2},
}


def test_the_meta_evaluation_scores_oracle_and_metrics_by_relation() -> None:
    rows = {(r.evaluator, r.threshold, r.relation): r for r in meta_evaluation(OUTCOMES, SNAPSHOTS)}
    oracle = rows["oracle", None, "all"]
    assert (oracle.true_positive, oracle.false_positive, oracle.false_negative, oracle.true_negative) == (2, 1, 1, 2)
    assert oracle.precision == pytest.approx(2 / 3) and oracle.f1 == pytest.approx(2 / 3)
    assert rows["oracle", None, "altering"].false_positive == 1
    assert rows["faithfulness", 0.0, "all"].true_positive == 0 and rows["faithfulness", 0.3, "all"].true_positive == 1
    assert rows["faithfulness", 0.5, "all"].false_positive == 1 and rows["faithfulness", 0.5, "all"].true_positive == 2
    assert rows["context_recall", 0.0, "all"].true_positive == 1 and rows["context_recall", 0.3, "all"].undecided == 4
    assert rows["own", 0.3, "all"].recall == 1.0 and rows["oracle", None, "altering"].recall is None


def test_the_regions_of_the_overlap_are_all_true_faults() -> None:
    regions = fault_overlap(OUTCOMES, SNAPSHOTS)
    assert sum(r.faults for r in regions) == 3
    found = {r.found_by: r.faults for r in regions}
    assert found == {("oracle", "faithfulness", "context_recall"): 1, ("oracle",): 1, ("own",): 1}
    assert found_in_all(regions, "oracle") == 2


def test_the_stability_sample_takes_rare_strata_whole() -> None:
    many = [outcome(f"t{n}", "held") for n in range(300)] + [
        outcome("rare", "violated", operator="CN", relation="altering")
    ]
    sample = stratified_sample(many, cases=100)
    assert (
        len(sample) == 100
        and any(o.test == "rare" for o in sample)
        and sample == stratified_sample(many[::-1], cases=100)
    )
    assert len(stratified_sample(many[:3])) == 3


def test_stability_counts_unanimity_majority_and_flips() -> None:
    cases = [outcome("a", "held"), outcome("b", "held"), outcome("c", "violated"), outcome("d", "held")]
    repeats: dict[tuple[str, str], Sequence[Any]] = {
        ("s", "a/pre/SeN"): ["held"] * 5, ("s", "b/pre/SeN"): ["held"] * 3 + ["violated"] * 2,
        ("s", "c/pre/SeN"): ["held"] * 5, ("s", "d/pre/SeN"): ["held"] * 4 + ["unmeasured"],
    }  # fmt: skip
    found = stability(cases, repeats)
    assert (found.unanimous, found.majority_agrees, found.flips, found.unmeasured, found.repeats) == (2, 3, 1, 1, 5)


def test_agreement_with_people_is_reported_on_both_questions() -> None:
    outcomes = [
        outcome(f"t{n}", "violated" if n < 4 else "held", relation="altering" if n == 9 else "preserving")
        for n in range(10)
    ]
    labels = [
        RelationLabel(mutant=o.mutant, system="s", reviewer=who, preserving=n != 9, equivalent=n >= 4 or (who == "bo" and n == 0), confidence=2 if n == 0 else 5)
        for n, o in enumerate(outcomes) for who in ("ann", "bo")
    ]  # fmt: skip
    rows = {(r.asked, r.a, r.b): r for r in agreement(labels, outcomes)}
    pair = rows["equivalence", "ann", "bo"]
    assert (pair.n, pair.agreed) == (10, 9) and pair.kappa == pytest.approx(0.783, abs=0.01)
    assert pair.confidence_disputed == 2 and pair.confidence_agreed == 5
    assert rows["equivalence", "ann", "oracle"].n == 9 and rows["preservation", "bo", "oracle"].share == 1.0
    scored = [outcome("x", "violated", relation="altering", score=1.0)]
    assert (
        agreement([RelationLabel(mutant="x/pre/SeN", system="s", reviewer="ann", equivalent=True)], scored)[1].agreed
        == 1
    )


def test_the_summary_has_the_shape_of_the_json_output() -> None:
    report = campaign_report("demo", OUTCOMES, snapshots=SNAPSHOTS)
    printed = json.loads(json.dumps(summary(report, OUTCOMES)))
    assert set(printed) == {"systems", "oracle", "snapshot_metrics"}
    assert printed["systems"][0]["id"] == "s" and printed["systems"][0]["instances"] == 4
    assert set(printed["systems"][0]["operators"][0]) == {
        "operator",
        "scope",
        "mutants",
        "violated",
        "rate",
        "unmeasured",
    }
    assert printed["oracle"]["true_violations"] == 3 and set(printed["snapshot_metrics"][0]) == {
        "metric",
        "threshold",
        "precision",
        "recall",
        "f1",
    }
    empty = summary(campaign_report("none", []), [])
    assert empty["systems"] == [] and empty["oracle"]["true_violations"] == 0  # type: ignore[index,call-overload]


def test_tables_are_written_as_csv_and_json(tmp_path: Path) -> None:
    report = campaign_report(
        "demo", OUTCOMES, snapshots=SNAPSHOTS, costs=[Cost(role="generate", calls=4, cost_usd=None)]
    )
    files = write_tables(report, OUTCOMES, tmp_path / "tables")
    assert {f.name for f in files} >= {
        "violations.csv",
        "overlap.csv",
        "oracle.csv",
        "faults.csv",
        "outcomes.csv",
        "costs.csv",
        "metamorphic.json",
    }
    rows = list(csv.DictReader(io.StringIO((tmp_path / "tables/violations.csv").read_text())))
    assert rows[0]["rate"] == "0.5" and rows[0]["system"] == "s"
    assert json.loads((tmp_path / "tables/metamorphic.json").read_text())["averages"]["s"]["pre"] == 0.25
    assert to_csv([{"a": "=1+1", "b": None}]) == "a,b\n'=1+1,\n"


# --- the page


@pytest.fixture
def page(campaigns: Callable[[str], list[RelationOutcome]]) -> str:
    outcomes = campaigns("ignores_context")
    tries = [
        RepairOutcome(
            strategy="rerank", mutant="m", test="t", system="scripted", operator="CN", scope="pre", outcome="held"
        )
    ]
    labels = [
        RelationLabel(mutant=outcomes[0].mutant, system="scripted", reviewer="ann", preserving=True, equivalent=True)
    ]
    stable = stability(outcomes[:2], {})
    costs = [Cost(role="small", calls=7, reused=2), Cost(role="free", calls=1, cost_usd=0.25)]
    scores = {(o.system, o.mutant): {"faithfulness": 0.1} for o in outcomes}
    report = campaign_report(
        "demo <1>", outcomes, dataset="world", labels=labels, stable=stable, costs=costs, snapshots=scores
    )
    return campaign_page(report, outcomes, repairs=repair_table(tries), strategies=REPAIRS.values())


def test_the_page_stands_alone_and_holds_every_violation(
    page: str, campaigns: Callable[[str], list[RelationOutcome]]
) -> None:
    assert "demo &lt;1&gt;" in page and "<1>" not in page
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", page) and "@import" not in page
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1))  # type: ignore[union-attr]
    violated = [o for o in campaigns("ignores_context") if o.outcome == "violated"]
    assert sum(item["outcome"] == "violated" for item in data) == len(violated)
    for operator in ("SeN", "TK", "CSp"):
        assert f"<h3>{operator} <small>" in page
    assert "context overfitting" in page and 'name="outcome"' in page
    assert "best metric: faithfulness, preserving mutants" in page
    cost = re.search(r'id="cost">(.*?)</section>', page, re.S).group(1)  # type: ignore[union-attr]
    assert "unknown" in cost and "0.2500 USD" in cost


def test_a_campaign_without_outcomes_says_what_to_do() -> None:
    assert "No mutant was run" in campaign_page(campaign_report("none", []), [])


def test_text_of_a_system_cannot_break_out_of_the_page() -> None:
    nasty = outcome("a", "violated", mutant_answer="</script><script>alert(1)</script>", diff="</script>")
    html = campaign_page(campaign_report("x", [nasty]), [nasty])
    assert "<script>alert(1)" not in html


def test_a_suite_without_counterfactuals_borrows_them_from_tests_of_the_same_kind() -> None:
    def asked(name: str, answer: str, quote: str = "", **more: Any) -> Any:
        held = {
            "id": name,
            "expected_answer": answer,
            "accepted_answers": (),
            "counterfactuals": (),
            "answer_kind": None,
        }
        return example_test().model_copy(
            update={**held, "evidence": (Span(document="d", quote=quote or answer),), **more}
        )

    tests = [
        asked("a", "14 days"), asked("b", "30 days", quote="30 days or 14 days"), asked("c", "Marta Lindqvist"), asked("d", "Jonas Okafor"),
        asked("e", "blue"), asked("f", "9 euros"), asked("g", "x", kind="negative"), asked("h", "8 days", counterfactuals=("9 days",)),
    ]  # fmt: skip
    found = borrowed_counterfactuals(tests, seed=3)
    assert found["a"] in ("30 days", "8 days") and found["b"] == "8 days"
    assert found["c"] == "Jonas Okafor" and found["d"] == "Marta Lindqvist"
    assert not {"e", "f", "g", "h"} & set(found) and found == borrowed_counterfactuals(tests, seed=3)
