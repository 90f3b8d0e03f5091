"""PDFs that the tests draw for themselves."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, SimpleDocTemplate, Spacer, Table

PROSE = (
    "The committee met in the early spring to settle the open questions about the northern depot. Members agreed "
    "that the older engines would be sold and that the proceeds would be used for the repair of the roof. Nobody "
    "objected to the plan, although two members asked for a second estimate before any contract is signed. The "
    "secretary was asked to write to three local builders and to report their answers at the next meeting. "
)
RULES = [("GRID", (0, 0), (-1, -1), 0.5, colors.black), ("FONTSIZE", (0, 0), (-1, -1), 9)]


def ruled_table(path: Path, rows: Sequence[Sequence[str]], *, before: str = "", after: str = "", style=None) -> Path:
    styles = getSampleStyleSheet()
    story = [Paragraph(before, styles["Normal"]), Spacer(1, 8)] if before else []
    story.append(Table([list(row) for row in rows], repeatRows=1, style=style or RULES))
    if after:
        story += [Spacer(1, 8), Paragraph(after, styles["Normal"])]
    SimpleDocTemplate(str(path), pagesize=A4).build(story)
    return path


def two_columns(path: Path, paragraphs: Sequence[str], *, title: str) -> Path:
    styles = getSampleStyleSheet()
    width, height = A4
    full = Frame(50, height - 120, width - 100, 70, id="title")
    left = Frame(50, 50, (width - 120) / 2, height - 180, id="left")
    right = Frame(70 + (width - 120) / 2, 50, (width - 120) / 2, height - 180, id="right")
    document = BaseDocTemplate(str(path), pagesize=A4)
    document.addPageTemplates([PageTemplate(id="two", frames=[full, left, right])])
    from reportlab.platypus import FrameBreak

    story = [Paragraph(title, styles["Title"]), FrameBreak()]
    story += [Paragraph(text, styles["Normal"]) for text in paragraphs]
    document.build(story)
    return path


def lines_at(path: Path, pages: Sequence[Sequence[tuple[float, float, str]]], *, size: float = 10, rules=()) -> Path:
    """Text at given places (x, distance from the top), and horizontal rules (x0, x1, distance from the top)."""
    canvas = Canvas(str(path), pagesize=A4)
    for page in pages:
        canvas.setFont("Helvetica", size)
        for x, top, text in page:
            canvas.drawString(x, A4[1] - top, text)
        for x0, x1, top in rules:
            canvas.line(x0, A4[1] - top, x1, A4[1] - top)
        canvas.showPage()
    canvas.save()
    return path


def with_furniture(path: Path, bodies: Sequence[str], *, header: str, footer: str) -> Path:
    styles = getSampleStyleSheet()

    def decorate(canvas: Canvas, document: BaseDocTemplate) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(72, A4[1] - 40, header)
        canvas.drawCentredString(A4[0] / 2, 30, footer.format(page=document.page))

    from reportlab.platypus import PageBreak

    story = []
    for body in bodies:
        story += [Paragraph(body, styles["Normal"]), PageBreak()]
    SimpleDocTemplate(str(path), pagesize=A4).build(story[:-1], onFirstPage=decorate, onLaterPages=decorate)
    return path


def encrypted(path: Path, source: Path, *, user: str, owner: str = "owner") -> Path:
    import pypdf

    writer = pypdf.PdfWriter(clone_from=str(source))
    writer.encrypt(user_password=user, owner_password=owner, algorithm="RC4-128")
    with path.open("wb") as file:
        writer.write(file)
    return path


def image_only(path: Path) -> Path:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    picture = io.BytesIO()
    Image.new("RGB", (60, 40), "grey").save(picture, "PNG")
    picture.seek(0)
    canvas = Canvas(str(path), pagesize=A4)
    canvas.drawImage(ImageReader(picture), 100, 500, 300, 200)
    canvas.showPage()
    canvas.save()
    return path
