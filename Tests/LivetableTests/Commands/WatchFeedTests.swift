import Foundation
import TestSupport
import Testing

@testable import livetable

@MainActor @Suite(.timeLimit(.minutes(20))) struct WatchFeedTests {
  private let sink = RecordingSink()

  /// Returns options that run a script without a pause between runs.
  private func options(_ script: String, count: Int? = nil) -> WatchOptions {
    var options = WatchOptions(command: ["/bin/sh", "-c", script])
    options.interval = .milliseconds(1)
    options.count = count
    return options
  }

  @Test func everyRunMakesATable() async throws {
    sink.onShow = { [unowned sink] _ in if sink.tables.count > 3 { throw SystemError(code: EPIPE) } }
    try await WatchFeed(options: options("echo ID NAME; echo 1 a; echo 2 b c", count: 3)).run(into: sink)
    #expect(sink.tables == [["1", "2"], ["1", "2"], ["1", "2"]])
    #expect(sink.columns == ["ID", "NAME"])
    #expect(sink.reports == [])
    #expect(!sink.hasTrouble)
  }

  @Test func aRunThatFailsIsReportedAndCountedAndMakesNoTable() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "livetable-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let script =
      "echo x >> \(file); n=$(wc -l < \(file)); echo ID; echo $n; if [ $n -eq 2 ]; then echo no >&2; exit 3; fi"
    try await WatchFeed(options: options(script, count: 2)).run(into: sink)
    #expect(sink.tables == [["1"]])
    #expect(sink.reports == ["run 2 failed: it exited with status 3: no"])
    #expect(sink.hasTrouble)
    try await WatchFeed(options: options(script, count: 1)).run(into: sink)
    #expect(sink.tables == [["1"], ["3"]])
    #expect(!sink.hasTrouble)
  }

  @Test func aRunMayEndWithAStatusThatIsGood() async throws {
    var options = self.options("exit 1", count: 1)
    try await WatchFeed(options: options).run(into: sink)
    #expect(
      sink.reports == ["run 1 failed: it exited with status 1 and printed nothing; use --ok 1 for an empty table"]
    )
    options.acceptedStatuses = [1]
    try await WatchFeed(options: options).run(into: sink)
    #expect(sink.tables == [[]] && sink.reports.count == 1 && !sink.hasTrouble)
    options.command[2] = "echo ID; echo 7; exit 1"
    try await WatchFeed(options: options).run(into: sink)
    #expect(sink.tables.last == ["7"])
    options.command[2] = "exit 2"
    try await WatchFeed(options: options).run(into: sink)
    #expect(sink.reports.count == 2)
  }

  @Test func outputThatIsNoUseFailsTheRun() async throws {
    var csv = options("printf 'id,n\\n1\\n'", count: 1)
    csv.format = .csv
    try await WatchFeed(options: csv).run(into: sink)
    #expect(
      sink.reports == [
        "run 1 failed: the output of /bin/sh, line 2, row 1: 1 field, but the first line has 2; "
          + "give every line one field for each column"
      ])
    #expect(sink.tables == [])
  }

  @Test func aNameThatIsNotUTF8HidesNoOtherRow() async throws {
    let names = "printf 'ID NAME\\n1 M\\374ller\\n2 b\\n'"
    try await WatchFeed(options: options(names, count: 1)).run(into: sink)
    #expect(sink.reports.isEmpty && sink.tables == [["1", "2"]])
    var reader = RunReader(RecordOptions(), format: nil, source: "names")
    let result = try await CommandRun(command: ["/bin/sh", "-c", names]).result()
    let table = try await reader.table(of: result).table
    #expect(table.first?.object.values.map(\.printed) == ["1", "M\u{FFFD}ller"])
  }

  @Test func aColumnThatIsNotThereEndsTheWatch() async throws {
    var unknown = options("printf 'id\\n1\\n'")
    unknown.records.sortBy = [SortOrder(column: "size")]
    let watch = WatchFeed(options: unknown)
    let error = await #expect(throws: UnusableColumns.self) { try await watch.run(into: sink) }
    #expect(
      error?.description
        == "the output of /bin/sh: there is no column “size”; use one of these with --sort-by: “id”")
  }

  @Test func aCommandThatDoesNotExistEndsTheWatch() async throws {
    let watch = WatchFeed(options: WatchOptions(command: ["no-such-command-here"]))
    let error = await #expect(throws: SpawnError.self) { try await watch.run(into: sink) }
    #expect(error?.command == "no-such-command-here")
  }

  @Test func itEndsWhenNobodyLooks() async throws {
    sink.onShow = { _ in throw SystemError(code: EPIPE) }
    await #expect(throws: SystemError(code: EPIPE)) {
      try await WatchFeed(options: options("echo ID; echo 1")).run(into: sink)
    }
    #expect(sink.tables == [["1"]])
  }

  @Test func thatARunIsLateIsSaidAsLongAsItGoesOn() async throws {
    let pipe = try NamedPipe()
    let end = open(pipe.path, O_RDWR | O_CLOEXEC)  // keeps the written data until the script reads it
    defer { close(end) }
    let script = "read -r go < '\(pipe.path)'; echo ID; echo 1"
    sink.onNote = { [sink] in if sink.notes.count == 3 { try? FileDescriptor.write(Array("go\n".utf8), to: end) } }
    var watch = WatchFeed(options: options(script, count: 1))
    watch.latenessInterval = .milliseconds(400)
    try await watch.run(into: sink)
    #expect(sink.notes.prefix(3) == ["still running after 0 s", "still running after 0 s", "still running after 1 s"])
    #expect(sink.tables == [["1"]] && sink.reports.isEmpty)
  }

  @Test func cancellingEndsARunThatHangs() async throws {
    let watch = Task { try await WatchFeed(options: options("sleep 1000")).run(into: sink) }
    await Task.yield()
    watch.cancel()
    try await watch.value
    #expect(sink.tables == [])
    #expect(sink.reports == [])
  }

  @Test func theNextRunIsDueFromTheStartOfTheLastOneAndNotFromItsEnd() async throws {
    var options = options("echo ID; echo 1")
    options.interval = .seconds(3600)
    var end: ContinuousClock.Instant?
    sink.onShow = { _ in end = .now }
    let feed = WatchFeed(options: options)
    let watch = Task { try await feed.run(into: sink) }
    while feed.pacing?.due == nil { await Task.yield() }
    let start = try #require(feed.pacing?.due) - options.interval
    #expect(try start < #require(end))
    watch.cancel()
    try await watch.value
  }

  @Test(arguments: [
    (Duration.seconds(2), "ps -ef, every 2 s"), (.milliseconds(500), "ps -ef, every 0.5 s"),
  ]) func theCaptionSaysWhatIsRun(interval: Duration, caption: String) {
    var options = WatchOptions(command: ["ps", "-ef"])
    options.interval = interval
    #expect(WatchFeed(options: options).caption == caption)
  }

  @Test func aRunThatPrintsNothingIsAnEmptyTable() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "livetable-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let script = "if [ -e \(file) ]; then rm \(file); else echo x > \(file); echo ID NAME; echo 1 a; fi"
    try await WatchFeed(options: options(script, count: 4)).run(into: sink)
    #expect(sink.tables == [["1"], [], ["1"], []])
    #expect(sink.columns == ["ID", "NAME"])
    #expect(sink.reports == [] && !sink.hasTrouble)
  }

  @Test("the first rows of a command that has printed nothing yet are insertions", arguments: ["", "\n"])
  func firstRows(before: String) async throws {
    var reader = RunReader(RecordOptions(), format: nil, source: "x")
    let tables = try [before, "ID NAME\n1 a\n"].map { try reader.table(of: Array($0.utf8)) }
    let watcher = ChangeWatcher(DisplayOptions(onChange: "cat", hasBell: true), Arrangement())
    var (reports, changes) = ([String](), 0)
    watcher.report = { text, _ in reports.append(text) }
    watcher.onChange = { changes += 1 }
    for table in tables { await watcher.observe(table) }
    await watcher.finish()
    #expect(reports == [#"{"op":"insert","id":"1","after":null,"new":{"ID":"1","NAME":"a"}}"#] && changes == 1)
  }

  @Test func theFormatOfTheFirstRunIsThatOfAll() throws {
    var reader = RunReader(RecordOptions(), format: nil, source: "x")
    let tables = try ["\n", "id,n\n1,2\n", "id,n\n"].map { try reader.table(of: Array($0.utf8)) }
    #expect(tables.map(\.table.count) == [0, 1, 0], "a header alone looks like a column of words")
    #expect(tables.map(\.columns) == [[], ["id", "n"], ["id", "n"]])
  }

  @Test(arguments: [",", "\t"]) func aHeaderThatRowsFollowLaterNamesTheColumns(separator: String) throws {
    var reader = RunReader(RecordOptions(), format: nil, source: "x")
    let texts = ["id,state\n", "id,state\n", "id,state\n7,up\n", "id,state\n"]
    let tables = try texts.map { try reader.table(of: Array($0.replacing(",", with: separator).utf8)) }
    #expect(tables.suffix(2).map(\.columns) == [["id", "state"], ["id", "state"]])
    #expect(tables[2].table.map(\.identity.string) == ["7"] && tables[2].isBaseline)
    #expect(tables[3].table.isEmpty && !tables[3].isBaseline)
  }

  @Test func jsonBehindAMessageIsRows() throws {
    var reader = RunReader(RecordOptions(), format: nil, source: "x")
    let texts = ["starting\n", "{not JSON\n", "[{\"id\":1,\"n\":2}]\n"]
    let tables = try texts.map { try reader.table(of: Array($0.utf8)) }
    #expect(tables.map(\.table.count) == [1, 1, 1] && tables.last?.columns == ["id", "n"])
    #expect(tables.last?.isBaseline == true)
    #expect(throws: InputError.self) { try reader.table(of: Array("starting\n".utf8)) }
    #expect(try reader.table(of: Array("[]".utf8)).columns == ["id", "n"])
    var named = RunReader(RecordOptions(), format: .csv, source: "x")
    _ = try named.table(of: Array("[1]\n2\n".utf8))
    #expect(try named.table(of: Array("[3]\n4\n".utf8)).columns == ["[3]"], "a column that has gone is not shown on")
  }

  @Test func rowsWithOtherColumnsAreNoChangesOfThoseBefore() throws {
    var reader = RunReader(RecordOptions(), format: nil, source: "x")
    let tables = try ["A  B\n1  2\n", "A  B\n3  4\n", "A  C\n3  4\n"].map { try reader.table(of: Array($0.utf8)) }
    #expect(tables.map(\.isBaseline) == [false, false, true])
    #expect(tables.map(\.columns) == [["A", "B"], ["A", "B"], ["A", "C"]])
  }

  @Test func aColumnThatGoesWhileItIsWatchedIsNoTrouble() throws {
    var reader = RunReader(RecordOptions(sortBy: [SortOrder(column: "B")]), format: nil, source: "x")
    let tables = try ["A  B\n1  2\n", "A  C\n1  2\n"].map { try reader.table(of: Array($0.utf8)) }
    #expect(tables.map(\.columns) == [["A", "B"], ["A", "C"]])
  }

  @Test func aPipelineIsRunByAShell() async throws {
    var options = WatchOptions(command: ["printf 'ID NAME\\n1 a\\n2 b\\n' | head -n 2"])
    options.count = 1
    try await WatchFeed(options: options).run(into: sink)
    #expect(sink.tables == [["1"]])
  }

  @Test func coloursOfACommandAreNoText() async throws {
    try await WatchFeed(options: options("printf 'ID NAME\\n1 \\033[31mred\\033[0m\\n'", count: 1)).run(into: sink)
    #expect(sink.tables == [["1"]])
  }

  @Test func anIdentityThatIsNotUniqueAnyMoreIsChosenAgain() throws {
    var reader = RunReader(RecordOptions(), format: .csv, source: "x")
    let first = try reader.table(of: Array("user,pid\nroot,1\n".utf8))
    #expect(first.identity == "id: pid" || first.identity == "id: user")
    let second = try reader.table(of: Array("user,tty\nroot,a\nroot,b\n".utf8))
    #expect(second.identity == "id: tty" && second.isBaseline)
    let third = try reader.table(of: Array("user,tty\nroot,a\nroot,c\n".utf8))
    #expect(third.identity == "id: tty" && !third.isBaseline)
  }

  @Test func anIdentityThatIsNotUniqueStaysWhereNoneIsUnique() throws {
    var reader = RunReader(RecordOptions(), format: nil, source: "x")
    let texts = ["A  B\nx  p\nx  q\nx  q\n", "A  B\nx  p\ny  p\ny  p\n", "A  B\nx  p\ny  p\nz  p\n"]
    let tables = try texts.map { try reader.table(of: Array($0.utf8)) }
    #expect(tables.map(\.identity) == ["id: B", "id: B", "id: A"])
    #expect(tables.dropFirst().map(\.isBaseline) == [false, true])
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct PacingTests {
  @Test func aRunCanBeAskedFor() async {
    let pacing = Pacing(.seconds(1000))
    let wait = Task { await pacing.wait(since: .now) }
    await until { pacing.due != nil }
    pacing.run()
    await wait.value
    #expect(pacing.due == nil)
    // The request applies to a single run, so the next wait starts.
    let next = Task { await pacing.wait(since: .now) }
    await until { pacing.due != nil }
    pacing.interval = .zero
    await next.value
  }

  @Test func theIntervalIsFromOneStartToTheNext() async {
    await Pacing(.seconds(1000)).wait(since: .now - .seconds(1000))
  }

  @Test func theIntervalStaysWithinBounds() {
    let pacing = Pacing(.seconds(2))
    pacing.change(isLonger: true)
    #expect(pacing.interval == .seconds(4))
    for _ in 0..<50 { pacing.change(isLonger: true) }
    #expect(pacing.interval == .seconds(3600))
    for _ in 0..<50 { pacing.change(isLonger: false) }
    #expect(pacing.interval == .milliseconds(100))
  }

  @Test func theIntervalNeverChangesTheOtherWay() {
    let day = Pacing(.seconds(86400))
    day.change(isLonger: true)
    #expect(day.interval == .seconds(86400))
    day.change(isLonger: false)
    #expect(day.interval == .seconds(43200))
    let moment = Pacing(.milliseconds(1))
    moment.change(isLonger: false)
    #expect(moment.interval == .milliseconds(1))
    moment.change(isLonger: true)
    #expect(moment.interval == .milliseconds(2))
  }

  @Test func aCancelledWaitEnds() async {
    let pacing = Pacing(.seconds(1000))
    let wait = Task { await pacing.wait(since: .now) }
    await until { pacing.due != nil }
    wait.cancel()
    await wait.value
    #expect(pacing.due == nil)
  }

  @Test func theNextRunIsDueFromTheStartOfTheLastOne() async {
    let pacing = Pacing(.seconds(3600))
    // If a run took longer than the interval, the next one follows immediately.
    await pacing.wait(since: .now - .seconds(3601))
    pacing.run()
    await pacing.wait(since: .now)
  }
}
