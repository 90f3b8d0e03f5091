"""Whether a text states a value in one of its forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ragtester.text.folding import Folded, fold, fold_with_offsets
from ragtester.text.values import Value, compare_values, stated_values


@dataclass(frozen=True, slots=True)
class FormMatch:
    """Where a form stands: `text` at `start:end`, and which `form` it states."""

    text: str
    start: int
    end: int
    form: str


_DENIED_BEFORE = re.compile(
    r"(?:\b(?:not|never|neither|nor|isn't|wasn't|aren't|weren't|rather than|instead of|as opposed to|other than|no longer|contrary to|formerly|previously|"
    r"nicht|kein|keine|statt|anstatt|nie|no es|no son|no fue|en lugar de|en vez de|pas|plutot que|au lieu de|ne|neni|nikoli|nikoliv|misto)"
    r"(?:\s+(?:the|a|an|of|in|on|at|by|to|for|just|only(?= \d)|merely|be|been|actually|really|die|der|das|el|la|le|les))*\s+[\"'(]?"
    r"|(?:不是|并非|而不是)\s?)$"
)
_NOT_DENIED = re.compile(r"\b(?:not (?:just|only|merely)|nicht nur|no solo|pas seulement|nejen)\b[^.;]*$")
_DENIED_AFTER = re.compile(
    r"^[\"')]?\s*(?:\(?(?:is|was|are|were|would be|would have been) (?:not|incorrect|wrong|false|untrue|a myth|mistaken|outdated|no longer)\b"
    r"|ist (?:nicht|falsch)|n'est pas|no es|neni\b|不是)"
)


def contains_form(text: str, forms: Sequence[str]) -> FormMatch | None:
    """The first place where the text states one of the forms, or None.

    A form is found whatever its case, accents, quotes and dashes, and between word boundaries only: 14 is not
    in 142, 1.14 or 14.5. A form that is a number, amount, date or duration is also found in another wording of
    the same value (`fourteen days`, `2 weeks`). A denied mention (`not 14 days`, `rather than 14 days`) does not
    state it.
    """
    return _contained(text, tuple(forms))


@lru_cache(maxsize=4096)
def _contained(text: str, forms: tuple[str, ...]) -> FormMatch | None:
    folded = fold_with_offsets(text)
    for form in forms:
        found = _written(text, folded, form) or _by_value(text, folded, form)
        if found:
            return found
    return None


def contains_written(text: str, forms: Sequence[str]) -> FormMatch | None:
    """As `contains_form`, but only in the form's own letters and digits: for codes and versions."""
    folded = fold_with_offsets(text)
    return next((found for form in forms if (found := _written(text, folded, form))), None)


@lru_cache(maxsize=16384)
def _words(form: str) -> tuple[str, ...]:
    """The folded words of a form, without the marks around it."""
    return tuple(word for word in _GAP.split(fold(form).strip().strip("\"'.,;:!?()[]")) if word)


_GAP = re.compile(r"[\s-]+")


def _places(text: str, form: str) -> Iterator[tuple[int, int]]:
    """Where a form stands in a folded text between word boundaries, any white space or hyphens between its words.

    Written without a pattern per form: compiling one costs more than the search.
    """
    words = _words(form)
    if not words:
        return
    start = text.find(words[0])
    while start >= 0:
        end = start + len(words[0])
        for word in words[1:]:
            gap = _GAP.match(text, end)
            if gap is None or not text.startswith(word, gap.end()):
                end = -1
                break
            end = gap.end() + len(word)
        if end > 0 and _bounded(text, start, end):
            yield start, end
        start = text.find(words[0], start + 1)


def _bounded(text: str, start: int, end: int) -> bool:
    """Whether no word or number goes on beyond either end; Chinese and Japanese letters bound themselves."""
    first, last = text[start], text[end - 1]
    before, after = text[start - 1 : start], text[end : end + 1]
    if first.isalnum() and before.isalnum() and not _unspaced(before) and not _unspaced(first):
        return False
    if last.isalnum() and after.isalnum() and not _unspaced(after) and not _unspaced(last):
        return False
    if first.isdigit() and before in (".", ",") and text[start - 2 : start - 1].isdigit():
        return False
    return not (last.isdigit() and after in (".", ",") and text[end + 1 : end + 2].isdigit())


def _unspaced(character: str) -> bool:
    return "\u3040" <= character <= "\u9fff"


def only_denied(text: str, forms: Sequence[str]) -> bool:
    """Whether the text mentions a form and denies it (`not 14 days`) wherever it does."""
    folded = fold_with_offsets(text)
    mentioned = False
    for form in forms:
        for start, end in _places(folded.text, form):
            if not denied(folded.text, start, end):
                return False
            mentioned = True
    return mentioned


def _written(text: str, folded: Folded, form: str) -> FormMatch | None:
    for begin, stop in _places(folded.text, form):
        if not denied(folded.text, begin, stop):
            start, end = folded.span(begin, stop)
            return FormMatch(text[start:end], start, end, form)
    return None


def denied(folded: str, start: int, end: int) -> bool:
    """Whether the mention at `start:end` of a folded text is denied by the words beside it."""
    before = folded[max(0, start - 40) : start]
    if _DENIED_BEFORE.search(before) and not _NOT_DENIED.search(before):
        return True
    return bool(_DENIED_AFTER.match(folded[end : end + 30]))


@lru_cache(maxsize=4096)
def whole_value(form: str) -> Value | None:
    """The one value that a form is, apart from articles and bounds, or None."""
    values = [value for value in stated_values(form) if value.number is not None or value.date is not None]
    if len(values) != 1:
        return None
    rest = fold(form[: values[0].start] + " " + form[values[0].end :])
    return values[0] if not _MORE.search(_FILLER.sub(" ", rest)) else None


_FILLER = re.compile(
    r"\b(?:the|a|an|about|around|approximately|roughly|at least|at most|up to|over|more than|less than|in|on|of|by|from|ca|only|exactly|some|nearly|almost|no more than|not more than|no later than|no less than|a total of|a maximum of|a minimum of|"
    r"older than|younger than|(?:years? )?(?:of age|old)|(?:or|and) (?:older|more|over|above|up|upwards|later|longer|greater|higher|less|fewer|younger|under|below|earlier|shorter)|circa|approx|estimated|"
    r"innerhalb|binnen|von|dans|sous|dentro|behem|mindestens|hochstens|maximal|au moins|au plus|al menos|at|um|am|im|le|les|la|el|los|a las|v|ve|dne|den|der|die|das|seit|ab|rund|etwa|ungefahr|environ|unos|unas|asi|priblizne|"
    r"between|within|under|below|above|exceeding|early|mid|late|minimum|maximum|just)\b"
)
_MORE = re.compile(r"\w")


def _by_value(text: str, folded: Folded, form: str) -> FormMatch | None:
    wanted = whole_value(form)
    if wanted is None:
        return None
    for value in stated_values(text):
        if value.number is None and value.date is None:
            continue
        if value.unit is None and wanted.unit not in (None, "ordinal"):
            continue  # a bare 14 does not state 14 days
        if (value.unit is not None) != (wanted.unit is not None) and value.unit in ("percent", "ordinal"):
            continue
        if compare_values(value, wanted) == "same" and not denied(folded.text, value.start, value.end):
            return FormMatch(value.text, value.start, value.end, form)
    return None
