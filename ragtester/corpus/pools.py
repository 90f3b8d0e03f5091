"""Names that facts are given: people and places that belong to nobody."""

from __future__ import annotations

FIRST_NAMES = (
    "Marta", "Henrik", "Amara", "Tomás", "Ingrid", "Rafael", "Leila", "Oskar", "Priya", "Declan", "Yuki", "Noémie",
    "Stefan", "Aisha", "Piotr", "Carmen", "Lukas", "Greta", "Ibrahim", "Saoirse", "Viktor", "Helena", "Kofi", "Annika",
    "Bruno", "Zoë", "Mateus", "Freya", "Dimitri", "Elif", "Jonas", "Nadia", "Emeka", "Katarina", "Hugo", "Salma",
)  # fmt: skip
LAST_NAMES = (
    "Lindqvist", "Okafor", "Brandt", "Ferreira", "Novák", "Castellano", "Haddad", "Whitcombe", "Sørensen", "Mbeki",
    "Kowalczyk", "Delacroix", "Ashworth", "Takahashi", "Rasmussen", "Vasquez", "Thornbury", "Petrov", "Lindgren",
    "O'Malley", "Farouk", "Hartmann", "Bianchi", "Ellingsen", "Mukherjee", "Carvalho", "Dvořák", "Achterberg",
    "Nakamura", "Pemberton", "Rousseau", "Szabó", "Wetherby", "Yilmaz", "Quintero", "Holloway",
)  # fmt: skip
