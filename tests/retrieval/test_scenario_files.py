from __future__ import annotations

import copy

import gate_examples as ex
import pytest

from ragtester.errors import ContractError
from ragtester.retrieval.lifecycle import parse_scenarios, read_scenarios

GOOD = {
    "scenarios": [
        {
            "name": "s",
            "steps": [
                {
                    "kind": "add",
                    "change": [{"upsert": {"document": "d", "text": "t"}}, {"delete": "e"}],
                    "expect": [{"question": "q?", "present": ["t", ["u", "v"]]}],
                }
            ],
        }
    ]
}


def test_what_is_left_out_has_a_default():
    one = parse_scenarios(GOOD)[0]
    step = one.steps[0]
    assert (step.name, step.transition, step.deadline_s) == ("s", "s#1", 5.0)
    assert step.expect[0].present == (("t",), ("u", "v"))
    assert step.change[1].action == "delete"
    assert one.warm == ()


def test_deadline_and_window_come_from_the_nearest_level():
    tree = copy.deepcopy(GOOD)
    tree.update(deadline_s=9, window={"probes": 4})
    tree["scenarios"][0]["deadline_s"] = 7
    tree["scenarios"][0]["steps"][0]["window"] = {"every_s": 2}
    step = parse_scenarios(tree)[0].steps[0]
    assert (step.deadline_s, step.window_probes, step.window_every_s) == (7, 3, 2)
    del tree["scenarios"][0]["steps"][0]["window"]
    assert parse_scenarios(tree)[0].steps[0].window_probes == 4


def at(tree: dict, *path: object) -> dict:
    for part in path:
        tree = tree[part]
    return tree


STEP = ("scenarios", 0, "steps", 0)


@pytest.mark.parametrize(
    ("path", "values", "words"),
    [
        ((), {"scenarios": []}, "no scenario"),
        ((), {"scenrios": []}, "did you mean 'scenarios'"),
        (("scenarios", 0), {"name": ""}, "scenarios[0].name"),
        (("scenarios", 0), {"steps": []}, "has no step"),
        (STEP, {"kind": "explode"}, "kind"),
        (STEP, {"kind": "delet"}, "did you mean 'delete'"),
        (STEP, {"deadline_s": 0}, "deadline_s"),
        (STEP, {"deadline_s": -1}, "deadline_s"),
        (STEP, {"deadline_s": "soon"}, "deadline_s"),
        (STEP, {"interrupt_after": 2}, "interrupt_after"),
        (STEP, {"expect": []}, "nothing is expected"),
        (STEP, {"change": [], "expect": []}, "nothing happens"),
        (STEP, {"change": [{"upsert": {"document": "d", "text": "t"}, "delete": "d"}]}, "one of upsert"),
        (STEP, {"change": ["d"]}, "change[0]"),
        (STEP, {"change": [{"upsert": {"document": "d"}}]}, "upsert.text"),
        (STEP, {"change": [{"upsert": {"document": "d", "text": "t", "revision": 0}}]}, "revision"),
        (STEP, {"change": [{"upsert": {"document": "d", "text": "t", "effective_from": "soon"}}]}, "effective_from"),
        (STEP, {"expect": [{"question": "q"}]}, "expects nothing"),
        (STEP, {"expect": [{"question": "q", "empty": True, "present": ["x"]}]}, "contradicts"),
        (STEP, {"expect": [{"question": "q", "present": [[]]}]}, "present[0]"),
        (STEP, {"expect": [{"question": "q", "present": ["x"], "as_of": "then"}]}, "as_of"),
        (STEP, {"readers": {"question": "q", "either": [["a"]]}}, "fewer than two"),
        (STEP, {"window": {"probes": 0}}, "probes"),
        (STEP, {"restart": "yes"}, "restart"),
    ],
)
def test_a_malformed_scenario_names_its_place(path, values, words, tmp_path):
    tree = copy.deepcopy(GOOD)
    at(tree, *path).update(values)
    with pytest.raises(ContractError) as caught:
        read_scenarios(ex.write(tmp_path, "scenarios.json", tree))
    assert words in str(caught.value)
    assert "scenarios.json" in str(caught.value)


def test_names_and_transitions_are_unique():
    tree = copy.deepcopy(GOOD)
    tree["scenarios"].append(copy.deepcopy(tree["scenarios"][0]))
    with pytest.raises(ContractError, match="two scenarios"):
        parse_scenarios(tree)
    tree["scenarios"][1]["name"] = "other"
    for one in tree["scenarios"]:
        one["steps"][0]["transition"] = "T-1"
    with pytest.raises(ContractError, match="used twice"):
        parse_scenarios(tree)


def test_warm_may_list_its_questions_or_take_those_of_the_probes():
    tree = copy.deepcopy(GOOD)
    tree["scenarios"][0]["warm"] = True
    assert [question.text for question in parse_scenarios(tree)[0].warm] == ["q?"]
    tree["scenarios"][0]["warm"] = [{"question": "other?", "tenant": "north"}]
    assert parse_scenarios(tree)[0].warm[0].tenant == "north"
    tree["scenarios"][0]["warm"] = False
    assert parse_scenarios(tree)[0].warm == ()


def test_later_steps_without_a_name_are_numbered():
    tree = copy.deepcopy(GOOD)
    tree["scenarios"][0]["steps"].append(copy.deepcopy(tree["scenarios"][0]["steps"][0]))
    assert [step.name for step in parse_scenarios(tree)[0].steps] == ["s", "s: step 2"]
