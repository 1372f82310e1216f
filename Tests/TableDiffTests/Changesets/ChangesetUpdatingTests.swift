import LiveTables
import TestSupport
import Testing

/// Tests of rows that are updated although their content compares equal.
struct ChangesetUpdatingTests {
  /// Returns the same rows in separate storage, with changed content for the given identities.
  private func rebuilt(_ table: ItemTable, changing ids: Set<Int> = []) -> ItemTable {
    TableSnapshot(
      sections: table.sections.map { section in
        TableSection(
          section.value,
          rows: section.rows.map { Item(id: $0.id, content: $0.content + (ids.contains($0.id) ? 10 : 0)) })
      })
  }

  /// Returns some paths of a table, and some that it does not have.
  private func paths(in table: ItemTable, _ tables: inout ItemTables) -> [RowPath] {
    var paths = table.paths.filter { _ in tables.roll(0...2) == 0 }
    if tables.roll(0...2) == 0 { paths += paths.reversed() }
    for _ in 0..<tables.roll(0...3) { paths.append(RowPath(section: tables.roll(-2...9), row: tables.roll(-2...99))) }
    return paths
  }

  @Test(arguments: 0..<16)
  func aRowThatIsNamedIsUpdatedAsIfItsContentHadChanged(batch: Int) throws {
    for seed in (batch * 100..<(batch + 1) * 100).prefix(Trials.count(200)) {
      var tables = ItemTables(seed: seed)
      let (old, shared) = tables.pair()
      let new = rebuilt(shared)
      let paths = paths(in: old, &tables)
      let updated = new.difference(from: old).updating(paths)
      try checkLegal(updated, "seed \(seed)")
      try checkLegal(shared.difference(from: old).updating(paths), "seed \(seed)")
      if [old, new].contains(where: { Set($0.map(\.id)).count < $0.count }) { continue }
      let named = Set(paths.compactMap { old[$0]?.id })
      let expected = rebuilt(new, changing: named).difference(from: old)
      try #require(
        updated.stages.map(\.operations) == expected.stages.map(\.operations),
        "seed \(seed)\n\(old)\n\(new)\n\(paths)\n\(updated)\n\(expected)")
      for stage in updated.stages where !stage.operations.updatedRows.isEmpty {
        try #require(stage.target.map(\.id) == stage.source.map(\.id), "seed \(seed): rows from other places")
      }
    }
  }

  private func checkLegal(_ changeset: Changeset<Group, Item>, _ seed: String) throws {
    for stage in changeset.stages {
      do {
        try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
      } catch {
        throw ChangesetChecker.Complaint("\(seed): \(error)\n\(changeset.source)\n\(changeset.target)\n\(changeset)")
      }
    }
    let result = try changeset.apply(to: changeset.source.sections.map { ($0.value, Array($0.rows)) })
    try #require(result.map(\.value) == changeset.target.sections.map(\.value), "\(seed)")
    try #require(result.map(\.rows) == changeset.target.sections.map { Array($0.rows) }, "\(seed)")
  }

  @Test
  func aRowThatGoesIsPassedOverAndOneThatMovesIsUpdatedWhereItWas() throws {
    let old = TableSnapshot(rows: ["a", "b", "c", "d"])
    let new = TableSnapshot(rows: ["d", "a", "c"])
    let changeset = new.difference(from: old).updating([path(0, 1), path(0, 3), path(0, 3)])
    #expect(changeset.stages.map(\.operations.updatedRows) == [[path(0, 3)], []])
    #expect(changeset.stages.last?.operations.movedRows == [BatchMove(from: path(0, 3), to: path(0, 0))])
  }

  @Test
  func whereSectionsMoveApartFromTheirRowsRowsAreFoundThroughBothStages() throws {
    let old = TableSnapshot(sections: [
      TableSection(1, rows: ["a", "b"]), TableSection(2, rows: ["c", "d"]), TableSection(3, rows: ["e"]),
    ])
    let new = TableSnapshot(sections: [
      TableSection(3, rows: ["e", "a"]), TableSection(1, rows: ["x", "b"]), TableSection(2, rows: ["d"]),
    ])
    let changeset = new.difference(from: old).updating(old.paths)
    #expect(changeset.stages.count == 3)
    #expect(changeset.stages.first?.operations.updatedRows == [path(0, 0), path(0, 1), path(1, 1), path(2, 0)])
    #expect(changeset.stages.first.map { Array($0.target) } == ["a", "b", "c", "d", "e"])
    for stage in changeset.stages {
      #expect(throws: Never.self) {
        try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
      }
    }
  }

  @Test
  func anUnchangedTableCanHaveRowsShownAnewAndAReloadStaysOne() {
    let table = TableSnapshot(rows: [1, 2, 3])
    let changeset = table.difference(from: table).updating([path(0, 2), path(1, 0), path(0, -1)])
    #expect(changeset.stages.map(\.operations.updatedRows) == [[path(0, 2)]])
    #expect(table.difference(from: table).updating([]).isEmpty)
    let reload = Changeset(reloading: table, from: table, because: .notComparable)
    #expect(reload.updating([path(0, 0)]).stages.isEmpty)
    #expect(reload.updating([path(0, 0)]).reload == .notComparable)
  }
}
