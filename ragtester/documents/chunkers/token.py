"""A fixed number of tokens, of a model's own tokenizer where its file is given."""

from __future__ import annotations

import re
from pathlib import Path

from ragtester.documents.chunkers.cutter import Cutter, Ranges
from ragtester.documents.chunkers.windows import windows
from ragtester.errors import ConfigError
from ragtester.records import Document, text_hash

_TOKEN = re.compile(r"\w{1,6}|[^\w\s]")
"""Runs of at most six letters or digits, and single signs: close to what subword vocabularies do to English."""


def token(*, size: int = 256, overlap: int = 32, tokenizer: str = "") -> Cutter:
    """Chunks of `size` tokens.

    Args:
        size: tokens in a chunk.
        overlap: tokens shared with the chunk before.
        tokenizer: path of a `tokenizer.json`; without it tokens are short runs of letters and single signs.
    """
    if not tokenizer:

        def approximate(document: Document) -> Ranges:
            units = [found.span() for found in _TOKEN.finditer(document.text)]
            return windows(units, size=size, overlap=overlap)

        return Cutter(f"token-{size}-{overlap}", "1", approximate)

    file = Path(tokenizer)
    try:
        definition = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the tokenizer file {tokenizer!r} cannot be read: {error}", place="tokenizer") from error

    def exact(document: Document) -> Ranges:
        from tokenizers import Tokenizer

        encoder = Tokenizer.from_str(definition)
        encoder.no_truncation()
        encoder.no_padding()
        encoded = encoder.encode(document.text, add_special_tokens=False)
        units = [(start, end) for start, end in encoded.offsets if end > start]
        return windows(units, size=size, overlap=overlap)

    return Cutter(f"token-{size}-{overlap}-{file.stem}", f"1-{text_hash(definition)[:12]}", exact)
