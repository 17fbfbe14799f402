# Every target works as the first command after a clone: what it needs is installed
# into .venv, once, and again when pyproject.toml or constraints.txt change.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
TESTFLAGS ?= -n 2 --dist loadfile --no-loadscope-reorder
RUNFLAGS ?=
MUTANTS ?=

# The first interpreter that is new enough and really runs: a name on the PATH may be a
# placeholder that fails when it is called.
ifndef PYTHON
PYTHON := $(shell for name in python3.13 python3.12 python3.11 python3 python; do \
	$$name -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
	>/dev/null 2>&1 && { echo $$name; break; }; done)
endif

# pyright runs on the Node.js that came from PyPI, and asks nobody for a newer pyright.
export PYRIGHT_PYTHON_GLOBAL_NODE := 0
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
# Each process that runs tests would read all of them anew.
unexport PYTHONDONTWRITEBYTECODE
# Where this allocator is installed, the suite takes a fifth less processor time: DuckDB
# plans thousands of small statements, each of many small pieces of memory.
JEMALLOC := $(firstword $(wildcard /usr/lib/*/libjemalloc.so.2 /usr/lib64/libjemalloc.so.2))
PYTEST := $(if $(JEMALLOC),LD_PRELOAD=$(JEMALLOC)) $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.PHONY: help run test test-docs test-long mutants check format bench docs wheel clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | \
		awk -F '\t' '{ printf "make %-9s %s\n", $$1, $$2 }'

run: $(VENV)/.for-test ## broker the shipped demo snapshot and print a summary
	@$(BIN)/brokersql run $(RUNFLAGS)

test: $(VENV)/.for-test ## run the test suite, without sweeps and what pages show
	@$(PYTEST) -m 'not long and not shown' $(TESTFLAGS)

test-docs: $(VENV)/.for-test ## compare what pages show with what commands say
	@$(PYTEST) -m shown tests/docs

test-long: $(VENV)/.for-test ## run the sweeps of which `test` takes a sample: hours
	@$(PYTEST) -m long $(TESTFLAGS)

mutants: $(VENV)/.for-test ## change single rules and name the changes that no test notices
	@$(BIN)/python -m tests.mutation $(MUTANTS)

check: $(VENV)/.for-dev ## lint, layout and types of Python and SQL; reports all failures
	@failed=0; \
	for tool in 'ruff check .' 'ruff format --check .' 'pyright' \
		'sqlfmt --check --no-progressbar sql'; do \
		echo "== $$tool"; \
		$(BIN)/$$tool || { failed=$$((failed + 1)); names="$$names\n  $$tool"; }; \
	done; \
	if [ $$failed -ne 0 ]; then printf "$$failed failed:$$names\n" >&2; exit 1; fi; \
	echo "all checks passed"

format: $(VENV)/.for-dev ## lay out Python and SQL, and apply the safe lint fixes
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/sqlfmt --no-progressbar sql

bench: $(VENV)/.for-test ## measure a cycle beside a plain-Python loop over the same rules
	@$(BIN)/python -m bench

docs: $(VENV)/.for-test ## make the outputs, pictures and rule pages of docs/ anew
	@$(BIN)/python -m docs.renew

wheel: $(VENV)/.for-dev ## build the wheel and the source archive into dist/
	$(BIN)/python -m build --no-isolation --outdir dist .

clean: ## remove what was built and every cache; .venv stays
	rm -rf build dist out .pytest_cache .ruff_cache .hypothesis
	find . -path ./.venv -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "make: no Python 3.11 or newer with venv and ensurepip was found" >&2; \
		echo "  name one: make test PYTHON=/path/to/python3" >&2; exit 1; fi
	$(PYTHON) -m venv $(VENV)

# The build tool comes from the same exact versions as everything else, so the package
# is built in .venv itself and not in an environment of its own.
INSTALL = $(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt

$(VENV)/.for-test: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing into $(VENV), which happens once" >&2
	@$(INSTALL) hatchling editables
	@$(INSTALL) --no-build-isolation -e '.[test]'
	@touch $@

$(VENV)/.for-dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing the tools into $(VENV), which happens once" >&2
	@$(INSTALL) hatchling editables
	@$(INSTALL) --no-build-isolation -e '.[test,dev]'
	@touch $@ $(VENV)/.for-test
