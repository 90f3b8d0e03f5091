from __future__ import annotations

import pytest

from ragtester.records import Answer, Retrieved
from ragtester.retrieval.diagnosis import TABLE, follow_evidence, inspect_next, redact, redact_tree
from ragtester.retrieval.gate import HARD_CODES

GOOD, BAD = "The fee is 14 euros.", "The fee is set yearly."


def hits(*texts: str) -> tuple[Retrieved, ...]:
    return tuple(Retrieved(chunk=f"c{i}", document="fees", text=t, rank=i) for i, t in enumerate(texts, start=1))


def trace(candidates: str | None = GOOD, reranked: str | None = GOOD, context: str | None = GOOD) -> Answer:
    stages = {"candidates": candidates, "reranked": reranked, "context": context}
    return Answer(text="", **{name: None if text is None else hits(text) for name, text in stages.items()})


@pytest.mark.parametrize(
    ("shown", "more", "stage", "observation"),
    [
        (trace(), {"parsed": [BAD]}, "parse", "fact_missing_from_parsed_text"),
        (trace(), {"parsed": [GOOD], "records": hits(BAD)}, "index", "text_absent_from_records"),
        (trace(candidates=BAD), {"records": hits(GOOD)}, "retrieve", "evidence_missing_from_candidates"),
        (trace(reranked=BAD), {}, "rerank", "candidate_reranked_out"),
        (trace(context=BAD), {}, "context", "evidence_absent_from_context"),
        (trace(), {"answer_right": False}, "generate", "wrong_answer_from_right_context"),
        (trace(), {"answer_right": True}, "unknown", "nothing_wrong_with_retrieval"),
        (trace(BAD, BAD, BAD), {"records": hits(BAD), "document": "fees"}, "index", "obsolete_text_under_right_id"),
        (trace(reranked=None, context=BAD), {}, "context", "evidence_absent_from_context"),
    ],
)
def test_evidence_is_followed_to_the_stage_that_lost_it(shown, more, stage, observation):
    found = follow_evidence(["14 euros"], shown, **more)
    assert (found.stage, found.observation) == (stage, observation)
    assert found.to_json()["inspect"] == list(TABLE[observation].inspect)


def test_stages_that_were_not_shown_are_said_to_be_unobserved():
    found = follow_evidence(["14 euros"], Answer(text=""))
    assert all(line.endswith("not observed") for line in found.trail)


def test_evidence_over_two_passages_of_the_context_counts_as_there():
    shown = Answer(text="", context=hits("The fee is 14", "euros."))
    assert follow_evidence(["14 euros"], shown).observation == "nothing_wrong_with_retrieval"


def test_every_hard_failure_says_what_to_inspect():
    for code in HARD_CODES:
        assert inspect_next([f"{code}:A"])[0]["inspect"], code
    assert inspect_next(["content_mismatch:A", "content_mismatch:B"]) == inspect_next(["content_mismatch:C"])


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("key sk-abcdefghijklmnop1234 used", "sk-abcdefghijklmnop1234"),
        ("Authorization: Bearer abc.def-123456", "abc.def-123456"),
        ("AKIAABCDEFGHIJKLMNOP", "AKIAABCDEFGHIJKLMNOP"),
        ("token ghp_abcdefghijklmnopqrst1234", "ghp_abcdefghijklmnopqrst1234"),
        ("eyJhbGciOiJI.eyJzdWIiOiIx.sflKxwRJ", "eyJzdWIiOiIx"),
        ("postgres://user:hunter22@db/app", "hunter22"),
        ('{"api_key": "q1w2e3r4"}', "q1w2e3r4"),
        ("DB_PASSWORD=s3cretpass", "s3cretpass"),
        ("https://host/?user=ann&token=correcthorse", "correcthorse"),
        ("client_secret=battery-staple;", "battery-staple"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "MIIE"),
    ],
)
def test_secrets_are_redacted_and_their_surroundings_stay(text, secret):
    found = redact(f"before {text} after")
    assert secret not in found
    assert "[redacted" in found
    assert found.startswith("before ")
    assert found.endswith(" after")


@pytest.mark.parametrize(
    "text",
    ["The password policy: minimum length", "token budget: generous", "Ask-me-anything", "sk-1", "a token = one word"],
)
def test_prose_about_secrets_is_left_alone(text):
    assert redact(text) == text


def test_a_tree_is_redacted_in_its_texts_and_under_secret_keys():
    tree = {"headers": {"Authorization": "x", "cookie": None}, "k": 5, "texts": ["Bearer abcdefgh12", True]}
    assert redact_tree(tree) == {
        "headers": {"Authorization": "[redacted]", "cookie": None},
        "k": 5,
        "texts": ["Bearer [redacted: authorisation]", True],
    }
