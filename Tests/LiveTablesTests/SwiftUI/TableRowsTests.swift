import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import Observation
import TestSupport
import Testing

@Suite("Observed rows")
@MainActor struct TableRowsTests {
  /// Counts the notifications of each reader.
  @MainActor private final class Readers {
    private let counts: Guarded<[Int: Int]> = Guarded([:])

    /// Returns the number of notifications of each reader, and resets the counts.
    func take() -> [Int: Int] {
      counts.with { counts in
        defer { counts = [:] }
        return counts
      }
    }

    /// Reads values, and counts one notification at most until the reader reads again, as in SwiftUI.
    func read(as reader: Int, _ body: @escaping @MainActor () -> Void) {
      withObservationTracking(body) { [counts] in counts.with { $0[reader, default: 0] += 1 } }
    }
  }

  private typealias Rows = TableRows<OneSection, Item>

  /// Returns rows that a store updates, and a reader of each row; readers of lists have negative numbers.
  private func observed(_ count: Int) -> (TableSnapshot<OneSection, Item>, Rows, TableStore<OneSection, Item>, Readers)
  {
    let table = TableSnapshot(rows: items(0..<count))
    let rows = Rows()
    let store = rows.show(table).store
    return (table, rows, store, readers(of: rows))
  }

  private func readers(of rows: Rows) -> Readers {
    let readers = Readers()
    for row in rows.all { readers.read(as: row.value.id) { _ = row.text } }
    readers.read(as: -1) { _ = rows.all.count }
    readers.read(as: -2) { _ = rows.sections.count }
    return readers
  }

  @Test(
    "rows that the user deletes and moves in a SwiftUI list are deleted and moved in the source",
    arguments: 0..<40 as Range<UInt64>)
  func userEdits(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let source = LiveTable(rows: items(0..<8))
    let rows = Rows(source, editing: .deleting() + .moving(to: .sameSection))
    await until { rows.all.count == 8 }
    var expected = Array(0..<8)
    let offsets = (0..<8).filter { _ in Bool.random(using: &generator) }
    let offset = Int.random(in: 0...8, using: &generator)
    rows.move(offsets, to: offset, in: rows.sections[0])
    let moved = offsets.map { expected[$0] }
    let rest = (expected[..<offset].filter { !moved.contains($0) }, expected[offset...].filter { !moved.contains($0) })
    expected = rest.0 + moved + rest.1
    #expect(rows.all.map(\.value.id) == expected, "seed \(seed)")
    let deleted = Set((0..<8).filter { _ in Bool.random(using: &generator) })
    rows.delete(deleted, in: rows.sections[0])
    expected = expected.indices.filter { !deleted.contains($0) }.map { expected[$0] }
    #expect(rows.all.map(\.value.id) == expected, "seed \(seed)")
    #expect(await source.current.map(\.id) == expected, "seed \(seed)")
  }

  @Test("k changed rows notify exactly their k readers, and no list", arguments: [1, 7, 100])
  func contentChanges(_ count: Int) async throws {
    var (table, rows, store, readers) = observed(1_000)
    let changed = (0..<count).map { $0 * 9 + 3 }
    for id in changed { table.replace(Item(id, "new")) }
    try await store.submit(table)
    #expect(readers.take() == Dictionary(uniqueKeysWithValues: changed.map { ($0, 1) }))
    #expect(rows.all.filter { $0.text == "new" }.map(\.value.id) == changed)
  }

  @Test("inserted, deleted and moved rows notify the list once, and no row")
  func structure() async throws {
    var (table, rows, store, readers) = observed(100)
    let fifty = rows.all[50]
    table.remove(id: 3)
    table.insert(Item(1_000), at: .path(RowPath(section: 0, row: 10)))
    table.move(.id(50), to: .path(RowPath(section: 0, row: 0)))
    try await store.submit(table)
    #expect(readers.take() == [-1: 1])
    #expect(rows.all.map(\.value) == Array(table))
    #expect(rows.all[0] === fifty, "a row that moves stays the same object")
  }

