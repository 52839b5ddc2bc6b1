# Two commands do everything on a fresh machine: `make run` and `make test`.
# Needed: git, make, a C++ compiler, Python 3.11 or newer.

UV_VERSION := 0.13.9
PYTHON     ?= python3
TOOLS      := $(CURDIR)/.tools
UV         := $(or $(shell command -v uv 2>/dev/null),$(TOOLS)/bin/uv)
export UV
# Without bytecode every process compiles anew all that it imports: half of a start, and of the tests.
unexport PYTHONDONTWRITEBYTECODE
RUN        := $(UV) run --no-sync
STAMP      := .venv/.setup-done
NATIVE     := $(shell find native -type f -not -path '*/__pycache__/*' -not -path '*/build/*' 2>/dev/null)

.PHONY: help run test setup check format parity bench bench-peer bundle smoke peer docs clean
.DEFAULT_GOAL := help

help:
	@echo "make run     set up, then open the app on the starter model (a chat in the terminal without a screen)"
	@echo "make test    set up, then run all tests"
	@echo "make check   lint, types, import directions, docs in step with the code"
	@echo "make parity  greedy output equals llama-server's, token for token"
	@echo "make bench   speed beside llama-server, built from the same source"
	@echo "make bench-peer   the same with what is wanted; BENCH=\"--only single,fanout --rounds 3\""
	@echo "make bundle  the frozen app: folder, one file, .deb and AppDir, in dist/ (Linux)"
	@echo "make smoke   what the frozen one file does on a machine that has nothing"
	@echo "make peer    build that llama-server and print its folder"
	@echo "make docs    write the generated pages under docs/ anew"
	@echo "make format  format the code"
	@echo "make clean   remove the environment (the cached native build stays)"

setup: $(STAMP)

$(UV):
	@echo "Installing uv $(UV_VERSION) into .tools"
	@$(PYTHON) -m venv $(TOOLS) && $(TOOLS)/bin/pip install --quiet uv==$(UV_VERSION)

# The first time this compiles llama.cpp, about 5 minutes on 2 cores; afterwards only when native/ changes.
$(STAMP): pyproject.toml uv.lock $(NATIVE) | $(UV)
	@if git rev-parse --git-dir >/dev/null 2>&1; then \
	   git config filter.lock-hosts.clean '$(PYTHON) .ci/lock_hosts.py neutral'; fi
	@$(PYTHON) .ci/lock_hosts.py restore
	$(UV) sync --locked --all-extras
	@touch $@

run: setup
	@$(RUN) python -m localllm_ui

test: setup
	$(RUN) pytest

check: setup
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy
	$(RUN) lint-imports
	$(PYTHON) .ci/lock_hosts.py check

format: setup
	$(RUN) ruff check --fix .
	$(RUN) ruff format .

peer: setup
	@$(UV) run --no-project native/peer.py

parity: setup
	@$(UV) run --no-project native/peer.py >/dev/null
	$(RUN) pytest -m peer

bench: setup
	$(RUN) python tests/bench/beside_peer.py

bench-peer: setup
	$(RUN) python tests/bench/bench_peer.py $(BENCH)

# An environment of its own, in the cache: it has PyInstaller, and a module for every instruction set.
# BUNDLE takes what bundle.py takes, as BUNDLE="folder --with-starter".
bundle: | $(UV)
	$(UV) run --no-project python packaging/bundle.py $(BUNDLE)

smoke: setup
	$(RUN) python packaging/smoke_test.py $(SMOKE)

docs: setup
	$(RUN) python docs/generate.py

clean:
	rm -rf .venv .tools
