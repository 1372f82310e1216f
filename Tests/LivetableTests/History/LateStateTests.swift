import Foundation
import LiveTables
import Testing

@testable import livetable

/// Tests that the last state of a burst is recorded even if no other state follows.
@Suite(.timeLimit(.minutes(20))) struct LateStateTests {
  private func state(_ number: Int) -> FeedTable {
    feedTable([("1", ["\(number)", "y"])], time: Double(number) / 1000)
  }

  @Test func theLastStateOfABurstIsWrittenThoughNoOtherFollows() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/recording"
    let keeper = try HistoryKeeper(recordingTo: path, source: "ps", interval: 0.01)
    for number in 0..<3 { try await keeper.append(state(number)) }
    await keeper.storing?.value
    let lines = String(decoding: try FileDescriptor.readFile(path), as: UTF8.self).split(separator: "\n")
    // On a slow machine, the second state is recorded, too.
    #expect((3...4).contains(lines.count) && lines.last == #"{"at":0.002,"cells":[[0,1,"2"]]}"#)
    #expect(await keeper.read { $0.number(at: 1) } == lines.count - 2, "the history has it, too")
  }

  @Test func aStateThatWasWrittenInTimeIsNotWrittenAgain() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/recording"
    let keeper = try HistoryKeeper(recordingTo: path, source: "ps", interval: 1000)
    for number in 0..<3 { try await keeper.append(state(number)) }
    let due = try #require(await keeper.storing)
    try await keeper.flush()
    #expect(due.isCancelled)
    #expect(await keeper.storing == nil)
    await due.value
    try await keeper.flush()
    let bytes = try FileDescriptor.readFile(path)
    #expect(bytes.count { $0 == .lineFeed } == 3)
  }

  #if os(Linux)
  @Test func whatCouldNotBeWrittenMeanwhileIsSaidAtTheEnd() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = directory.path + "/recording"
      let keeper = try HistoryKeeper(recordingTo: path, source: "ps", interval: 0.01)
      try await keeper.append(feedTable([("1", ["x", "y"])], time: 0))
      var limit = rlimit(rlim_cur: rlim_t(try FileDescriptor.readFile(path).count), rlim_max: rlim_t.max)
      signal(SIGXFSZ, SIG_IGN)
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      try await keeper.append(feedTable([("1", ["z", "y"])], time: 0.001))
      await keeper.storing?.value
      await #expect(throws: SystemError(code: EFBIG)) { try await keeper.flush() }
      try await keeper.flush()
    }
  }
  #endif
}
