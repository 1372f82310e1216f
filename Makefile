.PHONY: build test sqlite postgres postgres-figures gtk gtk-bench gtk-picture apple apple-targets format lint strict thread thread-sqlite address release operators bench weight pictures site tutorials release-check terminal schedules model mutants failing fuzz soak history install dist screenshots ci clean claims

build:
	swift build

test:
	swift test

# What is behind traits is built once, with all of them, and run as it is: `swift test` would have it built again. So would
# a plan that names the traits in another order, which hashing decides.
TRAITS_BUILD = SWIFT_DETERMINISTIC_HASHING=1 swift build --traits SQLite,Postgres --scratch-path .build/traits \
  $(shell .ci/flags)
TRAITS_TESTS = .build/traits/debug/LiveTablesPackageTests.xctest --testing-library swift-testing

sqlite:
	$(TRAITS_BUILD) --build-tests
	$(TRAITS_TESTS) --filter 'SQLite|DocumentationTests'

# Starts servers of its own. CI_LONG=1 adds the figures, LIVETABLES_KILLS=1000 that many kills.
postgres:
	$(TRAITS_BUILD) --build-tests
	$(TRAITS_TESTS) --filter 'Postgres'
	$(if $(CI_LONG),$(MAKE) postgres-figures)

# Measures the figures in docs/postgres.md again, in an optimized build, with 10,000 transactions a second for a minute.
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

# Real views of GTK, on a display of their own; GTK_SEEDS=10000 random tables of each kind.
gtk:
	swift build --package-path Tests/GTK --scratch-path .build/gtk --build-tests $(shell .ci/flags)
	GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none xvfb-run -a -s '-screen 0 1024x768x24' \
	  .build/gtk/debug/GTKTestsPackageTests.xctest $(FILTER)

# Real lists with up to a million rows; prints JSON.
gtk-bench:
	swift build -c release --package-path Tests/GTK --scratch-path .build/gtk-release --product gtk-benchmark
	GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none xvfb-run -a -s '-screen 0 1024x768x24' \
	  .build/gtk-release/release/gtk-benchmark

apple:
	.ci/apple

# Without what is random and runs on one thread.
thread:
	swift test --package-path Tests/Optimised --scratch-path .build/thread --sanitize=thread \
	  --filter 'LiveTables.*Tests' --skip 'OperatorsTests\.(OperatorTests|OperatorCost|Parameter|Contract|Sequential|Tree|DeepTree|OddTree|Outline)|TestingTests\.Strict'

# Without the writers that are killed in the middle: where everything is slow, they are done before.
thread-sqlite:
	SQLITE_ONLY=1 swift test --package-path Tests/Optimised --scratch-path .build/thread-sqlite --sanitize=thread \
	  --filter LiveTablesSQLiteTests --skip aWriterIsKilled

# Where memory is looked at by address and storage is shared; all of the engine's tests take minutes in such a build.
SHARING = 'Tests\.(Shared|Rope|IdentityTable|IdentityIndex|Odd|RandomChangeset|LargeTables|ShortPlan|Aligner|Duplicate|Pairing)'
address:
	ENGINE_ONLY=1 ASAN_OPTIONS=detect_leaks=0 swift test --package-path Tests/Optimised --scratch-path .build/address \
	  --sanitize=address --filter $(if $(ALL),'TableDiffTests|LiveTablesOperatorsTests.(Operator|Parameter|.*Tree|Outline)',$(SHARING))

# The engine, the pipeline, the operators and the views for tests, optimised as in an app.
release:
	swift test -c release --package-path Tests/Optimised --scratch-path .build/optimised -Xswiftc -enable-testing

# A million random changesets through operators and chains of them; CHANGESETS, or so many.
operators:
	OPERATORS_ONLY=1 OPERATOR_CHANGESETS=$(or $(CHANGESETS),1000000) swift test -c release --package-path Tests/Optimised \
	  --scratch-path .build/operators -Xswiftc -enable-testing

# Measures the published ratios again; .ci/claims says which checkouts DIFFERENCEKIT and PEERS name.
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

# The documentation as static pages in .build/site; BASE is the path below which they are served.
site:
	.ci/site

# Tutorials, followed to the letter from an empty folder; NAME, or all that run here.
tutorials:
	.ci/tutorials $(NAME)

# What has to be true of a checkout that is tagged as a version.
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

# The tool alone, for PREFIX (/usr/local) or below DESTDIR; TRAITS="--traits SQLite" adds livetable sqlite.
install:
	.ci/dist install

dist:
	.ci/dist

schedules:
	SWIFT_DETERMINISTIC_HASHING=1 swift test --package-path Tests/Schedules --disable-swift-testing

# A model of the pipeline, and the traces that `make schedules` wrote, so many of them; needs spin.
model:
	Tests/Model/check $(TRACES)

mutants:
	swift run --package-path Tests/Mutants mutants $(MUTANTS)
	swift run --package-path Tests/Mutants faults $(FAULTS)

# The tests of files and databases under a C library that fails.
failing:
	$(TRAITS_BUILD) --build-tests
	clang -shared -fPIC -O1 -Wall -Werror -o .build/traits/failing.so Tests/FailingCalls/failing.c
	# What fails is planned for the whole process, so one suite at a time.
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
