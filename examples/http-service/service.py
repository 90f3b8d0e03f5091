"""A small RAG service that wants a token: POST /ask with {"query": ...}; only the standard library is needed.

RAG_TOKEN=change-me python service.py --port 8790
"""

import argparse
import hmac
import json
import math
import os
import re
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DOCUMENTS = Path(__file__).parents[1] / "documents"
LARGEST = 65_536
COMMON = set(
    "a an and are as at be by can do does for from how if in is it of on or than the to was what when which who".split()
)


def words(text: str) -> list[str]:
    return [word.rstrip("s") for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in COMMON]


def passages() -> list[dict]:
    """The paragraphs of the documents; a table's rows are passages of their own."""
    found = []
    for file in sorted(DOCUMENTS.glob("*.md")):
        for block in file.read_text(encoding="utf-8").split("\n\n"):
            rows = block.splitlines() if block.startswith("|") else [" ".join(block.split())]
            found += [{"content": row, "file": file.name} for row in rows if row.strip() and not row.startswith("#")]
    return found


PASSAGES = passages()
RARITY = Counter(word for one in PASSAGES for word in set(words(one["content"])))


def retrieve(query: str, k: int = 3) -> list[dict]:
    def score(one: dict) -> float:
        held = set(words(one["content"]))
        return sum(math.log(len(PASSAGES) / RARITY[word]) for word in set(words(query)) if word in held)

    ranked = sorted(PASSAGES, key=score, reverse=True)[:k]
    return [one | {"score": round(score(one), 3)} for one in ranked if score(one) > 0]


def answer(query: str, found: list[dict]) -> str:
    """The sentence that shares most with the question; nothing where less than half of it is found."""
    wanted = set(words(query))
    sentences = [part for one in found for part in re.split(r"(?<=[.!?])\s+", one["content"])]
    best = max(sentences, key=lambda part: len(wanted & set(words(part))), default="")
    if 2 * len(wanted & set(words(best))) < len(wanted):
        return "I could not find that in the documents."
    return best


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        given = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given.encode(), os.environ["RAG_TOKEN"].encode()):
            return self.reply(401, {"detail": "a token is needed"}, {"WWW-Authenticate": "Bearer"})
        length = int(self.headers.get("Content-Length") or 0)
        if length > LARGEST:
            return self.reply(413, {"detail": "too large"})
        try:
            query = json.loads(self.rfile.read(length))["query"]
        except (ValueError, KeyError, TypeError):
            return self.reply(422, {"detail": [{"type": "missing", "loc": ["body", "query"], "msg": "Field required"}]})
        found = retrieve(str(query))
        return self.reply(200, {"reply": {"text": answer(str(query), found)}, "sources": found})

    def reply(self, status: int, body: dict, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {
            "Content-Type": "application/json",
            "Content-Length": str(len(data)),
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_) -> None:
        """Quiet."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8790)
    if not os.environ.get("RAG_TOKEN"):
        parser.error("set RAG_TOKEN to the token that callers must send")
    server = ThreadingHTTPServer(("127.0.0.1", parser.parse_args().port), Handler)
    print(f"http://127.0.0.1:{server.server_port}/ask", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
