"""A grounded answer as HTML: marked spans, and on hover or focus the variants, votes and the sentence behind them.

No script, no outside file; every text is escaped; light and dark by the reader's setting.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ragtester.hallucination.grounding import Evidence, FactoidScore, Grounding, Vote

_WORDS = {"yes": "borne out", "no": "contradicted", "not_sure": "not in the context"}
_ANSWERS = {"yes": "yes", "no": "no", "not_sure": "not sure"}

STYLE = """
.grounding{font:16px/1.6 system-ui,sans-serif;color:light-dark(#1b1f24,#e6e8eb);color-scheme:light dark;max-width:70ch}
.grounding .answer{white-space:pre-wrap;overflow-wrap:anywhere}
.grounding .factoid{position:relative;border-bottom:2px solid transparent;border-radius:2px;outline-offset:2px}
.grounding .yes{border-color:light-dark(#7aa6d8,#4f7fb5)}
.grounding .flagged{background:light-dark(#fbe3cf,#5a3413);border-color:light-dark(#c2571a,#f0a463)}
.grounding .focus{text-decoration:underline wavy light-dark(#a33c00,#ffb27a);text-underline-offset:4px}
.grounding .state{font-size:12px;font-weight:600;color:light-dark(#8a3d0c,#f5b98a);margin-left:.25em;white-space:nowrap}
.grounding .card{display:none;position:absolute;left:0;top:100%;z-index:2;width:min(34em,80vw);padding:.75em 1em;
 background:light-dark(#fff,#22262b);border:1px solid light-dark(#c9ced6,#454c55);border-radius:6px;font-size:14px;
 line-height:1.45;white-space:normal;box-shadow:0 4px 16px #0003}
.grounding .factoid:hover .card,.grounding .factoid:focus .card,.grounding .factoid:focus-within .card{display:block}
.grounding table{border-collapse:collapse;width:100%;margin-top:.5em}
.grounding td,.grounding th{padding:.15em .5em .15em 0;text-align:left;vertical-align:top;font-weight:400}
.grounding .number{text-align:right;font-variant-numeric:tabular-nums}
.grounding .muted{color:light-dark(#59636e,#9aa4af)}
.grounding blockquote{margin:.4em 0;padding-left:.7em;border-left:3px solid light-dark(#c9ced6,#454c55)}
@media print{.grounding .card{display:block;position:static;box-shadow:none;margin:.3em 0}}
""".strip()


def grounding_html(answer: str, grounding: Grounding) -> str:
    """The answer as a fragment (with `STYLE` in the page around it): one marked span per factoid."""
    head = _headline(grounding)
    body: list[str] = []
    at = 0
    for factoid in sorted(grounding.factoids, key=lambda one: (one.start, one.end)):
        if factoid.start < at:
            continue
        body += [escape(answer[at : factoid.start]), _span(answer, factoid)]
        at = factoid.end
    body.append(escape(answer[at:]))
    return (
        f'<div class="grounding"><p class="muted">{head}</p><div class="answer" dir="auto">{"".join(body)}</div></div>'
    )


def grounding_page(items: Sequence[tuple[str, Grounding]], *, title: str = "Grounded answers") -> str:
    """A whole page of (answer, grounding) pairs that needs nothing else."""
    parts = "\n".join(
        f"<article><h2>Answer {number}</h2>{grounding_html(answer, grounding)}</article>"
        for number, (answer, grounding) in enumerate(items, start=1)
    )
    empty = '<p class="muted">There is no answer to show. Give a file with at least one usable line.</p>'
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>:root{{color-scheme:light dark}}body{{margin:2rem auto;max-width:76ch;"
        f"padding:0 1rem 12rem;background:light-dark(#fff,#16191d);font-family:system-ui,sans-serif;"
        f"color:light-dark(#1b1f24,#e6e8eb)}}h1{{font-size:22px}}h2{{font-size:16px}}\n{STYLE}</style></head>"
        f"<body><h1>{escape(title)}</h1>\n{parts or empty}\n</body></html>\n"
    )


def _headline(grounding: Grounding) -> str:
    if grounding.abstained:
        return "The answer abstains: there is nothing to check."
    if not grounding.factoids:
        return "The answer makes no statement that could be checked."
    flagged = sum(factoid.flagged for factoid in grounding.factoids)
    total = len(grounding.factoids)
    state = "flagged" if grounding.flagged else "borne out"
    return f"{state}, H = {grounding.score:.2f}; {flagged} of {total} statements flagged; action: {escape(grounding.action)}"


def _span(answer: str, factoid: FactoidScore) -> str:
    classes = "factoid flagged" if factoid.flagged else f"factoid {factoid.verdict}"
    state = f'<span class="state">{_WORDS[factoid.verdict]}</span>' if factoid.flagged else ""
    return f'<span class="{classes}" tabindex="0">{_words(answer, factoid)}{state}{_card(factoid)}</span>'


def _words(answer: str, factoid: FactoidScore) -> str:
    text = answer[factoid.start : factoid.end]
    if factoid.focus is None:
        return escape(text)
    begin, end = max(factoid.focus[0], factoid.start), min(factoid.focus[1], factoid.end)
    if begin >= end:
        return escape(text)
    return (
        f"{escape(answer[factoid.start : begin])}"
        f'<span class="focus">{escape(answer[begin:end])}</span>{escape(answer[end : factoid.end])}'
    )


def _card(factoid: FactoidScore) -> str:
    grounds = _evidence("Borne out by", factoid.support) or _evidence("Contradicted by", factoid.contradiction)
    grounds = grounds or "<div>The context does not say it.</div>"
    reason = f'<div class="muted">{escape(factoid.reason)}</div>' if factoid.reason else ""
    topic = f'<div class="muted">Topic: {escape(factoid.topic)}</div>' if factoid.topic else ""
    rows = "".join(_vote(vote) for vote in factoid.votes)
    votes = (
        '<table><tr><th class="muted">variant</th><th class="muted">should be</th><th class="muted">vote</th>'
        f'<th class="muted number">penalty</th></tr>{rows}</table>'
    )
    return (
        (
            f'<span class="card" role="note"><strong>S = {factoid.score:.2f}</strong> {_WORDS[factoid.verdict]}'
            f"{grounds}{reason}{topic}{votes}</span>"
        )
        .replace("<div", '<span style="display:block"')
        .replace("</div>", "</span>")
    )


def _evidence(label: str, evidence: Evidence | None) -> str:
    if evidence is None:
        return ""
    return f'<div>{label} context {evidence.context + 1}: <q dir="auto">{escape(evidence.text)}</q></div>'


def _vote(vote: Vote) -> str:
    wanted = "yes" if vote.variant.direction == "same" else "no"
    return (
        f'<tr><td dir="auto">{escape(vote.variant.text)}</td><td>{wanted}</td><td>{_ANSWERS[vote.answer]}</td>'
        f'<td class="number">{vote.penalty:g}</td></tr>'
    )
