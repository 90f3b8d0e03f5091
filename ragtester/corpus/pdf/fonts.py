"""Fonts that come with packages, never with the machine: families, and fallbacks for other scripts.

Why these: docs/decisions/fonts.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from xml.sax.saxutils import escape

from ragtester.corpus.pdf.bidi import in_line
from ragtester.errors import MissingExtraError


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font in a package: the file, and which font of a collection."""

    package: str
    file: str
    index: int = 0


SANS, SERIF, SLAB, MONO, ARABIC, CJK = "SourceSans", "SourceSerif", "PlexSerif", "PlexMono", "NotoArabic", "MicroHei"

_STYLES = ("", "-Bold", "-Italic", "-BoldItalic")
_FILES: dict[str, tuple[FontFile, ...]] = {
    SANS: tuple(
        FontFile("font_source_sans_pro", f"files/SourceSansPro-{style}.ttf")
        for style in ("Regular", "Bold", "It", "BoldIt")
    ),
    SERIF: tuple(
        FontFile("font_source_serif_pro", f"files/SourceSerifPro-{style}.ttf")
        for style in ("Regular", "Bold", "It", "BoldIt")
    ),
    SLAB: tuple(
        FontFile("fontpkg_ibm_plex_serif", f"files/IBMPlexSerif-{style}.ttf")
        for style in ("Regular", "Bold", "Italic", "BoldItalic")
    ),
    MONO: tuple(
        FontFile("fontpkg_ibm_plex_mono", f"files/IBMPlexMono-{style}.ttf")
        for style in ("Regular", "Bold", "Italic", "BoldItalic")
    ),
    ARABIC: (FontFile("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"),) * 4,
    CJK: (FontFile("paperang_p2_fonts_cjk", "fonts/wqy-microhei.ttc"),) * 4,
}
_FALLBACK = (SANS, SERIF, SLAB, ARABIC, CJK)
"""Looked through in order for a letter that the text's own family does not have."""


def font_problems() -> list[str]:
    """Packages whose fonts are missing, each with the remedy; empty when all is well."""
    missing = sorted({file.package for files in _FILES.values() for file in files if _path(file) is None})
    return [
        f"the font package {name.replace('_', '-')} is missing: pip install {name.replace('_', '-')}"
        for name in missing
    ]


def register(family: str) -> str:
    """Makes a family known to reportlab, with bold and italic; gives its name back.

    Raises:
        MissingExtraError: its package is not installed.
    """
    _register(family)
    return family


@cache
def _register(family: str) -> None:
    with _unshaped():
        from reportlab.lib.fonts import addMapping
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

    for place, (style, file) in enumerate(zip(_STYLES, _FILES[family], strict=True)):
        path = _path(file)
        if path is None:
            raise MissingExtraError(file.package.replace("_", "-"), extra="dev", needed_for="writing PDFs")
        pdfmetrics.registerFont(TTFont(family + style, str(path), subfontIndex=file.index, shapable=False))
        addMapping(family, place & 1, place >> 1, family + style)
        if file.package in ("fontpkg_noto_sans_arabic", "paperang_p2_fonts_cjk") and place == 0:
            for other in (1, 2, 3):
                addMapping(family, other & 1, other >> 1, family)
            break


@contextmanager
def _unshaped() -> Iterator[None]:
    """Lets reportlab load without uharfbuzz, which it would take along where it happens to be installed.

    Texts are shaped by `bidi`, and a process that has loaded uharfbuzz cannot load llama.cpp any more: both bring the
    same internal type of Cython in different sizes.
    """
    hidden = "uharfbuzz" not in sys.modules
    if hidden:
        sys.modules["uharfbuzz"] = None  # type: ignore[assignment]  # importing it is an ImportError
    try:
        yield
    finally:
        if hidden:
            del sys.modules["uharfbuzz"]


def _path(file: FontFile) -> Path | None:
    found = find_spec(file.package)
    if found is None or not found.submodule_search_locations:
        return None
    path = Path(found.submodule_search_locations[0]) / file.file
    return path if path.is_file() else None


@cache
def letters(font: str) -> frozenset[int]:
    """Code points that a font draws; a family's name stands for its regular font."""
    from reportlab.pdfbase import pdfmetrics

    register(font.partition("-")[0])
    return frozenset(pdfmetrics.getFont(font).face.charToGlyph)


def family_for(sign: str, family: str) -> str:
    """The family that draws this sign: the text's own, or the first fallback that can."""
    code = ord(sign)
    if code in letters(family) or sign.isspace():
        return family
    for other in _FALLBACK:
        if code in letters(other):
            return other
    return family


def marked_up(text: str, family: str, *, bold: bool = False) -> str:
    """The text escaped for reportlab's paragraphs, other scripts set in a font that has them."""
    if text.isascii():
        return escape(text)
    text = in_line(text)
    parts: list[str] = []
    run, current = "", family
    for sign in text:
        wanted = current if sign.isspace() and run else family_for(sign, family)
        if wanted != current and run:
            parts.append(_run(run, current, family, bold=bold))
            run = ""
        current = wanted
        run += sign
    if run:
        parts.append(_run(run, current, family, bold=bold))
    return "".join(parts)


def _run(run: str, current: str, family: str, *, bold: bool) -> str:
    text = escape(run)
    if current == family:
        return text
    if bold and current not in (ARABIC, CJK):
        return f'<font name="{current}-Bold">{text}</font>'
    return f'<font name="{current}">{text}</font>'
