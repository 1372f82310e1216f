import TestSupport
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
    "an edit value has its documented effect",
    arguments: [
      (Edit.append(Item(9)), "a123 b4 c9"),
      (.append(Item(9), to: "a"), "a1239 b4 c"),
      (.insert([Item(9)], at: .path(RowPath(section: 0, row: 1))), "a1923 b4 c"),
      (.insert([Item(9)], at: .before(4)), "a123 b94 c"),
      (.insert([Item(9)], at: .after(4)), "a123 b49 c"),
      (.remove(id: 2), "a13 b4 c"),
      (.replace(Item(2, "x")), "a12x3 b4 c"),
      (.move(.id(1), to: .path(RowPath(section: 1, row: 1))), "a23 b41 c"),
      (.move(.id(1), to: .path(RowPath(section: 0, row: 2))), "a231 b4 c"),
      (.move(.id(4), to: .before(1)), "a4123 b c"),
      (.move(.id(1), to: .after(3)), "a231 b4 c"),
      (.move(.id(4), to: .end(of: "c")), "a123 b c4"),
      (.insertSections([TableSection("d", rows: [Item(9)])], at: .end), "a123 b4 c d9"),
      (.removeSections(.id("a")), "b4 c"),
      (.updateSection("b"), "a123 b4 c"),
      (.moveSections(.id("c"), to: .index(0)), "c a123 b4"),
    ])
  private func does(edit: Edit, result: String) {
    var table = table
    #expect(table.apply(edit) == true)
    #expect(rows(table) == result)
    var mapped = self.table.mapRows { CapturedRow($0) }
    #expect(mapped.apply(edit.captured()) == true)
    #expect(rows(mapped.mapRows(\.row)) == result, "captured rows are edited alike")
  }

  @Test(
    "an edit value of missing rows changes nothing",
    arguments: [
      Edit.append(Item(9), to: "x"), .insert([Item(9)], at: .path(RowPath(section: 0, row: 4))),
      .insert([Item(9)], at: .path(RowPath(section: 3, row: 0))),
      .insert([Item(9)], at: .path(RowPath(section: -1, row: 0))),
      .insert([Item(9)], at: .before(8)), .insert([Item(9)], at: .after(8)), .remove(id: 8), .replace(Item(8)),
      .move(.id(8), to: .path(RowPath(section: 0, row: 0))), .move(.id(1), to: .path(RowPath(section: 0, row: 3))),
      .move(.id(1), to: .before(8)), .move(.id(1), to: .after(1)), .move(.id(1), to: .end(of: "x")),
      .removeSections(.id("x")),
      .updateSection("x"), .moveSections(.id("x"), to: .index(0)), .moveSections(.id("a"), to: .index(3)),
    ])
  private func notFound(edit: Edit) {
    var table = table
    #expect(table.apply(edit) == false)
    #expect(table == self.table)
  }

  @Test("a replacement by an equal row is a refresh by default")
  func refreshed() {
    var table = table
    var finder = RowFinder<String, Item>()
    #expect(Edit.replace(Item(2)).apply(to: &table, with: &finder) == .refreshed([2]))
    #expect(Edit.replace(Item(2, "x")).apply(to: &table, with: &finder) == .done)
    #expect(Edit.replace(.id(2), with: [Item(2, "x")], isRefresh: false).apply(to: &table, with: &finder) == .done)
  }

  @Test("inserting the first row of an empty flat table creates its section")
  func flatTable() {
    let places: [TableEdit<OneSection, Item>.Place] = [.end, .path(RowPath(0, 0))]
    for place in places {
      var table = TableSnapshot<OneSection, Item>()
      #expect(table.insert(Item(1), at: place) == true)
      #expect(table == flat(1))
    }
    var table = flat(1)
    table.removeSections(.where { _ in true })
    #expect(table.insert(Item(2), at: 0) == true)
    #expect(table == flat(2))
    var none = TableSnapshot<String, Item>()
    #expect(none.append(Item(1)) == false)
    #expect(none.insert(Item(1), at: .path(RowPath(0, 0))) == false)
  }

  @Test("a row that is named twice counts once")
  func twice() {
    var table = table
    #expect(table.move(.ids([3, 3]), to: .before(1)) == true)
    #expect(rows(table) == "a312 b4 c")
    #expect(table.moveSections(.ids(["c", "c"]), to: .before("a")) == true)
    #expect(rows(table) == "c a312 b4")
    #expect(table.update(.ids([1, 1])) { $0.text += "x" } == true)
    #expect(table.remove(.paths([RowPath(1, 0), RowPath(1, 0)])) == true)
    #expect(rows(table) == "c a1x2 b4")
  }

  @Test(
    "a path in a changed table is found by its neighboring rows",
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
    let move = Edit.move(.id(4), to: .path(path))
    var shown = table
    #expect(shown.apply(move) == true)
    let anchored = move.anchored(in: table)
    var same = table
    #expect(same.apply(anchored) == true)
    #expect(rows(same) == rows(shown), "on screen it means what it meant")
    var other = parse(changed)
    other.append(Item(4), to: "b")
    #expect(other.apply(anchored) == true)
    #expect(rows(other) == result)
  }

  @Test(
    "an index of a section in a changed table is found by its neighbor",
    arguments: [
      ("z y a b c", "z y b c a", "z y a x b c"), ("a b", "b a", "a x b"), ("a c b", "c a b", "a x c b"),
      ("c a", "c a", "c a x"), ("a", "a", "a x"), ("a z", "z a", "a x z"),
    ])
  func anchoredSections(changed: String, moved: String, inserted: String) {
    func parse(_ text: String) -> TableSnapshot<String, Item> {
      TableSnapshot(sections: text.split(separator: " ").map { TableSection(String($0), rows: []) })
    }
    let shown = parse("a b c")
    let move = Edit.moveSections(.index(0), to: .index(2)).anchored(in: shown)
    let insertion = Edit.insertSections([TableSection("x", rows: [])], at: .index(1)).anchored(in: shown)
    for (edit, same, other) in [(move, "b c a", moved), (insertion, "a x b c", inserted)] {
      var tables = [shown, parse(changed)]
      for index in tables.indices { #expect(tables[index].apply(edit) == true) }
      #expect(tables == [parse(same), parse(other)])
    }
    var none = shown
    #expect(none.apply(Edit.insertSections([], at: .index(4)).anchored(in: shown)) == false)
  }

  @Test("an edit's description says what it does")
  func description() {
    #expect("\(Edit.move(.id(1), to: .before(2)))" == "move 1 before 2")
    #expect("\(Edit.insert([Item(1)], at: .path(RowPath(0, 2))))" == "insert 1 at (0,2)")
    #expect("\(Edit.removeSections(.id("a")))" == "remove section a")
  }
}
