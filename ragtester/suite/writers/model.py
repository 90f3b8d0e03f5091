"""A chat model as author: chunk by chunk, as RAG-Tester does it (section 3.3), with every reply checked."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence

from ragtester.errors import EndpointError, ReplyError
from ragtester.llm import ask_json
from ragtester.prompts import Prompt, load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import Document, JsonValue, Message, Request, Test
from ragtester.suite.drafts import Absence, Draft
from ragtester.suite.ids import identified
from ragtester.suite.options import QuestionType, SeedQuestion
from ragtester.suite.phrasing import phrasebook
from ragtester.suite.sections import Section
from ragtester.suite.tally import Tally
from ragtester.suite.writers.labelling import told_type
from ragtester.suite.writers.ledger import Ledger, forms_of
from ragtester.suite.writers.quoting import evidence_of, shown
from ragtester.suite.writers.schema import (
    ABOUT_SCHEMA,
    ANSWER_SCHEMA,
    ANSWERABLE_SCHEMA,
    NEGATIVE_SCHEMA,
    REWORD_SCHEMA,
    questions_schema,
)
from ragtester.text import contains_form, extract_values, tokens

LANGUAGES = {
    "en": "English", "de": "German", "es": "Spanish", "fr": "French", "cs": "Czech", "el": "Greek", "it": "Italian",
    "ar": "Arabic", "zh": "Chinese", "pt": "Portuguese", "nl": "Dutch", "pl": "Polish",
}  # fmt: skip


_BEGINNING_WORDS = 150
"""Words of a document's beginning that say what it is."""
_ITEM_NUMBER = re.compile(r"^\(?\d{1,3}[.)]\s+(?=\S)")
"""Of a step or list item that is quoted as an answer."""
_KNOWN_SHARE = 0.7
"""Share of the words of a subject that must stand in the beginning."""


