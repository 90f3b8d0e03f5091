from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ragtester.errors import EndpointError, InputError, UsageError
from ragtester.records import Answer, DocumentChange, IngestReceipt, Question, Retrieved
from ragtester.retrieval.faults import (
    DOCUMENTS,
    PACKS,
    Fixes,
    OcrRule,
    Passage,
    TokenScoreSystem,
    calibrate_threshold,
    join_tables,
    learn_substitutions,
    rank,
    read_query_pairs,
    run_packs,
    similarity,
)
from ragtester.retrieval.proof import ProofCheck, check_proof

FIXES = {
    "contradicting_versions": Fixes(prefer="newest"),
    "ocr_noise": Fixes(ocr=OcrRule()),
    "typo": Fixes(fuzzy=0.8),
    "table_over_pages": Fixes(tables=True),
}
TYPOS = Path(__file__).parents[3] / "shared" / "data" / "dl_typo"


async def test_each_fault_defeats_the_plain_retriever_with_its_own_diagnosis():
    found = {one.pack: one for one in await run_packs(TokenScoreSystem())}
    assert {name: one.proof.verdict for name, one in found.items()} == {
        "contradicting_versions": "wrong_identifier",
        "ocr_noise": "wrong_identifier",
        "typo": "wrong_identifier",
        "table_over_pages": "text_missing",
    }
    assert found["typo"].to_json()["fix"]


@pytest.mark.parametrize("fixed", FIXES)
async def test_each_fix_helps_against_its_own_fault_only(fixed):
    found = await run_packs(TokenScoreSystem(fixes=FIXES[fixed]))
    assert [one.pack for one in found if one.passed] == [fixed]


async def test_all_fixes_together_help_against_all_faults_and_spoil_nothing():
    fixes = Fixes(prefer="newest", ocr=OcrRule(), fuzzy=0.8, tables=True)
    assert all(one.passed for one in await run_packs(TokenScoreSystem(fixes=fixes)))
    system = TokenScoreSystem(fixes=fixes)
    await system.ingest(DOCUMENTS)
    for question, document in (("return policy", "returns-2026"), ("CRM contact sync", "crm"), ("SSO plan", "plans")):
        assert (await system.ask(Question(text=question))).context[0].document == document


async def test_packs_leave_nothing_behind():
    system = TokenScoreSystem()
    await run_packs(system)
    assert system.passages == []


class Broken(TokenScoreSystem):
    def __init__(self, how: str) -> None:
        super().__init__()
        self.how = how

    async def ingest(self, changes):
        if self.how == "refuses":
            return IngestReceipt(accepted=(), failed={"returns-2026": "no"})
        if self.how == "down":
            raise EndpointError("503", problem="server_error", retryable=True)
        return await super().ingest(changes)

    async def retrieve(self, question):
        return Answer(text="")


async def test_a_system_without_observation_is_unmeasured_and_not_failed():
    for how, words in (("refuses", "not accepted"), ("down", "503"), ("blind", "shows no results")):
        found = await run_packs(Broken(how), [PACKS["typo"]])
        assert words in found[0].problem
        assert found[0].to_json()["status"] == "unmeasured"
    reader = TokenScoreSystem()
    with pytest.raises(UsageError, match="must be able to ingest"):
        await run_packs(type("Deaf", (TokenScoreSystem,), {"capabilities": frozenset({"ask"})})())
    assert (await reader.generate(Question(text="x"), ())).text == ""


async def test_a_wider_proof_may_be_asked_for():
    found = await run_packs(TokenScoreSystem(k=3), [PACKS["contradicting_versions"]], k=3)
    assert found[0].passed


def passage(name: str, text: str, **more: object) -> Passage:
    return Passage(id=name, document=name, text=text, **more)


def test_one_point_per_query_token_and_ties_by_list_order():
    found = rank(
        "Alpha, BETA gamma", [passage("x", "alpha"), passage("y", "beta-gamma"), passage("z", "gamma beta")], k=3
    )
    assert [(one.id, score) for one, score in found] == [("y", 2), ("z", 2), ("x", 1)]


