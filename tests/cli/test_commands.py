from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from ragtester.cli.app import app
from tests.cli.conftest import Call

GOOD = {
    "name": "tiny",
    "corpus": {"blueprint": "hr-policies", "documents": 1},
    "suite": {"tests_per_document": 3},
    "matrix": {"generators": ["reader"], "embedders": ["bm25"]},
}


def write(folder: Path, **changes: object) -> Path:
    file = folder / "tiny.yaml"
    file.write_text(yaml.safe_dump(GOOD | changes), encoding="utf-8")
    return file


def test_run_report_cache_and_doctor_work_from_the_command_line(call: Call, tmp_path: Path) -> None:
    write(tmp_path)
    code, out, err = call("run", "tiny.yaml")
    assert code == 0, err
    assert "report: generated/tiny/runs/" in out
    assert "reader/bm25/recursive-800-80/k3" in out
    assert "matrix" in err
    code, out, _ = call("run", "tiny.yaml", "--json")
    summary = json.loads(out)
    assert code == 0
    assert summary["totals"]["cases"] == 3
    for suffix in (".html", ".xml", ".json", ".jsonl", ".csv", ".md"):
        code, out, err = call("report", "tiny", "-o", f"out/r{suffix}")
        assert (code, (tmp_path / "out" / f"r{suffix}").stat().st_size > 100) == (0, True), err
    code, _, err = call("report", "tiny", "-o", "r.docx")
    assert code == 2
    assert ".html" in err
    code, out, _ = call("cache", "stats", "--json")
    assert json.loads(out)["result"] > 0
    assert call("cache", "clear", "--only", "result")[0] == 0
    assert json.loads(call("cache", "stats", "--json")[1])["result"] == 0
    assert "already at revision" in call("db", "upgrade")[1]
    code, out, _ = call("doctor", "tiny.yaml", "--json")
    assert code == 0
    assert {f["what"] for f in json.loads(out)["findings"]} >= {"Python", "database", "tiny.yaml"}


def test_corpus_and_suite_are_made_alone(call: Call, tmp_path: Path) -> None:
    write(tmp_path)
    code, out, _ = call("corpus", "tiny.yaml", "--quiet")
    assert (code, "1 documents" in out) == (0, True)
    code, out, _ = call("suite", "tiny.yaml", "--json")
    assert (code, json.loads(out)["tests"]) == (0, 3)
    assert not (tmp_path / "generated" / "tiny" / "runs").exists()


BROKEN: list[tuple[dict[str, object], str]] = [
    ({"matrx": {}}, "did you mean 'matrix'?"),
    ({"matrix": {"generators": ["raeder"]}}, "did you mean 'reader'?"),
    ({"matrix": {"generators": ["reader"], "embedders": ["all-minilm-l6-v2"]}}, "did you mean 'all-MiniLM-L6-v2'?"),
    ({"matrix": {"generators": ["reader"], "chunkers": [{"recursiv": {"size": 5}}]}}, "did you mean 'recursive'?"),
    ({"matrix": {"generators": ["reader"], "chunkers": [{"recursive": {"sizes": 500}}]}}, "size"),
    ({"matrix": {"generators": ["reader"], "rerankers": ["lexicl"]}}, "did you mean 'lexical'?"),
    ({"corpus": {"blueprint": "hr-policy"}}, "did you mean 'hr-policies'?"),
    ({"corpus": {"files": ["nowhere/*.pdf"]}}, "no file matches 'nowhere/*.pdf'"),
    ({"suite": {"file": "missing.jsonl"}}, "missing.jsonl"),
    ({"suite": {"selection": "flesh"}}, "did you mean 'flesch'?"),
    ({"suite": {"question_types": ["numerc"]}}, "did you mean 'numeric'?"),
    ({"judge": {"thresholds": {"factualty": 4}}}, "did you mean 'factuality'?"),
    ({"judge": {"model": "gpt"}}, "unknown model 'gpt'"),
    ({"models": {"m": {"opanai": {"model": "x"}}}}, "did you mean 'openai'?"),
    ({"models": {"m": {"llama_cpp": {"path": "no.gguf"}}}, "matrix": {"generators": ["m"]}}, "no.gguf"),
    ({"models": {"m": {"openai": {"model": "x", "base_url": "$NOT_SET"}}}}, "NOT_SET is not set"),
    ({"metamorphic": {"operators": ["SeNN"]}}, "did you mean 'SeN'?"),
    ({"targets": [{"name": "t", "callable": "nomodule"}]}, "module:function"),
    ({"targets": [{"name": "t", "http": {"url": "ftp://x"}}]}, "http://"),
    ({"matrix": {"generators": ["reader"], "prompt": "answer/none"}}, "answer/none"),
    ({"suite": {"tests": 3, "tests_per_document": 4}}, "not both"),
    ({"seed": "seven"}, "seed"),
]


@pytest.mark.parametrize(("changes", "expected"), BROKEN, ids=[str(n) for n in range(len(BROKEN))])
def test_validate_names_the_mistake_and_the_remedy(
    call: Call, tmp_path: Path, changes: dict[str, object], expected: str
) -> None:
    write(tmp_path, **changes)
    code, out, err = call("validate", "tiny.yaml")
    assert code == 2
    assert out == ""
    assert expected in err
    assert "tiny.yaml" in err
    assert "Traceback" not in err


def test_usage_mistakes_and_missing_files_end_with_2(call: Call) -> None:
    code, _, err = call("validate", "none.yaml")
    assert (code, "there is no such file" in err) == (2, True)
    assert call("run")[0] == 2
    assert call("nonsense")[0] == 2
    code, _, err = call("report", "none", "-o", "r.html")
    assert (code, "there is no run none" in err) == (2, True)


def test_an_env_file_is_read_and_its_mistakes_are_named(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MY_ADDRESS", raising=False)
    write(tmp_path, models={"m": {"openai": {"model": "x", "base_url": "$MY_ADDRESS"}}})
    (tmp_path / ".env").write_text("# mine\nexport MY_ADDRESS='http://127.0.0.1:1/v1'\n")
    code, _, err = call("validate", "tiny.yaml", "--env-file", ".env")
    assert code == 0, err
    monkeypatch.delenv("MY_ADDRESS")
    (tmp_path / ".env").write_text("no equals sign\n")
    code, _, err = call("validate", "tiny.yaml", "--env-file=.env")
    assert (code, ".env:1: not NAME=VALUE" in err) == (2, True)


def test_a_broken_document_is_named_and_the_rest_goes_on(call: Call, tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 nothing here")
    (tmp_path / "good.md").write_text(
        "# Storage\n\n" + "\n\n".join(f"The {name} rack holds {n} boxes and is checked every {n + 2} days." for n, name in enumerate(["north", "south", "east", "west"], 20))
    )  # fmt: skip
    write(tmp_path, corpus={"files": ["*.pdf", "*.md"]}, suite={"tests_per_document": 2, "negative_share": 0})
    code, _, err = call("run", "tiny.yaml")
    assert code == 0, err
    assert "bad.pdf" in err
    (tmp_path / "good.md").unlink()
    write(tmp_path, corpus={"files": ["*.pdf"]})
    code, _, err = call("run", "tiny.yaml")
    assert (code, "no document is left" in err, "bad.pdf" in err) == (2, True, True)


def test_estimate_never_prices_the_unknown_at_zero(call: Call, tmp_path: Path) -> None:
    models = {"m": {"openai": {"model": "nobody-knows", "base_url": "http://127.0.0.1:1/v1"}}}
    write(tmp_path, models=models, matrix={"generators": ["m"]}, judge={"model": "m"})
    code, out, _ = call("estimate", "tiny.yaml", "--json")
    found = json.loads(out)
    assert (code, found["cost_usd"], found["calls"] > 0) == (0, None, True)
    assert "unknown" in call("estimate", "tiny.yaml")[1]


def test_the_schema_is_json_and_init_writes_a_config_that_is_valid(call: Call, tmp_path: Path) -> None:
    assert json.loads(call("schema")[1])["title"] == "ragtester configuration"
    code, _, err = call("init", "new")
    assert code == 0, err
    assert call("validate", "new/ragtester.yaml")[0] == 0
    code, _, err = call("init", "new")
    assert (code, "--force" in err) == (2, True)
    (tmp_path / "notes.md").write_text(
        "# Rack\n\nThe north rack holds 20 boxes. It is checked every 14 days by Ada Lind.\n"
    )
    code, _, err = call("init", "own", "--docs", "notes.md")
    assert code == 0, err
    assert call("validate", "own/ragtester.yaml")[0] == 0


def test_every_shipped_configuration_is_valid(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    for file in sorted((Path(__file__).parents[2] / "configs").glob("*.yaml")):
        if not file.read_text().startswith(("topics", "# topics")):
            code, _, err = call("validate", str(file))
            assert code == 0, err


def test_every_key_of_the_shipped_configurations_is_explained() -> None:
    text = (Path(__file__).parents[2] / "configs" / "demo.yaml").read_text()
    assert text.count("#") > 10


def test_help_starts_without_heavy_imports() -> None:
    code = (
        "import sys; sys.argv = ['ragtester', '--help']\n"
        "from ragtester.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'torch', 'pydantic', 'rich', 'numpy', 'openai', 'sqlalchemy', 'reportlab', 'yaml'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_a_configuration_is_checked_without_what_it_takes_to_run_one() -> None:
    config = Path(__file__).parents[2] / "configs" / "demo.yaml"
    code = (
        f"import sys; sys.argv = ['ragtester', 'validate', {str(config)!r}]\n"
        "from ragtester.cli import main\n"
        "try: main()\n"
        "except SystemExit as ended: assert not ended.code, ended\n"
        "heavy = {'torch', 'sqlalchemy', 'openai', 'jinja2', 'reportlab', 'ragtester.api', 'ragtester.suite',\n"
        "         'ragtester.metamorphic', 'ragtester.runner.run', 'ragtester.web'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_help_names_every_command() -> None:
    shown = CliRunner().invoke(app, ["--help"]).output
    for command in (
        "init",
        "doctor",
        "validate",
        "estimate",
        "corpus",
        "suite",
        "run",
        "report",
        "cache",
        "db",
        "schema",
    ):
        assert f"  {command} " in shown


def test_help_uses_little_processor_time() -> None:
    """The bound is for a quiet machine (0.15 s); here it is doubled, and the best of five counts."""
    best = 9.0
    for _ in range(5):
        before = os.times()
        subprocess.run([sys.executable, "-m", "ragtester", "--help"], capture_output=True, check=True)
        after = os.times()
        best = min(best, after.children_user + after.children_system - before.children_user - before.children_system)
        time.sleep(0)
    assert best < 0.3
