#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct RowSourceTests {
  private struct Undecodable: Error {}

  @Test("a row that cannot be decoded throws alone, and the rows read with it are loaded")
  func aRowThatCannotBeDecoded() async throws {
    let hook = Guarded<(@Sendable () -> Void)?>(nil)
    let script = "INSERT INTO mail VALUES (1, 'a', 'x', 0), (2, 'a', 'bad', 0), (3, 'a', 'y', 0), (4, 'a', 'z', 0);"
    let database = try await TestDatabase(TestDatabase.mails + script).open { options in
      options.trace = { if $0.hasPrefix("SELECT q.*") { hook.with { $0.take() }?() } }
    }
    let live = database.table(
      TableQuery("SELECT * FROM mail ORDER BY id") { row in
        let subject = try row.value("subject", as: String.self)
        if subject == "bad" { throw Undecodable() }
        return subject
      })
    let rows = Array(await live.state.table)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    hook.with {
      $0 = {
        begin.finish()
        gate.wait()  // blocks the reader's queue only
      }
    }
    let last = Task { try await rows[3].load() }
    for await _ in begun {}
    // These rows are read together.
    let others = rows[..<3].map { row in Task { try await row.load() } }
    await eventually("all of them wait") { await rows[0].state.source.waitingCount == 3 }
    gate.signal()
    #expect(try await last.value == "z")
    #expect(try await others[0].value == "x")
    await #expect(throws: Undecodable.self) { try await others[1].value }
    #expect(try await others[2].value == "y")
  }
}
#endif
