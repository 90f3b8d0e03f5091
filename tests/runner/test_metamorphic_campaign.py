"""Metamorphic campaigns on a small generated corpus: shape, cost, resumption, external systems, repairs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from ragtester.api import estimate_config, open_session, run_config, run_stoppable
from ragtester.api_campaigns import run_metamorphic, run_repair
from ragtester.documents import make_chunker
from ragtester.metamorphic import IndexSettings, Segmentation, edited, segment
from ragtester.metamorphic.edits import by_document
from ragtester.records import Corpus, Mutant, Question, SystemSpec
from ragtester.runner import RunOptions, Session
from ragtester.runner.campaigns import CampaignResult, metamorphic
from ragtester.runner.campaigns.metamorphic import Indexes, Place
from ragtester.runner.campaigns.metamorphic.subjects import make_indexes
from ragtester.runner.plan.campaign_calls import campaign_calls
from ragtester.runner.progress import Bar, Silent
from ragtester.runner.stages.corpus import make_corpus
from ragtester.runner.stages.suite import make_suite
from ragtester.search import make_embedder, make_retriever
from ragtester.systems.reference.reader import answer_from
from ragtester.testing import StandInServer

CONFIG = """
name: small
corpus: {{blueprint: hr-policies, documents: 3}}
suite: {{tests_per_document: 7, negative_share: 0, question_types: [natural_language, extractive, numeric, temporal]}}
models: {models}
matrix: {{generators: {generators}, embedders: {embedders}, chunkers: [{{recursive: {{size: 500, overlap: 50}}}}], top_k: [3]}}
targets: {targets}
metamorphic: {metamorphic}
{more}
"""
PLAIN: dict[str, object] = {
    "instances": 5,
    "chunk_words": 100,
    "trials": 1,
    "swap_embedder": {"hashing": "bm25"},
    "reduce": 2,
}


class Folder:
    """A folder with configurations that share a corpus, a suite and a database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = f"sqlite:///{folder / 'store.db'}"
        self._number = 0

    def config(
        self,
        *,
        generators: Sequence[str] = ("reader",),
        embedders: Sequence[str] = ("bm25", "hashing"),
        models: Mapping[str, object] | None = None,
        targets: Sequence[object] = (),
        more: str = "",
        **metamorphic: object,
    ) -> Path:
        self._number += 1
        file = self.folder / f"config-{self._number}.yaml"
        text = CONFIG.format(
            models=json.dumps(models or {}),
            generators=json.dumps(list(generators)),
            embedders=json.dumps(list(embedders)),
            targets=json.dumps(list(targets)),
            metamorphic=json.dumps(PLAIN | metamorphic),
            more=more,
        )
        file.write_text(text, encoding="utf-8")
        return file

    def run(self, config: Path, **options: Any) -> CampaignResult:
        return run_metamorphic(config, RunOptions(output=self.folder, **options), database=self.database)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return Folder(tmp_path_factory.mktemp("campaign"))


