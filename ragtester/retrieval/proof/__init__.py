"""Proof checks: identifier and required text together, and what is wrong where they are not."""

from ragtester.retrieval.proof.check import DIAGNOSES, Proof, ProofCheck, check_proof

__all__ = ["DIAGNOSES", "Proof", "ProofCheck", "check_proof"]
