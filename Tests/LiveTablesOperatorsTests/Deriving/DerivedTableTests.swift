import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

@Suite("Derived tables")
struct DerivedTableTests {
  /// Returns a live table and a reader of its odd rows.
  private func filtered(
    _ rows: Int...
  ) async -> (LiveTable<OneSection, Int>, Updates<TableChange<OneSection, Int>, Never>.AsyncIterator) {
    let live = LiveTable(rows: rows)
    var reader = live.filter { $0 % 2 == 1 }.changes.makeAsyncIterator()
    #expect(await reader.next()?.table.map { $0 } == [1, 3])
    return (live, reader)
  }

  private func row(_ index: Int) -> RowPath { RowPath(section: 0, row: index) }

  @Test("a filter of odd numbers follows edits of [1, 2, 3]")
  func caseFour() async throws {
    var (live, reader) = await filtered(1, 2, 3)
    try await live.edit { $0.append(4) }
    try await live.edit { $0.append(5) }
    var change = try #require(await reader.next())
    #expect(change.changeset.stages.map(\.operations.insertedRows) == [[row(2)]])
    #expect(change.revision == 1, "appending 4 is no change")

    (live, reader) = await filtered(1, 2, 3)
    try await live.edit {
      $0.insert(5, at: .path(RowPath(section: 0, row: 1))); $0.remove(id: 2)
    }
    change = try #require(await reader.next())
    #expect(change.changeset.stages.map(\.operations.insertedRows) == [[row(1)]])

    (live, reader) = await filtered(1, 2, 3)
    try await live.edit {
      $0.insert(4, at: .path(RowPath(section: 0, row: 1))); $0.remove(id: 2)
    }
    await live.finish()
    #expect(await reader.next() == nil, "nothing has changed")

    (live, reader) = await filtered(1, 2, 3)
    try await live.set(TableSnapshot(rows: [4, 5, 6]))
    #expect(await reader.next()?.table.map { $0 } == [5])
  }

  @Test("an aggregate that is NaN is sent once, and its section is not updated again")
  func notANumber() async throws {
    let live = LiveTable(rows: [1, 2])
    let (begun, asked) = (Gate(), Gate())
    let sum = RowAggregate<Int, _, Double>.sum { row in
      if row == 3 { asked.open() }
      return row == 2 ? .nan : 1
    }
    let (values, sections) = (live.values(of: sum), live.aggregated(by: sum))
    var changes = sections.changes.makeAsyncIterator()
    _ = await changes.next()
    let reader = Task {
      var found: [Double] = []
      for await value in values {
        found.append(value)
        begun.open()
      }
      return found
    }
    await begun.wait()
    try await live.edit { $0.append(3) }
    await asked.wait()
    #expect(await changes.next()?.changeset.operationCount == 1)
    try await live.edit { $0.remove(id: 2) }
    await live.finish()
    #expect(await reader.value.map(\.description) == ["nan", "2.0"])
    #expect(await changes.next()?.changeset.stages.flatMap(\.operations.updatedSections) == [0])
  }

  @Test("other aggregates that are not equal to themselves count as changed")
  func unequalToItself() {
    struct Size: Hashable {
      var width = Double.nan
      var count = 1
    }
    #expect(Double.nan.isSame(as: .nan) && !Double.nan.isSame(as: 1) && 1.0.isSame(as: 1))
    #expect(Double?.some(.nan).isSame(as: .nan) && !Double?.none.isSame(as: .nan) && Double?.none.isSame(as: nil))
    #expect(!Size().isSame(as: Size(count: 2)))
  }

  @Test("rows that leave a filter and rows that change in it come in one changeset")
  func mixed() async throws {
    let live = LiveTable(rows: items(0..<10))
    var reader = live.filter { $0.text != "gone" }.sorted { $0.id > $1.id }.changes.makeAsyncIterator()
    _ = await reader.next()
    try await live.edit {
      $0.replace(Item(3, "gone"))
      $0.replace(Item(4, "new"))
      $0.remove(id: 5)
      $0.append(Item(10))
      $0.move(.id(6), to: .path(RowPath(section: 0, row: 0)))
    }
    let change = try #require(await reader.next())
    #expect(change.table.map(\.description) == ["10", "9", "8", "7", "6", "4new", "2", "1", "0"])
    #expect(change.changeset.operationCount == 4)
    let reached = try change.changeset.apply(to: items((0..<10).reversed()))
    #expect(reached.map(\.description) == change.table.map(\.description))
  }

