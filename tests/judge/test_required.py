"""A pattern that is tried only where it can match finds exactly what it finds anywhere."""

import re

import pytest

from ragtester.judge.injection.patterns import META, STRONG, patterns
from ragtester.judge.injection.required import Scanner, required_literals
from ragtester.text import fold
from tests.judge.cases import honest, hostile

SCANNERS = [
    *(scanner for _, scanner in META),
    STRONG,
    *(getattr(patterns(), kind) for kind in ("graders", "selves", "demands", "weak_demands", "overrides")),
]


@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [
        ("abc", ("abc",)),
        ("ab?c", ("a",)),
        ("(?:cat|dog)s", ("cat", "dog")),
        ("(?:cat|dog)?s", ("s",)),
        (r"\w+ of \d", (" of ",)),
        ("x{2,}yyy(?=zzzz)", ("yyy",)),
        ("(?:answer|answer key)", ("answer",)),
        ("[ab]", ()),
        ("(?:abc|)", ()),
        ("(?i)abc", ()),
        ("(?i:abc)def", ("def",)),
    ],
)
def test_every_match_holds_one_of_them(pattern: str, wanted: tuple[str, ...]) -> None:
    assert required_literals(re.compile(pattern)) == wanted


def test_attacks_are_found_as_by_the_patterns_alone() -> None:
    texts = [fold(text) for text in [*(injected for *_, injected in hostile()), *honest()]]
    for scanner in SCANNERS:
        assert isinstance(scanner, Scanner)
        for text in texts:
            alone = scanner.pattern.search(text)
            found = scanner.search(text)
            assert (alone and alone.span()) == (found and found.span()), (scanner.pattern.pattern, text)
            assert [m.span() for m in scanner.pattern.finditer(text)] == [m.span() for m in scanner.finditer(text)]
