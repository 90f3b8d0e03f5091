from __future__ import annotations

import pytest

from ragtester.hallucination import ground
from ragtester.hallucination.verification.entailment import judge_pair
from ragtester.hallucination.verification.terms import read_sentence


def answer(claim: str, evidence: str, *, alone: bool = False) -> str:
    return judge_pair(read_sentence(claim), read_sentence(evidence), alone=alone).answer


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("The device weighs 2 kg.", "The device weighs 2,000 g."),
        ("The warranty lasts two years.", "The warranty lasts 24 months."),
        ("It sold 757,000 copies.", "It sold more than 100,000 copies."),
        ("Groups of 8 or more pay less.", "Groups of at least 8 pay less."),
        ("It sold 757,000 copies.", "It sold fewer than a million copies."),
        ("About 3.14 litres flow out.", "About 3.1 litres flow out."),
        ("The rate is about 1,000 euros.", "The rate is roughly 1,020 euros."),
        ("The part number is AB-1234.", "AB-1234 is the part number."),
        ("A man plays a violin in a kitchen.", "A man plays an instrument in a room."),
        ("The company was founded in New Orleans.", "The company was founded in the United States."),
        ("Dogs are forbidden in the canteen.", "Dogs are not allowed in the canteen."),
        ("Dogs are not allowed in the canteen.", "Dogs are forbidden in the canteen."),
        ("The shop is closed on Sundays.", "The shop is not open on Sundays."),
        ("The fee is 30 euros.", "The fee is not 40 euros."),
        ("YouTube is an American band.", "YouTube is not a website."),
        ("The album was recorded by Metallica.", "The album was not recorded by Danny Devito."),
        ("The refund must not exceed 20 euros.", "The refund must not exceed 20 euros."),
        ("Staff may work no more than 20 hours.", "Staff may work no more than 20 hours."),
        ("Chicago was written and directed by Anna Novak.", "Chicago was written by Anna Novak."),
        ("Rome conquered Carthage.", "Carthage was conquered by Rome."),
        (
            "Major Bruce Shand (22 January 1917 - 11 June 2006) was an officer.",
            "Bruce Shand was born on 22 January 1917.",
        ),
        ("All visitors need a badge.", "Some visitors need a badge."),
    ],
)
def test_what_follows_from_the_evidence_is_a_yes(evidence: str, claim: str) -> None:
    assert answer(claim, evidence) == "yes"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("The device weighs 2 kg.", "The device weighs 3,000 g."),
        ("It sold 757,000 copies.", "It sold fewer than 100,000 copies."),
        ("A night may cost 140 euros at most.", "A night may cost at most 180 euros."),
        ("Claims are made within 38 days.", "Claims are made within 51 days."),
        ("Illness of more than 7 days needs a certificate.", "Illness of more than 2 days needs a certificate."),
        ("The session is on the third floor.", "The session is on the fourth floor."),
        ("It opened in May 2019.", "It opened in June 2019."),
        ("There is a brick wall behind the house.", "There is a plastic wall behind the house."),
        ("The boy plays the harmonica.", "The boy plays the oboe."),
        ("The ticket is refundable.", "The ticket is non-refundable."),
        ("The fee is 30 euros.", "The fee is not 30 euros."),
        ("She refused to sign the treaty.", "She signed the treaty."),
        ("Rome conquered Carthage.", "Carthage conquered Rome."),
        ("Later it was bought by Kestrel.", "Later it bought Kestrel."),
        ("The train runs from Prague to Vienna.", "The train runs from Vienna to Prague."),
        (
            "The film was directed by Will Gluck and starred Emma Stone, written by Bert Royal.",
            "The film was directed by Bert Royal.",
        ),
        ("Some employees work at night.", "All employees work at night."),
        ("No employees work at night.", "Some employees work at night."),
        ("The German team won.", "The French team won."),
        ("Anna Novak leads the team.", "Peter Smith leads the team."),
    ],
)
def test_what_the_evidence_excludes_is_a_no(evidence: str, claim: str) -> None:
    assert answer(claim, evidence) == "no"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("The fee is 30 euros.", "The canteen sells soup."),
        ("A man plays an instrument.", "A man plays a violin."),
        ("It opened in 2019.", "It opened on 12 March 2019."),
        ("The cat sleeps in the kitchen.", "The cat sleeps in the dining room."),
        ("Parking is permitted.", "Parking is prohibited."),
        ("The fee is 30 euros.", "It."),
        ("", "The fee is 30 euros."),
        ("The value is AB-9999.", "The part number is AB-1234."),
    ],
)
def test_what_the_evidence_leaves_open_is_no_yes(evidence: str, claim: str) -> None:
    assert answer(claim, evidence) != "yes"


def test_a_pronoun_without_antecedent_stands_for_the_subject_of_the_claim() -> None:
    assert answer("Reign Over Me was released in 2007.", "The film was released on 23 March 2007.", alone=True) == "yes"
    assert answer("Reign Over Me was released in 2017.", "The film was released on 23 March 2007.", alone=True) == "no"


def test_the_sentence_before_names_what_a_pronoun_stands_for() -> None:
    context = (
        "The Berlin office is new. It is managed by Anna Novak. The Oslo office is old. It is managed by Peter Smith."
    )
    assert not ground("The Berlin office is managed by Anna Novak.", [context]).flagged
    assert ground("The Lisbon warehouse is managed by Maria Costa.", [context]).flagged


def test_headings_name_the_subject_of_what_is_below_them() -> None:
    context = "# Seasonal workers\n\nAnnual leave amounts to 25 days.\n\n# Interns\n\nAnnual leave amounts to 10 days."
    assert not ground("Annual leave of interns amounts to 10 days.", [context]).flagged
    assert ground("Annual leave of interns amounts to 12 days.", [context]).flagged


def test_escaped_brackets_of_treebanks_are_brackets() -> None:
    terms = read_sentence("Telemundo -LRB- a network -RRB- isn't new.").terms
    assert [term.lower for term in terms] == ["telemundo", "(", "a", "network", ")", "is", "n't", "new", "."]
    assert next(term for term in terms if term.lower == "new").denied
