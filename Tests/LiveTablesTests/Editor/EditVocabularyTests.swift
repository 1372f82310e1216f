import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

@Suite("The vocabulary of edits")
struct EditVocabularyTests {
  private typealias Edit = TableEdit<String, Item>

  private func rows(_ table: TableSnapshot<String, Item>) -> String {
    table.sections.map { "\($0.value)\($0.rows.map { "\($0)" }.joined())" }.joined(separator: " ")
  }

  private static let table = TableSnapshot<String, Item>(sections: [
    TableSection("a", rows: items([1, 2, 3])), TableSection("b", rows: items([5, 4])), TableSection("c", rows: []),
  ])

  private static let rowEdits: [(Edit, String)] = [
    (.insert(items([8, 9]), at: .end), "a123 b54 c89"),
    (.insert(items([8, 9]), at: .end(of: "a")), "a12389 b54 c"),
    (.insert(items([8, 9]), at: .path(RowPath(section: 1, row: 1))), "a123 b5894 c"),
    (.insert(items([8, 9]), at: .before(2)), "a18923 b54 c"),
    (.insert(items([8, 9]), at: .after(4)), "a123 b5489 c"),
    (.patch(.id(2)) { $0.text = "x" }, "a12x3 b54 c"),
    (.patch(.path(RowPath(section: 1, row: 0))) { $0.text = "x" }, "a123 b5x4 c"),
    (.patch(.where { $0.id > 2 }) { $0.text = "x" }, "a123x b5x4x c"),
    (.replace(.id(2), with: [Item(9)]), "a193 b54 c"),
    (.replace(.path(RowPath(section: 1, row: 1)), with: [Item(9)]), "a123 b59 c"),
    (.move(.path(RowPath(section: 0, row: 0)), to: .path(RowPath(section: 2, row: 0))), "a23 b54 c1"),
    (.move(.ids([3, 1, 7]), to: .path(RowPath(section: 1, row: 1))), "a2 b5314 c"),
    (.move(.ids([4, 1]), to: .before(3)), "a2413 b5 c"),
    (.move(.ids([1, 2]), to: .after(5)), "a3 b5124 c"),
    (.move(.ids([4, 5]), to: .end(of: "c")), "a123 b c45"),
    (.remove(.ids([1, 4, 7])), "a23 b5 c"),
    (.remove(.path(RowPath(section: 0, row: 1))), "a13 b54 c"),
    (.remove(.paths([RowPath(section: 0, row: 2), RowPath(section: 0, row: 0)])), "a2 b54 c"),
    (.remove(.range(1..<3, in: "a")), "a1 b54 c"),
    (.remove(.where { $0.id % 2 == 1 }), "a2 b4 c"),
    (.remove(.all(in: "a")), "a b54 c"),
    (.remove(.all()), "a b c"),
    (.order { $0.id < $1.id }, "a123 b45 c"),
    (.order("a") { $0.id > $1.id }, "a321 b54 c"),
    (.set(items([1, 7])), "a123 b54 c17"),
    (.set(items([3, 7]), in: "a"), "a37 b54 c"),
    (.set(items([3, 7]), in: "a", isDiffed: false), "a37 b54 c"),
  ]

  private static let sectionEdits: [(Edit, String)] = [
    (
      .insertSections([TableSection("d", rows: items([9])), TableSection("e", rows: [])], at: .end), "a123 b54 c d9 e"
    ),
    (.insertSections([TableSection("d", rows: items([9]))], at: .index(1)), "a123 d9 b54 c"),
    (.insertSections([TableSection("d", rows: items([9]))], at: .before("a")), "d9 a123 b54 c"),
    (.insertSections([TableSection("d", rows: items([9]))], at: .after("b")), "a123 b54 d9 c"),
    (.removeSections(.ids(["a", "c", "x"])), "b54"),
    (.removeSections(.where { $0.rows.count < 3 }), "a123"),
    (.removeSections(.where { _ in true }), ""),
    (.moveSections(.ids(["c", "b"]), to: .before("a")), "c b54 a123"),
    (.moveSections(.ids(["a"]), to: .after("c")), "b54 c a123"),
    (.orderSections { $0 > $1 }, "c b54 a123"),
    (.setSections([TableSection("b", rows: items([4]))]), "b4"),
  ]

