"""What a mutant changed, in a form that a reader sees at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.metamorphic.edits import PASSAGE_BREAK, by_document, in_order
from ragtester.records import Document, Edit, Mutant, Retrieved

_AROUND = 40


def diff(
    mutant: Mutant, texts: Mapping[str, str] | Sequence[Document] | Sequence[Retrieved], *, limit: int = 200
) -> str:
    """The mutant's edits, one line each: `…text before [-taken out-]{+put in+} text after…`.

    Args:
        mutant: what was changed.
        texts: the texts before the change: documents (pre), passages (post), or text by id.
        limit: how many edits are shown; the last line counts the rest.
    """
    originals = _by_id(texts)
    lines: list[str] = [] if mutant.edits else [mutant.note]
    for document, edits in by_document(mutant.edits).items():
        text = originals.get(document)
        lines.append(f"@@ {document} @@")
        for edit in in_order(edits):
            removed = "" if text is None else text[edit.start : edit.end]
            before = "" if text is None else text[max(0, edit.start - _AROUND) : edit.start]
            after = "" if text is None else text[edit.end : edit.end + _AROUND]
            put_in = "‖ passage break ‖" if edit.text == PASSAGE_BREAK else edit.text
            change = (f"[-{removed}-]" if removed else "") + (f"{{+{put_in}+}}" if put_in else "")
            lines.append(_line(f"…{before}{change}{after}…"))
    if len(lines) > limit:
        lines = [*lines[:limit], f"… and {len(lines) - limit} more lines"]
    return "\n".join(lines)


def changes(mutant: Mutant, texts: Mapping[str, str] | Sequence[Document] | Sequence[Retrieved]) -> list[str]:
    """Each edit of a mutant in a few words: what is put in, `word → wrod`, or what is left out.

    Args:
        mutant: what was changed.
        texts: the texts before the change: documents (pre), passages (post), or text by id.
    """
    originals = _by_id(texts)
    return [
        _change(edit, originals.get(document, ""))
        for document, edits in by_document(mutant.edits).items()
        for edit in in_order(edits)
    ]


def _change(edit: Edit, text: str) -> str:
    removed, put_in = text[edit.start : edit.end], edit.text.strip()
    if edit.text == PASSAGE_BREAK:
        return f"a passage break after “{_tail(text[: edit.start])}”"
    if len(put_in.split()) > 1:
        return put_in
    if len(removed.split()) > 1:
        return f"without “{removed.strip()}”"
    start, end = edit.start, edit.end
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return f"{text[start:end]} → {text[start : edit.start]}{edit.text}{text[edit.end : end]}"


def _tail(text: str) -> str:
    return " ".join(text.split()[-4:])


def _line(text: str) -> str:
    return text.replace("\r", "").replace("\n", "⏎")


def _by_id(texts: Mapping[str, str] | Sequence[Document] | Sequence[Retrieved]) -> Mapping[str, str]:
    if isinstance(texts, Mapping):
        return texts
    return {item.id if isinstance(item, Document) else item.chunk: item.text for item in texts}
