#if SQLite
import Foundation
import LiveTables
import TestSupport
import Testing

@testable import LiveTablesSQLite

/// Tests databases with a C library whose calls fail (Tests/FailingCalls); `make failing` runs them.
@Suite(.enabled(if: FailingCalls.isLoaded), .serialized, .holdsFiles, .timeLimit(.minutes(20)))
struct FailingDatabaseTests {
  private static let calls = ["open", "read", "write", "fsync", "ftruncate"]
  private static let errors = [EIO, ENOSPC, EINTR, FailingCalls.shortCount]

  @Test(
    "a write is in the file or throws, whichever call fails, and the next write succeeds",
    arguments: ["wal", "delete"], calls)
  func writes(journal: String, call: String) async throws {
    let file = try await TestDatabase(journal: journal)
    let database = try await file.open()
    var known: Set<Int> = []
    var allHits = 0
    var failures = 0
    for error in Self.errors {
      for number in 1...40 {
        let id = known.count * 1000 + number
        FailingCalls.plan(call, error, number: number, in: file.folder.lastPathComponent)
        let hasThrown: Bool
        do {
          try await database.insert(Mail(id: id, folder: "in", subject: String(repeating: "x", count: 9_000)))
          hasThrown = false
        } catch {
          #expect(error is SQLiteError)
          hasThrown = true
        }
        let hits = FailingCalls.end()
        allHits += hits
        if hasThrown { failures += 1 } else { known.insert(id) }
        let next = id * 1000
        try await database.insert(Mail(id: next, folder: "in", subject: "after"))
        known.insert(next)
        if hits < number { break }
      }
    }
    await database.close()
    let ids = try await file.run("SELECT id FROM mail;").split(separator: "\n").compactMap { Int($0) }
    #expect(known.isSubset(of: ids), "nothing that was written is lost")
    // The write-ahead log is already open, and is flushed at checkpoints only.
    if call == "write" || (journal == "delete" && call != "ftruncate") { #expect(allHits > 0 && failures > 0) }
    #expect(try await file.run("PRAGMA integrity_check;") == "ok\n")
  }

  @Test("a live query continues after a failed read, and shows all changes", arguments: ["open", "read"])
  func reads(call: String) async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    let shown = Shown(database.table(of: Mail.self, "SELECT * FROM mail ORDER BY id"))
    #expect(try await shown.next() == [[]])
    for error in Self.errors {
      for number in 1...20 {
        FailingCalls.plan(call, error, number: number, in: file.folder.lastPathComponent)
        let id = Int(abs(error)) * 100 + number
        try? await database.insert(Mail(id: id, folder: "in", subject: "planned"))
        _ = FailingCalls.end()
        try? await database.insert(Mail(id: id + 50, folder: "in", subject: "after"))
      }
    }
    let all = try await file.run("SELECT id FROM mail ORDER BY id;").split(separator: "\n").compactMap { Int($0) }
    let wanted: [[RowID]] = [all.map { RowID($0) }]
    while try await shown.next() != wanted {}
    await database.close()
  }

  #if os(Linux)
  @Test("a watch that cannot be read once is read again", arguments: [EIO, EINTR])
  func unreadWatch(error: Int32) async throws {
    let file = try await TestDatabase()
    let watches = InotifyWatches()
    let (signal, received) = Signal.make()
    let number = try #require(watches.add(file.path, signal))
    FailingCalls.plan("read", error, number: 1, in: "inotify")
    _ = try await file.run("INSERT INTO note (text) VALUES ('a');")
    for await _ in received { break }
    #expect(FailingCalls.end() > 1)
    watches.remove(number)
  }
  #endif

  @Test("a file that cannot be watched is an error, or its changes are still noticed")
  func unwatched() async throws {
    #if os(Linux)
    FailingCalls.plan("inotify_init1", EMFILE, number: 1, lasts: true, in: "")
    let watches = InotifyWatches()
    #expect(watches.add("/tmp/mail.db", Signal.make().signal) == nil)
    #expect(FailingCalls.end() == 1)
    #expect(watches.add("/tmp/mail.db", Signal.make().signal) != nil, "the next one asks again")
    #endif
    let file = try await TestDatabase()
    FailingCalls.plan("inotify_add_watch", ENOSPC, number: 1, lasts: true, in: file.folder.lastPathComponent)
    do {
      let database = try await file.open()
      let shown = Shown(database.table(of: Mail.self, "SELECT * FROM mail ORDER BY id"))
      #expect(try await shown.next() == [[]])
      try await database.insert(Mail(id: 1, folder: "in", subject: "ours"))
      #expect(try await shown.next() == [[1]])
      await database.close()
    } catch {
      #expect(error is SQLiteError)
    }
    #expect(FailingCalls.end() > 0)
  }
}
#endif