def test_status_decides_where_novelty_is_no_replacement():
    old = passage("old", "visiting hours", updated=date(2020, 1, 1))
    draft = passage("draft", "visiting hours", updated=date(2026, 1, 1), status="withdrawn")
    assert rank("visiting hours", [draft, old], k=1, fixes=Fixes(prefer="newest"))[0][0].id == "draft"
    assert rank("visiting hours", [draft, old], k=1, fixes=Fixes(prefer="current"))[0][0].id == "old"


@pytest.mark.parametrize(
    ("token", "word"),
    [
        ("enterpr1se", "enterprise"),
        ("ss0", "sso"),
        ("10", "10"),
        ("2026", "2026"),
        ("a1052", "a1052"),
        ("ab10", "ab10"),
        ("10gb", "10gb"),
        ("c0ntract", "contract"),
        ("plain", "plain"),
    ],
)
def test_ocr_errors_are_undone_in_words_and_never_in_measures_or_codes(token, word):
    assert OcrRule().word(token) == word


def test_fields_that_were_not_declared_keep_their_digits():
    rule = OcrRule(fields=frozenset({"text"}))
    coded = passage("p", "plain text", extra={"code": "pr0duct"})
    assert rank("product", [coded], k=1, fixes=Fixes(ocr=rule))[0][1] == 0
    wide = OcrRule(fields=frozenset({"text", "code"}))
    assert rank("product", [coded], k=1, fixes=Fixes(ocr=wide))[0][1] == 1


def test_substitutions_are_learnt_from_what_was_observed_often_enough():
    pairs = [
        ("C0de", "Code"),
        ("r0w", "row"),
        ("l1st", "list"),
        ("1ist", "list"),
        ("f1le", "file"),
        ("5ale", "sale"),
        ("cat", "car"),
        ("ab", "abc"),
    ]
    assert learn_substitutions(pairs) == {"0": "o", "1": "i"}
    assert learn_substitutions(pairs, at_least=1) == {"0": "o", "1": "i", "5": "s"}


def test_similarity_counts_edits_and_leaves_codes_and_short_words_alone():
    assert similarity("warehuse", "warehouse") > 0.85
    assert similarity("recieve", "receive") > 0.85
    assert similarity("a1052", "a1053") == 0.0
    assert similarity("cat", "car") == 0.0
    assert similarity("ss0", "ss0") == 1.0


def test_a_threshold_is_calibrated_from_query_pairs():
    pairs = [("warehuse sync", "warehouse sync"), ("delivry time", "delivery time"), ("invoce number", "invoice number"),
             ("acount settings", "account settings"), ("shiping costs", "shipping costs"), ("same words", "same words"),
             ("two words", "twowords")]  # fmt: skip
    found = calibrate_threshold(pairs, vocabulary=["household", "discovery", "invoke", "discount", "skipping"])
    assert 0.7 <= found.threshold <= 0.9
    assert found.found > found.unrelated
    assert (found.pairs, found.curve[0].threshold) == (5, 0.5)
    assert all(
        a.found >= b.found and a.unrelated >= b.unrelated for a, b in zip(found.curve, found.curve[1:], strict=False)
    )
    assert found.to_json()["threshold"] == found.threshold
    assert calibrate_threshold(pairs, words=2).pairs == 5
    assert calibrate_threshold([("abc", "abd")]).unrelated == 0.0
    with pytest.raises(UsageError, match="no pair"):
        calibrate_threshold([("same", "same")])


