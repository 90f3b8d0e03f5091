"""A suite as pytest items: what is collected, selected, shown and reported."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import ragtester.pytest_plugin.items  # what pytester would import anew in every test

assert ragtester.pytest_plugin.items

TESTS = [
    {"id": "fee", "query": "What is the inspection fee?", "kind": "positive", "type": "numeric",
     "expected_answer": "35 EUR", "document": "handbook",
     "evidence": [{"document": "handbook", "quote": "The inspection fee is 35 EUR."}]},
    {"id": "notice", "query": "How long is the notice period?", "kind": "positive", "type": "extractive",
     "expected_answer": "8 weeks", "document": "contract",
     "evidence": [{"document": "contract", "quote": "The notice period is 8 weeks."}]},
    {"id": "mayor", "query": "Who is the mayor of the moon?", "kind": "negative", "type": "out_of_domain",
     "expected_answer": "The documents do not say."},
]  # fmt: skip

RIGHT = """
def ask(question):
    if "fee" in question:
        return {"answer": "It is 35 EUR.", "contexts": [{"text": "The inspection fee is 35 EUR.", "document": "handbook"}]}
    if "notice" in question:
        return {"answer": "8 weeks", "contexts": [{"text": "The notice period is 8 weeks.", "document": "contract"}]}
    return {"answer": "I could not find that in the documents.", "contexts": []}
"""
MIXED = """
def ask(question):
    if "fee" in question:
        return {"answer": "It is 53 EUR.", "contexts": [{"text": "Dogs are welcome.", "document": "handbook"}]}
    if "notice" in question:
        raise LookupError("the index is gone")
    return "I could not find that in the documents."
"""
LEAN = [f"-pno:{name}" for name in ("asyncio", "anyio", "hypothesispytest", "langsmith_plugin", "socket", "pytest_cov")]
QUIET = (*LEAN, "-pno:cacheprovider")

Run = Callable[..., pytest.RunResult]


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs pytest on a suite of three tests and the module `given_rag`."""
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    suite = pytester.path / "suite.jsonl"
    suite.write_text("".join(json.dumps(test) + "\n" for test in TESTS), encoding="utf-8")

    def go(system: str | None, *arguments: str, named: bool = True) -> pytest.RunResult:
        sys.modules.pop("given_rag", None)
        if system is not None:
            pytester.makepyfile(given_rag=system)
        options = ["--ragtester-suite", "suite.jsonl", "--ragtester-system", "given_rag:ask"] if named else []
        return pytester.runpytest_inprocess(*QUIET, "-W", "error", *options, *arguments)

    return go


def test_every_test_of_the_suite_is_an_item_that_passes(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_other="def test_one():\n    assert False\n")
    result = run(RIGHT, "-v")
    result.assert_outcomes(passed=3)  # the other file was not asked for
    result.stdout.fnmatch_lines(
        ["suite.jsonl::fee PASSED*", "suite.jsonl::notice PASSED*", "suite.jsonl::mayor PASSED*"]
    )
    assert result.ret == 0


def test_a_failure_shows_what_a_person_needs_and_no_traceback_and_an_unmeasured_one_is_an_error(run: Run) -> None:
    result = run(MIXED)
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines([
        "unmeasured  system_error: LookupError: the index is gone",
        "raised at   *given_rag.py:5*",
        "question    What is the inspection fee?",
        "expected    35 EUR",
        "answer      It is 53 EUR.",
        "reason      *",
        "stage       retrieve",
        "evidence    handbook: The inspection fee is 35 EUR.",
        "context     1. handbook: Dogs are welcome.",
        "judge       builtin*",
        "FAILED suite.jsonl::fee - *at stage retrieve: expected '35 EUR', got *53 EUR*",
        "ERROR suite.jsonl::notice - unmeasured (system_error)*",
    ])  # fmt: skip
    shown = result.stdout.str()
    assert "Traceback" not in shown
    assert "site-packages" not in shown
    assert "ragtester/" not in shown


