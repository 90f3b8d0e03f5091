"""Whether a model knows the answer without any document; such a test says nothing about retrieval."""

from __future__ import annotations

from ragtester.errors import MeasurementError
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import Check, Message, Request, Test
from ragtester.text import compare_answers

NAME = "closed_book_wrong"


async def ask_closed_book(test: Test, model: ChatModel) -> Check:
    """Passed where the model, asked without documents, does not give the expected answer."""
    prompt = load_prompt("suite/closed_book")
    request = Request(
        messages=(Message(role="user", content=prompt.render(question=test.query)),),
        max_tokens=96,
        prompt_hash=prompt.hash,
    )
    try:
        reply = await model.ask(request)
    except MeasurementError as error:
        return Check(name=NAME, status="unmeasured", detail=f"{error.reason}: {error}")
    references = [test.expected_answer, *test.accepted_answers]
    found = compare_answers(reply.text, references, question=test.query, kind=test.answer_kind)
    if found.verdict == "equivalent":
        return Check(name=NAME, status="failed", detail=f"known without the documents: {reply.text.strip()[:120]!r}")
    return Check(name=NAME, status="passed", detail=f"answered {reply.text.strip()[:120]!r}")
