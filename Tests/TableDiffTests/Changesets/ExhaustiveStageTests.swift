import LiveTables
import TestSupport
import Testing

/// Tests the properties of every stage with all small tables.
struct ExhaustiveStageTests {
  @Test("1: content and structure changes never share a stage, for all tables of up to 4 rows")
  func contentChangesNeverShareAStageWithStructureForAllTablesOfUpTo4Rows() throws {
    let section = Group(id: 0)
    let targets = SmallTables.flat(4, contents: 2).map { TableSnapshot(sections: [TableSection(section, rows: $0)]) }
    for size in 0...4 {
      let old = TableSnapshot(sections: [TableSection(section, rows: (0..<size).map { Item(id: $0) })])
      for new in targets {
        for stage in new.difference(from: old).stages {
          let operations = stage.operations
          let updates = operations.updatedRows.count + operations.updatedSections.count
          #expect(updates == 0 || updates == operations.count)
        }
        try checkDifference(from: old, to: new)
      }
    }
  }

  @Test("2: rows of a moved section do not change in that stage, for all tables of 3 sections and 3 rows")
  func rowsOfAMovedSectionAreUntouchedInThatStageForAllTablesOf3SectionsAnd3Rows() throws {
    let sections = [0, 1, 2]
    let targets = SmallTables.all(sections: sections, rows: 3, allSections: true)
    let items = (0..<3).map { Item(id: $0) }
    for old in SmallTables.cut(items, into: sections.map { Group(id: $0) }) {
      for new in targets {
        let changeset = new.difference(from: old)
        for stage in changeset.stages {
          let operations = stage.operations
          for move in operations.movedSections {
            let before = operations.deletedRows + operations.updatedRows + operations.movedRows.map(\.from)
            let after = operations.insertedRows + operations.movedRows.map(\.to)
            #expect(!before.contains { $0.section == move.from } && !after.contains { $0.section == move.to })
          }
        }
        try checkDifference(from: old, to: new)
      }
    }
  }

  @Test
  func everyOrderOfAGridOf3SectionsWith3RowsWithEveryEditOfOneRow() throws {
    func grid(_ order: [Int]) -> ItemTable {
      TableSnapshot(
        sections: order.map { section in
          TableSection(Group(id: section), rows: (0..<3).map { Item(id: section * 3 + $0) })
        })
    }
    let old = grid([0, 1, 2])
    for order in arrangements([0, 1, 2]) where order.count == 3 {
      let base = grid(order)
      for source in base.paths {
        var new = base
        new.remove(at: source)
        try checkDifference(from: old, to: new)
        new = base
        new.update(.path(source)) { $0.content += 1 }
        try checkDifference(from: old, to: new)
        for section in 0..<3 {
          for row in 0...3 {
            new = base
            new.insert(Item(id: 99), at: path(section, row))
            try checkDifference(from: old, to: new)
            new = base
            if new.move(from: source, to: path(section, row)) { try checkDifference(from: old, to: new) }
          }
        }
      }
    }
  }

  @Test("3: sections are inserted and deleted with rows that move into and out of them")
  func everySectionBirthAndDeathWithRowsThatLeaveAndEnter() throws {
    let targets = SmallTables.all(sections: [0, 1, 2], rows: 2)
    for count in 0...3 {
      let sections = (0..<count).map { Group(id: $0) }
      for size in 0...2 {
        for old in SmallTables.cut((0..<size).map { Item(id: $0) }, into: sections) {
          for new in targets { try checkDifference(from: old, to: new) }
        }
      }
    }
  }

  /// Combines all states of three sections: absent, empty or full.
  @Test("46: sections appear, become empty, get rows and disappear in every combination")
  func sectionsAppearEmptyFillAndVanishInEveryCombination() throws {
    var states: [[Int]] = [[]]
    for _ in 0..<3 { states = states.flatMap { state in (0..<3).map { state + [$0] } } }
    func table(_ state: [Int]) -> ItemTable {
      TableSnapshot(
        sections: state.enumerated().filter { $0.element > 0 }.map { index, kind in
          TableSection(Group(id: index), rows: kind == 2 ? (0..<2).map { Item(id: index * 2 + $0) } : [])
        })
    }
    for old in states {
      for new in states {
        try checkDifference(from: table(old), to: table(new))
        try checkDifference(from: table(old), to: table(new.reversed()))
      }
    }
    #expect(states.count == 27)
  }
}