@pytest.mark.parametrize(
    ("arguments", "chosen"),
    [
        (["-k", "fee"], ["fee"]),
        (["-k", "contract"], ["notice"]),
        (["-m", "numeric"], ["fee"]),
        (["-m", "negative"], ["mayor"]),
        (["-m", "positive and not numeric"], ["notice"]),
        (["-m", "ragtester(type='extractive')"], ["notice"]),
        (["suite.jsonl::mayor"], ["mayor"]),
    ],
)
def test_items_are_selected_by_name_document_and_marker(run: Run, arguments: list[str], chosen: list[str]) -> None:
    result = run(RIGHT, "--strict-markers", "-v", *arguments)
    result.assert_outcomes(passed=len(chosen), deselected=0 if "::" in arguments[0] else 3 - len(chosen))
    for name in chosen:
        result.stdout.fnmatch_lines([f"suite.jsonl::{name} PASSED*"])


def test_the_failing_stage_is_a_marker_of_the_next_run_and_last_failed_works(
    pytester: pytest.Pytester, run: Run
) -> None:
    options = ["--ragtester-suite", "suite.jsonl", "--ragtester-system", "given_rag:ask", *LEAN]
    run(MIXED, "--collect-only").assert_outcomes()
    pytester.runpytest_inprocess(*options).assert_outcomes(passed=1, failed=1, errors=1)
    pytester.runpytest_inprocess(*options, "-m", "retrieve").assert_outcomes(failed=1, deselected=2)
    pytester.runpytest_inprocess(*options, "--lf").assert_outcomes(failed=1, errors=1)
    pytester.makepyfile(given_rag=RIGHT)
    sys.modules.pop("given_rag", None)
    pytester.runpytest_inprocess(*options, "--lf").assert_outcomes(passed=2)
    pytester.runpytest_inprocess(*options, "-m", "retrieve").assert_outcomes(deselected=3)


def test_junit_has_failure_error_and_what_was_said(run: Run, pytester: pytest.Pytester) -> None:
    run(MIXED, "--junitxml", "junit.xml")
    cases = {case.attrib["name"]: case for case in ET.parse(pytester.path / "junit.xml").iter("testcase")}
    assert set(cases) == {"fee", "notice", "mayor"}
    assert [child.tag for child in cases["fee"]] == ["properties", "failure"]
    assert [child.tag for child in cases["notice"]] == ["properties", "error"]
    said = {one.attrib["name"]: one.attrib["value"] for one in cases["fee"].iter("property")}
    assert (said["question"], said["answer"], said["stage"]) == (TESTS[0]["query"], "It is 53 EUR.", "retrieve")
    failure = cases["fee"].find("failure")
    assert failure is not None
    assert "at stage retrieve" in failure.attrib["message"]
    assert "evidence    handbook" in str(failure.text)


def test_options_stand_in_the_ini_file_and_other_tests_run_beside(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyprojecttoml(
        '[tool.pytest.ini_options]\nragtester_suite = ["suite.jsonl"]\nragtester_system = ["given_rag:ask"]\n'
    )
    pytester.makepyfile(test_other="def test_one():\n    pass\n")
    run(RIGHT, named=False).assert_outcomes(passed=4)
    run(None, "test_other.py", named=False).assert_outcomes(passed=4)


def test_several_systems_stand_side_by_side(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / "old.jsonl").write_text(
        "".join(json.dumps({"question": test["query"], "answer": test["expected_answer"]}) + "\n" for test in TESTS[:2])
    )
    result = run(RIGHT, "--ragtester-system", "old.jsonl", "-v")
    result.assert_outcomes(passed=5, errors=1)
    result.stdout.fnmatch_lines(["suite.jsonl::given_rag.ask::fee PASSED*", "suite.jsonl::old::mayor ERROR*"])


def test_systems_and_judge_come_from_a_configuration(run: Run, pytester: pytest.Pytester) -> None:
    program = "import json\nwhile True:\n    line = json.loads(input())\n    print(json.dumps({'id': line['id'], 'answer': '35 EUR'}), flush=True)\n"
    (pytester.path / "program.py").write_text(program)
    pytester.makepyfile(given_rag=RIGHT)
    (pytester.path / "rag.yaml").write_text(
        f"name: mine\ncorpus: {{files: [none]}}\nmatrix: {{generators: []}}\njudge: {{thresholds: {{clarity: 5}}}}\n"
        f"targets:\n- {{name: one, callable: 'given_rag:ask'}}\n- {{name: two, subprocess: {{command: [{sys.executable}, program.py]}}}}\n"
    )
    (pytester.path / "target.yaml").write_text("{name: alone, callable: 'given_rag:ask'}")
    suite = ("--ragtester-suite", "suite.jsonl")
    both = run(None, *suite, "--ragtester-config", "rag.yaml", "-k", "fee", "-v", named=False)
    both.assert_outcomes(passed=2, deselected=4)
    one = run(None, *suite, "--ragtester-config", "rag.yaml", "--ragtester-system", "one", named=False)
    one.assert_outcomes(passed=3)
    alone = run(None, *suite, "--ragtester-system", "target.yaml", named=False)
    alone.assert_outcomes(passed=3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--ragtester-system", "given_rag:nothing"], "*given_rag has no function nothing*"),
        (["--ragtester-system", "nothing"], "*'nothing' is no system; write module:function*"),
        (["--ragtester-system", "no.jsonl"], "*no.jsonl: there is no such file of answers*"),
        (["--ragtester-system", "no.yaml"], "*no.yaml: there is no such file*"),
        (["--ragtester-system", "list.yaml"], "*list.yaml: holds no target*"),
        (["--ragtester-system", "given_rag:ask", "--ragtester-judge", "nobody"], "*unknown judge 'nobody'*"),
        ([], "*no system is named; write module:function*"),
        (["--ragtester-system", "given_rag:ask", "bad.jsonl"], "*bad.jsonl*"),
        (["--ragtester-system", "given_rag:ask", "empty.jsonl"], "*empty.jsonl: holds no test*"),
    ],
)
def test_a_mistake_is_one_short_message(run: Run, pytester: pytest.Pytester, options: list[str], message: str) -> None:
    pytester.makepyfile(given_rag=RIGHT)
    for name, text in {"bad.jsonl": "{", "empty.jsonl": "", "list.yaml": "[]"}.items():
        (pytester.path / name).write_text(text)
    result = run(None, "--ragtester-suite", "suite.jsonl", *options, named=False)
    result.stdout.fnmatch_lines([message])
    assert result.ret == 2
    assert "Traceback" not in result.stdout.str()


