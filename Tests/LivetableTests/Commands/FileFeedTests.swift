import Foundation
import LiveTablesTerminal
import Testing

@testable import livetable

@MainActor @Suite(.timeLimit(.minutes(20))) struct FileFeedTests {
  @Test func aFileThatIsNoUseForAWhileIsReportedAndReadAgain() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("id,n\n1,a\n", to: "rows.csv")
    let sink = RecordingSink()
    sink.onShow = { [unowned sink] _ in
      switch sink.tables.count {
      case 1: _ = try directory.write("id,n\n1\n", to: "rows.csv")
      case 2: throw CancellationError()
      default: throw SystemError(code: 32)
      }
    }
    sink.onReport = { _ = try? directory.write("id,n\n1,a\n2,b\n", to: "rows.csv") }
    let feed = FileFeed(path: path, options: StreamOptions())
    await #expect(throws: CancellationError.self, "what the sink throws ends it") { try await feed.run(into: sink) }
    #expect(sink.tables == [["1"], ["1", "2"]])
    #expect(sink.reports.map { $0.contains("line 2, row 1: 1 field, but the first line has 2") } == [true])
    #expect(!sink.hasTrouble)
  }

  @Test func aFileIsWatchedWhereALinkLeads() async throws {
    let directories = try (0..<3).map { _ in try TemporaryDirectory() }
    let files = try (0..<2).map { try directories[$0].write("id\n\($0)\n", to: "\($0).csv") }
    let link = directories[2].path + "/rows.csv"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: files[0])
    let sink = RecordingSink()
    sink.onShow = { [unowned sink] _ in
      switch sink.tables.count {
      case 1: _ = try directories[0].write("id\n2\n", to: "0.csv")
      case 2:
        // Another link replaces this one.
        try FileManager.default.createSymbolicLink(atPath: link + ".new", withDestinationPath: files[1])
        #expect(rename(link + ".new", link) == 0)
      case 3: _ = try directories[1].write("id\n3\n", to: "1.csv")
      default: throw CancellationError()
      }
    }
    await #expect(throws: CancellationError.self) {
      try await FileFeed(path: link, options: StreamOptions()).run(into: sink)
    }
    #expect(sink.tables == [["0"], ["2"], ["1"], ["3"]])
  }

  #if !canImport(Darwin)
  @Test(
    "a file is found again after its directory was replaced, or as a link",
    arguments: [
      (["rm -r dd; mkdir dd; printf 'id\\n2\\n' > dd/f.csv"], "dd/f.csv"),
      (["rm -r dd", "mkdir dd; printf 'id\\n2\\n' > dd/f.csv"], "dd/f.csv"),
      (["mv dd old; mkdir dd; printf 'id\\n2\\n' > dd/f.csv"], "dd/f.csv"),
      (["mv dd old", "mkdir dd", "printf 'id\\n2\\n' > dd/f.csv"], "dd/f.csv"),
      (["mv dd old", "mkdir new; printf 'id\\n2\\n' > new/f.csv; mv new dd"], "dd/f.csv"),
      (["rm dd/f.csv", "printf 'id\\n2\\n' > t.csv; ln -s ../t.csv dd/f.csv"], "dd/f.csv"),
      (["mkdir new; printf 'id\\n2\\n' > new/f.csv; ln -sfn new link"], "link/f.csv"),
      (["printf 'id\\n2\\n' > t.csv; ln -sf ../t.csv dd/f.csv"], "link/../dd/./f.csv"),
    ])
  func replacedDirectory(steps: [String], name: String) async throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: directory.path + "/dd", withIntermediateDirectories: false)
    _ = try directory.write("id\n1\n", to: "dd/f.csv")
    try FileManager.default.createSymbolicLink(atPath: directory.path + "/link", withDestinationPath: "dd")
    let sink = RecordingSink()
    let (signals, signal) = AsyncStream.makeStream(of: Void.self)
    sink.onShow = { if $0 == ["2"] { throw CancellationError() } else { signal.yield() } }
    sink.onReport = { signal.yield() }
    let stepping = Task {
      var rest = [[steps[0]], Array(steps.dropFirst())][...]
      for await _ in signals {
        for step in rest.popFirst() ?? [] { _ = try await Tool.run("cd '\(directory.path)'; \(step)") }
      }
    }
    await #expect(throws: CancellationError.self) {
      try await FileFeed(path: directory.path + "/" + name, options: StreamOptions()).run(into: sink)
    }
    signal.finish()
    try await stepping.value
    // The file may be read once more before the first step.
    #expect(sink.tables.last == ["2"] && sink.tables.dropLast().allSatisfy { $0 == ["1"] }, "\(sink.tables)")
  }
  #endif

  @Test(arguments: [false, true]) func aFileInADirectoryThatIsNotThereIsNamed(isOnce: Bool) async throws {
    var options = StreamOptions()
    options.display.isOnce = isOnce
    let feed = FileFeed(path: "nowhere/rows.csv", options: options)
    let error = await #expect(throws: InputError.self) { try await feed.run(into: RecordingSink()) }
    #expect(error?.source == "nowhere/rows.csv")
  }

  @Test("a file that its writer keeps open is read up to its last complete line") func openFile() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("id,n\n", to: "rows.csv")
    let writer = open(path, O_WRONLY | O_APPEND)
    defer { close(writer) }
    let sink = RecordingSink()
    sink.onShow = { [unowned sink] _ in
      switch sink.tables.count {
      case 1: try FileDescriptor.write(Array("1,a\n2".utf8), to: writer)
      case 2: try FileDescriptor.write(Array(",b\n".utf8), to: writer)
      default: throw CancellationError()
      }
    }
    var feed = FileFeed(path: path, options: StreamOptions())
    feed.openFileDelay = .zero
    await #expect(throws: CancellationError.self) { try await feed.run(into: sink) }
    #expect(sink.tables == [[], ["1"], ["1", "2"]] && sink.reports.isEmpty)
  }

  @Test("an error in an incomplete file is reported only if it remains when more is written")
  func halfAFile() async throws {
    let directory = try TemporaryDirectory()
    let states: [(text: String, change: FileWatch.Change)] = [
      ("id,n\n1,a\n", .whole), ("", .part), ("id,n\n1,a\n2,\"b\n", .part), ("id,n\n1,a\n2,\"b\nc\"\n3", .part),
      ("id,n\n1\n", .part), ("id,n\n1\n2,b\n", .part), ("id,n\n1,a\n2", .whole), ("", .whole),
    ]
    var rest = states[...]
    let changes = AsyncStream { @MainActor () -> FileWatch.Change? in
      guard let next = rest.popFirst(), (try? directory.write(next.text, to: "rows.csv")) != nil else { return nil }
      return next.change
    }
    let sink = RecordingSink()
    try await FileFeed(path: directory.path + "/rows.csv", options: StreamOptions()).read(changes, into: sink)
    #expect(sink.tables == [["1"], ["1", "2"], ["2"], ["1"], []])
    #expect(sink.reports.map { $0.contains("line 2, row 1: 1 field") } == [true, false])
    #expect(sink.reports.last?.contains("line 3, row 2: 1 field") == true)
  }

  @Test("a pipe in place of a file does not prevent the next file from being read")
  func pipe() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("id\n1\n", to: "rows.csv")
    let sink = RecordingSink()
    sink.onShow = { [unowned sink] _ in
      if sink.tables.count > 1 { throw CancellationError() }
      #expect(mkfifo(path + ".new", 0o600) == 0 && rename(path + ".new", path) == 0)
    }
    sink.onReport = {
      #expect((try? directory.write("id\n2\n", to: "new")) != nil && rename(directory.path + "/new", path) == 0)
    }
    await #expect(throws: CancellationError.self) {
      try await FileFeed(path: path, options: StreamOptions()).run(into: sink)
    }
    #expect(sink.tables == [["1"], ["2"]])
    #expect(sink.reports == ["\(path): it is not a regular file; pipe it in: livetable < \(path)"])
  }

  @Test("a key causes the file to be read again") func keyReads() async throws {
    let directory = try TemporaryDirectory()
    let feed = FileFeed(path: try directory.write("id\n1\n", to: "rows.csv"), options: StreamOptions())
    let sink = RecordingSink()
    sink.onShow = { [unowned sink] _ in
      if sink.tables.count > 1 { throw CancellationError() }
      let keys = ScreenSink(history: try HistoryKeeper(), pacing: feed.pacing)
      try #require(keys.press("r") == .handled && keys.press("+") == .unhandled)
    }
    await #expect(throws: CancellationError.self) { try await feed.run(into: sink) }
    #expect(sink.tables == [["1"], ["1"]])
  }

  @Test func whatTheSinkThrowsIsNoErrorOfTheFile() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("id,n\n1,a\n", to: "rows.csv")
    for last in 1...2 {
      let sink = RecordingSink()
      sink.onShow = { [unowned sink] _ in
        if sink.tables.count == last { throw SystemError(code: 28) }
        _ = try directory.write("id,n\n1,a\n2,b\n", to: "rows.csv")
      }
      let feed = FileFeed(path: path, options: StreamOptions())
      await #expect(throws: SystemError(code: 28)) { try await feed.run(into: sink) }
      #expect(sink.reports == [])
    }
  }
}
