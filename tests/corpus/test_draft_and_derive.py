"""Blueprints for new domains: drafted by a model, or derived from documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragtester.corpus import derive_blueprint, draft_blueprint, load_blueprint, write_builtin_corpus, write_corpus
from ragtester.errors import InputError, ReplyError
from ragtester.llm import ScriptedModel
from ragtester.records import Document, Request, Table

OUTLINE: dict[str, Any] = {
    "title": "Veterinary care",
    "organisation": "Hillside Animal Clinic",
    "departments": ["Small animals"],
    "entity": "Treatment plan",
    "names": ["rabbit plan", "the ferret plan", "parrot plan", "tortoise plan"],
    "topics": [
        {"name": "Fees", "heading": "Fees", "background": ["Owners pay at the desk.", "All 3 vets agree."], "actions": ["print receipts.", "call 2 owners"]},
        {"name": "After-care", "heading": "After-care", "background": ["Rest matters most.", "Wounds stay dry."], "actions": ["watch the wound", "call back"]},
        {"name": "12", "heading": "Numbers", "background": ["x", "y"], "actions": ["y", "z"]},
    ],
    "actors": ["ward nurses", "vets", "owners"],
}  # fmt: skip


def attribute(name: str, kind: str, **more: Any) -> dict[str, Any]:
    return {
        "name": name, "label": name.replace("_", " "), "kind": kind, "unit": "", "low": 0, "high": 0, "options": [],
        "ask": f"what is the {name} of {{O}}", "why": "because animals differ.",
        "say": [f"the {name} of {{O}} is {{V}}", f"{{S}} has a {name} of {{V}}", f"{{P}} {name} comes to {{V}}"],
        **more,
    }  # fmt: skip


GOOD = [
    attribute("visit_fee", "money", low=20, high=90),
    attribute("rest_time", "duration", low=2, high=30, unit="days"),
    attribute("dose", "number", low=0.5, high=2, unit="ml"),
    attribute("ward", "place", options=["north ward", "south ward", "garden house"]),
    attribute("diet", "list", options=["hay", "seeds", "greens", "pellets", "fruit", "roots"]),
    attribute("file_code", "code"),
    attribute("check_up", "date"),
]


def drafter(*attributes: list[dict[str, Any]]) -> ScriptedModel:
    replies = list(attributes)

    def respond(request: Request) -> str:
        if "topics" in (request.schema_ or {})["properties"]:  # type: ignore[operator]
            return json.dumps(OUTLINE)
        return json.dumps({"attributes": replies.pop(0) if len(replies) > 1 else replies[0]})

    return ScriptedModel(respond, name="drafter")


async def test_a_drafted_blueprint_can_be_written_from(tmp_path: Path) -> None:
    model = drafter(GOOD[:4], GOOD[4:])
    blueprint = await draft_blueprint("Veterinary care for small animals", model)
    assert blueprint.name == "veterinary-care-for-small-animals"
    assert list(blueprint.attributes) == [entry["name"] for entry in GOOD]
    assert blueprint.entities[0].names == ("rabbit plan", "ferret plan", "parrot plan", "tortoise plan")
    assert blueprint.topics["fees"].background == ("Owners pay at the desk.",)
    assert blueprint.topics["fees"].actions == ("print receipts",)
    assert blueprint.attributes["dose"].decimals == 1
    corpus = await write_corpus(blueprint, documents=5, seed=1, folder=tmp_path)
    assert len(corpus.facts) > 15
    assert model.asked == 3


async def test_an_invalid_attribute_is_asked_for_once_more_with_the_reason() -> None:
    bad = {**GOOD[0], "say": ["the fee is high"] * 3}
    model = drafter([bad, *GOOD[1:3]], GOOD[:3], GOOD[3:])
    blueprint = await draft_blueprint("clinic", model)
    assert "visit_fee" in blueprint.attributes
    assert "exactly once" in model.requests[2].messages[0].content
    assert model.asked == 4


async def test_a_model_that_writes_nothing_usable_is_a_clear_error() -> None:
    bad = {**GOOD[3], "options": ["only one"]}
    with pytest.raises(ReplyError, match=r"usable attributes for 'clinic'.*larger model"):
        await draft_blueprint("clinic", drafter([bad, bad]))
    with pytest.raises(ReplyError):
        await draft_blueprint("clinic", ScriptedModel(lambda _: "no json"))
    with pytest.raises(InputError, match="domain is empty"):
        await draft_blueprint("  ", drafter(GOOD))


def document(text: str, **more: Any) -> Document:
    return Document(id="rules", title="House Rules", text=text, **more)


TEXT = (
    "The deposit is EUR 350. The notice period is 14 days. The late fee is 2.5%. The inspection was on 3 May 2026. "
    "The form number is AB-1234. The company had total debts of 4. "
    "Tenants keep the stairwell clean and do not store anything on the landing. Short one."
)


def test_a_blueprint_is_derived_from_what_documents_state(tmp_path: Path) -> None:
    table = Table(header=("Room", "Floor area", "2023"), rows=(("cellar", "12 m", "5"), ("attic", "40 m", "6")))
    blueprint = derive_blueprint([document(TEXT, tables=(table,))])
    kinds = {name: attribute.kind for name, attribute in blueprint.attributes.items()}
    assert kinds["deposit"] == "money"
    assert kinds["notice_period"] == "duration"
    assert kinds["late_fee"] == "percent"
    assert kinds["inspection"] == "date"
    assert {"floor_area", "cellar", "attic"} <= kinds.keys()
    assert "company_had_total_debts" not in kinds
    low, high = blueprint.attributes["deposit"].range or (0, 0)
    assert low <= 350 <= high
    assert blueprint.topics["general"].background == (
        "Tenants keep the stairwell clean and do not store anything on the landing.",
    )
    assert write_builtin_corpus(blueprint, documents=3, seed=1, folder=tmp_path).facts


def test_generated_documents_give_their_attributes_back(tmp_path: Path) -> None:
    from ragtester.documents import load_document

    corpus = write_builtin_corpus(load_blueprint("hr-policies"), documents=3, seed=2, folder=tmp_path)
    loaded = [load_document(tmp_path / document.file) for document in corpus.documents]
    derived = derive_blueprint(loaded)
    labels = {attribute.label for attribute in load_blueprint("hr-policies").attributes.values()}
    assert len({attribute.label for attribute in derived.attributes.values()} & labels) >= 4
    assert len(derived.topics) > 1


def test_documents_without_statements_are_refused() -> None:
    with pytest.raises(InputError, match="only 0 statements"):
        derive_blueprint([document("Nothing is stated here.")])
    with pytest.raises(InputError, match="no document"):
        derive_blueprint([])


def test_titles_in_capitals_become_readable() -> None:
    blueprint = derive_blueprint([document(TEXT).model_copy(update={"title": "", "id": "HOUSE RULES"})])
    assert blueprint.title == "House Rules"


def test_derived_labels_are_spoken_as_the_documents_write_them() -> None:
    text = (
        "The opening hours of the shop are long. The Seine levy is 14 euros. The Seine levy is 16 euros. "
        "The monthly fees are 12 euros. The monthly fees are 15 euros. The page is 3. The page is 4. "
        "People walk along the Seine in Paris. The Paris is 5. The Paris is 6."
    )
    derived = derive_blueprint([document(text)])
    labels = {attribute.label: attribute for attribute in derived.attributes.values()}
    assert set(labels) == {"Seine levy", "monthly fees"}
    assert labels["monthly fees"].ask == "what are the monthly fees according to {O}"
    assert labels["Seine levy"].say[0] == "according to {O}, the Seine levy is {V}"
