"""The value of a table's cell: its number in the unit that its heading, its row or the remark above the table gives."""

from __future__ import annotations

import re

from ragtester.records import Document, Table, ValueKind
from ragtester.text import extract_values

_SCALE = re.compile(r"\b(?:in|of) (?P<scale>thousands|millions|billions)\b", re.IGNORECASE)
_UNSCALED = re.compile(
    r"\b(?:share|shares|per|percent\w*|rate|ratio|number|RSUs?|units?|employees|headcount|stores)\b|%", re.IGNORECASE
)
_NUMBER = re.compile(
    r"^(?P<sign>[$€£¥]|US\$|USD|EUR|GBP)? ?(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?) ?(?P<percent>%)?$"
)
UNIT_OF = re.compile(
    r" ?\((?P<unit>thousands|millions|billions|km²|m²|m³|km|m|cm|mm|kg|g|t|tonnes|ha|kWh|MWh|kW|W|V|°C|°F|hours|days|minutes|"
    r"weeks|months|years|litres|liters|EUR|USD|GBP|€|%)\)$",
    re.IGNORECASE,
)
_SCALES = frozenset(("thousands", "millions", "billions"))
_MEASURED = ("number", "money", "percent", "duration", "date")


class Amounts:
    """Reads the cells of one table.

    Args:
        document: with the remarks before the table, such as `(in millions)`.
        table: one of its tables.
    """

    def __init__(self, document: Document, table: Table) -> None:
        before = document.text[max(0, table.start - 260) : table.start]
        above = f"{before}\n{table.caption}"
        self._scale = _scale(above) or _scale(document.text[max(0, table.start - 4000) : table.start])
        self._scales = bool(_SCALE.search(document.text))
        self._money = any(re.match(r"[$€£¥]", cell) for row in table.rows for cell in row)
        self._sign = next((cell[0] for row in table.rows for cell in row if re.match(r"[$€£¥]", cell)), "")

    def of(self, label: str, name: str, cell: str, *, timed: bool) -> tuple[str, tuple[str, ...], ValueKind] | None:
        """The answer that a cell is, its other forms and its kind; None where its unit or meaning is not sure."""
        found = _NUMBER.match(cell)
        if re.search(r"\d[¹²³⁴⁵⁶⁷⁸⁹]+$", cell):  # the mark of a footnote
            return None
        if not found:
            values = extract_values(cell)
            if len(values) == 1 and values[0].text == cell and values[0].kind in _MEASURED and not timed:
                return cell, (cell,), values[0].kind
            words = len(cell.split())
            if timed or not re.search(r"[^\W\d_]", cell) or words > 12 or cell in ("—", "-"):
                return None
            return cell, (cell,), "text"
        number, sign = found["number"], found["sign"] or ""
        if found["percent"] or (
            re.search(r"%|percent", f"{name} {label}", re.IGNORECASE) and float(number.replace(",", "")) <= 100
        ):
            return f"{number}%", (f"{number}%", f"{number} percent", cell), "percent"
        if re.search(r"(?:zip|postal|phone|code|no\.|number(?! of)|serial|id)\b", name, re.IGNORECASE):
            return cell, (cell,), "code"
        unit = UNIT_OF.search(name)
        if unit and not sign:
            word = unit["unit"].lower().rstrip("s") if unit["unit"].lower() in _SCALES else unit["unit"]
            return f"{number} {word}", (f"{number} {word}", number), "number"
        bare = bool(_UNSCALED.search(label))
        per = bool(re.search(r"\bper\b|\bprice\b", f"{label} {name}", re.IGNORECASE))
        in_name = _SCALE.search(name)
        scale = in_name["scale"].lower().rstrip("s") if in_name else "" if per else self._scale
        if bare and not per and not in_name and self._scales:
            return None
        if self._scales and not scale and not per and ("," in number or sign):
            return None
        money = not in_name and (bool(sign) or (self._money and not bare))
        mark = sign or (self._sign if money else "")
        if scale:
            main = f"{mark}{number} {scale}"
            forms = [main, f"{number} {scale}", f"{mark}{number}", number, *_larger(number, scale, mark)]
        else:
            main, forms = f"{mark}{number}", [f"{mark}{number}", number]
        return main, tuple(dict.fromkeys(forms)), "money" if money else "number"


def _scale(above: str) -> str:
    """The unit of a table's amounts: the first that the last remark in brackets names; empty where none does."""
    remarks = [hit[0] for hit in re.finditer(r"\([^()]*\)", above) if _SCALE.search(hit[0])]
    found = _SCALE.search(remarks[-1]) if remarks else None
    return found["scale"].lower().rstrip("s") if found else ""


def _larger(number: str, scale: str, mark: str) -> list[str]:
    """The same amount in the next larger unit: `$81,797 million` as `$81.797 billion` and `$81.8 billion`."""
    value = float(number.replace(",", ""))
    above = {"thousand": "million", "million": "billion"}.get(scale)
    if above is None or value < 1000:
        return []
    exact = f"{value / 1000:.3f}".rstrip("0").rstrip(".")
    return [f"{mark}{exact} {above}", f"{mark}{value / 1000:.1f} {above}"]
