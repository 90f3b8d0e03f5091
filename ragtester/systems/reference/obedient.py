"""`obedient`: a generator that does what its prompt says, so that a fault in a prompt shows without a language model.

It reads the messages and nothing else: passages, question and rules are found in them. It quotes like
`reader`, and it abstains only where the prompt tells it to; told nothing, it answers with what fits best.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.records import Message, Reply, Request, Usage
from ragtester.systems.reference.reader import ABSTENTION, answer_from
from ragtester.systems.reference.rules import abstention_rules

NOTHING_ASKED = "Please ask a question."
NOTHING_READ = "Yes."
"""What it says where it has nothing to quote and no rule that lets it say so."""

_QUESTION = re.compile(
    r"^[ \t]*(?:\*\*|#+ *)?(?:user )?(?:question|query|q)(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*", re.I | re.M
)
_TAGGED = re.compile(r"<(question|query)>(.*?)</\1>", re.I | re.S)
_HEADER = re.compile(
    r"^[ \t]*(?:\*\*|#+ *)?(?:passages?|context|documents?|sources?|excerpts?)(?:\*\*)?[ \t]*:?(?:\*\*)?[ \t]*$",
    re.I | re.M,
)
_WORDS_TO_SAY = re.compile(
    r"(?:exactly|with|say|reply|answer|write)\s*:?\s*[\"“'‘]?(?P<words>(?:I|The|No|Not|Unknown|This)\b[^\"”\n]*)", re.S
)


@dataclass(frozen=True, slots=True)
class Read:
    """What the messages say."""

    question: str
    passages: tuple[str, ...]
    rules: tuple[str, ...]
    """Sentences that tell when not to answer."""


class Obedient:
    """A generator that keeps to its prompt; deterministic."""

    name = "obedient"
    version = "obedient-1"
    samples = False

    async def ask(self, request: Request) -> Reply:
        """Quotes from the passages of the messages, or abstains where they say so."""
        text = obey(request.messages)
        words = sum(len(message.content.split()) for message in request.messages)
        return Reply(
            text=text, model=self.version, usage=Usage(prompt_tokens=words, completion_tokens=len(text.split()))
        )


def obey(messages: Sequence[Message]) -> str:
    """The answer that the messages ask for."""
    read = read_messages(messages)
    if not read.question.strip():
        return NOTHING_ASKED
    answer = answer_from(read.question, read.passages)
    if answer != ABSTENTION:
        return answer
    if read.rules:
        return _said(read.rules)
    forced = answer_from(read.question, read.passages, abstain=False)
    return NOTHING_READ if forced == ABSTENTION else forced


def read_messages(messages: Sequence[Message]) -> Read:
    """Question, passages and abstention rules, whatever the template calls them.

    The question stands behind the last label such as `Question:`, in a tag, or in the last line. Passages
    are numbered `[1]`, `[2]` ... or what stands behind a heading such as `Context:`.
    """
    last = max((n for n, message in enumerate(messages) if message.role == "user"), default=len(messages) - 1)
    content = messages[last].content if messages else ""
    question, rest = _question(content)
    passages, told = _passages(rest)
    instructions = [message.content for number, message in enumerate(messages) if number != last]
    if not passages:
        for number, text in enumerate(instructions):
            passages, left = _passages(text)
            if passages:
                instructions[number] = left
                break
    rules = [rule for text in [*instructions, told] for rule in abstention_rules(text)]
    return Read(question, tuple(passages), tuple(rules))


def _question(content: str) -> tuple[str, str]:
    """The question and the content without it."""
    tagged = list(_TAGGED.finditer(content))
    if tagged:
        return tagged[-1][2].strip(), content[: tagged[-1].start()] + content[tagged[-1].end() :]
    labels = list(_QUESTION.finditer(content))
    if labels:
        begin = labels[-1].end()
        text, gap, after = content[begin:].partition("\n\n")
        return text.strip(), content[: labels[-1].start()] + gap + after
    body = content.rstrip()
    before, _, line = body.rpartition("\n")
    return (line.strip(), before) if line.strip().endswith("?") or not before else ("", content)


def _passages(text: str) -> tuple[list[str], str]:
    """The passages of a text, and what stands around them."""
    starts: list[re.Match[str]] = []
    at = 0
    while True:
        mark = re.compile(rf"^[ \t]*\[{len(starts) + 1}\][ \t:]*", re.M).search(text, at)
        if mark is None:
            break
        starts.append(mark)
        at = mark.end()
    if starts:
        ends = [mark.start() for mark in starts[1:]] + [len(text)]
        found = [text[mark.end() : end].strip() for mark, end in zip(starts, ends, strict=True)]
        return [passage for passage in found if passage], text[: starts[0].start()]
    header = _HEADER.search(text)
    if header is None:
        return [], text
    body = text[header.end() :].strip()
    if body.startswith("(") and body.endswith(")") and "\n" not in body:
        return [], text  # a remark such as "(no passages were found)"
    return ([body] if body else []), text[: header.start()]


def _said(rules: Sequence[str]) -> str:
    """The words that a rule asks for; the reader's own abstention where it gives none."""
    for rule in rules:
        match = _WORDS_TO_SAY.search(rule)
        if match:
            return match["words"].strip().strip("'’")
    return ABSTENTION
