"""Title blocks: what stands at the head of the first page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragtester.corpus.pdf.fonts import marked_up
from ragtester.corpus.pdf.styles import Styles

if TYPE_CHECKING:
    from reportlab.platypus import Flowable


@dataclass(frozen=True, slots=True)
class TitleText:
    """What a title block says."""

    title: str
    subtitle: str = ""
    """Usually the organisation."""
    meta: tuple[tuple[str, str], ...] = ()
    """Label and value: effective date, revision, owner."""


def title_block(text: TitleText, styles: Styles, width: float) -> list[Flowable]:
    """The flowables of the title block in the face's layout."""
    from reportlab.platypus import HRFlowable, Paragraph, Spacer

    face = styles.face
    title = Paragraph(marked_up(text.title, face.heading, bold=True), styles.title)
    subtitle = [Paragraph(marked_up(text.subtitle, face.body), styles.subtitle)] if text.subtitle else []
    line = Paragraph(_line(text.meta, face.body), styles.note)
    layout = face.title_block
    if layout in ("band", "boxed"):
        return [_panel([*subtitle, title], styles, width, band=layout == "band"), Spacer(1, 7), line, Spacer(1, 14)]
    if layout == "centred":
        centred = styles.note.clone("note-centred", alignment=1)
        ornament = HRFlowable(width="28%", thickness=0.8, color=styles.accent, spaceBefore=8, spaceAfter=8)
        return [
            *subtitle,
            Spacer(1, 4),
            title,
            ornament,
            Paragraph(_line(text.meta, face.body), centred),
            Spacer(1, 18),
        ]
    if layout == "letterhead":
        return [
            *subtitle,
            HRFlowable(width="100%", thickness=1.6, color=styles.accent, spaceBefore=3, spaceAfter=14),
            title,
            Spacer(1, 4),
            _meta_table(text.meta, styles),
            HRFlowable(width="100%", thickness=0.5, color=styles.accent, spaceBefore=8, spaceAfter=14),
        ]
    rule = HRFlowable(width="100%", thickness=2.2, color=styles.accent, spaceBefore=6, spaceAfter=7)
    if layout == "rule":
        return [*subtitle, Spacer(1, 2), title, rule, line, Spacer(1, 16)]
    return [title, *subtitle, Spacer(1, 6), line, Spacer(1, 16)]


def _line(meta: Sequence[tuple[str, str]], family: str) -> str:
    parts = [f"<b>{marked_up(label, family)}</b> {marked_up(value, family)}" for label, value in meta]
    return " &nbsp;&nbsp;·&nbsp;&nbsp; ".join(parts)


def _panel(content: list[Any], styles: Styles, width: float, *, band: bool) -> Flowable:
    from reportlab.platypus import Table

    panel = Table([[content]], colWidths=[width], hAlign="LEFT")
    look: list[tuple[Any, ...]] = [
        ("LEFTPADDING", (0, 0), (-1, -1), 14),
        ("RIGHTPADDING", (0, 0), (-1, -1), 14),
        ("TOPPADDING", (0, 0), (-1, -1), 11),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 13),
    ]
    if band:
        look.append(("BACKGROUND", (0, 0), (-1, -1), styles.accent))
    else:
        look += [("BOX", (0, 0), (-1, -1), 0.9, styles.accent), ("BACKGROUND", (0, 0), (-1, -1), styles.tint)]
    panel.setStyle(look)
    made: Flowable = panel
    return made


def _meta_table(meta: Sequence[tuple[str, str]], styles: Styles) -> Flowable:
    from reportlab.platypus import Paragraph, Table

    family = styles.face.body
    rows = [
        [
            Paragraph(f"<b>{marked_up(label, family)}</b>", styles.cell),
            Paragraph(marked_up(value, family), styles.cell),
        ]
        for label, value in meta
    ] or [["", ""]]
    table = Table(rows, colWidths=[96, None], hAlign="LEFT")
    table.setStyle([("LEFTPADDING", (0, 0), (-1, -1), 0), ("TOPPADDING", (0, 0), (-1, -1), 1.5),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5), ("VALIGN", (0, 0), (-1, -1), "TOP")])  # fmt: skip
    made: Flowable = table
    return made
