"""One file per revision, numbered; never edited after a release."""
