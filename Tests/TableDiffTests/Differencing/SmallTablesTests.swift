import TableDiff
import Testing

/// Every table up to a size, against every other one.
struct SmallTablesTests {
  /// All ordered choices from the given numbers, each at most once.
  private static func arrangements(of numbers: [Int]) -> [[Int]] {
    [[]] + numbers.flatMap { first in arrangements(of: numbers.filter { $0 != first }).map { [first] + $0 } }
  }

  private func check(_ old: ItemTable, _ new: ItemTable) throws {
    let changeset = new.difference(from: old)
    try ChangesetChecker.check(changeset)
    for stage in changeset.stages {
      try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
      let batch = stage.operations
      // Promise 1, in so many words.
      let updates = batch.updatedRows.count + batch.updatedSections.count
      #expect(updates == 0 || updates == batch.count)
      // Promise 2.
      let moving = Set(batch.movedSections.map(\.from))
      let movedTo = Set(batch.movedSections.map(\.to))
      #expect((batch.deletedRows + batch.movedRows.map(\.from)).allSatisfy { !moving.contains($0.section) })
      #expect((batch.insertedRows + batch.movedRows.map(\.to)).allSatisfy { !movedTo.contains($0.section) })
      // Promise 3.
      let (dying, born) = (Set(batch.deletedSections), Set(batch.insertedSections))
      #expect(batch.movedRows.allSatisfy { !dying.contains($0.from.section) && !born.contains($0.to.section) })
    }
  }

  @Test(arguments: 0...4)
  func `promise 1: all tables up to 4 rows have no mixed stage`(count: Int) throws {
    let old = Table(sections: [TableSection(Group(id: 0), rows: (0..<count).map { Item(id: $0) })])
    for ids in Self.arrangements(of: [0, 1, 2, 3, 4]) where ids.count <= 4 {
      for contents in 0..<(1 << ids.count) {
        let rows = ids.enumerated().map { Item(id: $1, content: contents >> $0 & 1) }
        try check(old, Table(sections: [TableSection(Group(id: 0), rows: rows)]))
      }
    }
  }

  /// All ways to put rows, in the given order, under sections.
  private static func distributions(of rows: [Int], sections: Int) -> [[[Int]]] {
    if sections == 0 { return rows.isEmpty ? [[]] : [] }
    return (0...rows.count).flatMap { count in
      distributions(of: Array(rows.dropFirst(count)), sections: sections - 1).map { [Array(rows.prefix(count))] + $0 }
    }
  }

  @Test(arguments: 0...3)
  func `promises 2 and 3: all tables of 3 sections and 3 rows keep rows and moving sections apart`(
    sectionCount: Int
  ) throws {
    // Names do not matter, so the old table has its own in order.
    let olds = (0...3).flatMap { Self.distributions(of: Array(0..<$0), sections: sectionCount) }
    let news = Self.arrangements(of: [0, 1, 2]).flatMap { sections in
      Self.arrangements(of: [0, 1, 2]).flatMap { rows in
        Self.distributions(of: rows, sections: sections.count).map { zip(sections, $0).map { ($0, $1) } }
      }
    }
    var seed = 0
    for old in olds {
      let oldTable = Table(
        sections: old.enumerated().map { TableSection(Group(id: $0), rows: $1.map { Item(id: $0) }) })
      for new in news {
        // Contents change as the seed has it; all of them for every shape would be too many.
        seed += 1
        var random = SplitMix(seed: seed)
        let newTable = Table(
          sections: new.map { id, rows in
            TableSection(
              Group(id: id, content: Int.random(in: 0...3, using: &random) / 3),
              rows: rows.map { Item(id: $0, content: Int.random(in: 0...3, using: &random) / 3) })
          })
        try check(oldTable, newTable)
      }
    }
  }

  @Test func `promise 46: sections become empty, filled, absent and new in every combination`() throws {
    // Each of three sections is absent, empty or full on either side.
    func sections(_ states: Int, _ order: [Int]) -> ItemTable {
      let states = [states % 3, states / 3 % 3, states / 9]
      return Table(
        sections: order.filter { states[$0] > 0 }.map { id in
          TableSection(Group(id: id), rows: states[id] == 2 ? [Item(id: 2 * id), Item(id: 2 * id + 1)] : [])
        })
    }
    for old in 0..<27 {
      for new in 0..<27 {
        for order in Self.arrangements(of: [0, 1, 2]) where order.count == 3 {
          try check(sections(old, [0, 1, 2]), sections(new, order))
        }
      }
    }
  }
}
