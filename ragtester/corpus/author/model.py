"""An author that is a chat model: it gets the facts and the settings, and is checked against the ledger.

As in RAG-Tester (section 3.2) the system prompt holds length, detail, tone and structure, the user
prompt topic and name, and the reply is Markdown. Documents are asked for section by section, so that a
small model keeps to its facts. Every fact is looked for in the text; missing ones are asked for once
more, and what still fails is recorded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from ragtester.corpus.author.background import Background
from ragtester.corpus.author.blocks import chart, definitions, facts_table, numbered
from ragtester.corpus.author.claims import added_claims
from ragtester.corpus.author.novelty import Novelty
from ragtester.corpus.blueprint import Blueprint
from ragtester.corpus.plan import DocumentPlan, SectionDraft
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import Fact, Message, Request, content_key
from ragtester.text import contains_form

_WORDS: dict[str, int] = {"concise": 110, "balanced": 190, "comprehensive": 320, "technical": 260}
_WORDS_PER_PAGE = 420
_TOKENS_PER_WORD = 2.2
_WRITTEN = {"prose", "bullets", "faq", "minutes"}
_STRUCTURES = {
    "any": "paragraphs, with a list where it helps",
    "prose": "paragraphs only",
    "faq": "questions as ### headings, each with its answer below",
    "procedures": "numbered steps with a short introduction",
    "tables": "short paragraphs and Markdown tables",
}
_FENCE = re.compile(r"\A\s*```(?:markdown|md)?\s*\n(.*?)\n?```\s*\Z", re.DOTALL)
_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")


@dataclass(frozen=True, slots=True)
class Authored:
    """What a model wrote, and how it differs from the plan."""

    markdown: str
    missing: tuple[str, ...] = ()
    """Ids of facts that it did not state, even when asked again."""
    added: tuple[str, ...] = ()
    """Sentences with a value that the plan does not have."""


@dataclass(slots=True)
class _Progress:
    missing: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)


async def write_by_model(
    model: ChatModel, plan: DocumentPlan, blueprint: Blueprint, facts: Mapping[str, Fact]
) -> Authored:
    """The document as the model writes it; tables, definitions and procedures come from the blueprint.

    Raises:
        EndpointError: the model did not answer.
        ReplyError: a reply was empty or refused.
    """
    progress = _Progress()
    background = Background(blueprint, Novelty())
    parts: list[str] = []
    for place, section in enumerate(plan.sections):
        if section.chapter:
            parts.append(f"# {section.chapter}")
        parts.append(f"## {section.heading}")
        if _WRITTEN & set(section.blocks):
            parts.append(await _written(model, plan, blueprint, section, facts, progress))
        rng = Random(f"{plan.seed}:{plan.title}:{place}")
        parts += _given(section, plan, blueprint, facts, background, rng)
    return Authored("\n\n".join(part for part in parts if part) + "\n", tuple(progress.missing), tuple(progress.added))


async def _written(
    model: ChatModel,
    plan: DocumentPlan,
    blueprint: Blueprint,
    section: SectionDraft,
    facts: Mapping[str, Fact],
    progress: _Progress,
) -> str:
    wanted = [facts[name] for name in section.facts]
    request = _request(plan, blueprint, section, wanted)
    text = cleaned((await model.ask(request)).text, section.heading)
    missing = unstated(text, wanted)
    if missing:
        again = load_prompt("corpus/missing")
        repaired = request.model_copy(
            update={
                "messages": (
                    *request.messages,
                    Message(role="assistant", content=text),
                    Message(role="user", content=again.render(facts=_listed(missing))),
                ),
                "prompt_hash": content_key("prompts", first=request.prompt_hash, second=again.hash)[:16],
            }
        )
        second = cleaned((await model.ask(repaired)).text, section.heading)
        still = unstated(second, wanted)
        if len(still) < len(missing):
            text, missing = second, still
    progress.missing += [fact.id for fact in missing]
    known = [plan.title, plan.organisation, section.heading, plan.effective_from.isoformat()]
    progress.added += added_claims(text, [facts[name] for name in section.facts], known=known)
    return text


def _request(plan: DocumentPlan, blueprint: Blueprint, section: SectionDraft, wanted: Sequence[Fact]) -> Request:
    settings = plan.settings
    prose = sum(1 for other in plan.sections if _WRITTEN & set(other.blocks)) or 1
    words = settings.pages * _WORDS_PER_PAGE // prose if settings.pages else _WORDS[settings.detail]
    structure = settings.structure if settings.structure != "any" else "faq" if "faq" in section.blocks else "any"
    system, user = load_prompt("corpus/section_system"), load_prompt("corpus/section_user")
    return Request(
        messages=(
            Message(
                role="system",
                content=system.render(
                    domain=blueprint.title,
                    genre=plan.genre,
                    words=str(words),
                    detail=settings.detail,
                    tone=settings.tone,
                    structure=_STRUCTURES[structure],
                ),
            ),
            Message(
                role="user",
                content=user.render(
                    title=plan.title,
                    organisation=plan.organisation,
                    topic=settings.topic or section.topic.replace("_", " ") or blueprint.title,
                    outline="; ".join(other.heading for other in plan.sections),
                    heading=section.heading,
                    facts=_listed(wanted) or "- none: write background only",
                ),
            ),
        ),
        max_tokens=int(words * _TOKENS_PER_WORD) + 40 * len(wanted) + 120,
        seed=plan.seed,
        prompt_hash=content_key("prompts", first=system.hash, second=user.hash)[:16],
    )


def _listed(facts: Sequence[Fact]) -> str:
    return "\n".join(f"- {fact.label} of {fact.subject}: {fact.value}" for fact in facts)


def unstated(text: str, facts: Sequence[Fact]) -> list[Fact]:
    """The facts whose value stands in no form in the text; a list needs all of its items."""
    return [
        fact
        for fact in facts
        if not contains_form(text, fact.forms or (fact.value,))
        and not (fact.items and all(contains_form(text, [item]) for item in fact.items))
    ]


def cleaned(text: str, heading: str) -> str:
    """A reply as the body of a section: no fence around it, no heading of its own, no higher headings."""
    fenced = _FENCE.match(text)
    lines = (fenced.group(1) if fenced else text).strip().splitlines()
    kept: list[str] = []
    for line in lines:
        found = _HEADING.match(line)
        if found and (not kept or found.group(1).casefold() == heading.casefold()) and not found.group(1).endswith("?"):
            continue
        kept.append(f"### {found.group(1)}" if found else line)
    return "\n".join(kept).strip()


def _given(
    section: SectionDraft,
    plan: DocumentPlan,
    blueprint: Blueprint,
    facts: Mapping[str, Fact],
    background: Background,
    rng: Random,
) -> list[str]:
    parts: list[str] = []
    for block in section.blocks:
        if block in ("table", "schedule") and section.table:
            parts.append(facts_table(blueprint, section.table, facts))
        elif block == "chart" and section.table:
            parts.append(chart(blueprint, section.table, facts, rng))
        elif block == "procedure":
            parts.append(numbered(background.steps(section.topic, rng)))
        elif block == "definitions":
            parts.append(definitions(blueprint.terms[:8]))
    return parts
