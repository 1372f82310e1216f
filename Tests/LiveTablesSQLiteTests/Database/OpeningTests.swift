#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests how a database is opened, and when its readers are closed.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct OpeningTests {
  @Test("options have the documented defaults") func defaults() async throws {
    let file = try await TestDatabase()
    let options = try await SQLiteDatabase(path: file.path).options
    #expect(!options.isReadOnly && options.createsFile && options.enforcesForeignKeys && options.trace == nil)
    #expect(options.busyTimeout == .seconds(5) && options.readerCount == 4 && options.transactionTime == .seconds(10))
  }

  @Test("a read-only database is opened if it exists, and never created") func onlyRead() async throws {
    let file = try await TestDatabase()
    try await file.run("INSERT INTO note VALUES (1, 'a')")
    let database = try await SQLiteDatabase(path: file.path, isReadOnly: true)
    #expect(try await database.read { try $0.value("SELECT text FROM note", as: String.self) } == "a")
    await #expect(throws: SQLiteError.self) { try await database.write { try $0.execute("DELETE FROM note") } }
    let missing = file.path + "-missing"
    await #expect(throws: SQLiteError.self) { try await SQLiteDatabase(path: missing, isReadOnly: true) }
    #expect(!FileManager.default.fileExists(atPath: missing))
  }

  @Test("a script runs to its end, with comments and empty statements") func script() async throws {
    let file = try await TestDatabase()
    let path = file.path
    let (ended, end) = AsyncStream.makeStream(of: (any Error)?.self)
    let isOver = Guarded(false)
    Thread.detachNewThread {
      do {
        try DatabaseConnection(DatabaseConnection.Settings(path: path)).execute(
          script: "INSERT INTO note VALUES (1, 'a'); -- one\n;; INSERT INTO note VALUES (2, 'b'); /* two */ ")
        end.yield(nil)
      } catch {
        end.yield(error)
      }
      isOver.with { $0 = true }
    }
    await eventually("the script has run") { isOver.now }
    for await error in ended {
      #expect(error == nil)
      break
    }
    #expect(try await file.run("SELECT count(*) FROM note") == "2\n")
  }

  @Test("waiting for connections to be closed ends with the last one, and at once if there are none")
  @available(macOS 15, iOS 18, *)
  func closed() async throws {
    let (gate, ended, executor) = (ConnectionGate(), Guarded(0), QueuedTasks())
    /// Starts a task that waits for the gate, and returns when the task waits or has ended.
    func wait() {
      Task(executorPreference: executor) {
        await gate.emptied()
        ended.with { $0 += 1 }
      }
      executor.queue.sync {}
    }
    wait()
    await eventually("there is none") { ended.now == 1 }
    var passes = [gate.pass(), gate.pass()]
    wait()
    passes.removeLast()
    executor.queue.sync {}
    #expect(ended.now == 1)
    passes = []
    await eventually("the last one is closed") { ended.now == 2 }
  }

  @Test("a read starts again after another program's commit, unless the file numbers its commits")
  func betweenTwoCommits() async throws {
    for (journal, attempts) in [("wal", 2), ("delete", 1)] {
      let file = try await TestDatabase(journal: journal)
      let other = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
      let begun = Guarded(0)
      let handle = Guarded(other)
      var settings = DatabaseConnection.Settings(path: file.path)
      settings.trace = { sql in
        guard sql == "BEGIN",
          begun.with({
            $0 += 1; return $0
          }) == 1
        else { return }
        _ = try? handle.with { try $0.execute("INSERT INTO note VALUES (1, 'a')") }
      }
      let connection = try DatabaseConnection(settings)
      let mark = try connection.beginReading()
      #expect(mark != nil && begun.now == attempts, "\(journal)")
      #expect(try connection.value("SELECT count(*) FROM note", as: Int.self) == 1, "\(journal)")
      #expect(mark == connection.file.flatMap { CommitMark(of: $0) }, "\(journal)")
    }
  }
}
#endif
