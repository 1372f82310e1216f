import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables

@Suite("User edits") struct UserEditTests {
  private typealias Edit = UserEdit<String, Item>

  private func table(_ sections: KeyValuePairs<String, [Int]>) -> TableSnapshot<String, Item> {
    TableSnapshot(sections: sections.map { TableSection($0, rows: items($1)) })
  }

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  private func told(_ edit: Edit?) -> [String] {
    edit?.parts.map { part in
      switch part {
      case .deleted(let site): "deleted \(site.row) \(site.path) \(site.section)"
      case .inserted(let site): "inserted \(site.row) \(site.path) \(site.section)"
      case .updated(let site, let previous): "updated(previous: \(previous)) \(site.row) \(site.path) \(site.section)"
      }
    } ?? []
  }

  @Test("an edit is reported row by row, and a move as a deletion before an insertion") func parts() {
    let table = table(["a": [1, 2], "b": []])
    #expect(told(Edit(deleting: path(0, 1), in: table)) == ["deleted 2 (0,1) a"])
    #expect(told(Edit(inserting: Item(3), at: path(1, 0), in: table)) == ["inserted 3 (1,0) b"])
    #expect(
      told(Edit(updating: path(0, 0), to: Item(1, "x"), in: table)) == ["updated(previous: 1) 1x (0,0) a"])
    #expect(
      told(Edit(updating: path(0, 0), to: Item(9), in: table)) == [
        "deleted 1 (0,0) a", "inserted 9 (0,0) a",
      ])
    #expect(
      told(Edit(moving: path(0, 0), to: path(1, 0), in: table)) == [
        "deleted 1 (0,0) a", "inserted 1 (1,0) b",
      ])
    #expect(Edit(moving: path(0, 0), to: path(1, 0), in: table)?.row == Item(1))
  }

  @Test("no edit is created without a row or a place") func nowhere() {
    let table = table(["a": [1, 2], "b": []])
    for path in [path(1, 0), path(2, 0), path(0, 2), path(-1, 0), path(0, -1)] {
      #expect(Edit(deleting: path, in: table) == nil)
      #expect(Edit(updating: path, to: Item(1), in: table) == nil)
      #expect(Edit(moving: path, to: self.path(0, 0), in: table) == nil)
    }
    #expect(Edit(inserting: Item(3), at: path(1, 1), in: table) == nil)
    #expect(Edit(inserting: Item(3), at: path(2, 0), in: table) == nil)
    #expect(Edit(moving: path(0, 0), to: path(0, 2), in: table) == nil)
    #expect(Edit(moving: path(0, 0), to: path(0, 0), in: table) == nil)
  }

  @Test("an edit in its own table has the changeset of a diff")
  func effects() {
    let shown = table(["a": [1, 2, 3], "b": []])
    let edits = [
      Edit(deleting: path(0, 1), in: shown), Edit(inserting: Item(9), at: path(1, 0), in: shown),
      Edit(updating: path(0, 1), to: Item(2, "new"), in: shown), Edit(moving: path(0, 0), to: path(1, 0), in: shown),
    ]
    for edit in edits.compactMap(\.self) {
      var (edited, finder) = (shown, RowFinder<String, Item>())
      #expect(edit.edit.apply(to: &edited, with: &finder) == .done, "\(edit)")
      finder = RowFinder()
      #expect(edit.inverse.apply(to: &edited, with: &finder) == .done, "taken back: \(edit)")
    }
    #expect(edits.allSatisfy { $0 != nil })
  }

  @Test("the inverse of an edit restores the table, also among rows with the same identity", arguments: 0..<300)
  func inverse(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let ids = seed % 2 == 0 ? Array(0..<12) : (0..<12).map { $0 % 3 }
    var contents: [(String, [Item])] = [("a", []), ("b", []), ("c", [])]
    for (number, id) in ids.shuffled(using: &random).prefix(8).enumerated() {
      contents[.random(in: 0..<3, using: &random)].1.append(Item(id, "\(number)"))
    }
    let table = TableSnapshot<String, Item>(sections: contents.map { TableSection($0.0, rows: $0.1) })
    func anyPlace(_ table: TableSnapshot<String, Item>) -> RowPath {
      let section = Int.random(in: 0..<3, using: &random)
      return path(section, .random(in: 0...table.sections[section].rows.count, using: &random))
    }
    let source = try #require(table.paths.randomElement(using: &random))
    var edits: [(Edit?, (inout TableSnapshot<String, Item>) -> Void)] = []
    edits.append((Edit(deleting: source, in: table), { $0.remove(at: source) }))
    let place = anyPlace(table)
    let new = Item(ids.randomElement(using: &random) ?? 0, "new")
    edits.append((Edit(inserting: new, at: place, in: table), { $0.insert(new, at: place) }))
    let changed = Item(table[source]?.id ?? 0, "changed")
    edits.append((Edit(updating: source, to: changed, in: table), { $0[source] = changed }))
    edits.append((Edit(updating: source, to: Item(99), in: table), { $0[source] = Item(99) }))
    var rest = table
    rest.remove(at: source)
    let target = anyPlace(rest)
    edits.append((Edit(moving: source, to: target, in: table), { $0.move(from: source, to: target) }))
    for (edit, plainly) in edits {
      guard let edit else {
        #expect(source == target, "seed \(seed)")
        continue
      }
      var (edited, expected) = (table, table)
      #expect(edited.apply(edit.edit) == true, "seed \(seed) \(edit)")
      plainly(&expected)
      #expect(edited == expected, "seed \(seed) \(edit)")
      #expect(edited.apply(edit.inverse) == true, "seed \(seed) \(edit)")
      #expect(edited == table, "seed \(seed) \(edit)")
      if ids.count == Set(ids).count || edit.kind == .delete {
        edited.apply(edit.inverse)
        #expect(edited == table || edit.kind == .insert, "seed \(seed) \(edit) twice")
      }
    }
  }

  @Test("an edit by path means the same row later, not another one with its identity") func anchored() throws {
    let shown = table(["a": [7, 7, 1, 7]])
    let removal = TableEdit<String, Item>.remove(.path(path(0, 3))).anchored(in: shown)
    #expect(removal.description == "remove 7")
    var wanted = table(["b": [7], "a": [1, 7, 7]])
    #expect(wanted.apply(removal) == true)
    #expect(wanted == table(["b": [7], "a": [1, 7]]))
    #expect(wanted.apply(removal) == false, "it is gone already")
    let move = TableEdit<String, Item>.move(.path(path(0, 2)), to: .path(path(0, 3))).anchored(in: shown)
    var moved = shown
    #expect(moved.apply(move) == true)
    #expect(moved == table(["a": [7, 7, 7, 1]]))
  }

  @Test("a refusal has no effect if a newer table has reverted the edit") func newer() throws {
    let shown = table(["a": [1, 2, 3]])
    let deletion = try #require(Edit(deleting: path(0, 1), in: shown))
    var server = table(["b": [2], "a": [1, 3]])
    #expect(server.apply(deletion.inverse) == false)
    let update = try #require(Edit(updating: path(0, 1), to: Item(2, "mine"), in: shown))
    var newer = shown
    newer.replace(at: path(0, 1), with: Item(2, "the server's"))
    let move = try #require(Edit(moving: path(0, 0), to: path(0, 2), in: shown))
    var moved = shown
    moved.apply(move.edit)
    moved.insert(Item(9), at: path(0, 2))
    #expect(moved.apply(move.inverse) == true, "it is still between 3 and the end")
    #expect(moved == table(["a": [1, 2, 3, 9]]))
    #expect(moved.apply(move.inverse) == false)
    let copy = newer
    #expect(newer.apply(update.inverse) == false)
    #expect(newer == copy)
  }
}
