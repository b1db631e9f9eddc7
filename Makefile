# Aude on one screen. `make` builds; `make help` lists the rest.

PREFIX  ?= /usr/local
SECONDS ?= 60
PAGE    ?= yes

# What is asked for, by Debian's names; ways to the same thing as scripts/need reads them.
TO_PROGRAM = gcc libc6-dev make cmake ninja-build pkg-config libsodium-dev \
             libjansson-dev zlib1g-dev libuv1-dev libssl-dev libsqlite3-dev
# PostgreSQL instead of SQLite for a server's games: without it everything else is built.
TO_STORE   = libpq-dev
postgres   = scripts/need $(TO_STORE) || echo "aude: it is built without PostgreSQL"
# Names that people keep by passkeys: without it a server keeps none.
TO_NAMES   = libfido2-dev
passkeys   = scripts/need $(TO_NAMES) || echo "aude: it is built without names"
TO_PAGE    = nodejs npm wasi-libc \
             'clang-19,lld-19,libclang-rt-19-dev-wasm32|clang,lld,libclang-rt-dev-wasm32' \
             libdeflate-dev python3 python3-fonttools python3-brotli fonts-ebgaramond fonts-lato librsvg2-bin
# wasm-opt makes the page's module smaller and that of its players quicker: without it they work as well.
tighter    = scripts/need binaryen || echo "aude: the page is built without wasm-opt"
TO_FUZZ    = clang libclang-rt-dev libhttp-parser-dev libwslay-dev
TO_FORMAT  = clang-format 'clang-format-19|clang-format'
TO_PYTHON  = $(TO_PROGRAM) python3 python3-dev python3-venv
TO_TEST    = $(TO_PROGRAM) $(TO_PAGE) $(TO_FUZZ) $(TO_FORMAT) chromium openssl \
             python3-dev python3-numpy python3-cryptography
# The database itself, for tests; they are skipped without it, and say so.
TO_PG      = 'libpq-dev,postgresql'
database   = scripts/need $(TO_PG) || echo "aude: tests with PostgreSQL will be skipped"
balancer   = scripts/need haproxy || echo "aude: the test with a balancer will be skipped"

# Chromium without windows: the page's tests take 60 % of the processor's time in it.
quicker    = scripts/need chromium-headless-shell || echo "aude: the page's tests run in the whole Chromium, which is slower"

# Other browsers than Chromium: tests in one that cannot be had are skipped, and say so.
TO_BROWSE  = 'firefox-esr|firefox' 'webkit2gtk-driver,xvfb'
browsers   = for one in $(TO_BROWSE); do scripts/need "$$one" || echo "aude: tests in that browser will be skipped"; done

# PAGE=no: library and program alone; a web/dist of earlier builds is not used.
ifeq ($(PAGE),no)
TO_BUILD   = $(TO_PROGRAM)
INSIDE     = OFF
else ifeq ($(PAGE),yes)
TO_BUILD   = $(TO_PROGRAM) $(TO_PAGE)
INSIDE     = ON
else
$(error PAGE is yes or no, not "$(PAGE)")
endif

.PHONY: build simulate play python deb dist docs test test-all asan fuzz bench coverage format format-check install clean help
.DEFAULT_GOAL = build

build: ## build the program at build/aude, the page inside it (PAGE=no: without), and the library at build/lib/
	@scripts/need $(TO_BUILD)
	@$(postgres)
	@$(passkeys)
	@[ $(PAGE) = no ] || { $(tighter); }
	@scripts/configure release -D AUDE_PAGE=$(INSIDE)
	@[ $(PAGE) = no ] || scripts/web cli server shared static
	@cmake --build --preset release --target aude shared static manual

play: build ## build, then play
	@build/aude

python: ## build the Python package in a virtual environment, with its tools from PyPI, and test it
	@scripts/need $(TO_PYTHON)
	@scripts/python

deb: build ## Debian packages of program, server, library and Python module, in build/deb/
	@scripts/need $(TO_PROGRAM) $(TO_STORE) $(TO_NAMES) dpkg-dev debhelper lintian python3-dev
	@scripts/deb $(TO_PROGRAM) $(TO_STORE) $(TO_NAMES)

dist: ## sources and a program that needs no library, as tarballs with checksums, the same bytes every time, in build/dist/
	@scripts/need git $(TO_PROGRAM) $(TO_PAGE)
	@$(tighter)
	@scripts/dist

docs: ## the documents as a site in build/docs/: open its index.html, or read it at /docs of `aude serve`
	@scripts/need python3
	@scripts/docs

test: ## all tests: release, page, ASan+UBSan by clang, fuzz targets, layout
	@scripts/need $(TO_TEST)
	@$(tighter)
	@$(quicker)
	@$(browsers)
	@$(database)
	@$(balancer)
	@scripts/test

test-all: ## the same at length: more games, clang, valgrind, ten minutes of fuzzing
	@scripts/need $(TO_TEST) valgrind
	@$(tighter)
	@$(quicker)
	@$(browsers)
	@$(database)
	@$(balancer)
	@scripts/test --all

asan: ## build and test under ASan and UBSan only
	@scripts/need $(TO_PROGRAM) $(TO_FUZZ) python3
	@scripts/configure asan
	@cmake --build --preset asan
	@AUDE_QUICK=1 ctest --preset asan -j "$$(nproc)"

fuzz: ## fuzz for SECONDS in all (60)
	@scripts/need $(TO_PROGRAM) $(TO_FUZZ)
	@scripts/fuzz $(SECONDS)

SEED       ?= 1
SEEDS      ?= 2000

simulate: ## servers in simulated worlds where everything goes wrong: SEEDS=2000 of them, from SEED=1 on
	@scripts/need $(TO_PROGRAM)
	@scripts/configure release
	@cmake --build build --target simulate
	@build/simulate --seed $(SEED) --runs $(SEEDS)

bench: build ## measure the speed of the rules
	@build/aude bench

coverage: ## which engine lines the tests reach; fails under 95 %
	@scripts/need $(TO_PROGRAM) python3 gcovr
	@scripts/coverage

format: ## lay out the C sources as .clang-format says, the page as prettier does
	@scripts/need $(TO_FORMAT)
	@scripts/format

format-check: ## fail where the layout differs
	@scripts/need $(TO_FORMAT)
	@scripts/format --check

install: build ## install under PREFIX (/usr/local), within DESTDIR if given
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"

clean: ## remove everything that was built
	rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile
