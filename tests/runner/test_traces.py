from __future__ import annotations

import json

import pytest

from ragtester.records import Answer, Message, Retrieved, Usage
from ragtester.runner.traces import dehydrate, hydrate, plain, referred

PASSAGE = Retrieved(chunk="d#1", document="d", text="Leave is 14 days.", rank=1, score=0.5, start=3, end=20, tenant="a")
ANSWERS = [
    Answer(text="14 days"),
    Answer(
        text="14 days",
        candidates=(PASSAGE, PASSAGE.model_copy(update={"chunk": "d#2", "rank": 2})),
        reranked=(),
        context=(PASSAGE,),
        prompt=(Message(role="system", content="Answer."), Message(role="user", content="How long?")),
        query="leave length",
        finish="length",
        usage=Usage(prompt_tokens=3, completion_tokens=2),
        seconds=0.25,
        model="m",
    ),
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_stored_answer_comes_back_whole_and_marked_as_reused(answer: Answer) -> None:
    payload, texts = dehydrate(answer)
    stored = json.loads(json.dumps(payload))
    assert set(referred(stored)) == set(texts)
    assert hydrate(stored, texts) == answer.model_copy(update={"reused": True})


@pytest.mark.parametrize("answer", ANSWERS)
def test_plain_data_of_an_answer_is_what_its_record_would_give(answer: Answer) -> None:
    payload, texts = dehydrate(answer)
    stored = json.loads(json.dumps(payload))
    assert plain(stored, texts) == hydrate(stored, texts).model_dump(mode="json")


def test_equal_texts_are_stored_once() -> None:
    _, texts = dehydrate(ANSWERS[1])
    assert sorted(texts.values()) == ["Answer.", "How long?", "Leave is 14 days."]