  @Test("a changed row and moved rows are updated in one change")
  func mixed() async throws {
    var (table, rows, store, readers) = observed(100)
    table.move(.id(90), to: .path(RowPath(section: 0, row: 2)))
    table.replace(Item(7, "new"))
    table.replace(Item(90, "new"))
    try await store.submit(table)
    #expect(readers.take() == [-1: 1, 7: 1, 90: 1])
    #expect(rows.all.map(\.value) == Array(table))
  }

  @Test("a reload keeps the row objects, and notifies only changed ones")
  func reload() {
    var (table, rows, _, readers) = observed(100)
    let before = rows.all
    table.replace(Item(5, "new"))
    rows.show(table)
    #expect(readers.take() == [5: 1])
    table.remove(id: 6)
    rows.show(table)
    #expect(readers.take() == [-1: 1])
    #expect(rows.all.map(\.id) == before.filter { $0.value.id != 6 }.map(\.id))
  }

  @Test("a refreshed row notifies its readers, also in a reload", arguments: [true, false])
  func refreshed(reloads: Bool) async throws {
    var options = BindingOptions()
    options.alwaysReloads = reloads
    options.maximumBatchSize = 0
    let rows = Rows()
    let store = TableStore<OneSection, Item>()
    try await withBinding(rows, store, options: options) { _ in
      try await store.submit(flat(1, 2, 3))
      let readers = readers(of: rows)
      #expect(try await store.refresh(ids: [1]).mode != .batch)
      #expect(readers.take() == [1: 1])
      try await store.submit(flat(1, 2, 3))
      #expect(readers.take() == [:])
    }
  }

  /// A row that compares only its subject.
  private struct Letter: Diffable, Identifiable, Sendable {
    let id: Int
    var subject = ""
    var body = ""

    func hasSameContent(as other: Letter) -> Bool { subject == other.subject }
  }

  @Test("a row's value is the newest, and an invisible change notifies no reader")
  func unseen() async throws {
    let rows = TableRows<OneSection, Letter>()
    let store = TableStore(TableSnapshot(rows: (0..<100).map { Letter(id: $0) }))
    try await withBinding(rows, store) { _ in
      try await store.edit { $0.replace(Letter(id: 0, subject: "a")) }
      let readers = Readers()
      for row in rows.all { readers.read(as: row.value.id) { _ = row.value } }
      try await store.edit { $0.update(.id(1)) { $0.body = "x" } }
      #expect(rows.all[1].value.body == "x" && readers.take() == [:])
      try await store.edit {
        $0.update(.id(1)) { $0.body = "y" }
        $0.update(.id(2)) { $0.subject = "z" }
        $0.remove(id: 0)
      }
      #expect(rows.all[0].value.body == "y" && readers.take() == [2: 1])
      try await store.submit(rows.all.map { Letter(id: $0.value.id, subject: $0.value.subject, body: "w") })
      #expect(rows.all.allSatisfy { $0.value.body == "w" })
    }
    rows.show((1..<100).map { Letter(id: $0, subject: $0 == 2 ? "z" : "", body: "v") })
    #expect(rows.all.allSatisfy { $0.value.body == "v" }, "and after a reload")
  }

  @Test("equal rows of an unrelated table are skipped only if it is short")
  func wholeNewTable() async throws {
    func letters(_ count: Int, _ body: String) -> [Letter] { (0..<count).map { Letter(id: $0, body: body) } }
    for (count, isTaken) in [(511, true), (513, false)] {
      let rows = TableRows<OneSection, Letter>()
      let store = rows.show(letters(count, "old")).store
      try await store.submit(letters(count, "new"))
      #expect(rows.all.allSatisfy { ($0.value.body == "new") == isTaken }, "nothing changed")
      try await store.submit([Letter(id: count)] + letters(count, "newest"))
      #expect(rows.all.count { $0.value.body == "newest" } == (isTaken ? count : 0), "a batch")
      try await store.edit { $0.update(.id(count - 1)) { $0.body = "edited" } }
      #expect(rows.all[count].value.body == "edited", "an edit shares the rest")
    }
  }

