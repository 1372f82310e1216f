#if SQLite
import Foundation
import Testing

@testable import LiveTablesSQLite

@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct ReaderPoolTests {
  @Test("a turn that is given to a task cancelled at the same time is passed on")
  func aTurnOfACancelledTask() async throws {
    let file = try await TestDatabase()
    let pool = ReaderPool(DatabaseConnection.Settings(path: file.path), limit: 1)
    let (first, endFirst) = await pool.blockedRead()
    let done = Guarded(0)
    func waitingRead(_ value: Int, waitingCount: Int) async -> Task<Int, any Error> {
      let task = Task {
        defer { done.with { $0 += 1 } }
        return try await pool.read { try $0.value("SELECT \(value)", as: Int.self) }
      }
      await eventually("it waits") { pool.waitingCount == waitingCount || done.now > 0 }
      return task
    }
    let second = await waitingRead(2, waitingCount: 1)
    let third = await waitingRead(3, waitingCount: 2)
    #expect(done.now == 0, "both wait")
    // This turn is given in addition to the turn of the first read, which is still running.
    second.cancel()
    pool.giveTurn()
    await eventually("the third one reads") { done.now == 2 }
    endFirst.signal()
    try await first.value
    #expect(try await third.value == 3)
    await #expect(throws: CancellationError.self) { try await second.value }
  }

  @Test("the number of concurrent reads is limited", arguments: [(0, 1), (1, 1), (2, 2), (3, 3)])
  func atOnce(limit: Int, count: Int) async throws {
    let file = try await TestDatabase()
    let pool = ReaderPool(DatabaseConnection.Settings(path: file.path), limit: limit)
    let (begun, gate) = (Guarded(0), DispatchSemaphore(value: 0))
    let calls = (0...count).map { _ in
      Task {
        try await pool.read { _ in
          begun.with { $0 += 1 }
          gate.wait()  // blocks the reader's queue only
        }
      }
    }
    await eventually("each reads or waits") { begun.now + pool.waitingCount == calls.count }
    #expect(begun.now == count)
    for _ in calls { gate.signal() }
    for call in calls { try await call.value }
  }

  @Test("a call waits if the only turn belongs to a task that has not resumed yet")
  @available(macOS 15, iOS 18, *)
  func aTurnThatIsOnItsWay() async throws {
    let file = try await TestDatabase()
    let pool = ReaderPool(DatabaseConnection.Settings(path: file.path), limit: 1)
    let (first, endFirst) = await pool.blockedRead()
    let executor = QueuedTasks()
    let second = Task(executorPreference: executor) {
      try await pool.read { try $0.value("SELECT 2", as: Int.self) }
    }
    await eventually("the second one waits") { pool.waitingCount == 1 }
    executor.queue.suspend()  // the second task gets its turn but does not resume
    endFirst.signal()
    try await first.value
    let isDone = Guarded(false)
    let third = Task {
      defer { isDone.with { $0 = true } }
      return try await pool.read { try $0.value("SELECT 3", as: Int.self) }
    }
    await eventually("the third one waits") { pool.waitingCount == 1 || isDone.now }
    #expect(!isDone.now, "the only turn is the second one's")
    executor.queue.resume()
    #expect(try await second.value == 2)
    #expect(try await third.value == 3)
  }
}

extension ReaderPool {
  /// Starts a read that does not return before the semaphore is signaled.
  fileprivate func blockedRead() async -> (task: Task<Void, any Error>, end: DispatchSemaphore) {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let end = DispatchSemaphore(value: 0)
    let task = Task {
      try await read { _ in
        begin.finish()
        end.wait()  // blocks the reader's queue only
      }
    }
    for await _ in begun {}
    return (task, end)
  }
}
#endif
