import Foundation
import LiveTables
import Testing

@testable import livetable

@MainActor @Suite(.timeLimit(.minutes(20))) struct RecordingTests {
  private func recorded(_ states: [FeedTable]) async throws -> (TemporaryDirectory, String) {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/recording"
    let keeper = try HistoryKeeper(recordingTo: path, source: "ps")
    for state in states { try await keeper.append(state) }
    try await keeper.flush()
    return (directory, path)
  }

  private let states = (0..<5).map {
    feedTable([("1", ["\($0)", "y"]), ("2", ["x", "\($0 / 2)"])], time: Double($0))
  }

  private func replayed(_ path: String) async throws -> RecordingSink {
    let sink = RecordingSink()
    let feed = ReplayFeed(options: ReplayOptions(path: path, speed: 1e6))
    try await feed.run(into: sink)
    #expect(feed.staysAtEnd, "what is shown last can be looked at")
    return sink
  }

  @Test func whatIsRecordedIsReplayed() async throws {
    let (directory, path) = try await recorded(states)
    defer { withExtendedLifetime(directory) {} }
    let sink = try await replayed(path)
    #expect(sink.tables == Array(repeating: ["1", "2"], count: 5))
    #expect(sink.columns == ["id", "a", "b"])
    #expect(sink.reports == [])
  }

  @Test func aColumnThatARecordingDoesNotHaveIsTrouble() async throws {
    let (directory, path) = try await recorded(states)
    defer { withExtendedLifetime(directory) {} }
    for records in [RecordOptions(groupBy: "nope"), RecordOptions(sortBy: [SortOrder(column: "a.b")])] {
      let feed = ReplayFeed(options: ReplayOptions(path: path, speed: 1e6, records: records))
      let error = await #expect(throws: InputError.self) { try await feed.run(into: RecordingSink()) }
      #expect(error?.problem.hasPrefix("there is no column") == true)
    }
    let sorted = ReplayOptions(path: path, speed: 1e6, records: RecordOptions(sortBy: [SortOrder(column: "B")]))
    let sink = RecordingSink()
    try await ReplayFeed(options: sorted).run(into: sink)
    #expect(sink.tables.count == 5)
  }

  @Test func aRecordingIsShownAsItCameOrFasterAndOnceWithoutAPause() async throws {
    let (directory, path) = try await recorded(states)
    defer { withExtendedLifetime(directory) {} }
    var feed = ReplayFeed(options: ReplayOptions(path: path, speed: 20))
    let start = ContinuousClock.now
    try await feed.run(into: RecordingSink())
    #expect(start.duration(to: .now) >= .milliseconds(200), "four seconds, twenty times as fast")
    #expect([30, -1, 1e9].map { feed.pause(from: 10, to: 10 + $0) } == [.milliseconds(1500), .zero, .seconds(3600)])
    var once = feed.options
    once.display.isOnce = true
    feed = ReplayFeed(options: once)
    #expect(feed.pause(from: 10, to: 40) == nil)
  }

  @Test func betweenTwoRecordingsInAFileThereIsNoPause() async throws {
    let (directory, path) = try await recorded(states)
    defer { withExtendedLifetime(directory) {} }
    let keeper = try HistoryKeeper(recordingTo: path, source: "ps")
    try await keeper.append(feedTable([("1", ["x", "y"])], time: 1e11))
    try await keeper.flush()
    let sink = try await replayed(path)
    #expect(sink.tables.count == 6 && sink.tables.last == ["1"] && sink.reports == [])
  }

  @Test func aRecordingThatWasCutOffAnywhereIsReplayedUpToThere() async throws {
    let (directory, path) = try await recorded(states)
    let bytes = try FileDescriptor.readFile(path)
    let ends = bytes.indices.filter { bytes[$0] == .lineFeed }
    let cut = directory.path + "/cut"
    for length in ends[1]..<bytes.count {
      try Data(bytes.prefix(length)).write(to: URL(fileURLWithPath: cut))
      let complete = ends.dropFirst().count { $0 < length }
      guard complete > 0 else { continue }
      #expect(try await replayed(cut).tables.count == complete)
    }
  }

  @Test func aRecordingIsContinuedBehindWhatWasCutOff() async throws {
    let (directory, path) = try await recorded(states)
    defer { withExtendedLifetime(directory) {} }
    let bytes = try FileDescriptor.readFile(path)
    try Data(bytes.dropLast(4)).write(to: URL(fileURLWithPath: path))
    let keeper = try HistoryKeeper(recordingTo: path, source: "ps")
    try await keeper.append(feedTable([("3", ["n", "n"])], time: 9))
    let sink = try await replayed(path)
    #expect(sink.tables == Array(repeating: ["1", "2"], count: 4) + [["3"]])
    #expect(sink.reports == ["\(path): 1 line could not be read"])
  }

  @Test func aFileThatIsNoRecordingIsTrouble() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("rubbish\n\u{0}{}\n", to: "rubbish")
    await #expect(throws: InputError.self) { try await replayed(path) }
    await #expect(throws: InputError.self) { try await replayed(directory.path + "/none") }
  }

  @Test func aRecordingThatCannotBeWrittenIsTrouble() {
    #expect(throws: InputError.self) { try HistoryKeeper(recordingTo: "/nowhere/recording") }
  }
}