  /// An identity that counts how often it is hashed.
  private struct Hashed: Hashable, Sendable {
    static let count = Guarded(0)
    let id: Int

    static func == (one: Hashed, two: Hashed) -> Bool { one.id == two.id }

    func hash(into hasher: inout Hasher) {
      Self.count.with { $0 += 1 }
      hasher.combine(id)
    }
  }

  private struct HashedRow: Diffable, Sendable {
    let identity: Hashed
    func hasSameContent(as other: HashedRow) -> Bool { true }
  }

  @Test("no row is searched for in an empty table") func firstRows() {
    let rows = TableRows<OneSection, HashedRow>()
    let table = TableSnapshot<OneSection, HashedRow>(rows: (0..<100).map { HashedRow(identity: Hashed(id: $0)) })
    rows.show(table)
    #expect(rows.all.count == 100 && Hashed.count.now == 0)
    rows.show(table)
    #expect(Hashed.count.now >= 100)
  }

  /// An identity that counts how often it is compared, and has the same hash as all others.
  private struct Colliding: Hashable, Sendable {
    static let comparisons = Guarded(0)
    let id: Int
    /// Whether it is equal to itself.
    let isSound: Bool

    static func == (one: Colliding, two: Colliding) -> Bool {
      comparisons.with { $0 += 1 }
      return one.id == two.id && one.isSound
    }

    func hash(into hasher: inout Hasher) {}
  }

  private struct CollidingRow: Diffable, Sendable {
    let identity: Colliding
    func hasSameContent(as other: CollidingRow) -> Bool { true }
  }

  @Test("44: a reload of rows with colliding hashes compares each row only a few times", arguments: [true, false])
  func collisions(areSound: Bool) {
    let all = (0..<5_000).map { CollidingRow(identity: Colliding(id: $0, isSound: areSound)) }
    let rows = TableRows<OneSection, CollidingRow>()
    rows.show(TableSnapshot(rows: all))
    let before = Colliding.comparisons.now
    rows.show(TableSnapshot(rows: all.reversed()))
    #expect(Colliding.comparisons.now - before < 20 * all.count)
    #expect(rows.all.map(\.value.identity.id) == (0..<5_000).reversed())
  }

  @Test("a reload of sections with colliding hashes compares each section only a few times")
  func collidingSections() {
    let all = (0..<5_000).map { CollidingRow(identity: Colliding(id: $0, isSound: true)) }
    let sections = all.map { TableSection($0, rows: [Item($0.identity.id)]) }
    let rows = TableRows<CollidingRow, Item>()
    rows.show(TableSnapshot(sections: sections))
    let before = (Colliding.comparisons.now, rows.sections.map { $0.rows.map(\.id) })
    rows.show(TableSnapshot(sections: sections.reversed()))
    #expect(Colliding.comparisons.now - before.0 < 20 * all.count)
    #expect(rows.sections.map { $0.rows.map(\.id) } == before.1.reversed())
  }

  @Test("rows with the same identity keep their objects in order after a reload")
  func duplicates() {
    let rows = Rows()
    rows.show(TableSnapshot(rows: items([1, 2, 1, 3, 1])))
    let before = rows.all
    rows.show(TableSnapshot(rows: items([1, 1, 3, 1, 1])))
    let places = rows.all.map { row in before.firstIndex { $0 === row } }
    #expect(places == [0, 2, 3, 4, nil])
  }

