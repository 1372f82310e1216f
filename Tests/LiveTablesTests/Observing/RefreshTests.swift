import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

@Suite("Refreshed rows that compare equal")
struct RefreshTests {
  /// Returns the paths of the updated rows in the old table.
  private func updated<Row>(_ change: TableChange<OneSection, Row>?) -> [RowPath] {
    change?.changeset.stages.flatMap(\.operations.updatedRows) ?? []
  }

  private func row(_ index: Int) -> RowPath { RowPath(section: 0, row: index) }

  @Test("refreshed rows pass through every operator", arguments: 0..<6)
  func operators(kind: Int) async throws {
    let live = LiveTable(rows: items(0..<10))
    let query = LiveValue("")
    switch kind {
    case 0: try await check(live, live.filter { $0.id % 2 == 1 }, [3: 1, 4: nil])
    case 1: try await check(live, live.sorted { $0.id > $1.id }, [3: 6])
    case 2: try await check(live, live.map { Item($0.id * 2) }, [3: 3])
    case 3: try await check(live, live.prefix(4), [3: 3, 4: nil])
    case 4: try await check(live, live.searching(query) { $0.text }, [3: 3])
    default:
      let sorted = live.filter { $0.id != 0 }.sorted { $0.id > $1.id }
      try await check(live, sorted.map { Item(-$0.id) }.flattened(), [3: 6])
    }
  }

  /// - Parameter expected: The row that is updated in the derived table for each replaced identity, or `nil` for none.
  private func check(
    _ live: LiveTable<OneSection, Item>, _ derived: DerivedTable<OneSection, Item>, _ expected: [Int: Int?]
  ) async throws {
    var reader = derived.changes.makeAsyncIterator()
    _ = await reader.next()
    for (id, index) in expected.sorted(by: { $0.key < $1.key }) {
      let change = try await live.edit { $0.replace(Item(id)) }
      #expect(updated(change) == [row(id)] && change.changeset.refreshed == [id])
      guard let index else { continue }
      #expect(updated(await reader.next()) == [row(index)])
    }
  }

  @Test("a new parameter refreshes rows that compare equal, if a custom operator requests that")
  func parameters() async throws {
    let (live, note) = (LiveTable(rows: [Noted(id: 1)]), LiveValue("first"))
    let derived = DerivedTable(from: live, by: Annotating(), parameter: note).filter { _ in true }
    #expect(await derived.current.map(\.note) == ["first"])
    await note.set("second")
    #expect(await derived.current.map(\.note) == ["second"])
  }

  @Test("groups refresh rows")
  func groups() async throws {
    let live = LiveTable(rows: items(0..<10))
    var reader = live.grouped { $0.id % 3 }.changes.makeAsyncIterator()
    _ = await reader.next()
    try await live.edit { $0.replace(Item(4)) }
    let change = await reader.next()
    #expect(change?.changeset.stages.map(\.operations.updatedRows) == [[RowPath(section: 1, row: 1)]])
  }

  @Test("joined and merged tables refresh rows made of refreshed rows, on either side")
  func joined() async throws {
    let (left, right) = (LiveTable(rows: items([1, 2, 3])), LiveTable(rows: items([10, 11, 12, 20, 40])))
    var joined = left.joined(with: right, .full, by: \.id, and: { $0.id / 10 }).changes.makeAsyncIterator()
    #expect(await joined.next()?.table.count == 6)
    for (side, id, rows) in [(left, 1, 0..<3), (right, 11, 1..<2), (left, 3, 4..<5), (right, 40, 5..<6)] {
      try await side.edit { $0.replace(Item(id)) }
      // Ensures that there is a change in any case.
      try await right.edit { $0.append(Item(1_000 + id)) }
      let change = await joined.next()
      #expect(updated(change) == rows.map(row) && change?.changeset.operationCount == rows.count + 1)
    }
    let other = LiveTable(rows: items([2, 3, 5]))
    var merged = left.merged(with: other) { _, other in other }.changes.makeAsyncIterator()
    #expect(await merged.next()?.table.map(\.id) == [1, 2, 3, 5])
    for (side, id, place) in [(left, 1, 0), (other, 2, 1), (other, 5, 3)] {
      try await side.edit { $0.replace(Item(id)) }
      try await other.edit { $0.append(Item(1_000 + id)) }
      #expect(updated(await merged.next()) == [row(place)])
    }
  }

  @Test("an async map refreshes rows")
  func mappedLater() async throws {
    let live = LiveTable(rows: items([1, 2, 3]))
    var reader = live.map(atMost: 1, placeholder: { $0 }) { $0 }.changes.makeAsyncIterator()
    #expect(await reader.next()?.table.count == 3)
    try await live.edit { $0.replace(Item(2)) }
    // Ensures that there is a change in any case.
    try await live.edit { $0.append(Item(4)) }
    #expect(updated(await reader.next()) == [row(1)])
  }

