import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import LiveTablesOperators

extension OptimisticTableTests {
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

  enum Place: CaseIterable { case alone, left, right }

  @Test(
    "68: a row that changes its identity is updated in place if its edit is confirmed before the source is read",
    arguments: Place.allCases)
  func renamedUnread(place: Place) async throws {
    let (table, server, other) = (self.table, self.server, LiveTable<OneSection, SampleRow>(rows: []))
    let source: any TableSource<OneSection, SampleRow> =
      switch place {
      case .alone: table
      case .left: table.merged(with: other)
      case .right: other.merged(with: table)
      }
    var changes = source.changes.makeAsyncIterator()
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
}