  @Test("a chain of operators ends with its source, after the last state")
  func ends() async throws {
    let live = LiveTable(rows: items(0..<10))
    var reader = live.filter { $0.id > 4 }.map { Item($0.id * 2) }.prefix(3).changes.makeAsyncIterator()
    #expect(await reader.next()?.table == flat(10, 12, 14))
    try await live.edit { $0.remove(id: 6) }
    await live.finish()
    #expect(await reader.next()?.table == flat(10, 14, 16))
    #expect(await reader.next() == nil)
  }

  @Test("a changed parameter results in one changeset")
  func parameters() async throws {
    let live = LiveTable(rows: (0..<100).map { Item($0, "row \($0)") })
    let query = LiveValue("")
    let order = LiveValue(RowOrder<Item>(by: \.id, <))
    let limit = LiveValue(0..<5)
    let derived = live.searching(query) { $0.text }.sorted(by: order).window(limit)
    var reader = derived.changes.makeAsyncIterator()
    #expect(await reader.next()?.table.map(\.id) == [0, 1, 2, 3, 4])
    await query.set("7")
    #expect(await reader.next()?.table.map(\.id) == [7, 17, 27, 37, 47])
    await query.set("ROW 71")
    #expect(await reader.next()?.table.map(\.id) == [71])
    await query.set("Row 7")
    #expect(await reader.next()?.table.map(\.id) == [7, 17, 27, 37, 47])
    await order.set(RowOrder(by: \.id, >))
    #expect(await reader.next()?.table.map(\.id) == [97, 87, 79, 78, 77])
    await limit.set(0..<2)
    #expect(await reader.next()?.table.map(\.id) == [97, 87])
    try await live.edit { $0.remove(id: 97) }
    let change = try #require(await reader.next())
    #expect(change.table.map(\.id) == [87, 79])
    #expect(change.changeset.operationCount == 2)
  }

  @Test("two readers of a derived table share its work")
  func shared() async throws {
    let calls = Guarded(0)
    let live = LiveTable(rows: items(0..<50))
    let derived = live.map { item in
      calls.with { $0 += 1 }
      return Item(item.id, "mapped")
    }
    var one = derived.changes.makeAsyncIterator()
    var two = derived.changes.makeAsyncIterator()
    #expect(await one.next()?.table == two.next()?.table)
    try await live.edit { $0.append(Item(50)) }
    #expect(await one.next()?.changeset.operationCount == 1)
    #expect(await two.next()?.changeset.operationCount == 1)
    #expect(calls.now == 51)
  }

  @MainActor @Test("a view shows a derived table")
  func view() async throws {
    let view = FlatView()
    let live = LiveTable(rows: items(0..<6))
    let binding = view.bind(live.filter { $0.id % 2 == 0 })
    await until { view.rows == [items([0, 2, 4])] }
    try await live.edit {
      $0.remove(id: 2)
      $0.append(Item(8))
    }
    await until { view.rows == [items([0, 4, 8])] }
    guard case .batch(let operations, _, _) = view.events.last else {
      Issue.record("the view was not told of a batch")
      return
    }
    #expect(operations.count == 2)
    await live.finish()
    try await binding.finished
  }

  @MainActor @Test("display returns when a derived table has ended and its last state is on screen")
  func display() async throws {
    let view = FlatView()
    let live = LiveTable(rows: items(0..<3))
    async let shown: Void = view.display(live.sorted { $0.id > $1.id })
    await until { view.rows == [items([2, 1, 0])] }
    try await live.edit { $0.append(Item(3)) }
    await live.finish()
    try await shown
    #expect(view.rows == [items([3, 2, 1, 0])])
  }
}