  @Test(
    "an edit has its documented effect, and its changeset leads to the new table", arguments: rowEdits + sectionEdits)
  private func does(edit: Edit, result: String) async throws {
    let live = LiveTable(Self.table)
    let change = try await live.edit(edit)
    #expect(rows(change.table) == result)
    let reached = try change.changeset.apply(to: Self.table.sections.map { ($0.value, Array($0.rows)) })
    #expect(rows(TableSnapshot(sections: reached.map { TableSection($0.value, rows: $0.rows) })) == result)
  }

  @Test(
    "an edit of missing rows changes nothing",
    arguments: [
      Edit.insert(items([8]), at: .end(of: "x")), .insert(items([8]), at: .before(7)),
      .patch(.id(7)) { $0.text = "x" }, .patch(.path(RowPath(section: 2, row: 0))) { $0.text = "x" },
      .replace(.id(7), with: [Item(8)]), .replace(.path(RowPath(section: 9, row: 0)), with: [Item(8)]),
      .move(.path(RowPath(section: 0, row: 9)), to: .path(RowPath(section: 0, row: 0))),
      .move(.ids([7, 8]), to: .path(RowPath(section: 0, row: 0))), .move(.ids([1, 2]), to: .before(2)),
      .remove(.ids([7, 8])),
      .remove(.path(RowPath(section: 0, row: 3))), .remove(.paths([RowPath(section: -1, row: 0)])),
      .remove(.range(2..<4, in: "a")), .remove(.range(0..<1, in: "x")), .remove(.range(0..<1, in: "c")),
      .remove(.all(in: "x")),
      .order("x") { $0.id < $1.id }, .set([], in: "x"),
      .insertSections([TableSection("d", rows: [])], at: .index(4)), .insertSections([], at: .before("x")),
      .removeSections(.ids(["x"])), .moveSections(.ids(["a", "b"]), to: .after("b")),
      .moveSections(.ids(["x"]), to: .before("a")),
    ])
  private func notFound(edit: Edit) async throws {
    let live = LiveTable(Self.table)
    let change = try await live.edit { editor in
      let isDone = editor.apply(edit)
      #expect(!isDone)
    }
    #expect(change.changeset.isEmpty && change.table == Self.table)
  }

