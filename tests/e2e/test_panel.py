"""A panel of models with repeats and a dimension of the user's own, from the configuration to the summary and the page."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from ragtester.api import run_config
from ragtester.runner import RunOptions
from ragtester.testing import StandInServer
from ragtester.testing.stand_in.replies import default_reply, last_message, wanted_schema

JUDGE = """
judge:
  models: [kind, fickle, strict]
  repeats: 3
  sure_at: 1.0
  thresholds: {factuality: 4, tone: 3}
  dimensions: {tone: "1 is rude, 3 neutral, 5 courteous"}
"""
MEMBER = '  {name}: {{openai: {{model: {name}, base_url: "{url}", timeout: 5, concurrency: 8, temperature: 0.7}}}}\n'


def _say(answer: Callable[[Mapping[str, object]], str]) -> tuple[Callable[[Mapping[str, object]], str], Counter[str]]:
    """`kind` gives 5, `strict` gives 1, and `fickle` changes its mind at every second vote."""
    asked: Counter[str] = Counter()

    def say(body: Mapping[str, object]) -> str:
        if wanted_schema(body) is None:
            return answer(body)
        reply = json.loads(default_reply(body))
        if "tone" in reply:
            return json.dumps({"tone": {"reason": "curt", "score": 4}})
        name = str(body["model"])
        asked[name] += 1
        quoted = re.findall(r"^> (.+)$", last_message(body), re.MULTILINE)
        good = name == "kind" or (name == "fickle" and asked[name] % 2 == 0)
        scores = {key: 5 if good else 1 for key, value in reply.items() if isinstance(value, int)}
        return json.dumps({**reply, **scores, "claim": quoted[0] if quoted else ""})

    return say, asked


def test_a_panel_with_repeats_votes_in_every_verdict_and_shows_how_stable_it_is(
    write_config: Callable[..., Path], read_and_answer: Callable[..., str]
) -> None:
    say, asked = _say(read_and_answer)
    with StandInServer(say=say) as server:
        file = write_config(server.url, JUDGE)
        members = "".join(MEMBER.format(name=name, url=server.url) for name in ("kind", "fickle", "strict"))
        file.write_text(file.read_text().replace("models:\n", "models:\n" + members, 1))
        result = run_config(file, RunOptions(filter_systems="reader*"))
    verdicts = [json.loads(line) for line in (result.folder / "results.jsonl").read_text().splitlines()]
    voted = [verdict for verdict in verdicts if verdict["votes"]]
    assert voted, [(line["status"], line["message"], asked) for line in verdicts]
    assert min(asked.values()) >= 3
    for verdict in voted:
        assert sum(verdict["votes"].values()) == 9, verdict
        counts = Counter(verdict["votes"])
        assert verdict["metrics"]["stability"] == max(counts.values()) / 9
        assert verdict["scores"]["tone"] == 4
    assert {verdict["metrics"]["stability"] for verdict in voted} <= {4 / 9, 5 / 9, 6 / 9, 7 / 9, 1.0}
    assert any(0 < verdict["metrics"]["stability"] < 1 for verdict in voted)
    assert str(result.summary["judge"]["name"]).startswith("kind+fickle+strict")
    page = next(result.folder.glob("*.html")).read_text(encoding="utf-8")
    assert "kind+fickle+strict" in page and "tone" in page
