from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ragtester.errors import ReplyError, UnknownNameError, UsageError
from ragtester.hallucination import BuiltinVerifier, LlmVerifier, NliVerifier, Verifier, ground, ground_async
from ragtester.hallucination.verification.quotes import find_quote
from ragtester.llm import ScriptedModel
from ragtester.records import Request

CONTEXT = ["The weather was fine. The fee is 30 euros for every visitor.", "The bar is closed."]


def truthful(right: str, *, quote: str = "The fee is 30 euros for every visitor.") -> ScriptedModel:
    """Says yes to statements that hold `right` and no `not`, else no."""

    def respond(request: Request) -> str:
        lines = request.messages[-1].content.split("<statements>")[1].split("</statements>")[0].strip().splitlines()
        votes = [
            {
                "number": i,
                "evidence": quote,
                "answer": "yes" if right in line and " not " not in line else "no",
            }
            for i, line in enumerate(lines, start=1)
        ]
        return json.dumps({"votes": votes})

    return ScriptedModel(respond, name="truthful")


def fixed(answer: str) -> ScriptedModel:
    def respond(request: Request) -> str:
        count = len(
            request.messages[-1].content.split("<statements>")[1].split("</statements>")[0].strip().splitlines()
        )
        return json.dumps({"votes": [{"number": i + 1, "evidence": "", "answer": answer} for i in range(count)]})

    return ScriptedModel(respond, name=answer)


async def test_a_chat_model_votes_and_its_quote_becomes_evidence() -> None:
    sound = await ground_async("The fee is 30 euros.", CONTEXT, verifier=truthful("30 euros"))
    assert not sound.flagged
    support = sound.factoids[0].support
    assert support is not None
    assert CONTEXT[support.context][support.start : support.end] == "The fee is 30 euros for every visitor."
    wrong = await ground_async("The fee is 40 euros.", CONTEXT, verifier=truthful("30 euros"))
    assert wrong.flagged
    assert wrong.factoids[0].kind == "number"
    assert wrong.factoids[0].contradiction is not None
    assert wrong.verifier == "truthful"


async def test_a_model_that_is_never_sure_gives_exactly_one_half() -> None:
    result = await ground_async("The fee is 30 euros.", CONTEXT, verifier=fixed("not sure"))
    assert result.score == 0.5
    assert result.flagged


async def test_a_panel_decides_by_majority_and_a_tie_is_not_sure() -> None:
    three = LlmVerifier(fixed("yes"), fixed("yes"), fixed("no"))
    (finding,) = await three.verify(["The fee is 30 euros."], tuple(CONTEXT))
    assert finding.judgement.answer == "yes"
    assert finding.judgement.strength == pytest.approx(2 / 3)
    (tied,) = await LlmVerifier(fixed("yes"), fixed("no")).verify(["x"], tuple(CONTEXT))
    assert tied.judgement.answer == "not_sure"
    assert three.name == "yes+yes+no"
    assert len(three.version.split("+")) == 4
    assert await three.verify([], tuple(CONTEXT)) == []
    with pytest.raises(UsageError, match="no model"):
        LlmVerifier()


async def test_the_context_and_its_absence_reach_the_model() -> None:
    model = fixed("no")
    await LlmVerifier(model).verify(["a\nb"], ())
    content = model.requests[0].messages[-1].content
    assert "(there is no context)" in content
    assert "1. a b" in content
    assert model.requests[0].messages[0].role == "system"


async def test_an_author_writes_factoids_and_variants() -> None:
    def respond(request: Request) -> str:
        schema = json.dumps(request.schema_)
        if "factoids" in schema:
            return json.dumps({"factoids": [{"claim": "The fee is 30 euros.", "quote": "30 euros"}]})
        return json.dumps({"same": ["The fee amounts to 30 euros."], "opposite": ["The fee is 99 euros."]})

    result = await ground_async("It is 30 euros.", CONTEXT, verifier="builtin", author=ScriptedModel(respond))
    (factoid,) = result.factoids
    assert factoid.text == "30 euros"
    assert [vote.variant.operator for vote in factoid.votes] == ["llm", "llm"]
    assert not factoid.flagged


async def test_a_reply_that_stays_unusable_is_an_error_of_measurement() -> None:
    with pytest.raises(ReplyError):
        await ground_async("The fee is 30 euros.", CONTEXT, verifier=ScriptedModel(lambda _: "no idea"))


async def test_without_models_the_twin_gives_what_ground_gives() -> None:
    assert await ground_async("The fee is 40 euros.", CONTEXT) == ground("The fee is 40 euros.", CONTEXT)


async def test_the_rules_stand_behind_the_same_interface() -> None:
    verifier = BuiltinVerifier()
    assert isinstance(verifier, Verifier)
    yes, unsure = await verifier.verify(["The fee is 30 euros.", "Gold is a metal."], tuple(CONTEXT))
    assert yes.judgement.answer == "yes"
    assert yes.evidence is not None
    assert unsure.judgement.answer == "not_sure"
    assert unsure.evidence is None


async def test_a_wrong_verifier_is_one_clear_error() -> None:
    with pytest.raises(UsageError, match="verifier is a int"):
        await ground_async("x", [], verifier=4)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="builtin"):
        await ground_async("x y z.", [], verifier="gpt", author=fixed("yes"))


class Nli:
    """A cross-encoder that entails where premise and hypothesis share a number and contradicts where they do not."""

    def predict(self, sentences: list[tuple[str, str]]) -> np.ndarray:  # type: ignore[type-arg]
        rows = []
        for premise, hypothesis in sentences:
            number = "".join(c for c in hypothesis if c.isdigit())
            known = "".join(c for c in premise if c.isdigit())
            rows.append([0, 0, 5] if not number or not known else [0, 5, 0] if number == known else [5, 0, 0])
        return np.array(rows, dtype=np.float32)


async def test_a_cross_encoder_votes_with_its_best_premise() -> None:
    verifier = NliVerifier(Nli(), labels=["contradiction", "entailment", "neutral"])
    result = await ground_async("The fee is 30 euros.", CONTEXT, verifier=verifier)
    assert result.factoids[0].verdict == "yes"
    assert (await ground_async("The fee is 40 euros.", CONTEXT, verifier=verifier)).factoids[0].verdict == "no"
    silent = await ground_async("The bar is blue.", ["The bar is closed."], verifier=verifier)
    assert silent.score == 0.5
    (none,) = await verifier.verify(["The fee is 30 euros."], ())
    assert none.judgement.answer == "not_sure"


def test_labels_come_from_the_model_and_unusable_ones_are_told() -> None:
    class Config:
        id2label = {0: "ENTAILMENT", 1: "NEUTRAL", 2: "CONTRADICTION"}  # noqa: RUF012

    class Model:
        config = Config()

    class Named(Nli):
        model = Model()

    NliVerifier(Named())
    with pytest.raises(UsageError, match="labels"):
        NliVerifier(Nli())
    with pytest.raises(UsageError, match="no cross-encoder"):
        NliVerifier(Path("/nowhere/at/all"))


def test_a_quote_is_found_again_or_not_at_all() -> None:
    found = find_quote("fee is 30 Euros for every visitor", tuple(CONTEXT))
    assert found is not None
    assert found.context == 0
    assert find_quote("a wholly different sentence about ships", tuple(CONTEXT)) is None
    assert find_quote("fee", tuple(CONTEXT)) is None
