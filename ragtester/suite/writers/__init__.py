"""Writers of tests: from a ledger, from documents, by a model."""
