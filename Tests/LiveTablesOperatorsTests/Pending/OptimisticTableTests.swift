import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators

@testable import LiveTables

/// Edits that wait, on a live table that stands for a server.
@MainActor @Suite("Optimistic tables") struct OptimisticTableTests {
  private struct Refusal: Error {}
  private typealias Table = OptimisticTable<OneSection, SampleRow>

  private let server = LiveTable(rows: [SampleRow(1), SampleRow(2), SampleRow(3)])
  private var table: Table { Table(server) }

  private func ids(_ table: Table) async -> [Int] { await table.current.map(\.id) }

  /// Waits until a table shows these rows.
  private func shows(_ table: Table, _ ids: [Int]) async {
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

  /// A source that makes edits without effect.
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

  @Test("a row whose identity a server changes is updated in place, and stays selected")
  func renamed() async throws {
    let (table, server) = (self.table, self.server)
    let view = RecordingTableView<OneSection, SampleRow>()
    let sorted = table.filter { $0.id != 2 }
    let binding = view.bind(sorted)
    let (created, done) = (Gate(), Gate())
    let edit = Task {
      try await table.edit {
        $0.insert(SampleRow(-1), at: .after(1))
      } until: {
        await created.wait()
        await table.rename(-1, to: 40)
        let change = try await server.edit { $0.insert(SampleRow(40, content: 1), at: .after(1)) }
        done.open()
        return .revision(change.revision)
      }
    }
    for await change in binding.changes where change.table.count == 3 { break }
    view.link.selection.mode = .many
    #expect(view.link.selection.user(.tap, at: RowPath(0, 1)))
    view.forget()
    created.open()
    try await edit.value
    for await change in binding.changes where change.table.contains(where: { $0.id == 40 }) { break }
    #expect(view.link.table.map(\.description) == ["1", "40'", "3"])
    #expect(view.reloads == 0)
    #expect(view.batches.map(\.updatedRows) == [[RowPath(0, 1)]])
    #expect(view.batches.allSatisfy { $0.count == 1 })
    #expect(view.link.selection.paths == [RowPath(0, 1)])
    #expect(view.link.selection.ids == [40])
    binding.cancel()
  }

  @Test("68: a row that changes its identity in an optimistic table is updated in place")
  func renamedBelow() async throws {
    let (table, server) = (self.table, self.server)
    let outer = OptimisticTable(table)
    let confirmed = Gate()
    let edit = Task {
      try await table.edit {
        $0.append(SampleRow(-1))
      } until: {
        await confirmed.wait()
        return .confirmed
      }
    }
    await shows(outer, [1, 2, 3, -1])
    var changes = outer.changes.makeAsyncIterator()
    _ = await changes.next()
    await table.rename(-1, to: 9)
    try await server.edit { $0.append(SampleRow(9)) }
    let change = try #require(await changes.next())
    #expect(change.table.map(\.id) == [1, 2, 3, 9])
    #expect(
      change.changeset.stages.map(\.operations.updatedRows) == [[RowPath(0, 3)]] && change.changeset.operationCount == 1
    )
    confirmed.open()
    try await edit.value
  }

  @Test("68: a row that changes its identity is updated in place if its edit is confirmed before the source is read")
  func renamedUnread() async throws {
    let (table, server) = (self.table, self.server)
    var changes = table.changes.makeAsyncIterator()
    _ = await changes.next()
    let created = Gate()
    let edit = Task {
      try await table.edit {
        $0.append(SampleRow(-1))
      } until: {
        await created.wait()
        try await server.edit { $0.append(SampleRow(40)) }
        await table.rename(-1, to: 40)
        return .confirmed
      }
    }
    #expect(await changes.next()?.table.map(\.id) == [1, 2, 3, -1])
    created.open()
    try await edit.value
    let change = try #require(await changes.next())
    #expect(change.changeset.stages.map(\.operations.updatedRows) == [[RowPath(0, 3)]])
    #expect(change.changeset.operationCount == 1 && change.table.map(\.id) == [1, 2, 3, 40])
  }

