"""How a fact is asked about and stated in natural words: its blueprint's own phrasings, turned and framed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ragtester.corpus import Attribute, Blueprint, blueprint_names, load_blueprint
from ragtester.records import Corpus, Fact
from ragtester.suite.indirect import told
from ragtester.suite.phrasing import Phrasebook

_PAST = {
    "is": "was",
    "are": "were",
    "do": "did",
    "does": "did",
    "may": "could",
    "can": "could",
    "has": "had",
    "have": "had",
}
_PAST_VERBS = {
    "leads": "led", "holds": "held", "runs": "ran", "pays": "paid", "gives": "gave", "keeps": "kept", "makes": "made",
    "takes": "took", "has": "had", "sets": "set", "writes": "wrote", "signs": "signed", "chairs": "chaired",
    "plans": "planned", "builds": "built",
}  # fmt: skip
_LATER = {
    "applies": "applied", "serves": "served", "belongs": "belonged", "works": "worked", "looks": "looked", "goes": "went",
    "builds": "built", "finances": "financed", "plans": "planned",
}  # fmt: skip
_AUXILIARY = re.compile(rf"\b({'|'.join(_PAST)})\b")
_WHO_VERB = re.compile(rf"^(who|what|which \w+) ([a-z]+s)\b(?! (?:did|will|must|{'|'.join(_PAST)})\b)")


class Speech:
    """The phrasings of the blueprints that a corpus's facts were drawn from.

    Args:
        blueprints: those of the corpus; without any, the shipped ones are searched for each fact's attribute.
        name: the corpus's name, which is its blueprint's where it has but one.
    """

    def __init__(self, blueprints: Sequence[Blueprint] = (), *, name: str = "") -> None:
        self._given = tuple(blueprints)
        self._name = name

    @classmethod
    def of(cls, corpus: Corpus, blueprints: Sequence[Blueprint] = ()) -> Speech:
        """The phrasings for `corpus`."""
        return cls(blueprints, name=corpus.name)

    def attribute(self, fact: Fact) -> Attribute | None:
        """The attribute that `fact` was drawn from; None where no known blueprint has it."""
        return self._find(fact)[0]

    def question(self, fact: Fact, *, subject: str | None = None, past: bool = False) -> str | None:
        """The blueprint's question, without capital and question mark; None where there is none (in the past)."""
        attribute = self.attribute(fact)
        if attribute is None:
            return None
        template = attribute.ask.strip().rstrip("?. ")
        if past:
            turned = in_the_past(template)
            if turned is None:
                return None
            template = turned
        return _filled(template, subject or fact.subject)

    def rephrased(self, fact: Fact, *, subject: str | None = None) -> str | None:
        """The blueprint's question in other words than its phrasings use; None where it has none."""
        attribute = self.attribute(fact)
        template = attribute.rephrased.strip().rstrip("?. ") if attribute else ""
        return _filled(template, subject or fact.subject) if template else None

    def translated(self, fact: Fact, language: str, *, subject: str | None = None) -> str | None:
        """The whole question in another language; None where the blueprint has no translation of it or of the name."""
        blueprint = self._find(fact)[1]
        translation = blueprint.translations.get(language) if blueprint else None
        if translation is None or fact.attribute not in translation.asks:
            return None
        name = _translated_name(bare(subject or fact.subject), translation.names)
        return _contracted(translation.asks[fact.attribute].replace("{S}", name), language) if name else None

    def told(self, fact: Fact, *, subject: str | None = None) -> str | None:
        """The blueprint's question as a clause: `how often the filter is changed`; None where that is not sure."""
        attribute = self.attribute(fact)
        clause = told(attribute.ask.strip().rstrip("?. "), plural=self.plural(fact)) if attribute else None
        return _filled(clause, subject or fact.subject) if clause else None

    def again(self, fact: Fact) -> str | None:
        """The blueprint's question with a pronoun for a subject that was named just before; None where it would limp."""
        attribute, blueprint = self._find(fact)
        if attribute is None or blueprint is None:
            return None
        they = blueprint.entity(fact.entity_kind).pronoun == "they"
        template = attribute.ask.strip().rstrip("?. ")
        template = re.sub(r"\bthe ([\w-]+(?: [\w-]+)*?) of \{O\}", r"{P} \1", template)
        if "{O}" in template:
            return None
        return template.replace("{S}", "they" if they else "it").replace("{P}", "their" if they else "its")

    def topic(self, fact: Fact) -> str:
        """What the fact's attribute belongs to; empty where no known blueprint has it."""
        attribute = self.attribute(fact)
        return attribute.topic if attribute else ""

    def claim(self, fact: Fact, value: str) -> str | None:
        """The plainest statement of the fact with `value` in place of its own."""
        attribute = self.attribute(fact)
        return _filled(attribute.say[0], fact.subject).replace("{V}", value) if attribute else None

    def plural(self, fact: Fact) -> bool:
        """Whether the subject is spoken of as several: `field engineers`."""
        blueprint = self._find(fact)[1]
        return bool(blueprint) and any(
            e.kind == fact.entity_kind and e.plural for e in (blueprint.entities if blueprint else ())
        )

    def peers(self, fact: Fact) -> tuple[str, ...]:
        """Every name that the blueprint has for things of the fact's kind, as it stands in running text."""
        blueprint = self._find(fact)[1]
        if blueprint is None:
            return ()
        kind = blueprint.entity(fact.entity_kind)
        return tuple(f"{kind.article} {name}".strip() for name in (*kind.reserve, *kind.names))

    def language(self, fact: Fact) -> str | None:
        """The language of the phrasings."""
        blueprint = self._find(fact)[1]
        return blueprint.language if blueprint else None

    def _find(self, fact: Fact) -> tuple[Attribute | None, Blueprint | None]:
        for blueprint in self._candidates():
            attribute = blueprint.attributes.get(fact.attribute)
            if attribute and attribute.label == fact.label and attribute.entity == fact.entity_kind:
                return attribute, blueprint
        return None, None

    def _candidates(self) -> Iterable[Blueprint]:
        if self._given:
            return self._given
        names = blueprint_names()
        ordered = sorted(names, key=lambda name: (name != self._name, name not in self._name, name))
        return (_shipped(name) for name in ordered)


