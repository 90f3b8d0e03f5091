"""Functions of a user's own RAG system."""

from __future__ import annotations

import time


def ask(question: str) -> dict[str, object]:
    if "slow" in question:
        time.sleep(0.5)
    if "crash" in question:
        raise RuntimeError("out of memory")
    return {
        "answer": f"echo {question}",
        "contexts": ["one", {"text": "two", "document": "d", "chunk_id": "c2", "score": 0.5}],
    }


async def ask_later(question: str) -> str:
    return f"later {question}"


def empty(_question: str) -> str:
    return "  "


def odd(_question: str) -> int:
    return 7


def generate(question: str, contexts: list[str]) -> str:
    return f"{question} from {len(contexts)}"


def ingest(changes: list[dict[str, object]]) -> None:
    if not changes:
        raise ValueError("nothing to ingest")


def leave(_question: str) -> str:
    raise SystemExit(7)


def half_a_pair(_question: str) -> dict[str, object]:
    return {"answer": "\ud83d\ude00 and \ud800", "contexts": ["\udfff"]}
