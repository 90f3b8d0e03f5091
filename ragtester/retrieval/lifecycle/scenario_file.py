"""Reading lifecycle scenarios from YAML or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from ragtester.records import DocumentChange, JsonValue, Question
from ragtester.retrieval.contract.fields import Fields, distinct_texts, fault, shown
from ragtester.retrieval.contract.tree import read_tree
from ragtester.retrieval.lifecycle.intended import NEXT_REVISION
from ragtester.retrieval.lifecycle.scenario import STEP_KINDS, Probe, Readers, Scenario, Step

DEFAULT_DEADLINE_S: Final = 5.0
_TOP: Final = frozenset({"version", "deadline_s", "window", "scenarios"})
_SCENARIO: Final = frozenset({"name", "given", "before", "warm", "steps", "deadline_s", "window"})
_STEP: Final = frozenset(
    {
        "name", "transition", "kind", "deadline_s", "change", "interrupt_after", "incomplete", "expect", "readers",
        "restart", "fresh_session", "window", "records_checked",
    }
)  # fmt: skip
_ASKER: Final = frozenset({"question", "tenant", "role", "language", "as_of"})
_PROBE: Final = _ASKER | {"present", "absent", "never", "empty", "historical"}
_CHANGE: Final = frozenset(
    {"document", "text", "title", "revision", "tenant", "roles", "effective_from", "effective_to"}
)


def read_scenarios(path: Path | str) -> tuple[Scenario, ...]:
    """The scenarios of a file.

    Raises:
        ContractError: names file, place and remedy.
    """
    path = Path(path)
    return parse_scenarios(read_tree(path), file=path)


def parse_scenarios(tree: object, *, file: Path | str | None = None) -> tuple[Scenario, ...]:
    """The scenarios in a parsed object; see `read_scenarios`."""
    top = Fields(tree, file=file, place="", known=_TOP)
    found: dict[str, Scenario] = {}
    transitions: set[str] = set()
    for position, value in enumerate(top.items("scenarios", default=False)):
        fields = Fields(value, file=file, place=f"scenarios[{position}]", known=_SCENARIO)
        scenario = _scenario(fields, top)
        if scenario.name in found:
            raise fields.fault("name", f"{scenario.name!r} is the name of two scenarios; rename one")
        found[scenario.name] = scenario
        for step in scenario.steps:
            if step.transition in transitions:
                raise fields.fault("steps", f"transition {step.transition!r} is used twice; its id must be unique")
            transitions.add(step.transition)
    if not found:
        raise top.fault("scenarios", "has no scenario; add at least one")
    return tuple(found.values())


def _scenario(fields: Fields, top: Fields) -> Scenario:
    name = fields.text("name")
    before = tuple(_probe(one) for one in _children(fields, "before", _PROBE))
    steps = tuple(
        _step(one, name, position, fields, top) for position, one in enumerate(_children(fields, "steps", _STEP))
    )
    if not steps:
        raise fields.fault("steps", f"scenario {name!r} has no step; add what happens and what is expected")
    warm = fields.values.get("warm")
    if isinstance(warm, bool):
        asked = [probe.question for step in steps for probe in step.expect] if warm else []
    else:
        asked = [_question(one) for one in _children(fields, "warm", _ASKER)]
    return Scenario(
        name=name,
        given=tuple(_change(one, f"{fields.at('given')}[{i}]", fields) for i, one in enumerate(fields.items("given"))),
        before=before,
        warm=tuple(dict.fromkeys(asked)),
        steps=steps,
    )


def _step(fields: Fields, scenario: str, position: int, parent: Fields, top: Fields) -> Step:
    label = fields.optional_text("name")
    change = tuple(_change(one, f"{fields.at('change')}[{i}]", fields) for i, one in enumerate(fields.items("change")))
    interrupt = fields.whole("interrupt_after", low=0) if fields.has("interrupt_after") else None
    if interrupt is not None and interrupt >= len(change):
        raise fields.fault("interrupt_after", f"{interrupt} is not before the end of {len(change)} changes; lower it")
    expect = tuple(_probe(one) for one in _children(fields, "expect", _PROBE))
    incomplete = fields.texts("incomplete")
    restart, fresh = fields.flag("restart", default=False), fields.flag("fresh_session", default=False)
    if not change and not restart and not fresh and not expect:
        raise fields.fault("change", "nothing happens and nothing is expected; add a change or a probe")
    if not expect and not incomplete:
        raise fields.fault("expect", "nothing is expected; add a probe, so that the step can fail")
    probes, every = _window(fields, parent, top)
    return Step(
        name=f"{scenario}: {label}" if label else scenario if position == 0 else f"{scenario}: step {position + 1}",
        transition=fields.optional_text("transition") or f"{scenario}#{position + 1}",
        kind=fields.choice("kind", STEP_KINDS),
        deadline_s=_deadline(fields, parent, top),
        change=change,
        interrupt_after=interrupt,
        incomplete=incomplete,
        expect=expect,
        readers=_readers(fields),
        restart=restart,
        fresh_session=fresh,
        window_probes=probes,
        window_every_s=every,
        records_checked=fields.flag("records_checked", default=True),
    )


def _deadline(*levels: Fields) -> float:
    for level in levels:
        value = level.number("deadline_s", low=0.001, high=86_400)
        if value is not None:
            return value
    return DEFAULT_DEADLINE_S


def _window(*levels: Fields) -> tuple[int, float]:
    for level in levels:
        if level.has("window"):
            fields = Fields(
                level.values["window"], file=level.file, place=level.at("window"), known={"probes", "every_s"}
            )
            every = fields.number("every_s", low=0.001, high=86_400)
            return fields.whole("probes", low=1, high=1000, default=3), 0.1 if every is None else every
    return 3, 0.1


def _readers(fields: Fields) -> Readers | None:
    if not fields.has("readers"):
        return None
    one = Fields(fields.values["readers"], file=fields.file, place=fields.at("readers"), known=_ASKER | {"either"})
    states = tuple(
        _forms(state, one.file, f"{one.at('either')}[{i}]")
        for i, state in enumerate(one.items("either", default=False))
    )
    if len(states) < 2:
        raise one.fault("either", "names fewer than two states; write the texts of the old state and of the new one")
    return Readers(question=_question(one), either=states)


def _probe(fields: Fields) -> Probe:
    probe = Probe(
        question=_question(fields),
        present=tuple(
            _forms(one, fields.file, f"{fields.at('present')}[{i}]") for i, one in enumerate(fields.items("present"))
        ),
        absent=fields.texts("absent"),
        never=fields.texts("never"),
        empty=fields.flag("empty", default=False),
        historical=fields.flag("historical", default=False),
    )
    if not (probe.present or probe.absent or probe.never or probe.empty):
        raise fault(
            fields.file, fields.place, "expects nothing; write present, absent, never or empty, so that it can fail"
        )
    if probe.empty and probe.present:
        raise fields.fault("empty", "contradicts present; keep one of them")
    return probe


def _forms(value: JsonValue, file: Path | str | None, place: str) -> tuple[str, ...]:
    forms = distinct_texts([value] if isinstance(value, str) else value, file=file, place=place)
    if not forms:
        raise fault(file, place, "is empty; write at least one text")
    return forms


def _question(fields: Fields) -> Question:
    return Question(
        text=fields.text("question"),
        tenant=fields.optional_text("tenant"),
        role=fields.optional_text("role"),
        language=fields.optional_text("language") or "en",
        as_of=fields.moment("as_of"),
    )


def _change(value: JsonValue, place: str, parent: Fields) -> DocumentChange:
    outer = Fields(value, file=parent.file, place=place, known={"upsert", "delete"})
    given = [key for key in ("upsert", "delete") if outer.has(key)]
    if len(given) != 1:
        raise fault(parent.file, place, f"must be one of upsert: {{...}} and delete: ..., not {shown(value)}")
    action: Literal["upsert", "delete"] = "upsert" if given[0] == "upsert" else "delete"
    inner = outer.values[action]
    if action == "delete" and isinstance(inner, str):
        inner = {"document": inner}
    fields = Fields(inner, file=parent.file, place=f"{place}.{action}", known=_CHANGE)
    return DocumentChange(
        action=action,
        document=fields.text("document"),
        text=fields.text("text") if action == "upsert" else "",
        title=fields.optional_text("title") or "",
        revision=fields.whole(
            "revision", low=1, high=NEXT_REVISION - 1, default=1 if action == "upsert" else NEXT_REVISION
        ),
        tenant=fields.optional_text("tenant"),
        roles=fields.texts("roles"),
        effective_from=_utc(fields.moment("effective_from")),
        effective_to=_utc(fields.moment("effective_to")),
    )


def _utc(moment: datetime | None) -> datetime | None:
    return moment.astimezone(UTC) if moment else None


def _children(fields: Fields, key: str, known: frozenset[str]) -> Sequence[Fields]:
    return [
        Fields(value, file=fields.file, place=f"{fields.at(key)}[{position}]", known=known)
        for position, value in enumerate(fields.items(key))
    ]
