import Foundation
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
    #expect(sink.reports.map { $0.contains("line 2, row 1: 1 field where the first line has 2") } == [true])
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
        // Another link takes the place of this one.
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

  @Test(arguments: [false, true]) func aFileInADirectoryThatIsNotThereIsNamed(isOnce: Bool) async throws {
    var options = StreamOptions()
    options.display.isOnce = isOnce
    let feed = FileFeed(path: "nowhere/rows.csv", options: options)
    let error = await #expect(throws: InputError.self) { try await feed.run(into: RecordingSink()) }
    #expect(error?.source == "nowhere/rows.csv")
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
