from __future__ import annotations

from reading import ROOT


def test_the_notice_names_the_data_of_others_and_where_their_licence_is() -> None:
    text = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert "WordNet 3.0" in text
    assert "Princeton University" in text
    for place in ("ragtester/text/lexicon/wordnet.txt.gz", "ragtester/text/lexicon/WORDNET_LICENSE.txt"):
        assert place in text
        assert (ROOT / place).is_file()


def test_the_package_ships_no_font_and_no_weights() -> None:
    suffixes = {file.suffix for file in (ROOT / "ragtester").rglob("*") if file.is_file()}
    assert not suffixes & {".ttf", ".otf", ".woff", ".woff2", ".gguf", ".safetensors", ".onnx", ".bin"}
