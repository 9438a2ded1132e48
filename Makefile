# Setup, build and tests. `make demo` and `make test` work on a machine with Swift 6.2, git and make.

SWIFT ?= swift
PREFIX ?= /usr/local
# Code for this processor. Without errno, loops over square roots become SIMD code. The define is
# recorded in the environment.json of runs.
NATIVE = -Xcc -march=native -Xcc -fno-math-errno -Xswiftc -DFORCELAB_NATIVE
# Debug information would be two thirds of the program.
RELEASE = -c release -debug-info-format none $(NATIVE)
SOURCES = Package.swift Sources Tests
# The seconds that `make fuzz` takes for each of its targets.
SECONDS = 600
TARGETS = generated-experiments experiment edge-list matrix-market graphml gexf gml json dot metis \
  node-table archive journal layout samples run-folder

.PHONY: engines demo build test faults fuzz bench records schema lint format install dist setup clean test-browser test-cluster test-python site man

demo: build
	.build/release/forcelab run Experiments/quickstart.yaml

build: setup
	$(SWIFT) build $(RELEASE) --product forcelab

# One build for all tests: optimized, with assertions; overflows and bounds are checked in every build. It
# has a folder of its own, so that `make build` finds its products as they were.
TEST_FLAGS = $(RELEASE) -Xswiftc -assert-config -Xswiftc Debug -Xswiftc -enable-testing
# `OutsideTests` builds a package with the same flags. It shares the modules of this build.
TEST = FORCELAB_TEST_FLAGS="$(TEST_FLAGS)" $(SWIFT) test $(TEST_FLAGS) --disable-testable-imports \
  --scratch-path .build/tests
test: setup
	$(TEST)

# Installs what the engines of other programs need, such as igraph and OGDF. Takes some minutes.
engines: build
	@sh Scripts/engines.sh

# Makes each call of the system fail that a run, a resume, a report and a comparison make.
faults: setup
	FORCELAB_ALL_FAULTS=1 $(TEST) --filter 'FaultTests|SlurmTests'

# Opens reports in headless Chromium, which it installs. `.ci/run` does this, too.
test-browser: build
	@sh Scripts/test-browser.sh

# Runs sweeps on a private Slurm cluster of two nodes on this machine. `.ci/run` does this, too.
test-cluster: build
	@sh Scripts/test-cluster.sh

# Tests the Python package and runs its notebooks. `.ci/run` does this, too.
test-python: build
	@sh Scripts/test-python.sh

# Looks for inputs that make a reader trap, and for experiments that trap, hang or differ when they run
# again, for two hours, or: make fuzz SECONDS=60 TARGETS=gml
fuzz: setup
	SWIFT=$(SWIFT) FORCELAB_TEST_FLAGS="$(TEST_FLAGS)" sh Scripts/fuzz.sh $(SECONDS) $(TARGETS)

# Runs the benchmarks and checks their limits. Takes some minutes.
bench: build
	.build/release/forcelab run Experiments/benchmarks/*.yaml

# Runs the benchmarks and the published experiments, and adds their figures to the records of this
# machine. Takes some minutes. Let nothing else run.
records: build
	.build/release/forcelab run Experiments/benchmarks/*.yaml Experiments/published/*.yaml \
	  --no-report --record Results/records

# Writes the JSON Schema of experiment files. A test fails if it is out of date.
schema: build
	.build/release/forcelab schema > Experiments/schema.json

# Builds a website in .build/site: the documentation, the gallery, the records and the reference.
site: build
	SWIFT=$(SWIFT) sh Scripts/site.sh

# Writes the manual page from the command line's help.
MANUAL = .build/checkouts/swift-argument-parser
man: build
	$(SWIFT) build -c release --package-path $(MANUAL) --scratch-path .build/manual \
	  --product generate-manual
	.build/manual/release/generate-manual .build/release/forcelab --output-directory .build/manual
	sed -e '/^\.It Em worker$$/,/^\.El$$/d' -e '/^\.It Em task$$/,/^\.El$$/d' \
	  .build/manual/forcelab.1 > Documentation/forcelab.1

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

format:
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

# Builds packages for other machines in .build/dist: a tarball, and with dpkg a Debian package.
dist: setup
	@SWIFT=$(SWIFT) sh Scripts/dist.sh

# Installs the program, its engines and experiments, the manual page and the completions of bash, zsh and fish.
# After `make engines`, also what the engines need.
install: build
	PROGRAM=.build/release/forcelab sh Scripts/install.sh "$(DESTDIR)$(PREFIX)"

setup:
	@sh Scripts/setup.sh

clean:
	rm -rf .build