def test_hand_written_tests_have_assertions_and_the_system(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_by_hand="""
import pytest
from ragtester.pytest_plugin import assert_answer, assert_grounded

def test_right():
    assert_answer("What is the fee?", "It is 35 EUR.", expected="35 EUR")
    assert_answer("Who?", "I could not find that in the documents.")
    assert_grounded("The fee is 35 EUR.", ["The inspection fee is 35 EUR."])

def test_wrong():
    assert_answer("What is the fee?", "It is 53 EUR.", expected="35 EUR", contexts=["The fee is 35 EUR."],
                  evidence="The fee is 35 EUR.")

def test_invented():
    assert_grounded("The fee is 53 EUR.", ["The inspection fee is 35 EUR."])

def test_asked(ragtester_system):
    assert ragtester_system.name == "given_rag.ask"
    assert "35" in ragtester_system.ask("What is the fee?").text
    assert ragtester_system.check("What is the inspection fee?", expected="35 EUR").context
    with pytest.raises(AssertionError, match="notice"):
        ragtester_system.check("How long is the notice period?", expected="9 weeks")
"""
    )
    result = run(RIGHT, "--ragtester-system", "given_rag:ask", "test_by_hand.py", named=False)
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(
        ["*AssertionError: the answer is not right*", "*stage*generate*", "*1 of 1 statements are not borne out*"]
    )
    without = run(None, "test_by_hand.py", "-k", "asked", named=False)
    without.stdout.fnmatch_lines(["*the fixture ragtester_system needs a system: --ragtester-system module:function*"])


@pytest.mark.parametrize("processes", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_works_with_xdist(pytester: pytest.Pytester, run: Run, processes: str) -> None:
    run(MIXED, "--collect-only")
    options = ["--ragtester-suite", "suite.jsonl", "--ragtester-system", "given_rag:ask", *LEAN, "-n", processes]
    result = pytester.runpytest_subprocess(*options)
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(["FAILED suite.jsonl::fee - *at stage retrieve*"])
    again = pytester.runpytest_subprocess(*options[:-2], "-m", "retrieve")
    again.assert_outcomes(failed=1, deselected=2)


def test_pytest_without_its_options_imports_nothing_of_it(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(
        "import sys\n\ndef test_lean():\n"
        "    ours = {name for name in sys.modules if name.startswith('ragtester')}\n"
        "    assert ours <= {'ragtester', 'ragtester.version', 'ragtester.pytest_plugin'}, ours\n"
        "    assert 'ragtester.pytest_plugin' in ours\n"
        "    assert not {'numpy', 'pydantic', 'sqlalchemy'} & set(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *QUIET, "-W", "error"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
