.PHONY: build test sqlite postgres postgres-figures gtk gtk-bench gtk-picture apple apple-targets format lint strict thread thread-sqlite address release operators bench weight pictures site tutorials release-check terminal schedules model mutants failing fuzz soak history install dist screenshots ci clean claims

build:
	swift build

test:
	swift test

# The targets behind traits are built once, with all traits, and their tests are run directly, because `swift test`
# would build them again. So would a build plan with the traits in another order, which depends on hashing.
TRAITS_BUILD = SWIFT_DETERMINISTIC_HASHING=1 swift build --traits SQLite,Postgres --scratch-path .build/traits \
  $(shell .ci/flags)
TRAITS_TESTS = .build/traits/debug/LiveTablesPackageTests.xctest --testing-library swift-testing

sqlite:
	$(TRAITS_BUILD) --build-tests
	$(TRAITS_TESTS) --filter 'SQLite|DocumentationTests'

# Starts its own servers. CI_LONG=1 also measures the figures; LIVETABLES_KILLS=1000 sets the number of kills.
postgres:
	$(TRAITS_BUILD) --build-tests
	$(TRAITS_TESTS) --filter 'Postgres'
	$(if $(CI_LONG),$(MAKE) postgres-figures)

# Measures the figures in docs/postgres.md in an optimized build, with 10,000 transactions per second for a minute.
postgres-figures:
	CI_LONG=1 POSTGRES_ONLY=1 swift test -c release --package-path Tests/Optimised --scratch-path .build/figures \
	  -Xswiftc -enable-testing --filter FigureTests

apple-targets:
	Tests/AppleTargets/check
	Tests/AppleTargets/faults

format:
	swift format -i -r Sources Tests Benchmarks/Sources Benchmarks/Package.swift docs/examples Package.swift

lint:
	swift format lint -s -r Sources Tests Benchmarks/Sources Benchmarks/Package.swift docs/examples Package.swift

strict:
	swift build --build-tests --scratch-path $(or $(SCRATCH),.build/strict) $(shell .ci/flags)

# Tests real GTK views on a virtual display. GTK_SEEDS=10000 sets the number of random tables of each kind.
gtk:
	swift build --package-path Tests/GTK --scratch-path .build/gtk --build-tests $(shell .ci/flags)
	GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none xvfb-run -a -s '-screen 0 1024x768x24' \
	  .build/gtk/debug/GTKTestsPackageTests.xctest $(FILTER)

# Measures real GTK lists with up to a million rows, and prints JSON.
gtk-bench:
	swift build -c release --package-path Tests/GTK --scratch-path .build/gtk-release --product gtk-benchmark
	GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none xvfb-run -a -s '-screen 0 1024x768x24' \
	  .build/gtk-release/release/gtk-benchmark

apple:
	.ci/apple

# Skips random tests that run on one thread.
thread:
	swift test --package-path Tests/Optimised --scratch-path .build/thread --sanitize=thread \
	  --filter 'LiveTables.*Tests' --skip 'OperatorsTests\.(OperatorTests|OperatorCost|Parameter|Contract|Sequential|Tree|DeepTree|OddTree|Outline)|TestingTests\.Strict'

# Skips the test that kills writers, because in this slow build they may finish before they are killed.
thread-sqlite:
	SQLITE_ONLY=1 swift test --package-path Tests/Optimised --scratch-path .build/thread-sqlite --sanitize=thread \
	  --filter LiveTablesSQLiteTests --skip aWriterIsKilled

# Tests the code that uses addresses or shares storage. ALL=1 runs all tests of the engine, which takes minutes.
SHARING = 'Tests\.(Shared|Rope|IdentityTable|IdentityIndex|Odd|RandomChangeset|LargeTables|ShortPlan|Aligner|Duplicate|Pairing)'
address:
	ENGINE_ONLY=1 ASAN_OPTIONS=detect_leaks=0 swift test --package-path Tests/Optimised --scratch-path .build/address \
	  --sanitize=address --filter $(if $(ALL),'TableDiffTests|LiveTablesOperatorsTests.(Operator|Parameter|.*Tree|Outline)',$(SHARING))

# Tests the engine, the pipeline, the operators and the test views in an optimized build.
release:
	swift test -c release --package-path Tests/Optimised --scratch-path .build/optimised -Xswiftc -enable-testing

# Tests operators and chains of operators with a million random changesets, or with CHANGESETS.
operators:
	OPERATORS_ONLY=1 OPERATOR_CHANGESETS=$(or $(CHANGESETS),1000000) swift test -c release --package-path Tests/Optimised \
	  --scratch-path .build/operators -Xswiftc -enable-testing

# Measures the published ratios; .ci/claims describes the checkouts that DIFFERENCEKIT and PEERS name.
claims:
	.ci/claims $(CLAIMS)

bench:
	swift run -c release --package-path Benchmarks benchmarks

weight:
	Benchmarks/weight

pictures:
	swift run -c release --package-path Benchmarks benchmarks --quick --rows 10000 --rows 100000 --rows 1000000 \
	  --filter /int/rebuilt/ --svg docs/pictures
	swift run -c release --package-path Benchmarks benchmarks --quick \
	  --filter /rebuilt/100000 --filter /fresh/100000 --svg docs/pictures

# Builds the documentation as static pages in .build/site. BASE is the path under which they are served.
site:
	.ci/site

# Follows tutorials literally, from an empty folder: NAME, or all that run on this system.
tutorials:
	.ci/tutorials $(NAME)

# Checks the conditions for tagging a checkout as a version.
release-check:
	.ci/release-check

terminal:
	.ci/terminal

history:
	.ci/history

gtk-picture:
	.ci/gtk-picture

screenshots:
	swift build --product livetable
	.ci/screenshots

# Installs the tool below PREFIX (/usr/local), inside DESTDIR if it is set. TRAITS="--traits SQLite" adds livetable sqlite.
install:
	.ci/dist install

dist:
	.ci/dist

schedules:
	SWIFT_DETERMINISTIC_HASHING=1 swift test --package-path Tests/Schedules --disable-swift-testing

# Checks a model of the pipeline, and replays TRACES traces that `make schedules` wrote. Requires spin.
model:
	Tests/Model/check $(TRACES)

mutants:
	swift run --package-path Tests/Mutants mutants $(MUTANTS)
	swift run --package-path Tests/Mutants faults $(FAULTS)

# Tests files and databases with failing calls of the C library.
failing:
	$(TRAITS_BUILD) --build-tests
	clang -shared -fPIC -O1 -Wall -Werror -o .build/traits/failing.so Tests/FailingCalls/failing.c
	# Failures are planned for the whole process, so each suite runs separately.
	for suite in FailingFileTests FailingDatabaseTests; do LD_PRELOAD=.build/traits/failing.so \
	  $(TRAITS_TESTS) --filter $$suite || exit 1; done

fuzz:
	Tests/Fuzzing/run $(FUZZ)

soak:
	swift run -c release --package-path Tests/Fuzzing soak $(SOAK)

ci:
	.ci/run

clean:
	swift package clean
