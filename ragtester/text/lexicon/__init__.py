"""A compact English lexicon made from WordNet: relations between words, and their forms.

Words may be given in any inflection. The data are WordNet 3.0 of Princeton University, under the licence in
`WORDNET_LICENSE.txt`; `build` makes the file anew.
"""

from ragtester.text.lexicon.forms import base_forms, inflect_like, lemmas
from ragtester.text.lexicon.relations import (
    Profile,
    Relation,
    antonyms,
    derivations,
    is_person,
    is_place,
    part_of_speech,
    profile,
    relation,
    sisters,
    synonyms,
)
from ragtester.text.lexicon.store import PartOfSpeech

__all__ = [
    "PartOfSpeech",
    "Profile",
    "Relation",
    "antonyms",
    "base_forms",
    "derivations",
    "inflect_like",
    "is_person",
    "is_place",
    "lemmas",
    "part_of_speech",
    "profile",
    "relation",
    "sisters",
    "synonyms",
]
