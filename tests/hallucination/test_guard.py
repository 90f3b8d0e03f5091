from __future__ import annotations

import asyncio

import pytest

from ragtester.errors import EndpointError, UsageError
from ragtester.hallucination import annotate, ground, guard
from ragtester.llm import ScriptedModel

CONTEXT = ["The fee is 30 euros."]


async def test_a_sound_answer_passes_as_it_is() -> None:
    result = await guard("The fee is 30 euros.", CONTEXT)
    assert (result.action, result.text, result.checked) == ("pass", "The fee is 30 euros.", "in_time")


async def test_an_unsupported_statement_is_annotated_in_place() -> None:
    result = await guard("The fee is 30 euros. The bar is free.", CONTEXT)
    assert result.action == "annotate"
    assert result.text == "The fee is 30 euros. The bar is free [not borne out by the sources]."


async def test_a_topic_blocks_or_hands_over_with_its_message() -> None:
    blocked = await guard("Refugees may be deported at once.", CONTEXT)
    assert blocked.action == "block"
    assert "withheld" in blocked.text
    assert "deported" not in blocked.text
    handed = await guard("It is safe.", CONTEXT, question="Is it safe during pregnancy?")
    assert handed.action == "hand_over"
    assert "doctor" in handed.message


@pytest.mark.parametrize(("unchecked", "text"), [("annotate", "The fee is 30 euros."), ("block", None)])
async def test_a_slow_verifier_is_not_waited_for(unchecked: str, text: str | None) -> None:
    slow = ScriptedModel(lambda _: "{}", latency=30)
    began = asyncio.get_running_loop().time()
    result = await guard("The fee is 30 euros.", CONTEXT, verifier=slow, seconds=0.05, unchecked=unchecked)  # type: ignore[arg-type]
    assert asyncio.get_running_loop().time() - began < 5
    assert result.checked == "too_late"
    assert result.action == unchecked
    assert result.grounding is None
    assert (result.text == text) is (text is not None)


async def test_a_verifier_that_fails_leaves_the_answer_unmeasured() -> None:
    down = ScriptedModel(lambda _: EndpointError("down", problem="connection", retryable=False))
    result = await guard("The fee is 30 euros.", CONTEXT, verifier=down, unchecked="block")
    assert (result.action, result.checked) == ("block", "unmeasured")
    assert "withheld" in result.text


async def test_a_time_budget_of_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="seconds is 0"):
        await guard("x", [], seconds=0)


def test_notes_go_behind_each_flagged_statement() -> None:
    answer = "The bar is free. The fee is 30 euros. The pool is blue"
    noted = annotate(answer, ground(answer, CONTEXT), note="?")
    assert noted == "The bar is free [?]. The fee is 30 euros. The pool is blue [?]"
