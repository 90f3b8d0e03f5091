"""How often evidence is found again after a document changed, and how often a changed value is taken for it.

    python benchmarks/documents_spans.py ../shared/data/squad2/dev-v2.0.6articles.json

Sentences of real paragraphs are the quotes. Each is looked for after typos at 1 % of the characters, in a text
with other line breaks and hyphenation, in a text read by another parser's rules (ligatures, other dashes and
quotes), moved to another place, with a sentence put in between, and with one of its numbers changed, where it
must not be found.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections import Counter
from pathlib import Path

from ragtester.documents import locate
from ragtester.records import Document, Span

_SENTENCE = re.compile(r"(?<!\S)[^\s.!?][^.!?]{40,300}[.!?](?=\s|$)")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def typos(text: str, rng: random.Random, rate: float = 0.01) -> str:
    made: list[str] = []
    for sign in text:
        if rng.random() < rate and sign.isalpha():
            made.append(rng.choice(["", sign + sign, rng.choice(_LETTERS), sign + rng.choice(_LETTERS)]))
        else:
            made.append(sign)
    return "".join(made)


def wrapped(text: str, rng: random.Random) -> str:
    lines: list[str] = []
    line = ""
    for word in text.split():
        if len(line) + len(word) > 58:
            if len(word) > 7 and word.isalpha() and rng.random() < 0.5:
                lines.append(f"{line} {word[:4]}-")
                line = word[4:]
            else:
                lines.append(line)
                line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join([*lines, line])


def reparsed(text: str) -> str:
    for old, new in (("ffi", "\ufb03"), ("fi", "\ufb01"), ("fl", "\ufb02"), (" - ", " – "), ('"', "”"), ("'", "’")):
        text = text.replace(old, new)
    return text.replace(" ", "  ")


def main(path: Path) -> int:
    data = json.loads(path.read_text(encoding="utf-8"))
    paragraphs = [paragraph["context"] for article in data["data"] for paragraph in article["paragraphs"]]
    rng = random.Random(7)
    counts: Counter[str] = Counter()
    started = time.perf_counter()
    tried = 0
    for index, paragraph in enumerate(paragraphs):
        around = [*paragraphs[index - 3 : index], paragraph, *paragraphs[index + 1 : index + 4]]
        base = Document(id="d", text="\n\n".join(around))
        for found in list(_SENTENCE.finditer(paragraph))[:2]:
            start = base.text.index(paragraph) + found.start()
            quote = found[0].strip()
            start = base.text.index(quote, start)
            span = Span.cut(base, start, start + len(quote))
            tried += 1
            other = [text for text in paragraphs if text is not paragraph][:6]
            texts = {
                "typos": typos(base.text, rng),
                "wrapped": wrapped(base.text, rng),
                "reparsed": reparsed(base.text),
                "moved": "\n\n".join([*other, paragraph]),
            }
            for name, text in texts.items():
                counts[name] += locate(span, Document(id="d", text=text)) is not None
            numbers = list(re.finditer(r"(?<![\w.,])\d+(?![\w.,]*\d)", quote))
            if numbers:
                at = rng.choice(numbers)
                changed = quote[: at.start()] + str(int(at[0]) + rng.randint(1, 9)) + quote[at.end() :]
                counts["number changed"] += 1
                text = base.text.replace(quote, changed)
                counts["wrongly found"] += locate(span, Document(id="d", text=text)) is not None
    seconds = time.perf_counter() - started
    figures = {name: round(counts[name] / tried, 4) for name in ("typos", "wrapped", "reparsed", "moved")}
    print(json.dumps({"quotes": tried, **figures, "number changed": counts["number changed"],
                      "wrongly found": counts["wrongly found"], "seconds": round(seconds, 1)}))  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data/squad2/dev-v2.0.6articles.json")))
