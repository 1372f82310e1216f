import Testing

@testable import LiveTables

@Suite("Edits as values")
struct TableEditTests {
  private typealias Edit = TableEdit<String, Item>

  private let table = TableSnapshot<String, Item>(sections: [
    TableSection("a", rows: items([1, 2, 3])), TableSection("b", rows: items([4])), TableSection("c", rows: []),
  ])

  private func rows(_ table: TableSnapshot<String, Item>) -> String {
    table.sections.map { "\($0.value)\($0.rows.map { "\($0)" }.joined())" }.joined(separator: " ")
  }

  @Test(
    "an edit does what it says",
    arguments: [
      (Edit.append(Item(9)), "a123 b4 c9"),
      (.append(Item(9), to: "a"), "a1239 b4 c"),
      (.insert(Item(9), at: RowPath(section: 0, row: 1)), "a1923 b4 c"),
      (.insert(Item(9), before: 4), "a123 b94 c"),
      (.insert(Item(9), after: 4), "a123 b49 c"),
      (.remove(id: 2), "a13 b4 c"),
      (.update(Item(2, "x")), "a12x3 b4 c"),
      (.move(id: 1, to: RowPath(section: 1, row: 1)), "a23 b41 c"),
      (.move(id: 1, to: RowPath(section: 0, row: 2)), "a231 b4 c"),
      (.move(id: 4, before: 1), "a4123 b c"),
      (.move(id: 1, after: 3), "a231 b4 c"),
      (.move(id: 4, toSection: "c"), "a123 b c4"),
      (.append(section: TableSection("d", rows: [Item(9)])), "a123 b4 c d9"),
      (.remove(section: "a"), "b4 c"),
      (.update(section: "b"), "a123 b4 c"),
      (.move(section: "c", to: 0), "c a123 b4"),
    ])
  private func does(edit: Edit, result: String) {
    var table = table
    #expect(edit.apply(to: &table) != .notFound)
    #expect(rows(table) == result)
    var mapped = self.table.mapRows { CapturedRow($0) }
    #expect(edit.mapRows({ CapturedRow($0) }, back: { $0.row }).apply(to: &mapped) != .notFound)
    #expect(rows(mapped.mapRows(\.row)) == result, "captured rows are edited alike")
  }

  @Test(
    "an edit that names what is not there changes nothing",
    arguments: [
      Edit.append(Item(9), to: "x"), .insert(Item(9), at: RowPath(section: 0, row: 4)),
      .insert(Item(9), at: RowPath(section: 3, row: 0)), .insert(Item(9), at: RowPath(section: -1, row: 0)),
      .insert(Item(9), before: 8), .insert(Item(9), after: 8), .remove(id: 8), .update(Item(8)),
      .move(id: 8, to: RowPath(section: 0, row: 0)), .move(id: 1, to: RowPath(section: 0, row: 3)),
      .move(id: 1, before: 8), .move(id: 1, after: 1), .move(id: 1, toSection: "x"), .remove(section: "x"),
      .update(section: "x"), .move(section: "x", to: 0), .move(section: "a", to: 3),
    ])
  private func notFound(edit: Edit) {
    var table = table
    #expect(edit.apply(to: &table) == .notFound)
    #expect(table == self.table)
  }

  @Test("an update by a row that compares equal is a refresh")
  func refreshed() {
    var table = table
    #expect(Edit.update(Item(2)).apply(to: &table) == .refreshed(2))
    #expect(Edit.update(Item(2, "x")).apply(to: &table) == .done)
  }

  @Test("appending to a flat table without any section begins one")
  func flatTable() {
    var table = TableSnapshot<OneSection, Item>()
    #expect(TableEdit.append(Item(1)).apply(to: &table) == .done)
    #expect(table == flat(1))
    var none = TableSnapshot<String, Item>()
    #expect(Edit.append(Item(1)).apply(to: &none) == .notFound)
  }

  @Test(
    "a place by path means the rows around it, in a table that has changed",
    arguments: [
      // dropped between 1 and 2
      (RowPath(section: 0, row: 1), "a5192 b c", "a51492 b c"),
      (RowPath(section: 0, row: 1), "a29 b c", "a429 b c"),
      (RowPath(section: 0, row: 1), "a9 b c", "a94 b c"),
      // first and last
      (RowPath(section: 0, row: 0), "a91 b c", "a941 b c"),
      (RowPath(section: 0, row: 0), "a9 b c", "a49 b c"),
      (RowPath(section: 0, row: 3), "a93 b c", "a934 b c"),
      (RowPath(section: 2, row: 0), "a b c9", "a b c49"),
    ])
  private func anchored(path: RowPath, changed: String, result: String) {
    func parse(_ text: String) -> TableSnapshot<String, Item> {
      TableSnapshot(
        sections: text.split(separator: " ").map { part in
          TableSection(String(part.prefix(1)), rows: part.dropFirst().compactMap { Int(String($0)) }.map { Item($0) })
        })
    }
    let move = Edit.move(id: 4, to: path)
    var shown = table
    #expect(move.apply(to: &shown) == .done)
    let anchored = move.anchored(in: table)
    var same = table
    #expect(anchored.apply(to: &same) == .done)
    #expect(rows(same) == rows(shown), "on screen it means what it meant")
    var other = parse(changed)
    other.append(Item(4), to: "b")
    #expect(anchored.apply(to: &other) == .done)
    #expect(rows(other) == result)
  }

  @Test("an edit says what it does")
  func description() {
    #expect("\(Edit.move(id: 1, before: 2))" == "move 1 before 2")
    #expect("\(Edit.insert(Item(1), at: RowPath(section: 0, row: 2)))" == "insert 1 at (0,2)")
    #expect("\(Edit.remove(section: "a"))" == "remove section a")
  }
}
