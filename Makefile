# Kirocrew. `make run` sets everything up and starts the server; `make test` runs all tests.
#
#   PYTHON=python3.13   the Python to make the environment with (3.11 or later; by default the first that fits)
#   VENV=.venv          where the environment is
#   ARGS="..."          more arguments for pytest, bench and up

SHELL := /bin/sh
VENV ?= .venv
BIN := $(VENV)/bin
ARGS ?=
FITS := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	if "$$p" -c '$(FITS)' 2>/dev/null; then echo "$$p"; break; fi; done)
TEST_SETTINGS := DJANGO_SETTINGS_MODULE=tests.settings
SLOW := worker or browser

# The steps of a target depend on each other's results, so -j must not mix them.
.NOTPARALLEL:
.PHONY: help run test lint format bench screenshots openapi lock environment environment-dev local-embeddings test-model browser

help:
	@echo "make run      set up and start the server (Ctrl-C stops it)"
	@echo "make test     run all tests"
	@echo "make lint     check style, types, imports, templates, migrations and the API's schema"
	@echo "make format   put code and templates into shape"
	@echo "make bench    measure speed on this machine"
	@echo "make screenshots  make the pictures of the documentation anew"
	@echo "make openapi  write the API's description that the tests compare with"
	@echo "make lock     write the lock files anew from pyproject.toml"

run: environment local-embeddings
	@$(BIN)/kirocrew model install minilm \
		|| echo "model: not installed; the server starts without it and recalls by keywords"
	@exec $(BIN)/kirocrew up $(ARGS)

# The second by file: what a file's tests share, a server or a browser, is started once.
test: environment-dev local-embeddings test-model browser
	$(BIN)/pytest -q -n 2 -m "not ($(SLOW))" $(ARGS)
	$(BIN)/pytest -q -n 2 --dist loadfile -m "$(SLOW)" $(ARGS)

lint: environment-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint --check --quiet templates
	$(BIN)/djlint --lint --quiet templates
	$(TEST_SETTINGS) $(BIN)/python manage.py check --fail-level WARNING
	$(TEST_SETTINGS) $(BIN)/python manage.py makemigrations --check --dry-run
	$(TEST_SETTINGS) $(BIN)/python manage.py spectacular --validate --fail-on-warn --file /dev/null

format: environment-dev
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	-$(BIN)/djlint --reformat --quiet templates

bench: environment local-embeddings
	$(BIN)/python manage.py bench $(ARGS)

# The pictures of the documentation: a server with made-up memories, and a browser that looks at it.
screenshots: environment-dev browser
	$(BIN)/python scripts/screenshots.py

# The description of the API that tests hold it to; look at the difference before you commit it.
openapi: environment-dev
	$(TEST_SETTINGS) $(BIN)/python manage.py spectacular --validate --fail-on-warn --format openapi-json --file tests/api/openapi.json

# One lock per Django; no index address goes into them.
COMPILE = $(BIN)/uv pip compile pyproject.toml --universal --upgrade --quiet --no-header --no-annotate --no-emit-index-url
lock: environment-dev
	$(BIN)/python -m pip install --quiet uv
	$(COMPILE) --python-version 3.11 -o requirements/django52.txt
	$(COMPILE) --python-version 3.11 --group dev -o requirements/django52-dev.txt
	$(COMPILE) --python-version 3.12 -o requirements/django61.txt
	$(COMPILE) --python-version 3.12 --group dev -o requirements/django61-dev.txt

environment environment-dev:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed. Install it, or name it: make PYTHON=/path/to/python3"; exit 2; }
	@$(PYTHON) scripts/environment.py --venv "$(VENV)" $(if $(filter %-dev,$@),--dev)

# Without a compiler or a network the server still runs; the script says what is missing.
local-embeddings:
	@$(BIN)/python scripts/llama_wheel.py || echo "embeddings: none for now, see above"

test-model:
	@$(BIN)/python -c "from pathlib import Path; from memory.inference.chat_models import SMOLLM2; \
		from memory.inference.install import install_chat_model, install_minilm; \
		folder, report = Path('.cache/models').resolve(), lambda line: print('model:', line); \
		install_minilm(folder, report=report); install_chat_model(SMOLLM2, folder, report=report)"

browser:
	@$(BIN)/python scripts/browser.py
