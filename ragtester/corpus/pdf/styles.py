"""Paragraph styles of a face."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtester.corpus.pdf.faces import Face
from ragtester.corpus.pdf.fonts import MONO, register

if TYPE_CHECKING:
    from reportlab.lib.colors import Color
    from reportlab.lib.styles import ParagraphStyle


@dataclass(frozen=True, slots=True)
class Styles:
    """The styles that a document is set in, and its colours."""

    face: Face
    ink: Color
    accent: Color
    tint: Color
    rule: Color
    body: ParagraphStyle
    cjk: ParagraphStyle
    bullet: ParagraphStyle
    headings: tuple[ParagraphStyle, ...]
    """By level, from 1."""
    caption: ParagraphStyle
    cell: ParagraphStyle
    cell_right: ParagraphStyle
    head: ParagraphStyle
    head_right: ParagraphStyle
    note: ParagraphStyle
    code: ParagraphStyle
    quote: ParagraphStyle
    term: ParagraphStyle
    title: ParagraphStyle
    subtitle: ParagraphStyle


def styles_of(face: Face) -> Styles:
    """The styles of a face, its fonts registered."""
    from reportlab.lib.colors import HexColor, white
    from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle

    for family in (face.body, face.heading, MONO):
        register(family)
    ink, accent, tint = HexColor(face.ink), HexColor(face.accent), HexColor(face.tint)

    def style(name: str, **options: object) -> ParagraphStyle:
        given: dict[str, object] = {
            "fontName": face.body, "fontSize": face.size, "leading": face.leading, "textColor": ink,
            "splitLongWords": 1, "allowWidows": 0, "allowOrphans": 0,
        }  # fmt: skip
        return ParagraphStyle(name, **{**given, **options})

    size = face.size
    heading = {"fontName": f"{face.heading}-Bold", "textColor": accent, "keepWithNext": 1}
    small = {"fontSize": size - 1.1, "leading": (size - 1.1) * 1.28}
    banded = face.table == "zebra"
    head = {**small, "fontName": f"{face.heading}-Bold", "textColor": white if banded else accent}
    centred = TA_CENTER if face.title_block in ("centred",) else TA_LEFT
    return Styles(
        face=face,
        ink=ink,
        accent=accent,
        tint=tint,
        rule=HexColor("#c9ced4"),
        body=style("body", alignment=TA_JUSTIFY if face.justified else TA_LEFT, spaceAfter=face.leading * 0.55),
        cjk=style("cjk", wordWrap="CJK", spaceAfter=face.leading * 0.55),
        bullet=style("bullet", spaceAfter=face.leading * 0.18),
        headings=(
            style("h1", **heading, fontSize=size * 1.75, leading=size * 2.15, spaceBefore=18, spaceAfter=9),
            style("h2", **heading, fontSize=size * 1.36, leading=size * 1.75, spaceBefore=15, spaceAfter=6),
            style("h3", **{**heading, "textColor": accent if face.numbering == "none" else ink},
                  fontSize=size * 1.08, leading=size * 1.5, spaceBefore=9, spaceAfter=3.5),
            style("h4", **{**heading, "textColor": ink}, fontSize=size, leading=size * 1.4, spaceBefore=7, spaceAfter=3),
        ),
        caption=style("caption", **small, fontName=f"{face.heading}-Bold", spaceBefore=8, spaceAfter=4, keepWithNext=1),
        cell=style("cell", **small),
        cell_right=style("cell-right", **small, alignment=TA_RIGHT),
        head=style("head", **head),
        head_right=style("head-right", **head, alignment=TA_RIGHT),
        note=style("note", fontSize=size - 1.8, leading=(size - 1.8) * 1.3, spaceAfter=2.5),
        code=style("code", fontName=MONO, fontSize=size - 1.6, leading=(size - 1.6) * 1.35, backColor=tint,
                   borderPadding=(5, 6, 5, 6), leftIndent=6, rightIndent=6, spaceBefore=6, spaceAfter=10),
        quote=style("quote", leftIndent=16, rightIndent=16, fontName=f"{face.body}-Italic", spaceAfter=face.leading * 0.55),
        term=style("term", fontName=f"{face.body}-Bold", spaceAfter=1, keepWithNext=1),
        title=style("title", fontName=f"{face.heading}-Bold", fontSize=size * 2.25, leading=size * 2.65,
                    textColor=white if face.title_block == "band" else accent, alignment=centred, spaceAfter=4),
        subtitle=style("subtitle", fontSize=size * 1.02, leading=size * 1.45, alignment=centred,
                       textColor=white if face.title_block == "band" else ink),
    )  # fmt: skip
