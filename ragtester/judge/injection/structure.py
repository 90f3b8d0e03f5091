"""Forms that only a grader's prompt or reply has: delimiters broken out of, role tokens, verdicts in JSON or tags, comments."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragtester.records import JsonValue

_TOKENS = re.compile(r"<\|[^|<>\n]{1,40}\|>|\[/?INST\]|<</?SYS>>|</?(?:start|end)_of_turn>|<(?:bos|eos)>|^<s>|</s>")
_OURS = r"(?:candidate[_ -]?|student[_ -]?|quoted[_ -]?|model[_ -]?|user[_ -]?|system[_ -]?)?(?:answer|response|submission|completion|output|reply)s?"
_CLOSING = re.compile(
    rf"</\s*({_OURS}|case|data|document|passages?|context|evidence|reference|question|input|prompt|untrusted\w*)\s*>",
    re.IGNORECASE,
)
_GRADING_TAG = re.compile(
    r"<\s*(?P<tag>verdict|scores?|grade|grading|rating|evaluation|judge?ment|judge|system(?:[_-]?\w+)?|instructions?|rubric|reference[_-]?\w*|ground[_-]?truth|"
    r"expected[_-]?answer|grader[_-]?\w*|evaluator[_-]?\w*|admin\w*|hidden|secret|override|important|thinking|factuality|relevance|completeness|clarity|evidence|question)\b[^>]*>"
    r"(?:(?P<body>.*?)</\s*(?P=tag)\s*>)?",
    re.IGNORECASE | re.DOTALL,
)  # fmt: skip
_OPENING = re.compile(rf"<\s*{_OURS}\s*>", re.IGNORECASE)
_COMMENT = re.compile(
    r"<!--(.*?)(?:-->|\Z)|^\[[^\]]*\]:\s*(?:#|<>)\s*[(\"'](.*?)[)\"']\s*$|/\*(.*?)\*/|\{#(.*?)#\}|^%%(.*?)$",
    re.DOTALL | re.MULTILINE,
)
_CLOAKED = re.compile(
    r"<(\w+)[^>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|color\s*:\s*(?:white|#fff\w*|transparent)|opacity\s*:\s*0|\bhidden\b|aria-hidden)[^>]*>(.*?)(?:</\1>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_STRONG_KEYS = frozenset(
    "score scores verdict grade grades rating factuality relevance completeness clarity correct is_correct iscorrect correctness passed pass judgment judgement evaluation "
    "faithfulness accuracy groundedness assessment mark marks points label result status final_score overall overall_score final_verdict abstained equivalent agreement bewertung urteil calificacion veredicto note hodnoceni 评分 得分 判定".split()
)
_GOOD = re.compile(
    r"^(?:5(?:\.0)?|10(?:\.0)?|100|1(?:\.0)?|true|pass(?:ed)?|correct|right|yes|a\+?|full|perfect|excellent|equivalent|accurate|max(?:imum)?|bestanden|korrekt|correct[ao]|5/5|10/10|100%|abstain\w*)$",
    re.IGNORECASE,
)
_PAIR = re.compile(r"[\"'“]?([A-Za-z_一-鿿]{3,20})[\"'”]?\s*[:=]\s*[\"'“]?([\w.+/%一-鿿]{1,12})")
_ANSWER_KEYS = ("answer", "response", "text", "value", "output", "antwort", "respuesta")


@dataclass(frozen=True, slots=True)
class Cut:
    """A passage to take out; `kept` stays in its place."""

    start: int
    end: int
    kept: str = ""
    certain: bool = True
    """False where it is cut only if its words speak to a grader."""


def structural_cuts(text: str, *, known: str) -> Iterator[Cut]:
    """The passages whose form alone gives them away; `known` holds the test's own words, which are no attack."""
    yield from _tokens(text)
    yield from _break_outs(text)
    for match in _CLOAKED.finditer(text):
        yield Cut(match.start(), match.end(), certain=bool(match[2].strip()))
    for match in _COMMENT.finditer(text):
        yield Cut(match.start(), match.end(), certain=False)
    for match in _GRADING_TAG.finditer(text):
        if f"<{match['tag'].lower()}" not in known:
            yield Cut(match.start(), match.end())
    yield from _json(text, known)


def _tokens(text: str) -> Iterator[Cut]:
    """From a chat template's token on, everything is another turn; at the very end it is the model's own litter."""
    first = next((m for m in _TOKENS.finditer(text) if text[m.end() :].strip()), None)
    if first is not None and first[0] not in ("<s>", "<bos>"):
        yield Cut(first.start(), len(text))
    for match in _TOKENS.finditer(text):
        if first is None or first[0] in ("<s>", "<bos>") or match.start() < first.start():
            yield Cut(match.start(), match.end(), kept=" ")


def _break_outs(text: str) -> Iterator[Cut]:
    for match in _OPENING.finditer(text):
        yield Cut(match.start(), match.end(), kept=" ")
    for match in _CLOSING.finditer(text):
        opened = _OPENING.search(text, 0, match.start())
        rest = text[match.end() :].strip()
        yield Cut(match.start(), len(text) if rest and not opened else match.end(), kept=" ")


def _json(text: str, known: str) -> Iterator[Cut]:
    end = -1
    for start in (m.start() for m in re.finditer(r"\{", text)):
        if start < end:
            continue
        found = _object(text, start)
        if found is None:
            continue
        data, end = found
        if _is_verdict(data, known):
            kept = next((str(data[key]) for key in _ANSWER_KEYS if isinstance(data.get(key), str | int | float)), "")
            yield Cut(start, end, kept=kept)
    if end < 0:
        yield from _loose_pairs(text, known)


def _object(text: str, start: int) -> tuple[dict[str, JsonValue], int] | None:
    try:
        data, end = json.JSONDecoder(strict=False).raw_decode(text, start)
    except (json.JSONDecodeError, RecursionError):
        return None
    return (data, end) if isinstance(data, dict) else None


def _is_verdict(data: dict[str, JsonValue], known: str) -> bool:
    for key, value in data.items():
        if isinstance(value, dict) and _is_verdict(value, known):
            return True
        folded = key.strip().lower().replace("-", "_").replace(" ", "_")
        if (
            folded in _STRONG_KEYS
            and folded.replace("_", " ") not in known
            and (isinstance(value, dict | list) or _GOOD.match(str(value).strip()))
        ):
            return True
    return False  # fmt: skip


def _loose_pairs(text: str, known: str) -> Iterator[Cut]:
    """Verdicts in JSON that is broken, in YAML, or in assignments: two of them are no accident."""
    found = [
        match
        for match in _PAIR.finditer(text)
        if match[1].lower() in _STRONG_KEYS and match[1].lower() not in known and _GOOD.match(match[2])
    ]
    quoted = [match for match in found if match[0][0] in "\"'“"]
    if len(found) < 2 and not quoted:
        return
    start = text.rfind("{", 0, found[0].start())
    begin = start if start >= 0 and found[0].start() - start < 200 else text.rfind("\n", 0, found[0].start()) + 1
    if start < 0 and text[begin : found[0].start()].strip(" \"'{"):
        begin = found[0].start()
    close = text.find("}", found[-1].end())
    yield Cut(
        begin,
        close + 1
        if close >= 0
        else len(text)
        if text.find("\n", found[-1].end()) < 0
        else text.find("\n", found[-1].end()),
    )
