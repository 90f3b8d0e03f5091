"""What every domain can be written with: genres over its topics, and general pieces of sentences.

Used for blueprints that a model drafts or that are derived from documents.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.corpus.blueprint import Genre, Grammar, SectionPlan

OCCASIONS = (
    "before a decision is taken", "once the facts are clear", "whenever a case is unusual", "if opinions differ",
    "as soon as a request arrives", "while a matter is pending", "where several parties are involved",
    "after a change has been announced", "when responsibility changes hands", "until the matter is closed",
)  # fmt: skip
PURPOSES = (
    "to avoid misunderstandings", "to keep decisions comparable", "to leave a record that others can follow",
    "to spare those who come later a surprise", "to treat like cases alike", "to keep trust on all sides",
    "to make later questions easy to answer", "to notice trends early",
)  # fmt: skip
ACTIONS = (
    "keep a dated record", "ask those concerned first", "put the outcome in writing", "say what is not yet settled",
    "look for a practical answer", "forward doubtful cases", "check assumptions against experience",
    "explain the reasons",
)  # fmt: skip
ACTORS = ("those responsible", "experienced colleagues", "team leaders", "reviewers", "people in charge", "newcomers")

_FORMS = (
    ("guide", "handbook", ("{S}: A Guide", "Guide to {S}"), "prose", "This guide is about {S} and for those who work with it."),
    ("terms", "statute", ("{S}: Terms and Rules", "Rules for {S}"), "prose", "These rules apply to {S} in every case."),
    ("questions", "faq", ("{S}: Questions and Answers", "Questions on {S}"), "faq", "People who deal with {S} ask these questions."),
    ("minutes", "minutes", ("Minutes of the Meeting on {S}", "Meeting Notes: {S}"), "minutes", "The meeting went through what had been prepared on {S}."),
    ("overview", "schedule", ("{S}: Overview", "Overview of {S} and Others"), "prose", "This overview sets {S} beside others of its kind."),
)  # fmt: skip


def grammar(actors: Sequence[str] = ()) -> Grammar:
    """General pieces of sentences, with the domain's own actors where there are enough."""
    return Grammar(
        actors=tuple(actors) if len(actors) >= 3 else ACTORS, actions=ACTIONS, occasions=OCCASIONS, purposes=PURPOSES
    )


def genres(entity: str, topics: Sequence[str]) -> tuple[Genre, ...]:
    """Five genres over the topics, each with a face of its own."""
    made = []
    for place, (name, face, titles, block, opening) in enumerate(_FORMS):
        turned = [*topics[place % len(topics) :], *topics[: place % len(topics)]]
        sections = [SectionPlan(topics=(topic,), blocks=(block,)) for topic in turned[:5]]
        sections.append(
            SectionPlan(topics=tuple(turned[:2]), heading=("Comparison", "At a glance"), blocks=("table", "chart"))
        )
        made.append(
            Genre(name=name, face=face, entity=entity, titles=titles, opening=(opening,), sections=tuple(sections))
        )
    return tuple(made)