  @Test("operators refresh rows of tables with two sections") func joinedSections() async throws {
    let (left, right) = (LiveTable(rows: items([1, 2])), LiveTable(rows: items([10, 20])))
    try await right.edit { $0.append(TableSection(OneSection(), rows: items([11, 12, 21, 22]))) }
    let joined = left.joined(with: right, .full, by: \.id, and: { $0.id / 10 })
    var changes = joined.changes.makeAsyncIterator()
    #expect(await changes.next()?.table.count == 6)
    try await right.edit { editor in
      editor.replace(Item(22))
      editor.append(Item(90))
    }
    let change = await changes.next()
    #expect(updated(change) == [row(5)] && change?.table.count == 7)
  }

  @Test("a late reader gets all refreshed rows once")
  func late() async throws {
    let live = LiveTable(rows: items(0..<10))
    let derived = live.sorted { $0.id > $1.id }
    var one = live.changes.makeAsyncIterator()
    var two = derived.changes.makeAsyncIterator()
    _ = await (one.next(), two.next())
    try await live.edit { $0.replace(Item(1)) }
    try await live.edit {
      $0.replace(Item(2))
      $0.replace(Item(3, "new"))
    }
    try await live.edit { $0.remove(id: 9) }
    try await live.edit { $0.replace(Item(1)) }
    #expect(updated(await one.next()) == [row(1), row(2), row(3)])
    #expect(updated(await two.next()) == [row(6), row(7), row(8)])
    try await live.edit { $0.append(Item(10)) }
    #expect(updated(await one.next()).isEmpty)
    #expect(updated(await two.next()).isEmpty)
  }

  @Test("refreshed rows in a transaction come with its other changes")
  func transaction() async throws {
    let live = LiveTable(rows: items(0..<4))
    let change = try await live.edit {
      $0.replace(Item(3))
      $0.move(.id(3), to: .path(row(0)))
      $0.remove(id: 1)
      $0.replace(Item(2))
      $0.remove(id: 2)
    }
    #expect(change.changeset.stages.map(\.operations.count) == [1, 3], "\(change)")
    #expect(updated(change) == [row(3)])
    #expect(try change.changeset.apply(to: items(0..<4)) == items([3, 0]))
  }

  @MainActor @Test("a view refreshes rows in a derived table, and after skipped tables")
  func view() async throws {
    let view = FlatView()
    let live = LiveTable(rows: items(0..<6))
    let binding = view.bind(live.filter { $0.id % 2 == 0 })
    await until { view.rows == [items([0, 2, 4])] }
    let before = view.events.count
    view.link.beginInteraction()
    try await live.edit { $0.replace(Item(2)) }
    try await live.edit { $0.append(Item(8)) }
    view.link.endInteraction()
    await live.finish()
    try await binding.finished
    #expect(view.rows == [items([0, 2, 4, 8])])
    let updates = view.events.dropFirst(before).flatMap { event -> [RowPath] in
      if case .batch(let operations, _, _) = event { operations.updatedRows } else { [] }
    }
    #expect(updates == [row(1)])
  }

  @MainActor @Test("a sequence of states can request refreshes")
  func states() async throws {
    let view = FlatView()
    let (states, continuation) = AsyncStream.makeStream(of: TableState<OneSection, Item>.self)
    let binding = view.bind(states)
    continuation.yield(TableState(flat(1, 2)))
    await until { view.rows == [items([1, 2])] }
    var state = TableState(flat(1, 2))
    state.refreshed = [2, 7]
    continuation.yield(state)
    continuation.finish()
    try await binding.finished
    guard case .batch(let operations, _, _) = view.events.last else {
      Issue.record("the view was not told of a batch")
      return
    }
    #expect(operations.updatedRows == [row(1)])
  }
}

private struct Noted: Diffable, Identifiable, Sendable {
  let id: Int
  var note = ""

  func hasSameContent(as other: Noted) -> Bool { true }
}

/// An operator that writes its parameter into every row.
private struct Annotating: TableOperator {
  static var parameterMakesRows: Bool { true }

  private(set) var table = TableSnapshot<OneSection, Noted>()
  private var source = TableSnapshot<OneSection, Noted>()
  private var note = ""

  mutating func reset(to source: TableSnapshot<OneSection, Noted>) {
    self.source = source
    table = TableSnapshot(rows: source.map { Noted(id: $0.id, note: note) })
  }

  mutating func follow(_ changeset: Changeset<OneSection, Noted>) { reset(to: changeset.target) }

  mutating func set(_ note: String, check: () throws -> Void) {
    self.note = note
    reset(to: source)
  }
}
