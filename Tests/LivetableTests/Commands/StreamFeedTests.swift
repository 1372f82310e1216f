import Foundation
import Testing

@testable import livetable

@MainActor @Suite(.timeLimit(.minutes(20))) struct StreamFeedTests {
  private let sink = RecordingSink()
  private let pipe: PipeEnds

  init() throws {
    pipe = try PipeEnds()
  }

  private func write(_ text: String) throws {
    try FileDescriptor.write(Array(text.utf8), to: pipe.writing)
  }

  @Test func everyLineOfAShortBurstIsShown() async throws {
    try write("{\"id\":1}\n{\"id\":2}\n{\"id\":1,\"$delete\":true}\n[{\"id\":7}]")
    close(pipe.writing)
    try await StreamFeed(options: StreamOptions(), descriptor: pipe.reading).run(into: sink)
    close(pipe.reading)
    #expect(sink.tables == [["1"], ["1", "2"], ["2"], ["7"]])
    #expect(sink.superseded == 0)
    #expect(!sink.hasTrouble)
  }

  @Test func aBadLineIsReportedAndTheStreamGoesOn() async throws {
    try write("{\"id\":1}\n{\"id\":\n{\"id\":2}\n{\"id\":3")
    close(pipe.writing)
    try await StreamFeed(options: StreamOptions(), descriptor: pipe.reading).run(into: sink)
    close(pipe.reading)
    #expect(sink.tables == [["1"], ["1", "2"]])
    #expect(sink.reports.map { $0.prefix { $0 != ":" } } == ["standard input, line 2", "standard input, line 4"])
    #expect(sink.hasTrouble)
  }

  @Test func whatIsWrittenIsShownBeforeTheStreamEnds() async throws {
    try write("{\"id\":1}\n")
    let (pipe, sink) = (pipe, sink)
    sink.onShow = { table in
      // Each line is written after the previous table is shown; the last table closes the stream.
      if table.count == 3 {
        close(pipe.writing)
      } else {
        try FileDescriptor.write(Array("{\"id\":\(table.count + 1)}\n".utf8), to: pipe.writing)
      }
    }
    try await StreamFeed(options: StreamOptions(), descriptor: pipe.reading).run(into: sink)
    close(pipe.reading)
    #expect(sink.tables == [["1"], ["1", "2"], ["1", "2", "3"]])
  }

  @Test func aFloodIsShownInPartAndCountedInFull() async throws {
    let lines = 20_000
    let writing = pipe.writing
    let (written, end) = AsyncStream.makeStream(of: Never.self)
    // Writing blocks when the pipe is full, so it must not occupy a thread of the concurrency pool.
    Thread.detachNewThread {
      for number in 0..<lines {
        let line = Array("{\"id\":\(number % 10),\"v\":\(number)}\n".utf8)
        if (try? FileDescriptor.write(line, to: writing)) == nil { break }
      }
      close(writing)
      end.finish()
    }
    try await StreamFeed(options: StreamOptions(), descriptor: pipe.reading).run(into: sink)
    for await _ in written {}
    close(pipe.reading)
    #expect(sink.tables.count + sink.superseded == lines)
    #expect(sink.tables.last?.count == 10)
  }

  @Test func cancellingLetsGoOfASilentStream() async throws {
    try write("{\"id\":1}\n")
    let (shown, ring) = AsyncStream.makeStream(of: Void.self)
    sink.onShow = { _ in ring.yield() }
    let (pipe, sink) = (pipe, sink)
    let feed = Task { try await StreamFeed(options: StreamOptions(), descriptor: pipe.reading).run(into: sink) }
    for await _ in shown { break }
    feed.cancel()
    try? await feed.value
    pipe.close()
    #expect(sink.tables == [["1"]])
  }

  @Test func itEndsWhenNobodyLooks() async throws {
    try write("{\"id\":1}\n")
    sink.onShow = { _ in throw SystemError(code: EPIPE) }
    await #expect(throws: SystemError(code: EPIPE)) {
      try await StreamFeed(options: StreamOptions(), descriptor: pipe.reading).run(into: sink)
    }
    pipe.close()
  }
}