@pytest.fixture(autouse=True)
def importable(place: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripted models lie beside the configurations."""
    monkeypatch.syspath_prepend(str(place.folder))


@pytest.fixture(scope="module")
def plain(place: Folder) -> Path:
    return place.config()


@pytest.fixture(scope="module")
def first(place: Folder, plain: Path) -> CampaignResult:
    return place.run(plain)


def done(result: CampaignResult) -> dict[str, int]:
    return {kind: count["done"] for kind, count in result.summary["work"].items() if count["done"]}


def test_a_campaign_reports_every_operator_of_every_system_and_its_oracle(first: CampaignResult) -> None:
    summary = first.summary
    assert [system["id"] for system in summary["systems"]] == [
        "reader/bm25/words-100/k1",
        "reader/hashing/words-100/k1",
    ]
    for system in summary["systems"]:
        assert system["instances"] > 0
        arms = {(row["operator"], row["scope"]) for row in system["operators"]}
        assert len(arms) == 19
        for row in system["operators"]:
            assert set(row) >= {"operator", "scope", "mutants", "violated", "rate", "unmeasured"}
            assert row["mutants"] == system["instances"] or row["rate"] is None
        assert system["mutants"] == sum(row["mutants"] for row in system["operators"])
        assert system["instances"] + sum(system["dropped"].values()) == 21
        assert sum(system["stages"].values()) == system["violated"]
    assert set(summary["oracle"]) >= {"precision", "recall", "f1", "true_violations"}
    assert {row["metric"] for row in summary["snapshot_metrics"]} == {
        "faithfulness", "response_relevancy", "context_precision", "context_recall",
    }  # fmt: skip
    assert {row["threshold"] for row in summary["snapshot_metrics"]} == {0.0, 0.3, 0.5}
    stable = summary["stability"]
    assert stable["repeats"] == 5 and stable["unanimous"] == stable["cases"] > 20 and not stable["flips"]
    for count in summary["work"].values():
        assert count["needed"] == count["reused"] + count["done"] + count["failed"]
    assert first.exit_code == 0
    json.dumps(dict(summary))


def test_its_folder_holds_the_page_and_the_tables(first: CampaignResult) -> None:
    page = first.page.read_text(encoding="utf-8")
    assert "reader/bm25/words-100/k1" in page and "http://" not in page.split('id="data"')[0]
    tables = first.folder / "metamorphic"
    assert {file.name for file in tables.iterdir()} >= {
        "violations.csv", "oracle.csv", "outcomes.csv", "outcomes.jsonl", "metamorphic.json", "mutants.jsonl", "stages.csv",
    }  # fmt: skip
    lines = [json.loads(line) for line in (tables / "outcomes.jsonl").read_text().splitlines()]
    violated = [line for line in lines if line["outcome"] == "violated"]
    assert len(violated) == first.summary["totals"]["violated"] > 0
    assert all(line["base_answer"] and line["mutant_context"] and line["diff"] for line in violated)
    kept = json.loads((first.folder / "summary.json").read_text())
    assert kept["systems"] == [] and kept["metamorphic"]["totals"] == first.summary["totals"]


def test_violations_are_reduced_to_mutations_that_still_show_them(first: CampaignResult) -> None:
    smallest = first.summary["smallest"]
    assert smallest, "no violation was reduced"
    assert all(entry["edits"] >= 1 and entry["trials"] <= 24 for entry in smallest)


def test_a_second_campaign_does_nothing_again(place: Folder, plain: Path, first: CampaignResult) -> None:
    second = place.run(plain)
    assert done(second) == {}
    assert second.summary["systems"] == first.summary["systems"]
    assert second.summary["oracle"] == first.summary["oracle"]


def test_only_chunks_that_are_new_by_their_text_are_embedded(place: Folder, tmp_path: Path) -> None:
    config = place.config(embedders=["hashing"], reduce=0)
    database = f"sqlite:///{tmp_path / 'own.db'}"
    result = run_metamorphic(config, RunOptions(output=place.folder), database=database)
    corpus = _corpus(place, config)
    mutants = [
        Mutant.model_validate_json(line)
        for line in (result.folder / "metamorphic" / "mutants.jsonl").read_text().splitlines()
    ]
    chunker = make_chunker("words", {"size": 100})
    texts: set[str] = set()
    for document in corpus.documents:
        base = chunker.chunk(document)
        changes = [(), (Segmentation("merge", 2),), (Segmentation("split", 2),), (Segmentation("shift", 0.5),)]
        texts.update(c.text for change in changes for c in segment(document, base, change, chunker=chunker))
    by_id = {document.id: document for document in corpus.documents}
    for mutant in mutants:
        for name, edits in by_document(mutant.edits if mutant.scope == "pre" else ()).items():
            texts.update(chunk.text for chunk in chunker.chunk(edited(by_id[name], edits)))
    asked = 21  # every test is searched for once, until enough qualify
    embedded = result.summary["work"]["embed"]["done"]
    assert len(texts) < embedded <= len(texts) + asked
    noise = [m for m in mutants if m.operator == "SeN" and m.scope == "pre"]
    assert len({m.edits for m in noise}) == len({m.edits[0].document for m in noise}), (
        "shared by all tests of a document"
    )


@pytest.mark.parametrize("retriever", ["bm25", "hashing"])
def test_a_mutated_index_ranks_exactly_as_one_built_anew(
    place: Folder, plain: Path, first: CampaignResult, retriever: str
) -> None:
    lines = (first.folder / "metamorphic" / "mutants.jsonl").read_text().splitlines()
    mutants = [m for m in map(Mutant.model_validate_json, lines) if m.scope == "pre" and m.edits]
    queries = [json.loads(line)["query"] for line in (place.folder / "small" / "suite.jsonl").read_text().splitlines()]

    async def compare(session: Session) -> int:
        corpus = await make_corpus(session)
        indexes = _with_spec(session, corpus, retriever)
        chunker = make_chunker("words", {"size": 100})
        compared = 0
        places = [Place(retriever, edits=mutant.edits) for mutant in mutants]
        places += [Place.of(IndexSettings(retriever).with_segmentation("split", 2))]
        await indexes.prepare(places, queries[:4], progress=session.progress)
        for where in places:
            edits = by_document(where.edits)
            chunks = []
            for document in corpus.documents:
                now = edited(document, edits[document.id]) if document.id in edits else document
                chunks += segment(now, chunker.chunk(now), where.segmentation, chunker=chunker)
            embedder = None if retriever == "bm25" else make_embedder("hashing", {"hashing": {}})
            anew = make_retriever("anew", {"bm25" if embedder is None else "dense": {}}, embedder=embedder)
            index = await anew.index(chunks)
            for query in queries:
                found = await indexes.search(where, Question(text=query), k=4)
                wanted = (await index.search([query], k=4))[0]
                assert [(p.text, p.score) for p in found] == [(chunks[at].text, score) for at, score in wanted]
                compared += 1
        return compared

    with open_session(plain, RunOptions(output=place.folder), place.database, None, None) as session:
        assert run_stoppable(session, compare) > 100


def test_a_stopped_campaign_goes_on_where_it_was_and_ends_the_same(
    place: Folder, plain: Path, first: CampaignResult, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'stopped.db'}"
    options = RunOptions(output=place.folder)
    with open_session(plain, options, database, None, None) as session:
        session.progress = _StopAfter(session, 40)
        stopped = asyncio.run(metamorphic(session))
    assert stopped.exit_code == 130
    assert stopped.summary["complete"] is False
    ran = stopped.summary["work"]["relate"]["done"]
    assert 40 <= ran < first.summary["totals"]["mutants"]
    resumed = run_metamorphic(plain, options, database=database)
    assert resumed.summary["work"]["relate"]["reused"] >= ran
    assert resumed.summary["systems"] == first.summary["systems"]


def test_budget_mode_runs_that_many_mutants_and_compares_with_an_even_order(place: Folder) -> None:
    result = place.run(place.config(budget=24, reduce=0))
    assert result.summary["totals"]["mutants"] == 24
    budget = result.summary["budget"]
    assert budget["budget"] == 24 and budget["available"] == 19 * 10
    assert budget["found"] == result.summary["totals"]["violated"]
    again = place.run(place.config(budget=24, reduce=0))
    assert done(again) == {} and again.summary["totals"] == result.summary["totals"]


def test_order_two_also_runs_pairs_of_operators(place: Folder) -> None:
    config = place.config(embedders=["bm25"], order=2, operators=["SeN", "CSp", "TK"], reduce=0)
    result = place.run(config, limit=2)
    names = {row["operator"] for row in result.summary["systems"][0]["operators"]}
    assert names == {"SeN", "CSp", "TK", "SeN+CSp", "SeN+TK", "CSp+TK"}
    assert result.summary["systems"][0]["instances"] == 2


def test_a_violation_rate_above_the_threshold_ends_with_one(place: Folder) -> None:
    result = place.run(place.config(more="thresholds: {violation_rate: 0.001}"))
    assert result.exit_code == 1
    assert {shortfall.measure for shortfall in result.failed} == {"violation_rate"}


def test_a_filter_beside_the_systems_of_the_campaign_runs_no_mutant_and_says_so(place: Folder) -> None:
    result = place.run(place.config(systems=["reader/bm25/*"]), filter_systems="reader/hashing/*")
    assert result.summary["systems"] == [] and result.exit_code == 0
    assert any("metamorphic.systems" in problem for problem in result.summary["problems"])


FLAKY = """
from pathlib import Path
from ragtester.errors import EndpointError
from ragtester.systems.reference.reader import answer_from

def say(request):
    if any("lorem-flag" in passage for passage in request.passages) and not (Path(__file__).parent / "healthy").exists():
        return EndpointError("the model is away", problem="server_error", retryable=False)
    return answer_from(request.question, request.passages) if request.passages else "I do not know."
"""


def test_what_fails_is_unmeasured_until_errors_are_retried(place: Folder) -> None:
    (place.folder / "flaky_model.py").write_text(FLAKY, encoding="utf-8")
    config = place.config(
        generators=["flaky"],
        embedders=["bm25"],
        models={"flaky": {"scripted": {"function": "flaky_model:say"}}},
        operators=["SeN", "TK"],
        parameters={"SeN": {"pool": ["The lorem-flag was raised over the harbour."]}},
        scopes=["pre", "post"],
        reduce=0,
    )
    result = place.run(config)
    rows = {(r["operator"], r["scope"]): r for r in result.summary["systems"][0]["operators"]}
    assert rows["SeN", "post"]["unmeasured"] == rows["SeN", "post"]["mutants"] > 0
    assert rows["SeN", "post"]["rate"] is None and rows["TK", "pre"]["unmeasured"] == 0
    assert result.exit_code == 3
    (place.folder / "healthy").touch()
    assert place.run(config).summary["totals"] == result.summary["totals"], "a plain rerun tries nothing again"
    retried = place.run(config, retry_errors=True)
    assert retried.summary["totals"]["unmeasured"] == 0 and retried.exit_code == 0


ORACLE = """
import json

def say(request):
    asked = request.schema_["properties"]
    if "relation" in asked:
        return json.dumps({"evidence": "it stands there", "contradiction": "", "relation": "preserving"})
    first = "difference" if "difference" in asked else "reason"
    return json.dumps({first: "none", "score": 1 if request.sample == 3 else 5})
"""


def test_a_model_as_the_oracle_is_asked_again_for_its_stability(place: Folder) -> None:
    (place.folder / "oracle_model.py").write_text(ORACLE, encoding="utf-8")
    config = place.config(
        embedders=["bm25"],
        models={"strict": {"scripted": {"function": "oracle_model:say", "samples": True}}},
        judge="strict",
        reduce=0,
        snapshot_metrics=False,
    )
    result = place.run(config, limit=2)
    stable = result.summary["stability"]
    assert stable["repeats"] == 5 and stable["cases"] > 20
    assert stable["flips"] > 0 and stable["unanimous"] + stable["flips"] == stable["cases"]
    assert done(place.run(config, limit=2)) == {}


def test_repairs_are_counted_by_strategy_scope_and_operator(place: Folder, plain: Path, first: CampaignResult) -> None:
    config = place.config(
        more="repair: {strategies: [top_k_3, top_k_5, rerank, neighbour_chunks, typo_tolerance, recency_rule, hybrid_search]}"
    )
    options = RunOptions(output=place.folder)
    result = run_repair(config, options, database=place.database)
    strategies = result.summary["strategies"]
    assert {"name", "scope", "operator", "repaired", "applicable"} == set(strategies[0])
    assert not any(row["name"] == "top_k_3" and row["operator"] == "TK" for row in strategies)
    assert not any(row["name"] == "top_k_5" and row["scope"] == "post" for row in strategies)
    union = result.summary["union"]
    assert 0 < union["repaired"] <= union["applicable"] <= first.summary["totals"]["violated"]
    assert all(row["repaired"] <= row["applicable"] for row in strategies)
    again = run_repair(config, options, database=place.database)
    assert done(again) == {} and again.summary["strategies"] == strategies


def test_a_stronger_generator_repairs_faults_after_retrieval(place: Folder) -> None:
    (place.folder / "weak_model.py").write_text(
        "def say(request):\n"
        "    from ragtester.systems.reference.reader import answer_from\n"
        "    if not request.passages: return 'I do not know.'\n"
        "    noisy = any('zorble' in p for p in request.passages)\n"
        "    return 'Nobody can tell what 99 zorbles are.' if noisy else answer_from(request.question, request.passages)\n",
        encoding="utf-8",
    )
    config = place.config(
        generators=["weak"],
        embedders=["bm25"],
        models={"weak": {"scripted": {"function": "weak_model:say"}}},
        operators=["SeN"],
        scopes=["post"],
        parameters={"SeN": {"pool": ["The zorble sings at night."]}},
        more="repair: {strategies: [generator_upgrade], upgrade: reader}",
    )
    result = run_repair(config, RunOptions(output=place.folder), database=place.database)
    [row] = result.summary["strategies"]
    assert row["applicable"] == result.summary["metamorphic"]["totals"]["violated"] == 5
    assert row["repaired"] == 5


PERFECT = '''
"""Answers from whatever its documents state now, and names a conflict where they contradict each other."""
import json
from pathlib import Path
from ragtester.documents.spans.locating import locate_text
from ragtester.records import Span
from ragtester.text import contains_form

FOLDER = Path(__file__).parent
KNOWN = {test["query"]: test for test in map(json.loads, (FOLDER / "small" / "suite.jsonl").read_text().splitlines())}
DOCUMENTS = json.loads((FOLDER / "documents.json").read_text())

def ask(question):
    texts = [DOCUMENTS[span["document"]] for span in KNOWN[question]["evidence"]]
    return {"answer": _answer(question, texts), "contexts": texts}

def ingest(changes):
    DOCUMENTS.update({change["document"]: change["text"] for change in changes})

def generate(question, contexts):
    return _answer(question, contexts)

def _answer(question, texts):
    test = KNOWN[question]
    forms = [test["expected_answer"], *test["accepted_answers"]]
    stated = any(contains_form(text, forms) for text in texts) or any(
        locate_text(Span.model_validate(span), text) for text in texts for span in test["evidence"]
    )
    against = [value for value in test["counterfactuals"] if any(contains_form(text, [value]) for text in texts)]
    if stated and against:
        return f"The sources contradict each other: one says {forms[0]}, another says {against[0]}."
    if stated:
        return forms[0]
    return "I cannot answer this from the documents."
'''


def _perfect(place: Folder, plain: Path) -> None:
    corpus = _corpus(place, plain)
    texts = {document.id: document.text for document in corpus.documents}
    (place.folder / "documents.json").write_text(json.dumps(texts), encoding="utf-8")
    (place.folder / "perfect_system.py").write_text(PERFECT, encoding="utf-8")
    (place.folder / "only_generates.py").write_text(
        "from perfect_system import ask as _ask, generate\n\ndef ask(question):\n    return _ask(question)\n",
        encoding="utf-8",
    )


def test_a_perfect_external_system_violates_nothing(place: Folder, plain: Path, first: CampaignResult) -> None:
    _perfect(place, plain)
    targets = [{"name": "perfect", "callable": "perfect_system:ask"}]
    result = place.run(place.config(generators=[], targets=targets, instances=12, snapshot_metrics=False))
    [system] = result.summary["systems"]
    assert system["instances"] == 12
    measured = {(r["operator"], r["scope"]): r["mutants"] for r in system["operators"] if r["mutants"]}
    assert {scope for _, scope in measured} == {"pre", "post"} and len(measured) == 6 + 8
    lines = (result.folder / "metamorphic" / "outcomes.jsonl").read_text().splitlines()
    wrong = [line for line in map(json.loads, lines) if line["outcome"] == "violated"]
    assert not wrong, [(w["mutant"], w["base_answer"], w["mutant_answer"], w["rationale"]) for w in wrong[:3]]
    reasons = {
        line["operator"]: line["rationale"] for line in map(json.loads, lines) if line["outcome"] == "not_applicable"
    }
    assert set(reasons) == {"CM", "CSp", "CSh", "EM", "TK"}
    assert "its own" in reasons["EM"]


def test_an_external_system_takes_part_as_far_as_it_can(place: Folder, plain: Path, first: CampaignResult) -> None:
    _perfect(place, plain)
    targets = [{"name": "answerer", "callable": "only_generates:ask"}]
    result = place.run(place.config(generators=[], targets=targets, instances=3, snapshot_metrics=False))
    [system] = result.summary["systems"]
    scopes = {row["scope"] for row in system["operators"] if row["mutants"]}
    assert scopes == {"post"}
    assert result.exit_code == 0, "what a system cannot do counts against nothing"


def test_a_run_with_a_metamorphic_section_includes_the_campaign(
    place: Folder, plain: Path, first: CampaignResult
) -> None:
    result = run_config(plain, RunOptions(output=place.folder), database=place.database)
    assert result.summary["metamorphic"]["systems"] == first.summary["systems"]
    assert result.summary["stages"]["metamorphic"] > 0
    assert (result.folder / "metamorphic.html").is_file()
    assert 'href="metamorphic.html"' in (result.folder / "report.html").read_text(encoding="utf-8")


def test_the_terminal_shows_one_table_for_each_system(first: CampaignResult) -> None:
    from ragtester.runner.campaigns.terminal import campaign_lines

    text = "\n".join(campaign_lines(first, width=100))
    assert text.count("pre-chunk") == 2 and "oracle against ledger truth" in text
    assert str(first.page) in text


@pytest.mark.slow
def test_a_killed_campaign_resumes_and_ends_as_an_undisturbed_one(
    plain: Path, place: Folder, first: CampaignResult, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'killed.db'}"
    command = [sys.executable, "-m", "ragtester", "metamorphic", str(plain), "-q", "--database", database]
    command += ["--output", str(place.folder)]
    kept = 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 120
        while kept < 30 and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
            with contextlib.suppress(sqlite3.Error), sqlite3.connect(tmp_path / "killed.db", timeout=1) as reading:
                kept = reading.execute("select count(*) from result where kind = 'relate'").fetchone()[0]
        process.send_signal(signal.SIGKILL)
    resumed = run_metamorphic(plain, RunOptions(output=place.folder), database=database)
    assert resumed.summary["work"]["relate"]["reused"] >= kept >= 30
    assert resumed.summary["systems"] == first.summary["systems"]


class _StopAfter(Silent):
    """Asks for a stop once so many mutants are done; other stages may begin and end beside them."""

    def __init__(self, session: Session, mutants: int) -> None:
        self._session = session
        self._left = mutants

    def stage(self, name: str, total: int | None) -> Bar:
        return self if name == "mutants" else super().stage(name, total)

    def grow(self, n: int) -> None:
        pass

    def advance(self, n: int = 1) -> None:
        self._left -= n
        if self._left <= 0:
            self._session.stop.ask()


def _corpus(place: Folder, config: Path) -> Corpus:
    with open_session(config, RunOptions(output=place.folder), place.database, None, None) as session:
        return run_stoppable(session, make_corpus)


def _with_spec(session: Session, corpus: Corpus, retriever: str) -> Indexes:
    spec = SystemSpec(id=f"reader/{retriever}/recursive-500-50/k3", generator="reader", embedder=retriever)
    return make_indexes(session, corpus, spec)


def test_an_estimate_counts_the_calls_of_the_campaign(place: Folder, plain: Path) -> None:
    (place.folder / "weak_model.py").write_text("def say(request):\n    return 'nothing'\n", encoding="utf-8")
    models = {"weak": {"scripted": {"function": "weak_model:say", "samples": True}}}
    config = place.config(
        generators=["weak"], embedders=["bm25"], models=models, judge="weak", trials=3, snapshot_metrics=False
    )
    with open_session(config, RunOptions(output=place.folder), place.database, None, None) as session:
        calls = [(one.model, one.calls) for one in campaign_calls(session, 21)]
        filtered = list(campaign_calls(session, 2))
    asked = 2 * 5 + 2 * 5  # every second test qualifies, and is asked in two more trials
    judged = 2 * 19 * 5 - 5 * 5  # five mutants of each instance change no text
    assert calls == [("weak", asked), ("weak", asked + round(0.95 * 95) + 8 * 2), ("weak", judged + 5 * 95)]
    assert filtered[0].calls == 2 + 2 * 2
    with open_session(plain, RunOptions(output=place.folder), place.database, None, None) as session:
        assert not list(campaign_calls(session, 21)), "the reader and the built-in oracle send nothing"


class Remote:
    """A generator at an endpoint that reads passages, and knows some answers without them."""

    def __init__(self, known: float = 0.0) -> None:
        self.known = known
        self.answers: dict[str, str] = {}

    def __call__(self, body: Mapping[str, Any]) -> str:
        text = str(body["messages"][-1]["content"])
        question = text.rpartition("Question: ")[2].strip()
        if "Passages:" not in text:
            knows = zlib.crc32(question.encode()) % 100 < 100 * self.known
            return self.answers[question] if knows else "I do not know."
        passages = re.split(r"\n\n\[\d+\] ", text.rpartition("\n\nQuestion: ")[0].removeprefix("Passages:\n[1] "))
        return answer_from(question, passages)


def campaign_part(config: Path, place: Folder) -> int:
    """Calls of the campaign in an estimate."""
    found = estimate_config(config, RunOptions(output=place.folder), database=place.database)
    return sum(stage.calls for stage in found.stages if stage.stage == "metamorphic")


@pytest.mark.slow
def test_an_estimate_subtracts_what_is_stored_of_a_campaign(place: Folder) -> None:
    with StandInServer(say=Remote()) as server:
        models = {"remote": {"openai": {"model": "reads-on", "base_url": server.url, "concurrency": 2}}}
        config = place.config(generators=["remote"], embedders=["bm25"], models=models, instances=4, trials=1)
        options = RunOptions(output=place.folder)
        whole = campaign_part(config, place)
        with open_session(config, options, place.database, None, None) as session:
            session.progress = _StopAfter(session, 40)
            assert asyncio.run(metamorphic(session)).summary["complete"] is False
        before = server.stats.chat
        rest = campaign_part(config, place)
        assert before > 40
        assert server.stats.chat == before
        place.run(config)
        assert abs(whole - server.stats.chat) <= 0.2 * server.stats.chat
        assert rest < 0.75 * whole
        assert abs(rest - (server.stats.chat - before)) <= max(3, 0.2 * (server.stats.chat - before))
        assert campaign_part(config, place) == 0


@pytest.mark.parametrize("known", [0.0, 0.4])
def test_an_estimate_is_within_a_fifth_of_the_calls_that_a_campaign_sends(place: Folder, known: float) -> None:
    remote = Remote(known)
    with StandInServer(say=remote) as server:
        models = {"remote": {"openai": {"model": f"reads-{known}", "base_url": server.url}}}
        config = place.config(generators=["remote"], embedders=["bm25"], models=models, instances=4, trials=2)
        options = RunOptions(output=place.folder)
        with open_session(config, options, place.database, None, None) as session:
            tests = asyncio.run(make_suite(session, asyncio.run(make_corpus(session))))
            remote.answers = {test.query: test.expected_answer for test in tests}
            expected = sum(one.calls for one in campaign_calls(session, len(tests)))
        (system,) = place.run(config).summary["systems"]
    assert system["instances"] == 4
    assert bool(known) == ("known_without_corpus" in system["dropped"])
    assert abs(expected - server.stats.chat) <= 0.2 * server.stats.chat
