import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Tests of random tables whose rows or sections share identities (promises 40 and 41).
struct DuplicateIdentityTests {
  private func check(_ old: ItemTable, _ new: ItemTable, _ seed: Int) throws {
    let changeset = new.difference(from: old)
    #expect(changeset.reload == nil, "seed \(seed)")
    #expect(throws: Never.self, "seed \(seed)") { try ChangesetChecker.check(changeset) }
    for stage in changeset.stages {
      #expect(throws: Never.self, "seed \(seed)") {
        try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
      }
    }
  }

  @Test
  func rowsWhoseIdsAre0And1AreAllShownAndAsManyAsPossibleStay() throws {
    for seed in 0..<3_000 {
      var random = SeededGenerator(seed)
      func table() -> ItemTable {
        let rows = (0..<Int.random(in: 0...10, using: &random)).map { _ in
          Item(id: Int.random(in: 0...1, using: &random), content: Int.random(in: 0...1, using: &random))
        }
        return TableSnapshot(sections: [TableSection(Group(id: 0), rows: rows)])
      }
      try check(table(), table(), seed)
    }
  }

  @Test
  func theSameAcrossSectionsAndWithSectionsWhoseIdsAre0And1() throws {
    for seed in 0..<3_000 {
      var random = SeededGenerator(seed)
      func table() -> ItemTable {
        TableSnapshot(
          sections: (0..<Int.random(in: 0...4, using: &random)).map { section in
            TableSection(
              Group(id: seed % 2 == 0 ? section : Int.random(in: 0...1, using: &random)),
              rows: (0..<Int.random(in: 0...4, using: &random)).map { _ in
                Item(id: Int.random(in: 0...1, using: &random), content: Int.random(in: 0...1, using: &random))
              })
          })
      }
      try check(table(), table(), seed)
    }
  }

  @Test("hundreds of rows with shared identities are diffed, in one section and in several")
  func hundredsOfRows() throws {
    for seed in 0..<60 {
      var random = SeededGenerator(seed)
      let ids = [200, 2_000, 20_000][seed % 3]
      func table() -> ItemTable {
        TableSnapshot(
          sections: (0..<(seed % 2 == 0 ? 1 : 3)).map { section in
            let rows = (0..<Int.random(in: 100...400, using: &random)).map { _ in
              Item(id: Int.random(in: 0..<ids, using: &random), content: Int.random(in: 0...1, using: &random))
            }
            return TableSection(Group(id: section), rows: rows)
          })
      }
      try check(table(), table(), seed)
    }
  }

  @Test func whatIsTrimmedPairsFirstTheRestKThWithKTh() throws {
    func table(_ contents: [Int]) -> ItemTable {
      TableSnapshot(sections: [TableSection(Group(id: 0), rows: contents.map { Item(id: 7, content: $0) })])
    }
    let changeset = table([1, 2, 3]).difference(from: table([1, 2, 3, 4]))
    #expect(changeset.operationCount == 1)
    #expect(changeset.stages.first?.operations.deletedRows == [RowPath(section: 0, row: 3)])
  }

  @Test
  func aRowStaysInItsOwnSectionWhenAnEqualOneLeavesAnother() throws {
    func table(_ sections: [[Int]]) -> ItemTable {
      TableSnapshot(sections: sections.enumerated().map { TableSection(Group(id: $0), rows: $1.map { Item(id: $0) }) })
    }
    // In the second pair, the walk from both ends matches almost nothing.
    for (old, new) in [
      ([[6, 7], [7, 8, 9]], [[5, 6], [9, 7]]), ([[7], Array(0..<40)], [[], (0..<40).reversed()]),
    ] {
      let changeset = table(new).difference(from: table(old))
      try ChangesetChecker.check(changeset)
      let moves = changeset.stages.flatMap(\.operations.movedRows)
      #expect(moves.allSatisfy { $0.from.section == $0.to.section }, "\(moves)")
    }
  }

  @Test
  func aHundredThousandRowsOfOneIdentityAreNotTooManyCollisions() {
    let old = TableSnapshot(rows: (0..<100_000).map { Item(id: 1, content: $0) })
    let new = TableSnapshot(rows: (0..<90_000).map { Item(id: $0 % 100 == 0 ? 2 : 1, content: $0) })
    let changeset = new.difference(from: old)
    #expect(changeset.reload == nil)
    #expect(changeset.stages.last?.target == new)
  }
}
