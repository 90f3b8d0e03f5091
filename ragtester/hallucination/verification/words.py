"""Closed word classes that the built-in verifier reasons with."""

from __future__ import annotations

EMPTY = frozenset(
    "a an the this that these those there here it its he she they them their his her him we us our you your i me my who "
    "whom whose which what is are was were be been being am 's has have had having do does did done doing will would shall "
    "should may might can could must of in on at to for from by as into onto upon about and or but so than then if when "
    "while where also too both either such own itself himself herself themselves s t re ve ll d m etc e.g i.e via per "
    "because since though although however thus therefore hence just even still yet already very quite really rather "
    "one ones ca wo all every each some any many several most few".split()
)
"""Words that carry no claim of their own."""

LIGHT = frozenset(
    "get make take give use become include contain consist include provide have occur happen exist currently actually "
    "officially mainly mostly usually generally typically well known called name named certain various different other "
    "another year years time day person people someone thing way kind type part member best "
    "say state note accord according describe total number amount value exactly exclusively solely only simply "
    "over up down out off under during between among within throughout along across around through back away".split()
)
"""Words that add little: a claim may use them where the evidence does not."""

NEGATORS = frozenset(
    "not n't no non never none nobody nothing neither nor nowhere cannot without hardly scarcely".split()
)

REFUSALS = frozenset(
    "lack unable incapable impossible avoid miss incorrectly mistakenly wrongly falsely dissociate disassociate".split()
)
"""Lemmas that say that what follows is not the case."""

REFUSALS_TO = frozenset("fail refuse decline neglect cease quit".split())
"""Those that say so only before `to` or `in`: a service may fail for an hour, and refuse is collected."""

REFUSING_PHRASES = frozenset(
    (
        ("other", "than"), ("instead", "of"), ("rather", "than"), ("anything", "but"), ("yet", "to"), ("passed", "on"),
        ("passing", "on"), ("turned", "down"), ("passed", "along"), ("passed", "up"), ("too", "late"),
    )
)  # fmt: skip
"""The same said by two words."""

CLAUSE_ENDS = frozenset(
    [",", ";", ":", "but", "(", ")", "-", "–", "—", "although", "though", "whereas", "while", "however", "|"]
)

UNIVERSAL = frozenset("all every each always any everyone everybody everything entire whole both".split())
PARTIAL = frozenset(
    "some many several most few sometimes often usually partly half certain rarely occasionally".split()
)
ABSENT = frozenset("no none never nobody nothing".split())

ANAPHORS = frozenset("it he she they his her their its him them this these such who which whose".split())
"""Pronouns that stand for something named before."""

RELATORS = frozenset("from to before after by into over under against above below than with without for of".split())
"""Prepositions whose exchange turns a relation round."""
