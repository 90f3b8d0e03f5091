"""A corpus and a suite of any size for the benchmarks of a run: a section and a few tests for each made-up device."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

from ragtester.records import Span, Test
from ragtester.suite import write_suite_file
from ragtester.testing.stand_in import example_of
from ragtester.testing.stand_in.replies import wanted_schema

_ATTRIBUTES = ("working pressure", "service interval", "warranty period", "ambient limit", "warm-up time")
_UNITS = ("kPa", "days", "months", "degrees", "seconds")
_FILLER = (
    "The operator keeps a log of every change and shows it at the yearly inspection.",
    "Spare parts are ordered from the regional store, which answers within one working day.",
    "Cleaning follows the plan of the department and is signed by two members of staff.",
    "Alarms are acknowledged at the panel before any cover is opened.",
    "A trained technician is present whenever the housing is open.",
)


def write_inputs(folder: Path, *, tests: int, sections: int, documents: int, seed: int, numbered: bool = True) -> None:
    """Writes `docs/*.md` and `suite.jsonl`: 70 in 100 tests are positive, the others ask what nobody wrote down.

    Numbered questions are all different, even where two ask for the same fact; the packaged reader abstains from them.
    """
    draw = random.Random(seed)
    names = _names(sections, draw)
    (folder / "docs").mkdir(parents=True, exist_ok=True)
    bodies: dict[int, list[str]] = {number: [] for number in range(documents)}
    facts: list[tuple[str, int, str, str, str]] = []
    for position, name in enumerate(names):
        place = position % documents
        stated = draw.sample(range(len(_ATTRIBUTES)), 3)
        sentences = []
        for attribute in stated:
            value = f"{draw.randint(11, 989)} {_UNITS[attribute]}"
            sentence = f"The {_ATTRIBUTES[attribute]} of the {name} is {value}."
            facts.append((name, place, _ATTRIBUTES[attribute], value, sentence))
            sentences += [sentence, draw.choice(_FILLER)]
        bodies[place].append(f"## {name}\n\n" + " ".join(sentences) + "\n")
    for number, parts in bodies.items():
        (folder / "docs" / f"manual-{number:03d}.md").write_text("\n".join(parts), encoding="utf-8")
    draw.shuffle(facts)
    made = [_test(number, facts[number % len(facts)], draw, numbered=numbered) for number in range(tests)]
    write_suite_file(made, folder / "suite.jsonl")


def _names(count: int, draw: random.Random) -> list[str]:
    syllables = "ba de fi ko lu ma ne po ri su ta ve wo xa zi".split()
    found: dict[str, None] = {}
    while len(found) < count:
        word = "".join(draw.choices(syllables, k=4)).capitalize()
        found[f"{word} {draw.choice('pump valve sensor heater press filter'.split())} {draw.randint(10, 99)}"] = None
    return list(found)


def _test(number: int, fact: tuple[str, int, str, str, str], draw: random.Random, *, numbered: bool) -> Test:
    name, place, attribute, value, sentence = fact
    if number % 10 >= 7:
        return Test(
            id=f"test-{number:05d}",
            query=f"Which colour code {number} does the {name} have?",
            kind="negative",
            type="withheld_fact",
            expected_answer="The documents do not say.",
            document=f"manual-{place:03d}",
            flesch=50.0,
        )
    asked = draw.choice(("What is the {a} of the {n}?", "Which {a} does the {n} have?"))
    span = Span(document=f"manual-{place:03d}", quote=sentence)
    return Test(
        id=f"test-{number:05d}",
        query=asked.format(a=attribute, n=name) + (f" (request {number})" if numbered else ""),
        kind="positive",
        type="numeric",
        expected_answer=value,
        counterfactuals=(f"{int(value.split()[0]) + 7} {value.split()[1]}",),
        evidence=(span,),
        document=f"manual-{place:03d}",
        flesch=60.0 + number % 30,
    )


def say(body: Mapping[str, object]) -> str:
    """A generator that reads: it quotes the sentence about what is asked, and abstains where there is none.

    Models are told apart by their digit: model 7 abstains more often than it should, and so on.
    """
    messages = body["messages"]
    assert isinstance(messages, list)
    text = str(messages[-1]["content"])
    schema = wanted_schema(body)
    if schema is not None:
        return json.dumps(example_of(schema, text="as the reference says"))
    context, _, question = text.rpartition("Question: ")
    attribute = next((name for name in _ATTRIBUTES if name in question), None)
    if attribute is None:
        return "The documents do not say."
    start = context.find(f"The {attribute} of the ")
    careless = len(question) % 9 == len(str(body.get("model", ""))) % 9
    if start < 0 or careless:
        return "I cannot find this in the passages."
    return context[start : context.find(".", start) + 1]
