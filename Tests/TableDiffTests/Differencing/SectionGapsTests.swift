import LiveTables
import TestSupport
import Testing

@testable import TableDiff

/// Tests of two tables that share some sections and have different ones between them.
@Suite struct SectionGapsTests {
  private typealias Table = TableSnapshot<Int, Int>

  private func section(_ value: Int) -> TableSection<Int, Int> { TableSection(value, rows: [value * 10]) }

  /// Returns the batches that lead from one table to another, and checks the target.
  private func operations(_ old: Table, _ new: Table) -> [BatchOperations] {
    let changeset = new.difference(from: old)
    #expect(changeset.target == new)
    return changeset.stages.map(\.operations)
  }

  @Test("a replaced section is the only change, wherever it is", arguments: 0..<5)
  func replaced(place: Int) {
    let old = Table(sections: (0..<5).map(section))
    var new = old
    new.remove(section: place)
    new.insert(section(9), atSection: place)
    let expected = batch {
      $0.deletedSections = [place]
      $0.insertedSections = [place]
    }
    #expect(operations(old, new) == [expected])
  }

  @Test("sections behind several gaps stay", arguments: [[1, 3], [0, 2, 4], [1, 2, 5], [0, 6]])
  func severalGaps(places: [Int]) {
    let old = Table(sections: (0..<7).map(section))
    var new = old
    for place in places.reversed() { new.remove(section: place) }
    #expect(operations(old, new) == [batch { $0.deletedSections = places }])
    #expect(operations(new, old) == [batch { $0.insertedSections = places }])
  }

  @Test("one of two swapped sections moves, and later sections stay", arguments: 0..<4)
  func swapped(place: Int) {
    let old = Table(sections: (0..<5).map(section))
    var new = old
    if let moved = new.remove(section: place) { new.insert(moved, atSection: place + 1) }
    let stages = operations(old, new)
    #expect(stages.count == 1 && stages[0].count == 1 && stages[0].movedSections.count == 1)
  }
}