class ModelWriter:
    """Writes tests with a chat model.

    Args:
        model: the author.
        types: question types, as data.
        negatives: kinds of negative tests, as data.
        examples: a user's own questions, which show the style.
        seed: of sampling models.
        language: of the questions; by default the document's.
        tally: counts calls and what could not be used.
        ledger: facts that a question may turn out to ask about; gives accepted forms and counterfactuals.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        types: Sequence[QuestionType],
        negatives: Sequence[QuestionType],
        examples: Sequence[SeedQuestion | str],
        seed: int,
        language: str | None,
        tally: Tally,
        ledger: Ledger,
    ) -> None:
        self._model = tally.counted(model)
        self._types = tuple(types)
        self._negatives = tuple(negatives)
        self._examples = _examples(examples)
        self._seed = seed
        self._language = language
        self._tally = tally
        self._ledger = ledger
        self._subjects: dict[str, asyncio.Task[str]] = {}

    @property
    def name(self) -> str:
        """The author's name, as it stands on its tests."""
        return self._model.name

    def suitable(self, section: Section, document: Document) -> list[str]:
        """Types that the section can carry."""
        labels = {item.label for item in self._types}
        values = {value.kind for value in extract_values(section.text)}
        table = any(t.start < section.end and section.start < t.end for t in document.tables)
        fitting = {
            "numeric": bool(values & {"number", "money", "percent", "duration"}),
            "temporal": "date" in values,
            "table_lookup": table,
            "comparison": bool(values & {"number", "money", "percent", "duration"}),
            "multi_hop": False,
        }
        return [label for label in labels if fitting.get(label, True)] if labels else []

    async def positive(self, section: Section, document: Document, wanted: str, heading: str) -> list[Draft]:
        """Questions of one type about one section; none where the reply could not be used."""
        system, user = load_prompt("suite/write_system"), load_prompt("suite/write_user")
        language = self._language or document.language
        chosen = [item for item in self._types if item.label == wanted]
        reply = await self._ask(
            system,
            user,
            questions_schema([wanted], 1),
            {
                "types": _described(chosen),
                "language": LANGUAGES.get(language, language),
                "examples": self._examples,
            },
            {
                "title": document.title or document.id,
                "about": await self._about(document),
                "heading": heading or "(none)",
                "passage": shown(section, document),
                "count": "1",
                "wanted": wanted,
            },
            "write",
        )
        items = reply.get("questions") if reply else None
        if not isinstance(items, Sequence) or isinstance(items, str):
            return []
        drafts = [self._draft(item, section, document, language) for item in items if isinstance(item, Mapping)]
        return [draft for draft in drafts if draft]

    async def negative(self, section: Section, document: Document, wanted: str) -> list[Draft]:
        """A question of one negative kind beside one section."""
        system, user = load_prompt("suite/negative_system"), load_prompt("suite/negative_user")
        language = self._language or document.language
        reply = await self._ask(
            system,
            user,
            NEGATIVE_SCHEMA,
            {
                "types": _described([item for item in self._negatives if item.label == wanted]),
                "language": LANGUAGES.get(language, language),
            },
            {"title": document.title or document.id, "passage": section.text, "wanted": wanted},
            "negative",
        )
        if not reply:
            return []
        query, missing = _clean(str(reply.get("question", ""))), _clean(str(reply.get("absent", "")))
        if not query:
            return []
        named = missing if missing and missing.casefold() in query.casefold() else ""
        if wanted in ("near_miss_entity", "wrong_time") and not named:
            return []
        test = Test(
            id="",
            query=query,
            kind="negative",
            type=wanted,
            expected_answer=phrasebook(language).abstention("domain"),
            document=None if wanted == "out_of_domain" else document.id,
            flesch=section.flesch,
            language=language,
            author=self.name,
        )
        strict = wanted in ("near_miss_entity", "wrong_time")
        return [Draft(identified(test), Absence(terms=(named,) if strict else ()))]

    async def answerable(self, query: str, passages: Sequence[str]) -> str | None:
        """The quote that the model says answers `query`; empty where none does, None where it could not say."""
        prompt = load_prompt("suite/answerable")
        shown = "\n\n".join(f"[{i}] {passage}" for i, passage in enumerate(passages, 1))
        request = Request(
            messages=(Message(role="user", content=prompt.render(question=query, passages=shown)),),
            max_tokens=160,
            schema_=ANSWERABLE_SCHEMA,
            prompt_hash=prompt.hash,
        )
        reply = await self._json(request, prompt)
        if reply is None:
            return None
        quote = _clean(str(reply.get("quote", "")))
        text = " ".join(" ".join(passages).casefold().split())
        return quote if reply.get("answerable") is True and " ".join(quote.casefold().split()) in text else ""

    async def answered(self, query: str, passage: str) -> str | None:
        """The model's answer to `query` from `passage`; None where the reply could not be used."""
        prompt = load_prompt("suite/round_trip")
        request = Request(
            messages=(Message(role="user", content=prompt.render(question=query, passage=passage)),),
            max_tokens=120,
            schema_=ANSWER_SCHEMA,
            prompt_hash=prompt.hash,
        )
        reply = await self._json(request, prompt)
        return _clean(str(reply.get("answer", ""))) or None if reply else None

    async def reworded(self, query: str, style: str) -> str | None:
        """The question in another style or language; None where the reply lost a number or could not be used."""
        prompt = load_prompt("suite/reword")
        request = Request(
            messages=(Message(role="user", content=prompt.render(question=query, style=style)),),
            max_tokens=160,
            seed=self._seed,
            schema_=REWORD_SCHEMA,
            prompt_hash=prompt.hash,
        )
        reply = await self._json(request, prompt)
        text = _clean(str(reply.get("question", ""))) if reply else ""
        numbers = re.findall(r"\d+", query)
        return text if text and text != query and all(number in text for number in numbers) else None

    async def _about(self, document: Document) -> str:
        """Whose document it is and of what time, in words of its beginning; its title where the model cannot say."""
        if document.id not in self._subjects:
            self._subjects[document.id] = asyncio.create_task(self._subject(document))
        return await self._subjects[document.id]

    async def _subject(self, document: Document) -> str:
        title = document.title or document.id
        beginning = " ".join(document.text.split()[:_BEGINNING_WORDS])
        prompt = load_prompt("suite/about")
        request = Request(
            messages=(Message(role="user", content=prompt.render(title=title, beginning=beginning)),),
            max_tokens=80,
            seed=self._seed,
            schema_=ABOUT_SCHEMA,
            prompt_hash=prompt.hash,
        )
        reply = await self._json(request, prompt)
        subject = _clean(str(reply.get("subject", ""))) if reply else ""
        known = set(tokens(f"{title} {beginning}"))
        words = tokens(subject)
        return subject if words and sum(word in known for word in words) >= _KNOWN_SHARE * len(words) else title

    async def _ask(
        self,
        system: Prompt,
        user: Prompt,
        schema: dict[str, JsonValue],
        frame: Mapping[str, str],
        case: Mapping[str, str],
        purpose: str,
    ) -> dict[str, JsonValue] | None:
        request = Request(
            messages=(
                Message(role="system", content=system.render(**frame)),
                Message(role="user", content=user.render(**case)),
            ),
            max_tokens=420,
            seed=self._seed,
            schema_=schema,
            prompt_hash=f"{system.hash}-{user.hash}",
        )
        return await self._json(request, system, user, purpose=purpose)

    async def _json(self, request: Request, *prompts: Prompt, purpose: str = "") -> dict[str, JsonValue] | None:
        for prompt in prompts:
            self._tally.used(prompt)
        try:
            reply = await ask_json(self._model, request)
        except ReplyError:
            self._tally.parse_failures += 1
            self._tally.answered[purpose] += 1
        except EndpointError:
            self._tally.endpoint_errors += 1
        else:
            self._tally.answered[purpose] += 1
            return reply
        return None

    def _draft(
        self, item: Mapping[str, JsonValue], section: Section, document: Document, language: str
    ) -> Draft | None:
        query = _clean(str(item.get("question", "")))
        answer = _ITEM_NUMBER.sub("", _clean(str(item.get("answer", ""))))
        if not query or not answer:
            self._tally.parse_failures += 1
            return None
        evidence = evidence_of(str(item.get("evidence", "")), answer, section, document)
        test = Test(
            id="",
            query=query,
            kind="positive",
            type=told_type(
                str(item.get("type", "natural_language")),
                query=query,
                answer=answer,
                labels={known.label for known in self._types},
            ),
            expected_answer=answer,
            evidence=evidence,
            document=document.id,
            flesch=section.flesch,
            difficulty="medium",
            language=language,
            author=self.name,
        )
        return Draft(identified(self._with_facts(test)))

    def _with_facts(self, test: Test) -> Test:
        """The test with the ledger's fact that it turns out to ask about, where there is exactly one."""
        if not test.evidence:
            return test
        span = test.evidence[0]
        hits = [
            item.fact
            for item in self._ledger.current
            if item.span.document == span.document
            and item.span.start < span.end
            and span.start < item.span.end
            and contains_form(test.expected_answer, forms_of(item.fact)) is not None
        ]
        if len(hits) != 1:
            return test
        fact = hits[0]
        wrong = (fact.counterfactual,) if fact.counterfactual else ()
        return test.model_copy(
            update={
                "facts": (fact.id,),
                "accepted_answers": forms_of(fact),
                "answer_kind": fact.kind,
                "counterfactuals": wrong,
            }
        )


def _clean(text: str) -> str:
    return " ".join(text.split()).strip().strip('"').strip()


def _described(types: Sequence[QuestionType]) -> str:
    return "\n".join(f"- {t.label}: {t.description} {' '.join(t.rules)}" for t in types)


def _examples(examples: Sequence[SeedQuestion | str]) -> str:
    if not examples:
        return ""
    lines = [
        f"- {e}" if isinstance(e, str) else f"- {e.question}" + (f" (answer: {e.answer})" if e.answer else "")
        for e in examples[:10]
    ]
    return "\nQuestions of the kind that the users ask; take their style, not their content:\n" + "\n".join(lines)
