import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

@Suite("Undo by revision")
struct UndoTests {
  @Test("objects return in order, and the table can be edited afterwards")
  func objects() async throws {
    let living = Guarded((now: 0, most: 0))
    let rows = (0..<100).map { Counted($0, living) }
    let live = LiveTable(rows: rows, undoLimit: 9)
    let removal = try await live.edit { $0.remove(.ids(Array(10...15))) }
    #expect(try await live.undo(revision: removal.revision)?.table.map(\.id) == Array(0..<100))
    try await live.set(TableSnapshot(rows: rows.dropLast()))
    #expect(try await live.edit { $0.remove(id: 50) }.table.count == 98)
    #expect(try await live.undo(revision: live.revision)?.table.map(\.id) == Array(0..<99))
  }

  @Test("one change among newer ones is undone and redone")
  func chosen() async throws {
    let live = LiveTable(rows: items([1, 2, 3, 4]), undoLimit: 10)
    let first = try await live.edit { $0.remove(id: 2) }
    let second = try await live.edit { $0.replace(Item(3, "new")) }
    try await live.edit { $0.append(Item(5)) }
    let third = try await live.edit { $0.move(.id(5), to: .path(RowPath(section: 0, row: 0))) }

    let back = try #require(try await live.undo(revision: first.revision))
    #expect(back.table.map(\.description) == ["5", "1", "2", "3new", "4"])
    #expect(back.changeset.operationCount == 1 && back.revision == 5)
    #expect(try await live.undo(revision: second.revision)?.table.map(\.description) == ["5", "1", "2", "3", "4"])
    #expect(try await live.undo(revision: third.revision)?.table.map(\.id) == [1, 2, 3, 4, 5])
    #expect(try await live.redo(revision: first.revision)?.table.map(\.id) == [1, 3, 4, 5])
    // The redo is a change that can be undone as well.
    #expect(try await live.undo()?.table.map(\.id) == [1, 2, 3, 4, 5])
    #expect(try await live.redo()?.table.map(\.id) == [1, 3, 4, 5])
    #expect(try await live.undo(revision: back.revision)?.changeset.isEmpty == true, "it is gone already")
  }

  @Test("a row returns behind the nearest earlier row that is still in its section")
  func besideOneThatHasLeft() async throws {
    let start = TableSnapshot(sections: [
      TableSection(Group(id: 0), rows: items([1, 2, 3])), TableSection(Group(id: 1), rows: items([4])),
    ])
    let live = LiveTable(start, undoLimit: 5)
    let change = try await live.edit { $0.remove(id: 3) }
    try await live.edit { $0.move(.id(2), to: .end(of: 1)) }
    let undone = try await live.undo(revision: change.revision)
    #expect(undone?.table.sections.map { $0.rows.map(\.id) } == [[1, 3], [4, 2]])
  }

  @Test("an undo never overwrites newer changes")
  func conflicts() async throws {
    let start = TableSnapshot(sections: [
      TableSection(Group(id: 0), rows: items([1, 2, 3])), TableSection(Group(id: 1), rows: items([4])),
    ])
    func refuses(
      _ first: @Sendable (inout TableEditor<Group, Item>) -> Void,
      _ then: @Sendable (inout TableEditor<Group, Item>) -> Void, line: Int = #line
    ) async throws {
      let live = LiveTable(start, undoLimit: 5)
      let change = try await live.edit { first(&$0) }
      try await live.edit { then(&$0) }
      let (before, revision) = await (live.table, live.revision)
      await expectConflict("line \(line)") { try await live.undo(revision: change.revision) }
      #expect(await live.table == before)
      #expect(await live.revision == revision)
    }
    try await refuses({ $0.replace(Item(1, "a")) }, { $0.replace(Item(1, "b")) })
    try await refuses({ $0.replace(Item(1, "a")) }, { $0.remove(id: 1) })
    try await refuses({ $0.append(Item(9)) }, { $0.replace(Item(9, "b")) })
    try await refuses({ $0.remove(id: 1) }, { $0.append(Item(1)) })
    try await refuses({ $0.remove(id: 1) }, { $0.removeSections(.id(0)) })
    try await refuses({ $0.move(.id(1), to: .end(of: 1)) }, { $0.remove(id: 1) })
    try await refuses({ $0.removeSections(.id(1)) }, { $0.append(TableSection(Group(id: 1), rows: [])) })
    try await refuses({ $0.removeSections(.id(1)) }, { $0.append(Item(4), to: 0) })
    try await refuses(
      { $0.append(TableSection(Group(id: 2), rows: items([7]))) }, { $0.append(Item(8), to: 2) })
    try await refuses(
      { $0.append(TableSection(Group(id: 2), rows: items([7]))) }, { $0.replace(Item(7, "b")) })
    try await refuses(
      { $0.append(TableSection(Group(id: 2), rows: items([7]))) }, { $0.updateSection(Group(id: 2, title: "b")) })
    try await refuses(
      { $0.updateSection(Group(id: 1, title: "a")) }, { $0.updateSection(Group(id: 1, title: "b")) })
    try await refuses({ $0.moveSections(.id(1), to: .index(0)) }, { $0.removeSections(.id(1)) })
  }