  @Test(
    "68: a row that changes its identity is updated in place on both sides of merged tables", arguments: [false, true])
  func renamedMerged(isRight: Bool) async throws {
    let (table, server, other) = (self.table, self.server, LiveTable<OneSection, SampleRow>(rows: []))
    let merged = isRight ? other.merged(with: table) : table.merged(with: other)
    var changes = merged.changes.makeAsyncIterator()
    _ = await changes.next()
    let created = Gate()
    let edit = Task {
      try await table.edit {
        $0.append(SampleRow(-1))
      } until: {
        await created.wait()
        try await server.edit { $0.append(SampleRow(40)) }
        await table.rename(-1, to: 40)
        return .confirmed
      }
    }
    #expect(await changes.next()?.table.map(\.id) == [1, 2, 3, -1])
    created.open()
    try await edit.value
    let change = try #require(await changes.next())
    #expect(change.changeset.stages.map(\.operations.updatedRows) == [[RowPath(0, 3)]])
    #expect(change.changeset.operationCount == 1 && change.table.map(\.id) == [1, 2, 3, 40])
  }

  @Test("68: a pending edit follows a renamed row, even if its closure named the row by place")
  func renamedBelowEdits() async throws {
    let (table, server) = (self.table, self.server)
    let (created, gone) = (Gate(), Gate())
    let insertion = Task {
      try await table.edit {
        $0.append(SampleRow(-1))
      } until: {
        await created.wait()
        await table.rename(-1, to: 40)
        let change = try await server.edit { $0.append(SampleRow(40)) }
        return .revision(change.revision)
      }
    }
    await shows(table, [1, 2, 3, -1])
    let removal = Task {
      try await table.edit {
        $0[RowPath(0, 0)] = nil
        $0[id: -1] = nil
      } until: {
        await gone.wait()
        return .confirmed
      }
    }
    await shows(table, [2, 3])
    created.open()
    try await insertion.value
    #expect(await server.current.map(\.id) == [1, 2, 3, 40])
    #expect(await ids(table) == [2, 3])
    try await server.edit { $0.move(.id(1), to: .end) }
    #expect(await ids(table) == [2, 3])
    gone.open()
    try await removal.value
    #expect(await ids(table) == [2, 3, 40, 1])
  }

  @Test("a row that changes its identity while a parameter is set is updated in place, also for a late reader")
  func renamedWithParameter() async throws {
    let (table, server) = (self.table, self.server)
    let query = LiveValue("")
    let derived = table.searching(query) { _ in "text" }
    var (reader, late) = (derived.changes.makeAsyncIterator(), derived.changes.makeAsyncIterator())
    let created = Gate()
    let edit = Task {
      try await table.edit {
        $0.append(SampleRow(-1))
      } until: {
        await created.wait()
        await table.rename(-1, to: 7)
        let change = try await server.edit { $0.append(SampleRow(7)) }
        return .revision(change.revision)
      }
    }
    await shows(table, [1, 2, 3, -1])
    #expect(await reader.next()?.table.count == 4)
    #expect(await late.next()?.table.count == 4)
    created.open()
    try await edit.value
    await query.set("t")
    let change = try #require(await reader.next()).changeset
    #expect(change.target.map(\.id) == [1, 2, 3, 7])
    #expect(change.stages.map(\.operations.updatedRows) == [[RowPath(0, 3)]] && change.operationCount == 1)
    await query.set("te")
    try await server.edit { $0.remove(id: 1) }
    #expect(await derived.current.count == 3)
    let both = try #require(await late.next()).changeset
    #expect(both.stages.flatMap(\.operations.updatedRows) == [RowPath(0, 3)] && both.operationCount == 2)
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
    // So that there is a change in any case.
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