def test_query_pairs_are_read_from_two_or_three_columns(tmp_path):
    file = tmp_path / "pairs.tsv"
    file.write_text("recieve\treceive\n\n7\tmeant words\ttyped wrods\n", encoding="utf-8")
    assert read_query_pairs(file) == [("recieve", "receive"), ("typed wrods", "meant words")]
    file.write_text("one column\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"pairs.tsv:1"):
        read_query_pairs(file)
    with pytest.raises(InputError, match="cannot be read"):
        read_query_pairs(tmp_path / "none.tsv")


@pytest.mark.skipif(not TYPOS.is_dir(), reason="the third-party queries are not there")
def test_a_threshold_from_one_half_of_real_pairs_holds_on_the_other():
    pairs = read_query_pairs(TYPOS / "marco_dev_1000_clean_typo1.tsv")
    words = [word for _, query in pairs for word in query.lower().split()]
    first = calibrate_threshold(pairs[::2], vocabulary=words)
    second = calibrate_threshold(pairs[1::2], vocabulary=words)
    at = {point.threshold: point for point in second.curve}[first.threshold]
    assert at.found - at.unrelated >= second.found - second.unrelated - 0.05
    assert at.found >= 0.65
    assert at.unrelated <= 0.35


@pytest.mark.parametrize(
    ("pages", "passages"),
    [
        (["prose one", "prose two"], ["prose one", "prose two"]),
        (["A | B\n1 | 2", "prose goes on"], ["A | B\n1 | 2", "prose goes on"]),
        (["A | B\n1 | 2", "3 | 4"], ["A | B\n1 | 2\n3 | 4"]),
        (["A | B\n1 | 2", "3 | 4", "5 | 6\nend"], ["A | B\n1 | 2\n3 | 4\n5 | 6", "end"]),
        (["A | B\n1 | 2\n", "\nA | B\n--|--\n3 | 4\nafter"], ["A | B\n1 | 2\n3 | 4", "after"]),
        (["A | B\nBasic |", "10 GB\nTeam | 80 GB"], ["A | B\nBasic | 10 GB\nTeam | 80 GB"]),
        (["A\tB\nBasic\t1", "Team\t2"], ["A\tB\nBasic\t1\nTeam\t2"]),
        (["intro\nA | B\n1 | 2", "3 | 4\n\nmore"], ["intro", "intro\nA | B\n1 | 2\n3 | 4", "more"]),
        (["A | B\n1 | 2", ""], ["A | B\n1 | 2"]),
        ([], []),
        (["prose", "A | B\n1 | 2"], ["prose", "A | B\n1 | 2"]),
    ],
)
def test_only_tables_that_go_on_are_joined_over_a_page_break(pages, passages):
    assert join_tables(pages) == passages


def hit(document: str, text: str) -> Retrieved:
    return Retrieved(chunk=f"{document}#1", document=document, text=text, rank=1)


def test_a_proof_needs_identifier_and_text_and_says_which_is_missing():
    check = ProofCheck(document="returns-2026", required=(("30 days", "thirty days"),))
    proved = check_proof(check, [hit("returns-2026", "Within thirty days.")])
    assert (proved.verdict, proved.holds) == ("proved", True)
    wrong = check_proof(check, [hit("returns-2024", "Within 30 days."), hit("returns-2026", "Within 30 days.")])
    assert (wrong.verdict, wrong.returned) == ("wrong_identifier", ("returns-2024",))
    bare = check_proof(check, [hit("returns-2026", "Within 130 days.")])
    assert (bare.verdict, bare.missing) == ("text_missing", ("30 days",))
    assert "extraction" in bare.to_json()["diagnosis"]
    assert check_proof(check, []).verdict == "wrong_identifier"


def test_the_text_may_have_to_stand_in_one_passage_or_in_the_context_together():
    parts = [hit("plans", "Basic |"), hit("plans", "10 GB")]
    required = (("Basic",), ("10 GB",))
    assert check_proof(ProofCheck(document="plans", required=required, k=2), parts).verdict == "text_missing"
    joined = ProofCheck(document="plans", required=required, k=2, scope="context")
    assert check_proof(joined, parts).verdict == "proved"


def test_a_proof_that_could_not_fail_is_refused():
    with pytest.raises(UsageError, match="requires no text"):
        ProofCheck(document="x", required=())
    with pytest.raises(UsageError, match="too small"):
        ProofCheck(document="x", required=(("y",),), k=0)


async def test_a_deleted_document_is_gone_and_a_changed_one_replaced():
    system = TokenScoreSystem(k=5)
    await system.ingest([DocumentChange(action="upsert", document="d", text="one\ftwo", effective_to=date(2026, 1, 1))])
    assert [one.status for one in system.passages] == ["superseded", "superseded"]
    await system.ingest([DocumentChange(action="upsert", document="d", text="three")])
    assert [one.text for one in system.passages] == ["three"]
    await system.ingest([DocumentChange(action="delete", document="d")])
    assert system.passages == []
