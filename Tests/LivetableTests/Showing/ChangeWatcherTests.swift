import Foundation
import LiveTables
import Testing

@testable import livetable

@MainActor @Suite(.timeLimit(.minutes(20))) struct ChangeWatcherTests {
  private func state(_ value: Int) -> FeedTable { feedTable([("1", ["\(value)", "y"])]) }

  @Test func theFirstTableIsNoChange() async {
    var changes = 0
    let watcher = ChangeWatcher(DisplayOptions(until: .change, hasBell: true), Arrangement())
    watcher.onChange = { changes += 1 }
    await watcher.observe(state(1))
    await watcher.observe(state(1))
    var other = state(2)
    other.isFromOtherSource = true
    await watcher.observe(other)
    #expect(changes == 0 && !watcher.hasEnded)
    await watcher.observe(state(3))
    #expect(changes == 1 && watcher.hasEnded)
  }

  @Test func aChangeOfTheColumnsIsOneToo() async {
    let watcher = ChangeWatcher(DisplayOptions(until: .change), Arrangement())
    await watcher.observe(state(1))
    var other = feedTable([("1", ["1"])], columns: ["id", "a"])
    other.isBaseline = true
    await watcher.observe(other)
    #expect(watcher.hasEnded)
  }

  @Test func aColumnToWaitForThatIsNotThereIsReportedOnce() async throws {
    let watcher = ChangeWatcher(DisplayOptions(until: try EndCondition("STATSU=1")), Arrangement())
    var reports: [String] = []
    watcher.report = { text, isTrouble in reports.append("\(isTrouble) \(text)") }
    await watcher.observe(feedTable([], columns: []))
    #expect(reports.isEmpty, "there may be one as soon as there are rows")
    for value in 0..<3 { await watcher.observe(state(value)) }
    #expect(reports == ["true --until needs the column “STATSU”, which does not exist"])
  }

  @Test func aChangeOfIgnoredColumnsAloneIsNone() async {
    let watcher = ChangeWatcher(DisplayOptions(until: .change, ignored: IgnoredColumns(names: ["a"])), Arrangement())
    for value in 1...3 { await watcher.observe(state(value)) }
    #expect(!watcher.hasEnded)
    await watcher.observe(feedTable([("1", ["3", "z"])]))
    #expect(watcher.hasEnded)
  }

  @Test func whatTheArrangementLeavesOutIsNoChange() async {
    let watcher = ChangeWatcher(DisplayOptions(until: .change), Arrangement(search: "other"))
    await watcher.observe(state(1))
    await watcher.observe(state(2))
    #expect(!watcher.hasEnded)
  }

  @Test func aCommandReadsTheChangedRowsOneChangeAtATime() async throws {
    let directory = try TemporaryDirectory()
    let command = "cat >> '\(directory.path)/log'; echo end >> '\(directory.path)/log'; echo done"
    let watcher = ChangeWatcher(DisplayOptions(onChange: command), Arrangement())
    var reports: [String] = []
    watcher.report = { text, isTrouble in
      reports.append(isTrouble ? "failed: \(text)" : text)
      #expect(reports.count <= 3, "it runs for changes alone")
    }
    for value in 0..<4 { await watcher.observe(state(value)) }
    await watcher.finish()
    let log = String(decoding: try FileDescriptor.readFile(directory.path + "/log"), as: UTF8.self)
    // Joined changes start from the last value that the command received.
    var expected = "0"
    var runs = 0
    for line in log.split(separator: "\n") {
      if line == "end" {
        runs += 1
        continue
      }
      #expect(
        line.hasPrefix(#"{"op":"update","id":"1","old":{"id":"1","a":"\#(expected)","b":"y"},"new":{"id":"1","a":""#))
      expected = String(line.dropLast(#"","b":"y"}}"#.count).last!)
    }
    #expect(expected == "3")
    #expect(runs >= 1 && runs <= 3)
    #expect(reports == Array(repeating: "done", count: runs))
  }

  @Test func aTableWhoseRowsOtherColumnsIdentifyRunsNoCommand() async {
    let watcher = ChangeWatcher(DisplayOptions(onChange: "cat"), Arrangement())
    var reports: [String] = []
    watcher.report = { text, _ in reports.append(text) }
    await watcher.observe(state(1))
    var baseline = feedTable([("2", ["1", "y"])])
    baseline.isBaseline = true
    await watcher.observe(baseline)
    await watcher.finish()
    #expect(reports.isEmpty, "no row is gone, and none has come")
    await watcher.observe(feedTable([("2", ["7", "y"])]))
    await watcher.finish()
    #expect(reports.map { $0.hasPrefix(#"{"op":"update","id":"2""#) } == [true])
  }

  @Test func aCommandThatFailsIsReported() async throws {
    let watcher = ChangeWatcher(DisplayOptions(onChange: "echo why >&2; exit 3"), Arrangement())
    var reports: [String] = []
    watcher.report = { text, isTrouble in reports.append("\(isTrouble) \(text)") }
    await watcher.observe(state(0))
    await watcher.observe(state(1))
    await watcher.finish()
    #expect(reports == ["true echo why >&2; exit 3: it exited with status 3: why"])
  }
}
