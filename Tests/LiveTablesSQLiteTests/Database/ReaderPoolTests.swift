#if SQLite
import Foundation
import Testing

@testable import LiveTablesSQLite

@Suite(.timeLimit(.minutes(20))) struct ReaderPoolTests {
  @Test("a turn that is given to a task that was cancelled in the same moment goes to the next one")
  func aTurnOfACancelledTask() async throws {
    let file = try await TestDatabase()
    let pool = ReaderPool(DatabaseConnection.Settings(path: file.path), OpenStates(), limit: 1)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let held = DispatchSemaphore(value: 0)
    let first = Task {
      try await pool.read { _ in
        begin.finish()
        held.wait()  // on the reader's own queue
      }
    }
    for await _ in begun {}
    let second = Task { try await pool.read { try $0.value("SELECT 2", as: Int.self) } }
    while pool.waitingCount < 1 { await Task.yield() }
    let third = Task { try await pool.read { try $0.value("SELECT 3", as: Int.self) } }
    while pool.waitingCount < 2 { await Task.yield() }
    pool.giveTurn(afterCancelling: second)
    #expect(try await third.value == 3)
    await #expect(throws: CancellationError.self) { try await second.value }
    held.signal()
    try await first.value
  }
}

extension ReaderPool {
  /// The turn is given before the task has noticed anything, or right after.
  fileprivate func giveTurn(afterCancelling task: Task<Int, any Error>) {
    task.cancel()
    giveTurn()
  }
}
#endif