  @Test("edits in one transaction are combined")
  func merges() async throws {
    let path = { @Sendable (row: Int) in RowPath(section: 0, row: row) }
    func operations(
      _ body: sending (inout TableEditor<OneSection, Item>) -> Void
    ) async throws -> [BatchOperations] {
      try await LiveTable(rows: items([1, 2, 3])).edit(body).changeset.stages.map(\.operations)
    }
    var expected = BatchOperations()
    #expect(
      try await operations {
        $0.insert(Item(9), at: 0)
        $0.remove(at: 0)
      } == [])
    expected.deletedRows = [path(1), path(2)]
    #expect(
      try await operations {
        $0.remove(at: 1)
        $0.remove(at: 1)
      } == [expected])
    var update = BatchOperations()
    update.updatedRows = [path(2)]
    expected.deletedRows = [path(0)]
    #expect(
      try await operations {
        $0.remove(at: 0)
        $0[1] = Item(3, "x")
      } == [update, expected])
    #expect(
      try await operations {
        $0[0] = Item(1, "x")
        $0.remove(at: 0)
      } == [expected])
    expected = BatchOperations()
    expected.insertedRows = [path(2)]
    #expect(
      try await operations {
        $0.insert(Item(9), at: 0)
        $0.move(from: 0, to: 2)
      } == [expected])
    expected.insertedRows = [path(0), path(1)]
    #expect(
      try await operations {
        $0.insert(Item(9), at: 0)
        $0.insert(Item(8), at: 0)
      } == [expected])
  }

  @Test("rows that are replaced by equal ones, or updated without a change, are not refreshed")
  func equalRows() async throws {
    let live = LiveTable(rows: items([1, 2, 2]))
    let change = try await live.edit { editor in
      editor[0] = Item(1)
      editor[id: 2] = Item(2)
      editor.upsert(Item(1))
      editor.update(.id(2)) { $0.text = "" }
      editor.update(where: { $0.id == 1 }) { $0.text = "" }
      editor.swapAt(1, 2)
    }
    #expect(change.changeset.isEmpty && change.revision == 0)
    let shown = try await live.edit { $0.replace(Item(1)) }
    #expect(shown.changeset.operationCount == 1, "it is shown again if the caller replaces it")
  }

  @Test("a table is edited like an array, a set and a dictionary")
  func collections() async throws {
    let live = LiveTable(rows: items([1, 2, 3]))
    try await live.edit { editor in
      editor.swapAt(0, 2)
      editor[1] = Item(7)
      #expect(editor[1] == Item(7) && editor[9] == nil)
      editor.remove(.range(0..<1))
      #expect(editor.table == flat(7, 1))
      let isNew = editor.appendIfAbsent(Item(7))
      #expect(!isNew)
      for row in items([1, 2, 3]) { editor.appendIfAbsent(row) }
      let contains = editor[id: 2] != nil
      #expect(editor.table == flat(7, 1, 2, 3) && contains)
      editor.removeAll { ![1, 2, 7].contains($0.id) }
      editor.remove(.ids([7, 9]))
      #expect(editor.table == flat(1, 2))
      editor[id: 2] = Item(2, "x")
      editor[id: 5] = Item(5)
      editor[id: 1] = nil
      editor.upsert(Item(6))
      let (two, nine) = (editor[id: 2], editor[id: 9])
      #expect(two == Item(2, "x") && nine == nil)
    }
    #expect(await live.table.map(\.description) == ["2x", "5", "6"])
  }

  @Test("many edits by identity use an index")
  func byIdentity() async throws {
    let live = LiveTable(rows: items(0..<2_000))
    try await live.edit { editor in
      for number in 0..<200 {
        editor.remove(id: 1_999 - number)
        editor.replace(Item(1_000 + number, "x"))
        editor.move(.id(1_500), to: .before(number))
        editor.insert(Item(5_000 + number), at: .after(1_500))
      }
    }
    let table = await live.table
    #expect(table.count == 2_000)
    #expect(table.filter { $0.text == "x" }.count == 200)
    let place = try #require(table.path(of: 1_500))
    #expect(table[RowPath(section: 0, row: place.row + 1)]?.id == 5_199)
    #expect(table[RowPath(section: 0, row: place.row - 1)]?.id == 198)
  }

  @Test("sections that are set are diffed by default")
  func setSections() async throws {
    let live = LiveTable(Self.table)
    let diffed = try await live.edit { $0.setSections([TableSection("a", rows: items([1, 3]))]) }
    #expect(diffed.changeset.reload == nil && rows(diffed.table) == "a13")
    let undiffed = try await live.edit { $0.setSections([TableSection("a", rows: items([1]))], isDiffed: false) }
    #expect(undiffed.changeset.reload == .replaced && rows(undiffed.table) == "a1")
  }

  @Test("rows that are set without a diff cause a reload, also in derived tables")
  func undifferenced() async throws {
    let live = LiveTable(rows: items([1, 2, 3]))
    var reader = live.filter { $0.id > 1 }.changes.makeAsyncIterator()
    _ = await reader.next()
    let change = try await live.edit { $0.set(items([2, 3, 4]), isDiffed: false) }
    #expect(change.changeset.reload == .replaced)
    let derived = try #require(await reader.next())
    #expect(derived.table == flat(2, 3, 4) && derived.changeset.operationCount == 1)
  }
}
