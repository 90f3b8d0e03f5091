"""CN: a passage that contradicts the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.metamorphic.operators.base import TextOperator
from ragtester.metamorphic.operators.counterfactual_passage import counterfactual_passage
from ragtester.metamorphic.operators.insertion import scatter, sentence_ends, spaced, styled
from ragtester.metamorphic.operators.parameters import STYLE, Parameter, Parameters, own_pool, pool_parameter
from ragtester.metamorphic.operators.protocol import Example, FaultClass, Inapplicable, Mutated, Mutation, Target
from ragtester.metamorphic.seeds import generator
from ragtester.records import Document, Edit, JsonValue, Retrieved, Scope, Test

_POOL = pool_parameter("templates with $subject, $label and $value")


class CounterfactualNoise(TextOperator):
    """Puts one contradicting passage into each document or passage (paper, section 4.2)."""

    name = "CN"
    version = "1"
    title = "counterfactual noise"
    description = "Adds a passage that states another plausible value, as stale and conflicting documents do."
    fault_class: FaultClass = "knowledge conflict"
    depends_on_test = True
    parameters: Mapping[Scope, tuple[Parameter, ...]] = {
        "pre": (
            Parameter(
                "place", "scattered", "at a random sentence end, or at the document's end", choices=("scattered", "end")
            ),
            STYLE,
            _POOL,
        ),
        "post": (STYLE, _POOL),
    }

    def mutate_documents(
        self, target: Target, documents: Sequence[Document], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """One passage in each document."""
        edits: list[Edit] = []
        for document in documents:
            passage = self._passage(target, document.id, seed, parameters)
            if not passage:
                continue
            random_ = generator("place", operator=self.name, test=target.test.id, document=document.id, seed=seed)
            tables = [(table.start, table.end) for table in document.tables]
            ends = sentence_ends(document.text, outside=tables)
            places = ends if parameters["place"] == "scattered" else [max(ends)]
            edits += [
                Edit(document=document.id, start=place, end=place, text=text)
                for place, text in scatter(document.text, [passage], random_, ends=places)
            ]
        return _mutation(edits)

    def mutate_context(
        self, target: Target, context: Sequence[Retrieved], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """One passage at the end of each retrieved passage."""
        edits: list[Edit] = []
        for retrieved in context:
            passage = self._passage(target, retrieved.text, seed, parameters)
            if passage:
                end = len(retrieved.text.rstrip())
                text = spaced(retrieved.text, end, passage)
                edits.append(Edit(document=retrieved.chunk, start=end, end=end, text=text))
        return _mutation(edits)

    def _passage(self, target: Target, place: str, seed: int, parameters: Parameters) -> str:
        given: dict[str, JsonValue] = dict(parameters)
        random_ = generator("mutate", operator=self.name, test=target.test.id, place=place, seed=seed, parameters=given)
        passage = counterfactual_passage(target, random_=random_, templates=own_pool(parameters))
        return styled([passage], parameters, random_)[0] if passage else ""

    def examples(self) -> Sequence[Example]:
        """One for each scope; the contradiction comes from the test."""
        text = "The notice period of the Alder plan is 14 days. It runs from the first of a month."
        return tuple(
            Example(scope, (text,), contains=("30 days",), keeps=("is 14 days.", "It runs from"))
            for scope in self.parameters
        )


def example_test() -> Test:
    """The test that the examples of every operator are run with."""
    return Test(
        id="example",
        query="What is the notice period of the Alder plan?",
        kind="positive",
        type="natural_language",
        expected_answer="14 days",
        accepted_answers=("14 days", "fourteen days"),
        answer_kind="duration",
        counterfactuals=("30 days",),
    )


def _mutation(edits: Sequence[Edit]) -> Mutated:
    if not edits:
        return Inapplicable("the test has no counterfactual; a ledger or a model gives one")
    return Mutation(edits=tuple(edits), note=f"{len(edits)} contradicting passage{'s' * (len(edits) != 1)}")