  @Test("undoing without effect leaves the undo history unchanged")
  func undoneToNothing() async throws {
    let live = LiveTable(rows: items([1]), undoLimit: 2)
    let first = try await live.edit { $0.append(Item(2)) }
    #expect(try await live.edit { $0.set(items([1, 2]), isDiffed: false) }.changeset.reload != nil)
    #expect(try await live.undo()?.changeset.isEmpty == true)
    #expect(await live.undoCount == 1)
    #expect(await live.redoCount == 1)
    #expect(try await live.undo(revision: first.revision)?.table == flat(1))
  }

  @Test("no change is kept by default")
  func withoutLimit() async throws {
    let live = LiveTable(rows: items([1]))
    let change = try await live.edit { $0.append(Item(2)) }
    #expect(await live.undoCount == 0)
    await expectConflict { try await live.undo(revision: change.revision) }
  }

  @Test("discarded changes and reloads are not undone")
  func unknown() async throws {
    let live = LiveTable(rows: items([1]), undoLimit: 1)
    for number in 2...4 { try await live.edit { $0.append(Item(number)) } }
    await expectConflict { try await live.undo(revision: 2) }
    await expectConflict { try await live.undo(revision: 99) }
    let reload = try await live.edit { $0.set([Item(7)], isDiffed: false) }
    await expectConflict { try await live.undo(revision: reload.revision) }
    await live.finish()
    await #expect(throws: TableError.ended(.finished)) { try await live.undo(revision: 3) }
  }

  @Test("undoing the newest change restores the previous table, and can be redone", arguments: 0..<8 as Range<UInt64>)
  func newest(part: UInt64) async throws {
    for seed in part * 100..<(part + 1) * 100 {
      var tables = RandomTables(seed: seed, seed % 3 == 0 ? .small : RandomTables.Kind())
      let (old, new) = tables.pair()
      let live = LiveTable(old, undoLimit: 4)
      let change = try await live.set(new)
      if change.changeset.isEmpty { continue }
      let back = try #require(try await live.undo(revision: change.revision))
      #expect(back.table == old, "seed \(seed)\nold \(old)\nnew \(new)")
      #expect(try await live.redo(revision: change.revision)?.table == new, "seed \(seed)\nold \(old)\nnew \(new)")
    }
  }

  @Test("undoing a change leaves other rows' later changes", arguments: 0..<400)
  func commutes(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let start = TableSnapshot(rows: (0..<12).map { SampleRow($0) })
    func edits(_ parity: Int, _ fresh: Int, _ random: inout SeededGenerator) -> [TableEdit<OneSection, SampleRow>] {
      (0..<4).map { number in
        let id = Int.random(in: 0..<6, using: &random) * 2 + parity
        switch Int.random(in: 0...2, using: &random) {
        case 0: return .remove(id: id)
        case 1: return .insert([SampleRow(fresh + number)], at: .path(RowPath(section: 0, row: number)))
        default: return .replace(SampleRow(id, content: number + 1))
        }
      }
    }
    let first = edits(0, 100, &random)
    let others = edits(1, 200, &random)
    let live = LiveTable(start, undoLimit: 9)
    let change = try await live.edit { for edit in first { $0.apply(edit) } }
    try await live.edit { for edit in others { $0.apply(edit) } }
    if change.changeset.isEmpty { return }
    let without = LiveTable(start)
    try await without.edit { for edit in others { $0.apply(edit) } }
    let undone = try #require(try await live.undo(revision: change.revision)).table
    let expected = await without.table
    #expect(Set(undone) == Set(expected), "seed \(seed)")
    // The rows of the first table keep their order.
    func early(_ table: TableSnapshot<OneSection, SampleRow>) -> [Int] { table.map(\.id).filter { $0 < 100 } }
    #expect(early(undone) == early(expected), "seed \(seed)")
    let again = try #require(try await live.redo(revision: change.revision))
    #expect(try again.changeset.apply(to: Array(undone)) == Array(again.table), "seed \(seed)")
  }
}

/// A section with a title.
private struct Group: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var title = ""
}

/// Checks that a change cannot be undone, because its rows have changed or its revision is unknown.
private func expectConflict(_ comment: Comment? = nil, _ body: () async throws -> Void) async {
  await #expect(comment) {
    try await body()
  } throws: { error in
    if case TableError.undoConflict = error { true } else { false }
  }
}
