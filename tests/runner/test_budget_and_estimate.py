from __future__ import annotations

import asyncio

import pytest

from ragtester.config import parse_config
from ragtester.errors import BudgetSpentError
from ragtester.llm import make_chat_model
from ragtester.records import Message, Request, Usage
from ragtester.runner.budget import Budget
from ragtester.runner.plan.estimate import Estimate, StageEstimate
from ragtester.runner.work import WorkLog
from ragtester.testing import StandInServer


def test_the_remedy_for_an_unknown_price_names_keys_that_a_model_has() -> None:
    log = WorkLog()
    log.called("mine", Usage(prompt_tokens=10, completion_tokens=1), None)
    with pytest.raises(BudgetSpentError, match="input_price and output_price") as caught:
        Budget(2.0, log).check()
    keys = [word for word in str(caught.value).split() if word.endswith("_price")]
    with StandInServer(say=lambda _body: "14 days") as server:
        spec = {"openai": {"model": "any", "base_url": server.url, **dict.fromkeys(keys, 0.1)}}
        model = make_chat_model("mine", spec)
        reply = asyncio.run(model.ask(Request(messages=(Message(role="user", content="How long?"),))))
    assert reply.text == "14 days"


def test_a_budget_refuses_calls_once_it_is_spent_and_not_before() -> None:
    log = WorkLog()
    budget = Budget(2.0, log)
    log.called("mine", Usage(), 1.99)
    budget.check()
    log.called("mine", Usage(), 0.02)
    with pytest.raises(BudgetSpentError, match="budget of 2 USD is spent"):
        budget.check()


@pytest.mark.parametrize(("seconds", "shown"), [(12.4, "12 s"), (600.0, "10 min"), (9000.0, "2.5 h")])
def test_an_estimate_says_how_long_each_stage_takes(seconds: float, shown: str) -> None:
    stage = StageEstimate("matrix", "small", 216, 1000, 200, 0.0121, seconds)
    text = Estimate((stage,), tests=72, systems=3, cases=216).to_text()
    assert f" {shown} " in text.splitlines()[1]
    assert "0.0121 USD" in text


def test_the_reranker_that_the_configuration_describes_is_written_as_its_options_read_it() -> None:
    from ragtester.config import MatrixConfig
    from ragtester.search.rerankers.cross_encoder import CrossEncoderOptions

    described = MatrixConfig.model_fields["rerankers"].description or ""
    assert "{cross_encoder: {model: FOLDER}}" in described
    assert "model" in CrossEncoderOptions.model_fields
    parse_config(
        "name: x\ncorpus: {blueprint: hr-policies}\n"
        "matrix: {generators: [reader], rerankers: [{cross_encoder: {model: folder}}]}"
    )