@lru_cache(maxsize=16)
def _shipped(name: str) -> Blueprint:
    return load_blueprint(name)


def in_the_past(template: str) -> str | None:
    """A question template in the past tense: `how long is ...` as `how long was ...`; None where it has no known verb."""
    if re.search(r"\bmust \{S\}", template):
        return re.sub(r"\bmust \{S\}", "did {S} have to", template, count=1)
    if re.search(r"\bmust .+? be\b", template):
        return re.sub(r"\bmust (.+?) be\b", r"did \1 have to be", template, count=1)
    found = _WHO_VERB.match(template)
    if found and found[2] not in _PAST:
        verb = found[2]
        past = _PAST_VERBS.get(verb) or f"{verb[:-1].removesuffix('e')}ed"
        return f"{found[1]} {past}{template[found.end() :]}"
    if not _AUXILIARY.search(template):
        return _verb_later(template)
    return _AUXILIARY.sub(lambda hit: _PAST[hit[0]], template, count=1)


def _verb_later(template: str) -> str | None:
    """`what rule applies to dogs` as `what rule applied to dogs`: a known verb behind several words."""
    if re.search(r"\b(?:did|was|were|will|must)\b", template):
        return None
    found = re.match(rf"^(?:what|which) .+? ({'|'.join(_LATER)})\b", template)
    return f"{template[: found.start(1)]}{_LATER[found[1]]}{template[found.end(1) :]}" if found else None


def paraphrased(question: str, book: Phrasebook, rng: random.Random) -> str | None:
    """The question turned into another form by one of the phrase book's rules; None where none fits."""
    options = []
    for rule in book.rules("paraphrases"):
        turned, count = re.subn(rule[0], rule[1], question, count=1)
        if count and turned != question:
            options.append(turned)
    return rng.choice(options) if options else None


def as_question(text: str) -> str:
    """A capital at the head, a question mark at the end."""
    bare = text.strip().rstrip("?. ")
    return f"{bare[:1].upper()}{bare[1:]}?"


def possessive(subject: str) -> str:
    """`field engineers'`, `the Harbour depot's`."""
    return f"{subject}'" if subject.endswith("s") else f"{subject}'s"


def bare(subject: str) -> str:
    """The subject without its article."""
    return re.sub(r"^(?:the|a|an) ", "", subject, flags=re.IGNORECASE)


def _translated_name(name: str, names: Mapping[str, str]) -> str | None:
    if name in names:
        return names[name]
    for pattern, turned in names.items():
        ending = pattern.removeprefix("*")
        if ending != pattern and name.endswith(ending):
            return turned.replace("*", name.removesuffix(ending))
    return None


def _contracted(text: str, language: str) -> str:
    """The joined words that a language asks for, such as Spanish `del` for `de el`."""
    return re.sub(r"\b(a|de) el\b", lambda hit: "al" if hit[1] == "a" else "del", text) if language == "es" else text


def _filled(template: str, subject: str) -> str:
    return template.replace("{S}", subject).replace("{O}", subject).replace("{P}", possessive(subject))
