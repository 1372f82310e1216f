import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators

@testable import LiveTables

/// Tests optimistic edits with a live table as a stub of the server.
@MainActor @Suite("Optimistic tables") struct OptimisticTableTests {
  private struct Refusal: Error {}
  typealias Table = OptimisticTable<OneSection, SampleRow>

  let server = LiveTable(rows: [SampleRow(1), SampleRow(2), SampleRow(3)])
  var table: Table { Table(server) }

  func ids(_ table: Table) async -> [Int] { await table.current.map(\.id) }

  /// Waits until the table shows the given rows.
  func shows(_ table: Table, _ ids: [Int]) async {
    for await snapshot in table.tables where snapshot.map(\.id) == ids { return }
  }

  @Test("an edit is shown at once, stays over newer tables, and is removed when it is confirmed, refused or timed out")
  func ends() async throws {
    let (table, clock) = (self.table, ManualClock())
    let (one, two) = (Gate(), Gate())
    let server = server
    let confirmed = Task {
      try await table.edit {
        $0.remove(id: 1)
      } until: {
        await one.wait()
        let change = try await server.edit { $0.remove(id: 1) }
        return .revision(change.revision)
      }
    }
    await shows(table, [2, 3])
    let refused = Task {
      try await table.edit {
        $0.append(SampleRow(9))
      } until: {
        await two.wait()
        throw Refusal()
      }
    }
    await shows(table, [2, 3, 9])
    let late = Task {
      try await table.edit(timeout: .seconds(5), clock: clock) {
        $0.move(.id(3), to: .before(2))
      } until: {
        await Gate().wait()
        return .confirmed
      }
    }
    await shows(table, [3, 2, 9])
    try await server.edit { $0.insert(SampleRow(7), at: .after(1)) }
    #expect(await ids(table) == [7, 3, 2, 9])
    two.open()
    await #expect(throws: Refusal.self) { try await refused.value }
    #expect(await ids(table) == [7, 3, 2])
    await clock.sleeper()
    clock.advance(by: .seconds(5))
    await #expect(throws: TableError.timedOut) { try await late.value }
    #expect(await ids(table) == [7, 2, 3])
    one.open()
    try await confirmed.value
    #expect(await ids(table) == [7, 2, 3])
    #expect(await server.table.map(\.id) == [7, 2, 3])
  }

  @Test("the source's changes are not diffed again if no edits are pending")
  func passed() async throws {
    let tally = Tally()
    let live = LiveTable(rows: (0..<100).map { CountedRow($0, tally) })
    let table = OptimisticTable(live)
    let first = await table.state
    try await live.edit { $0.set((0..<100).map { CountedRow($0, content: $0 / 50, tally) }) }
    tally.reset()
    let second = await table.state
    #expect(tally.questions == 0 && second.table[RowPath(0, 99)]?.content == 1)
    #expect(second.revision == first.revision + 1)
  }

  /// A source that includes edits that change no rows.
  private actor UnchangedSource: TableSource {
    private(set) var state = SourceState<OneSection, SampleRow>(TableSnapshot(rows: [SampleRow(1)]))

    func includeEdit() { state.include(InboxMarks(inbox: InboxMarks.makeInbox(), edit: 1)) }

    func subscribe(_ signal: Signal) {}
  }

  @Test("an edit that changes no row notifies readers once, however often they read")
  func unchanged() async {
    let source = UnchangedSource()
    let table = Table(source)
    let count = await table.state.unchangedCount
    await source.includeEdit()
    for _ in 0..<2 {
      let now = await table.state
      #expect(now.unchangedCount == count + 1)
    }
  }

  @Test("an edit applies to the source's newest table, even if nobody reads it")
  func unread() async throws {
    let (table, live) = (self.table, server)
    for ids in [[1, 2, 3], [2, 3]] {
      try await table.edit { editor in
        #expect(editor.table.map(\.id) == ids)
      } until: {
        .confirmed
      }
      try await live.edit { $0.remove(id: 1) }
    }
  }

  @Test("an optimistic table has no table before its source has one")
  func noTableYet() async throws {
    let (tables, input) = AsyncStream.makeStream(of: TableSnapshot<OneSection, SampleRow>.self)
    let table = Table(SequenceSource(tables))
    await table.rename(1, to: 2)
    #expect(await table.state.revision == -1)
    await #expect(throws: Refusal.self) {
      try await table.edit {
        $0.append(SampleRow(9))
      } until: {
        #expect(await table.state.revision == -1)
        throw Refusal()
      }
    }
    input.finish()
    for try await snapshot in table.tables { Issue.record("\(snapshot)") }
  }

  @Test("a confirmed edit stays until the source contains it")
  func late() async throws {
    let (table, server) = (self.table, self.server)
    let answered = Gate()
    let edit = Task {
      try await table.edit {
        $0.append(SampleRow(4))
      } until: {
        answered.open()
        return .once { $0.contains { $0.id == 4 } }
      }
    }
    await shows(table, [1, 2, 3, 4])
    await answered.wait()
    try await server.edit { $0.remove(id: 1) }
    await shows(table, [2, 3, 4])
    try await server.edit { $0.append(SampleRow(4, content: 1)) }
    try await edit.value
    #expect(await table.current.map(\.description) == ["2", "3", "4'"])
  }

  @Test("59: a row that an edit replaces is refreshed although it compares equal, and again when the edit is refused")
  func replaced() async throws {
    let (table, server) = (self.table, self.server)
    var changes = table.changes.makeAsyncIterator()
    _ = await changes.next()
    let (made, refused) = (Gate(), Gate())
    let edit = Task {
      try await table.edit {
        $0.replace(SampleRow(2))
      } until: {
        made.open()
        await refused.wait()
        throw Refusal()
      }
    }
    await made.wait()
    // Ensures that there is a change to read.
    try await server.edit { $0.append(SampleRow(4)) }
    #expect(await changes.next()?.changeset.stages.flatMap(\.operations.updatedRows) == [RowPath(0, 1)])
    refused.open()
    await #expect(throws: Refusal.self) { try await edit.value }
    try await server.edit { $0.append(SampleRow(5)) }
    #expect(await changes.next()?.changeset.stages.flatMap(\.operations.updatedRows) == [RowPath(0, 1)])
  }

  @Test("a closure that throws changes nothing, and the cancellation of a task or the end of a source ends the edit")
  func ended() async throws {
    let (table, server) = (self.table, self.server)
    await #expect(throws: Refusal.self) {
      try await table.edit {
        $0.remove(id: 1)
        throw Refusal()
      } until: {
        .confirmed
      }
    }
    #expect(await ids(table) == [1, 2, 3])
    let cancelled = Task {
      try await table.edit {
        $0.remove(id: 1)
      } until: {
        await Gate().wait()
        return .revision(1_000)
      }
    }
    await shows(table, [2, 3])
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(await ids(table) == [1, 2, 3])
    let gate = Gate()
    let orphan = Task {
      try await table.edit {
        $0.remove(id: 3)
      } until: {
        gate.open()
        return .revision(1_000)
      }
    }
    await shows(table, [1, 2])
    await gate.wait()
    await server.finish()
    await #expect(throws: TableError.ended(.finished)) { try await orphan.value }
    #expect(await table.state.isFinished)
    await #expect(throws: TableError.ended(.finished)) {
      try await table.edit {
        $0.remove(id: 2)
      } until: {
        .confirmed
      }
    }
    #expect(await ids(table) == [1, 2, 3])
  }
}
