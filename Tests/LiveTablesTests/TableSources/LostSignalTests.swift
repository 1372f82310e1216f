import TestSupport
import Testing

@testable import LiveTables

@MainActor @Suite(.timeLimit(.minutes(20))) struct LostSignalTests {
  private struct Counter: ReadableState {
    let version: Int
    var isFinished = false
  }

  /// Reads everything in a detached task.
  private func read(_ reader: CatchUpReader<Counter, Int>) async -> [Int] {
    let found = Guarded<[Int]>([])
    let isOver = Guarded(false)
    let task = Task.detached {
      var reader = reader
      while let number = try await reader.next() { found.with { $0.append(number) } }
      isOver.with { $0 = true }
    }
    await until { isOver.now }
    task.cancel()
    return found.now
  }

  @Test func aReaderWhoseSignalIsFinishedComesToTheEnd() async {
    let reader = CatchUpReader<Counter, Int>(
      subscribe: { $0.finish() }, read: { Counter(version: 0) }, update: { _, now in now.version })
    #expect(await read(reader) == [0])
  }
}