  /// An identity that ignores case when compared, but not when hashed.
  private struct Caseless: Diffable, Hashable, Sendable {
    let text: String
    static func == (one: Caseless, two: Caseless) -> Bool { one.text.lowercased() == two.text.lowercased() }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  @Test("43: a reload of rows with inconsistent hashes does not trap") func unsoundHash() {
    let table = TableSnapshot(rows: (0..<40).flatMap { [Caseless(text: "a\($0)"), Caseless(text: "A\($0)")] })
    for _ in 0..<200 {
      let rows = TableRows<OneSection, Caseless>()
      rows.show(table)
      rows.show(table)
      #expect(rows.all.map(\.value.text) == table.map(\.text))
    }
  }

  @Test("a section whose value changes in a reload keeps its object")
  func reloadedSection() {
    let rows = TableRows<Folder, Item>()
    rows.show(folders([(Folder(id: 1, name: "a"), [1])]))
    let section = rows.sections[0]
    rows.show(folders([(Folder(id: 1, name: "b"), [1])]))
    #expect(rows.sections.map(\.value.name) == ["b"] && rows.sections[0] === section)
  }

  @Test("a source is followed until the rows are released")
  func source() async throws {
    let live = LiveTable(rows: items(0..<3))
    var rows: Rows? = Rows(live.filter { $0.id != 1 })
    await until { rows?.all.map(\.value.id) == [0, 2] }
    weak let link = rows?.link
    rows = nil
    #expect(link == nil)
  }

  @Test("a row that changes its section keeps its object")
  func regrouped() async throws {
    let rows = TableRows<Folder, Item>()
    let store = TableStore(folders([(Folder(id: 1), [1]), (Folder(id: 2), [2, 3])]))
    try await withBinding(rows, store) { _ in
      let objects = Dictionary(uniqueKeysWithValues: rows.all.map { ($0.value.id, $0) })
      let (first, readers) = (rows.all[0], Readers())
      let steps = [
        [(Folder(id: 3), [1]), (Folder(id: 2), [2, 3])], [(Folder(id: 2), [2, 1, 3])],
        [(Folder(id: 2), [2]), (Folder(id: 4), [3, 1])],
      ]
      for step in steps {
        readers.read(as: 1) { _ = first.text }
        #expect(try await store.submit(folders(step)).mode == .batch)
        #expect(rows.sections.map { $0.rows.map(\.value.id) } == step.map(\.1))
        #expect(rows.all.allSatisfy { $0 === objects[$0.value.id] })
        #expect(readers.take() == [1: 1], "where it is shown by another cell, it is drawn again")
      }
      var table = folders([(Folder(id: 5), [1, 2, 3])])
      table.replace(Item(1, "new"))
      try await store.submit(table)
      #expect(rows.all[0] === objects[1] && rows.all[0].text == "new")
    }
  }

  /// Shows random tables in batches and reloads; rows that stay keep their objects.
  @Test("random tables keep the objects of their rows", arguments: 0..<20 as Range<UInt64>)
  func random(_ seed: UInt64) async throws {
    let report = await TableViewConformance.check(
      seed: seed, count: 60, RandomTables.Kind(),
      table: { $0 },
      shows: { (rows: TableRows<SampleSection, SampleRow>) in
        rows.sections.map { $0.rows.map { $0.value.identity } }
      }, make: { TableRows<SampleSection, SampleRow>() })
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.batches > 20)

    let rows = TableRows<SampleSection, SampleRow>()
    let store = rows.show(SampleTable()).store
    for table in RandomTables.series(seed: seed, count: 60) {
      let before = objects(of: rows)
      try await store.submit(table)
      #expect(rows.sections.map(\.value) == table.sections.map(\.value))
      #expect(rows.sections.map { $0.rows.map(\.value) } == table.sections.map { Array($0.rows) })
      let after = objects(of: rows)
      #expect(before.allSatisfy { id, row in after[id].map { $0 === row } ?? true })
    }
  }

  /// Returns the rows whose identity is unique, by identity.
  private func objects(of rows: TableRows<SampleSection, SampleRow>) -> [SampleRow.Identity: LiveRow<SampleRow>] {
    Dictionary(grouping: rows.all, by: \.value.identity).filter { $0.value.count == 1 }.mapValues { $0[0] }
  }
}
