"""Derives a blueprint from a user's documents: what they are about and which values they state.

No model is needed. An attribute is a noun phrase that a sentence, or a column of a table, gives a
value; its range spans the values seen. Sentences without any value become the background prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from ragtester.corpus.blueprint import Attribute, Blueprint, EntityKind, TopicText
from ragtester.corpus.generic import genres, grammar
from ragtester.corpus.loader import validate_blueprint
from ragtester.corpus.naming import slug
from ragtester.errors import InputError
from ragtester.records import Document
from ragtester.text import Value, extract_values, split_sentences, tokens

_STATES = re.compile(
    r"\b(?:the|a|an|its|their|our|your)\s+(?P<label>[a-z][a-z'-]+(?:\s+[a-z][a-z'-]+){0,4}?)\s+"
    r"(?:is|was|are|were|amounts? to|came to|comes to|stands? at|of)\s+(?:about |set at |limited to |up to |at |on |by )?$",
    re.IGNORECASE,
)
_KINDS = ("money", "percent", "duration", "date", "number", "code")
_MOST_ATTRIBUTES = 60
_MOST_TOPICS = 8
_FEWEST = 2
_STOP = frozenset("that which this these those following same other such total change".split())
_GENERIC = frozenset(
    "page pages subtotal total totals basic diluted item items note notes number amount value values other figure figures table row "
    "column date name result results sum average part section year quarter month".split()
)
"""Labels that say nothing of what they measure."""
_PLURAL = re.compile(r"(?<![su'i])s$")
_NO_NOUN = frozenset("had has have was were is are be been by and or to ended during".split())
_MIN_WORDS, _MAX_WORDS = 8, 28


@dataclass(frozen=True, slots=True)
class _Seen:
    """One statement found in a document."""

    label: str
    value: Value
    topic: str


def derive_blueprint(documents: Sequence[Document]) -> Blueprint:
    """The blueprint of a domain that the documents speak about.

    Raises:
        InputError: there are no documents, or they state too few values to draw facts from.
    """
    if not documents:
        raise InputError("there is no document to derive a blueprint from")
    proper = _names(documents)
    seen = [found for document in documents for found in _statements(document, proper)]
    attributes = _attributes(seen)
    if len(attributes) < _FEWEST:
        raise InputError(
            f"only {len(attributes)} statements such as 'the notice period is 14 days' were found in "
            f"{len(documents)} documents; give more documents, or describe the domain in words",
            file=documents[0].file or documents[0].id,
        )
    topics = _topics(documents, attributes)
    names = list(dict.fromkeys(_title(document) for document in documents))
    names += [f"{name} annex" for name in names] if len(names) < 3 else []
    made = {
        "name": re.sub(r"[^a-z0-9-]", "", slug(names[0])) or "documents",
        "title": names[0],
        "language": documents[0].language,
        "organisations": ["The organisation"],
        "departments": ["Administration"],
        "entities": [EntityKind(kind="document", article="", names=tuple(names), names_label="Document")],
        "attributes": attributes,
        "topics": topics,
        "grammar": grammar(),
        "genres": genres("document", list(topics)),
    }
    return validate_blueprint(made)


def _title(document: Document) -> str:
    title = document.title or (document.headings[0].text if document.headings else "") or document.id
    title = " ".join((title if " " in title else title.replace("_", " ")).split())[:60].strip()
    return title.title() if title.isupper() else title


def _names(documents: Sequence[Document]) -> frozenset[str]:
    """Words that the documents write with a capital inside sentences, and never without."""
    found: set[str] = set()
    small: set[str] = set()
    for document in documents:
        found |= set(re.findall(r"(?<=[a-z,] )[A-Z][\w'-]+", document.text))
        small |= set(re.findall(r"\b[a-z][\w'-]+", document.text))
    return frozenset(word for word in found if word.lower() not in small)


def _spoken(text: str, names: frozenset[str]) -> str:
    """A label in lower case, with the capitals of names and abbreviations kept."""
    return " ".join(
        word if word in names or not (word.istitle() or word.islower()) else word.lower() for word in text.split()
    )


def _statements(document: Document, proper: frozenset[str]) -> Iterator[_Seen]:
    for piece in split_sentences(document.text):
        topic = _topic_at(document, piece.start)
        for value in extract_values(piece.text):
            if value.kind not in _KINDS:
                continue
            found = _STATES.search(piece.text[: value.start])
            label = _spoken(found["label"], proper) if found else ""
            if _is_label(label, proper):
                yield _Seen(label=label, value=value, topic=topic)
    for table in document.tables:
        for place, head in enumerate(table.header[1:], 1):
            for row in table.rows:
                values = extract_values(row[place]) if place < len(row) else []
                if len(values) != 1 or values[0].kind not in _KINDS:
                    continue
                named = (_spoken(text, proper) for text in (head, row[0]))
                label = next((text for text in named if _is_label(text, proper)), "")
                if label:
                    yield _Seen(label=label, value=values[0], topic=_topic_at(document, table.start))


def _is_label(text: str, proper: frozenset[str]) -> bool:
    """Whether a text reads as a noun phrase that a value can be given to."""
    words = text.split(" ")
    return (
        3 < len(text) <= 50
        and len(words) <= 6
        and words[0].lower() not in _STOP
        and text.lower() not in _GENERIC
        and any(word not in proper for word in words)
        and not _NO_NOUN & set(words)
        and all(sign.isalpha() or sign in " -'" for sign in text)
    )


def _topic_at(document: Document, offset: int) -> str:
    text = ""
    for heading in document.headings:
        if heading.start > offset:
            break
        text = heading.text
    return _topic_name(text) or "general"


def _topic_name(heading: str) -> str:
    if not heading.strip():
        return ""
    return (
        re.sub(r"[^a-z0-9_]", "", re.sub(r"^(item|section|part|chapter)-\d+-", "", slug(heading)).replace("-", "_"))
        .lstrip("_0123456789")[:40]
        .rstrip("_")
    )


def _attributes(seen: Sequence[_Seen]) -> dict[str, Attribute]:
    by_label: dict[tuple[str, str], list[_Seen]] = {}
    for found in seen:
        by_label.setdefault((found.label, found.value.kind), []).append(found)
    order = sorted(by_label, key=lambda key: (-len(by_label[key]), key))
    topics = list(dict.fromkeys(by_label[key][0].topic for key in order))[:_MOST_TOPICS]
    made: dict[str, Attribute] = {}
    for label, kind in order[:_MOST_ATTRIBUTES]:
        group = by_label[label, kind]
        attribute = _attribute(label, group, group[0].topic if group[0].topic in topics else topics[0])
        name = slug(label).replace("-", "_")
        if attribute is not None and name not in made:
            made[name] = attribute
    return made


def _attribute(label: str, group: Sequence[_Seen], topic: str) -> Attribute | None:
    kind = group[0].value.kind
    head = re.split(r" (?:of|for|in|from|on|per|to|by) ", label)[0]
    be = "are" if _PLURAL.search(head) and len(head) > 3 else "is"
    given: dict[str, object] = {
        "label": label,
        "kind": kind,
        "topic": topic,
        "entity": "document",
        "ask": f"what {be} the {label} according to {{O}}",
        "say": (
            f"according to {{O}}, the {label} {be} {{V}}",
            f"the {label} given in {{O}} is {{V}}",
            f"{{S}} puts the {label} at {{V}}",
        ),
    }
    if kind == "date":
        days = [day for found in group if (day := _whole_date(found.value)) is not None]
        if not days:
            return None
        given["between"] = (min(days) - timedelta(days=120), max(days) + timedelta(days=120))
    elif kind == "code":
        given["pattern"] = re.sub(r"[A-Z]", "@", re.sub(r"\d", "#", group[0].value.text))
    else:
        numbers = [float(found.value.number) for found in group if found.value.number is not None]
        if not numbers or min(numbers) < 0:
            return None
        low, high = min(numbers) * 0.6, max(numbers) * 1.5 + 1
        high = min(high, 100.0) if kind == "percent" and low < 90 else high
        whole = all(number == int(number) for number in numbers)
        step = 10.0 ** max(0, len(str(int(high - low))) - 2) if whole else 0.1
        given["range"] = (float(int(low / step) * step) if whole else round(low, 1), high)
        given["step"] = step
        given["decimals"] = 0 if whole else 1
        given["unit"] = _unit(kind, group[0].value.unit)
    return Attribute.model_validate(given)


def _whole_date(value: Value) -> date | None:
    found = value.date
    if found is None or found.year is None or found.month is None or found.day is None:
        return None
    return date(found.year, found.month, found.day)


def _unit(kind: str, unit: str | None) -> str | None:
    if kind == "duration":
        return f"{unit or 'day'}s"
    if kind == "percent":
        return None
    return unit or ("EUR" if kind == "money" else None)


def _topics(documents: Sequence[Document], attributes: dict[str, Attribute]) -> dict[str, TopicText]:
    used = list(dict.fromkeys(attribute.topic for attribute in attributes.values()))
    headings = {topic: topic.replace("_", " ").capitalize() for topic in used}
    background: dict[str, list[str]] = {topic: [] for topic in used}
    for document in documents:
        for heading in document.headings:
            name = _topic_name(heading.text)
            if name in headings:
                headings[name] = re.sub(r"^[\d.§\s]+", "", heading.text)[:60] or headings[name]
        for piece in split_sentences(document.text):
            sentence = " ".join(piece.text.split())
            if _is_background(sentence):
                topic = _topic_at(document, piece.start)
                background[topic if topic in background else used[0]].append(sentence)
    return {
        topic: TopicText(headings=(headings[topic],), background=tuple(dict.fromkeys(background[topic]))[:40])
        for topic in used
    }


def _is_background(sentence: str) -> bool:
    """A whole sentence of the usual length, without digits and without a value."""
    words = tokens(sentence)
    return (
        _MIN_WORDS <= len(words) <= _MAX_WORDS
        and sentence[:1].isupper()
        and sentence.endswith(".")
        and not any(sign.isdigit() or sign in "|#{}" for sign in sentence)
        and not any(value.kind in _KINDS for value in extract_values(sentence))
    )
