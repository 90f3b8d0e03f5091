"""Style sheets of PDFs: each genre has a face of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ragtester.corpus.pdf.fonts import SANS, SERIF, SLAB
from ragtester.registry import lookup

TitleBlock = Literal["rule", "band", "centred", "letterhead", "boxed", "plain"]
Numbering = Literal["decimal", "paragraph", "none", "item"]
TableLook = Literal["rules", "zebra", "grid", "open"]


@dataclass(frozen=True, slots=True)
class Face:
    """How a document looks: fonts, sizes (points), colours, margins (points), and layouts."""

    name: str
    description: str
    body: str
    heading: str
    size: float
    leading: float
    ink: str
    accent: str
    tint: str
    margins: tuple[float, float, float, float]
    """Top, right, bottom, left."""
    title_block: TitleBlock
    numbering: Numbering
    table: TableLook
    justified: bool = False
    letter_page: bool = False
    """US Letter instead of A4."""
    small_caps_headings: bool = False


FACES: dict[str, Face] = {
    face.name: face
    for face in (
        Face(
            name="handbook",
            description="an employer's or operator's handbook: sans serif, blue rule",
            body=SANS, heading=SANS, size=10.2, leading=14.4, ink="#1c2330", accent="#1f4e79", tint="#eef3f8",
            margins=(74, 68, 66, 68), title_block="rule", numbering="decimal", table="rules",
        ),
        Face(
            name="statute",
            description="a legal text: serif, justified, numbered by section signs",
            body=SERIF, heading=SERIF, size=10.4, leading=14.6, ink="#111111", accent="#5a1a1a", tint="#f5f1ec",
            margins=(82, 84, 76, 84), title_block="centred", numbering="paragraph", table="grid", justified=True,
        ),
        Face(
            name="manual",
            description="a technical manual: sans serif over a coloured band",
            body=SANS, heading=SANS, size=9.6, leading=13.4, ink="#20262b", accent="#b3541e", tint="#fbf1ea",
            margins=(78, 60, 64, 60), title_block="band", numbering="decimal", table="zebra",
        ),
        Face(
            name="minutes",
            description="minutes and memos: slab serif, item numbers, no colour",
            body=SLAB, heading=SLAB, size=9.8, leading=14.6, ink="#1a1a1a", accent="#3d3d3d", tint="#f2f2f2",
            margins=(72, 92, 70, 92), title_block="letterhead", numbering="item", table="open",
        ),
        Face(
            name="faq",
            description="questions and answers: sans serif, green questions, wide margin",
            body=SANS, heading=SLAB, size=10.4, leading=15, ink="#1d2a26", accent="#1d6b52", tint="#ecf5f1",
            margins=(70, 84, 66, 104), title_block="plain", numbering="none", table="open",
        ),
        Face(
            name="schedule",
            description="price lists and schedules: compact, boxed title, ruled tables",
            body=SANS, heading=SERIF, size=9.4, leading=12.8, ink="#22202a", accent="#4b3b78", tint="#f1eff7",
            margins=(66, 54, 58, 54), title_block="boxed", numbering="none", table="zebra",
        ),
        Face(
            name="report",
            description="a report to a board: serif text under sans serif headings",
            body=SERIF, heading=SANS, size=10.2, leading=14.8, ink="#1b1f24", accent="#0f5c66", tint="#eaf3f4",
            margins=(80, 76, 72, 76), title_block="rule", numbering="decimal", table="rules", justified=True,
            small_caps_headings=True,
        ),
        Face(
            name="runbook",
            description="an operator's runbook: slab headings, US Letter, grid tables",
            body=SANS, heading=SLAB, size=9.8, leading=13.8, ink="#1e2228", accent="#7a1f3d", tint="#f8eef2",
            margins=(72, 64, 64, 64), title_block="boxed", numbering="decimal", table="grid", letter_page=True,
        ),
    )
}  # fmt: skip
"""Faces by name."""


def face_named(name: str) -> Face:
    """The face of this name.

    Raises:
        UnknownNameError: there is none.
    """
    return lookup("face", name, FACES)
