"""Every registered operator through one suite: what any operator promises, shipped or third-party."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points

import pytest

from ragtester.metamorphic import (
    BASE_SETTINGS,
    OPERATORS,
    IndexSettings,
    Operator,
    Skipped,
    Target,
    apply_to_context,
    apply_to_documents,
    choose,
    diff,
    mutate,
    operator,
    operator_names,
    settings_of,
)
from ragtester.metamorphic.operators import Example, scopes
from ragtester.metamorphic.operators.counterfactual_noise import example_test
from ragtester.metamorphic.operators.semantic_noise import SemanticNoise
from ragtester.records import Document, Mutant, Retrieved, Span

NAMES = operator_names()
EXAMPLES = [(name, example) for name in NAMES for example in operator(name).examples()]
TEXT = (
    "The notice period of the Alder plan is 14 days. It runs from the first of a month. Members extend the plan by "
    "letter. The office confirms each extension within the week. Late letters are returned to their senders. "
    "The membership card stays valid until the end. Questions go to the desk in the hall."
)


def run(name: str, example: Example, *, seed: int = 3) -> tuple[Mutant, str]:
    """The mutant of an example, and its result as text."""
    choices = choose([name], scopes_wanted=[example.scope], parameters={name: example.parameters})
    documents = [Document(id=f"d{n}", text=text) for n, text in enumerate(example.before)]
    test = example_test().model_copy(
        update={"evidence": tuple(Span.cut(d, 0, len(d.text)) for d in documents), "document": "d0"}
    )
    context = [Retrieved(chunk=d.id, document=d.id, text=d.text, rank=n) for n, d in enumerate(documents, start=1)]
    base = IndexSettings(retriever=example.before[0]) if operator(name).reach == "index" else BASE_SETTINGS
    mutants, skipped = mutate(Target(test), choices, documents=documents, context=context, settings=base, seed=seed)
    assert not skipped, skipped
    mutant = mutants[0]
    if example.scope == "post":
        return mutant, "\n".join(p.text for p in apply_to_context(context, mutant))
    if operator(name).reach == "index":
        new = settings_of(mutant, base)
        return mutant, f"{new.retriever} k={new.top_k} {' '.join(map(str, new.segmentation))}"
    return mutant, "\n".join(d.text for d in apply_to_documents(documents, mutant))


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_an_example_gives_what_it_says(name: str, example: Example) -> None:
    _, result = run(name, example)
    assert all(part in result for part in example.contains), result
    assert all(part in result for part in example.keeps), result
    assert result != "\n".join(example.before)


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_equal_seeds_give_equal_mutants_and_the_record_reproduces_them(name: str, example: Example) -> None:
    first, result = run(name, example)
    again, repeated = run(name, example)
    assert (first, result) == (again, repeated)
    assert Mutant.model_validate_json(first.model_dump_json()) == first


@pytest.mark.parametrize("name", NAMES)
def test_an_operator_describes_itself(name: str) -> None:
    found = operator(name)
    assert isinstance(found, Operator)
    assert found.name == name and found.version and found.title
    assert found.description.endswith(".") and found.fault_class
    assert {example.scope for example in found.examples()} == set(scopes(found))
    for declared in found.parameters.values():
        assert all(parameter.description for parameter in declared)
        assert len({parameter.name for parameter in declared}) == len(declared)


@pytest.mark.parametrize("name", NAMES)
def test_a_mutant_says_what_it_changed(name: str) -> None:
    document = Document(id="d", text=TEXT)
    test = example_test().model_copy(update={"evidence": (Span.cut(document, 0, 47),)})
    context = [Retrieved(chunk="d#0", document="d", text=TEXT, rank=1)]
    mutants, skipped = mutate(Target(test), choose([name]), documents=[document], context=context)
    assert len(mutants) == len(scopes(operator(name))) and not skipped
    for mutant in mutants:
        shown = diff(mutant, [document] if mutant.scope == "pre" else context)
        assert mutant.note and shown
        assert mutant.operator == name and mutant.test == test.id


@pytest.mark.parametrize("name", NAMES)
def test_noise_that_does_not_depend_on_the_test_is_the_same_for_every_test(name: str) -> None:
    if operator(name).depends_on_test:
        pytest.skip("depends on the test by nature")
    document = Document(id="d", text=TEXT)
    one = example_test().model_copy(update={"evidence": (Span.cut(document, 0, 47),)})
    other = one.model_copy(update={"id": "other", "query": "When does it run?", "counterfactuals": ()})
    made = [mutate(Target(t), choose([name], scopes_wanted=["pre"]), documents=[document])[0] for t in (one, other)]
    assert [m.edits for m in made[0]] == [m.edits for m in made[1]]


def test_there_are_eleven_operators_and_nineteen_mutants() -> None:
    assert len(OPERATORS) == 11
    assert len(choose(list(OPERATORS))) == 19


def test_a_text_operator_leaves_documents_without_evidence_alone() -> None:
    held, other = Document(id="d", text=TEXT), Document(id="e", text=TEXT)
    test = example_test().model_copy(update={"evidence": (Span.cut(held, 0, 47),)})
    for mutant in mutate(Target(test), choose(scopes_wanted=["pre"]), documents=[held, other])[0]:
        assert {edit.document for edit in mutant.edits} <= {"d"}
        assert apply_to_documents([held, other], mutant)[1] is other


def test_mutants_are_the_same_in_another_process() -> None:
    code = (
        "from ragtester.metamorphic import *; from ragtester.records import *\n"
        "from ragtester.metamorphic.operators.counterfactual_noise import example_test\n"
        f"d = Document(id='d', text={TEXT!r})\n"
        "t = example_test().model_copy(update={'evidence': (Span.cut(d, 0, 47),)})\n"
        "c = [Retrieved(chunk='d#0', document='d', text=d.text, rank=1)]\n"
        "print([m.id for m in mutate(Target(t), choose(list(OPERATORS)), documents=[d], context=c, seed=5)[0]])\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": str(n)}, capture_output=True, text=True, check=True
        ).stdout
        for n in (1, 2)
    }
    assert len(runs) == 1 and "SeN" in runs.pop()


def test_another_seed_gives_other_noise() -> None:
    document = Document(id="d", text=TEXT)
    test = example_test().model_copy(update={"evidence": (Span.cut(document, 0, 47),)})
    made = [mutate(Target(test), choose(["SeN", "ON"]), documents=[document], seed=seed)[0] for seed in (1, 2)]
    assert all(a.edits != b.edits for a, b in zip(*made, strict=True))


def test_what_cannot_be_made_is_skipped_with_a_reason() -> None:
    test = example_test().model_copy(update={"counterfactuals": (), "document": "d"})
    mutants, skipped = mutate(Target(test), choose(["CN", "SeN"]), documents=[Document(id="d", text=TEXT)])
    assert [m.operator for m in mutants] == ["SeN"]
    assert {(s.operator, s.scope) for s in skipped} == {("CN", "pre"), ("CN", "post"), ("SeN", "post")}
    assert all(isinstance(s, Skipped) and s.reason for s in skipped)


def test_third_parties_register_operators_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shouting(SemanticNoise):
        name = "XX"

    own = Shouting()

    class Point:
        name = "XX"

        def load(self) -> Operator:
            return own

    def found(*, group: str) -> list[Point]:
        return [Point()] if group == "ragtester.operators" else list(entry_points(group=group))

    monkeypatch.setattr("ragtester.registry.entry_points", found)
    assert operator("XX") is own
    assert operator_names()[-1] == "XX"
