"""Every seeded fault through one suite: the healthy pipeline is right, the planted one is another, and says so."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil

import pytest

import ragtester.faults
from ragtester.documents import make_chunker
from ragtester.errors import UnknownNameError
from ragtester.faults import FAULTS, Fault, all_faults
from ragtester.prompts import load_prompt
from ragtester.records import STAGES, Answer, Document, Page, Question, SystemSpec, Table
from ragtester.search import HashingEmbedder, make_reranker, make_retriever
from ragtester.systems.reference import Knowledge, Obedient, ReferenceSystem, Stages, allowed, budget, composer
from ragtester.text import detect_abstention


def paged(name: str, *pages: str, table: tuple[str, ...] = (), **fields: object) -> Document:
    """A document of several pages; a table given as lines stands on the first."""
    rows = "\n".join(table)
    text = pages[0] + ("\n\n" + rows if table else "")
    places = [Page(number=1, start=0, end=len(text))]
    found = ()
    if table:
        cells = tuple(tuple(cell.split(": ")[1] for cell in row.split(" | ")) for row in table)
        header = tuple(cell.split(": ")[0] for cell in table[0].split(" | "))
        found = (Table(header=header, rows=cells, start=text.index(rows), end=len(text), page=1),)
    for number, page in enumerate(pages[1:], start=2):
        start = len(text)
        text += "\n\n" + page
        places.append(Page(number=number, start=start, end=len(text)))
    return Document.model_validate(
        {"id": name, "text": text, "pages": places, "tables": [t.model_dump() for t in found], **fields}
    )


LEAVE = paged(
    "leave",
    "Clerks of the office get 25 days of annual leave. Clerks ask their lead before they book a first trip.",
    "Clerks must file their yearly leave plan by 14 March, so that the office is staffed in every week of summer.",
    "The bereavement leave of clerks lasts 4 days. Their sabbatical scheme opens after 60 months of work.",
    revision=2,
)
PAY = paged(
    "pay",
    "Fitters of the workshop are paid on the 28th of the month. The night premium of fitters is 17.5 percent.",
    "The travel allowance of fitters is €48 for each day that fitters spend on the road for the workshop.",
    table=("Site: Tannery depot | Parking spaces: 36", "Site: Westholm office | Parking spaces: 512"),
)
BIKES = paged(
    "bikes",
    "The cycle plan of the company costs 30 euros a month. The cycle plan is run by Velo Nord since 2019.",
    "Bikes of the cycle plan are repaired within 5 days. A stolen bike is replaced after 12 days.",
)
SECRET = paged("secret", "The hidden budget of the moon project is 9 million euros.", tenant="other")
OLD = LEAVE.model_copy(
    update={"revision": 1, "status": "superseded", "text": LEAVE.text.replace("25 days", "21 days"), "pages": ()}
)
DELETED = paged("gone", "The parrot of the reception is called Bruno Fledermaus.", status="withdrawn")

POSITIVE = {
    "How many days of annual leave do clerks get?": "25",
    "By when must clerks file their yearly leave plan?": "14 March",
    "How long is the bereavement leave of clerks?": "4 days",
    "On which day of the month are fitters paid?": "28th",
    "How high is the travel allowance of fitters?": "48",
    "How many parking spaces does the Westholm office have?": "512",
    "Who runs the cycle plan of the company?": "Velo Nord",
    "Within how many days are bikes of the cycle plan repaired?": "5 days",
}
NEGATIVE = (
    "What is the hidden budget of the moon project?",
    "What is the parrot of the reception called?",
    "Who repairs the elevators of the Zurich branch?",
)


def healthy() -> Stages:
    return Stages(
        chunker=make_chunker("recursive", {"size": 110, "overlap": 0}),
        make_retriever=lambda embedder: make_retriever("words", {"dense": {}}, embedder=embedder),
        embedder=HashingEmbedder(dimension=2048),
        reranker=make_reranker("lexical", {"lexical": {}}),
        fit=budget(300),
        compose=composer(load_prompt("answer/grounded"), temperature=0.0, max_tokens=60),
        generator=Obedient(),
        allow=allowed,
        top_k=3,
        candidates=5,
        retired=(OLD, DELETED),
    )


def system(stages: Stages) -> ReferenceSystem:
    return ReferenceSystem(SystemSpec(id="s"), Knowledge([LEAVE, PAY, BIKES, SECRET], stages), stages)


async def answers(stages: Stages) -> dict[str, Answer]:
    asked = system(stages)
    return {question: await asked.ask(Question(text=question)) for question in (*POSITIVE, *NEGATIVE)}


def visible(answer: Answer) -> object:
    """What can be seen of an answer: text, passages by stage, prompt."""
    shown = [
        [(p.document, p.text, p.version) for p in stage or ()]
        for stage in (answer.candidates, answer.reranked, answer.context)
    ]
    return answer.text, shown, [message.content for message in answer.prompt or ()]


async def test_the_healthy_pipeline_answers_and_abstains_as_it_should() -> None:
    found = await answers(healthy())
    for question, expected in POSITIVE.items():
        assert expected in found[question].text, (question, found[question].text)
    for question in NEGATIVE:
        assert detect_abstention(found[question].text, question=question).abstained, found[question].text


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_a_planted_fault_can_be_seen(fault: Fault) -> None:
    before, after = await answers(healthy()), await answers(fault.plant(healthy()))
    changed = [question for question in before if visible(before[question]) != visible(after[question])]
    assert changed, f"{fault.name} changes nothing of {len(before)} answers"


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_a_planted_fault_repeats_exactly(fault: Fault) -> None:
    first, second = await answers(fault.plant(healthy())), await answers(fault.plant(healthy()))
    assert {q: visible(a) for q, a in first.items()} == {q: visible(a) for q, a in second.items()}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_says_what_it_is_and_shares_no_result_with_the_healthy_pipeline(fault: Fault) -> None:
    planted = fault.plant(healthy())
    assert fault.name == next(name for name, known in FAULTS.items() if known is fault)
    assert fault.stage in STAGES
    assert fault.stage != "unknown"
    assert len(fault.description) > 20
    assert planted.notes == (fault.description,)
    assert system(planted).version != system(healthy()).version


def test_every_stage_but_unknown_has_faults_and_every_fault_has_a_file_of_its_own() -> None:
    assert {fault.stage for fault in FAULTS.values()} == {*STAGES} - {"unknown"}
    assert len(FAULTS) >= 24
    stages = {fault.stage for fault in FAULTS.values()}
    files = {
        f"{stage}.{module.name}"
        for stage in stages
        for module in pkgutil.iter_modules(importlib.import_module(f"ragtester.faults.{stage}").__path__)
    }
    assert files == {f"{fault.stage}.{fault.name}" for fault in FAULTS.values()}


def test_faults_are_found_by_name_in_the_order_of_their_stages() -> None:
    assert [fault.name for fault in all_faults(("digits_changed", "mojibake"))] == ["mojibake", "digits_changed"]
    assert {fault.name for fault in all_faults()} >= set(FAULTS)
    with pytest.raises(UnknownNameError, match="did you mean 'tenant_leak'"):
        all_faults(("tenant_leek",))


def test_a_fault_of_vectors_changes_nothing_where_there_are_none() -> None:
    lexical = dataclasses.replace(
        healthy(), embedder=None, make_retriever=lambda _: make_retriever("bm25", {"bm25": {}}, embedder=None)
    )
    for fault in FAULTS.values():
        if fault.stage == "embed":
            assert dataclasses.replace(fault.plant(lexical), version="1", notes=()) == lexical


def test_the_registry_is_exported() -> None:
    assert ragtester.faults.FAULTS is FAULTS
