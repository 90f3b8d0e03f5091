"""A stand-in endpoint that answers like a small reader, and configurations that use it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from ragtester.systems.reference.reader import answer_from
from ragtester.testing import StandInServer

CONFIG = """
name: small
models:
  remote: {{openai: {{model: stand-in, base_url: "{url}", timeout: 5, concurrency: 8, tries: 2}}}}
corpus: {{blueprint: hr-policies, documents: 2}}
suite: {{tests_per_document: 4, negative_share: 0.25}}
matrix: {{generators: [reader, remote], embedders: [bm25, hashing], chunkers: [{{recursive: {{size: 500, overlap: 50}}}}], top_k: [3]}}
{more}
"""


@pytest.fixture(name="read_and_answer")
def _read_and_answer() -> Callable[[Mapping[str, object]], str]:
    return answer


def answer(body: Mapping[str, object]) -> str:
    """What an obedient extractive model says to the grounded prompt."""
    messages = body["messages"]
    assert isinstance(messages, list)
    text = str(messages[-1]["content"])
    context, _, question = text.rpartition("\n\nQuestion: ")
    passages = re.split(r"\n\n\[\d+\] ", context.removeprefix("Passages:\n[1] "))
    return answer_from(question, passages)


@pytest.fixture
def server() -> Iterator[StandInServer]:
    with StandInServer(say=answer) as running:
        yield running


@pytest.fixture
def write_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Writes a configuration for an endpoint, with the current folder a fresh one."""
    monkeypatch.chdir(tmp_path)

    def write(url: str, more: str = "") -> Path:
        file = tmp_path / "small.yaml"
        file.write_text(CONFIG.format(url=url, more=more), encoding="utf-8")
        return file

    return write
