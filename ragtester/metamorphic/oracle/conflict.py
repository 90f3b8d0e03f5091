"""Whether an answer names a conflict between its sources."""

from __future__ import annotations

import re

_WORDS = re.compile(
    r"\b(?:conflict(?:s|ing|ed)?|contradict(?:s|ory|ion|ing|ions)?|inconsisten(?:t|cy|cies)|discrepan(?:t|cy|cies)|disagree(?:s|ment)?|"
    r"differing|different (?:values|figures|answers|sources|statements|numbers|dates|passages)|"
    r"two (?:different|values|figures|answers|statements|dates|versions)|both (?:values|figures|statements|answers) (?:are|appear)|"
    r"mixed information|not (?:consistent|clear which)|unclear which|ambiguous|"
    r"widersprüch\w*|widerspr(?:icht|echen)|unterschiedliche (?:angaben|werte)|"
    r"contradictoires?|contradiction|incohéren\w*|divergent\w*|contradictori[oa]s?|contradicci(?:ón|ones)|discrepancias?|"
    r"rozpor\w*|protichůdn\w*|odporuj\w*)\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"\b(?:however|while|whereas|but (?:another|elsewhere|also|the other|a second|one|it is also)|on the other hand|another (?:passage|source|"
    r"document|part|section|sentence|statement)|elsewhere|others? (?:say|state|says|states)|allerdings|jedoch|andererseits|"
    r"cependant|tandis que|en revanche|sin embargo|mientras que|zatímco|avšak|jinde)\b",
    re.IGNORECASE,
)


def names_conflict(answer: str) -> bool:
    """Whether the answer says outright that its sources disagree."""
    return bool(_WORDS.search(answer))


def contrasts(answer: str) -> bool:
    """Whether the answer sets one statement against another, which counts where both values are given."""
    return bool(_CONTRAST.search(answer))
