# Set-up, build, tests. `make demo` and `make test` work on a fresh machine with Swift 6, git and make.

SWIFT ?= swift
PREFIX ?= /usr/local
# Generate code for this processor, and roots that report no errors, which loops of them need to
# become SIMD code; the define lets a run say so in environment.json.
NATIVE = -Xcc -march=native -Xcc -fno-math-errno -Xswiftc -DFORCELAB_NATIVE
RELEASE = -c release $(NATIVE)
SOURCES = Package.swift Sources Tests
# How long `make fuzz` takes for each of its targets, and what it fuzzes.
SECONDS = 600
TARGETS = experiment edge-list matrix-market graphml gml json

.PHONY: demo build test fuzz bench schema lint format install setup clean test-browser docs man

demo: build
	.build/release/forcelab run Experiments/quickstart.yaml

build: setup
	$(SWIFT) build $(RELEASE) --product forcelab

# The debug build finds overflows and misuse of memory in the libraries. The release build runs every
# test, at full size. Tests that start whole programs run only there.
PROGRAM_TESTS = CommandLineTests|OutsideTests|IsolationTests
test: setup
	$(SWIFT) test --skip '$(PROGRAM_TESTS)'
	$(SWIFT) test $(RELEASE)
	@sh Scripts/test-browser.sh

# Opens reports in headless Chromium; installs what that needs. `make test` does it where it is there.
test-browser: build
	@sh Scripts/test-browser.sh install

# Looks for inputs that a reader traps on; an hour in all, or `make fuzz SECONDS=60 TARGETS=gml`.
fuzz: setup
	SWIFT=$(SWIFT) sh Scripts/fuzz.sh $(SECONDS) $(TARGETS)

# Runs the benchmarks and prints their limits; threads are as the files say. Takes some minutes.
bench: build
	.build/release/forcelab run Experiments/benchmarks/*.yaml

# The JSON Schema that editors check experiments by; a test tells when it is out of date.
schema: build
	.build/release/forcelab schema > Experiments/schema.json

# Articles, the reference of plugins and that of the libraries, as a website in .build/docs.
docs: build
	SWIFT=$(SWIFT) sh Scripts/docs.sh

# Writes the manual page again from the command line's own help, which takes a tool of its own.
MANUAL = .build/checkouts/swift-argument-parser
man: build
	$(SWIFT) build -c release --package-path $(MANUAL) --scratch-path .build/manual \
	  --product generate-manual
	.build/manual/release/generate-manual .build/release/forcelab --output-directory .build/manual
	sed '/^\.It Em worker$$/,/^\.El$$/d' .build/manual/forcelab.1 > Documentation/forcelab.1

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

format:
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 .build/release/forcelab "$(DESTDIR)$(PREFIX)/bin/forcelab"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 644 Documentation/forcelab.1 "$(DESTDIR)$(PREFIX)/share/man/man1"

setup:
	@sh Scripts/setup.sh

clean:
	rm -rf .build
