"""`ragtester metamorphic` and `repair` called as a user calls them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

CONFIG = """
name: tiny
corpus: {blueprint: hr-policies, documents: 2}
suite: {tests_per_document: 5, negative_share: 0, question_types: [natural_language, extractive]}
matrix: {generators: [reader], embedders: [bm25], top_k: [2]}
metamorphic: {instances: 2, chunk_words: 100, operators: [SeN, CN, TK, CSp], reduce: 0}
"""


def test_metamorphic_prints_one_object_and_repair_goes_on_from_it(
    call: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    (tmp_path / "tiny.yaml").write_text(CONFIG, encoding="utf-8")
    code, out, err = call("metamorphic", "tiny.yaml", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert {"systems", "oracle", "snapshot_metrics"} <= set(found)
    assert Path(found["report"]).is_file()
    code, out, _ = call("repair", "tiny.yaml", "--json")
    repaired = json.loads(out)
    assert code == 0 and {"strategies", "union"} <= set(repaired)
    assert repaired["metamorphic"]["systems"] == found["systems"]
    code, out, _ = call("metamorphic", "tiny.yaml", "--quiet", "--limit", "1")
    assert code == 0
    assert "1 base instance " in out and "pre-chunk" in out and "metamorphic.html" in out


def test_a_pattern_that_matches_no_system_is_a_mistake_of_the_caller(
    call: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    (tmp_path / "tiny.yaml").write_text(CONFIG, encoding="utf-8")
    code, out, err = call("metamorphic", "tiny.yaml", "--filter-systems", "nobody/*", "--quiet")
    assert (code, out) == (2, "")
    assert "nobody/*" in err and "reader/bm25/words-100/k1" in err
