import LiveTablesTesting
import LiveTables
import TestSupport
import Testing

struct LookupTests {
  private let table = TableSnapshot(
    sections: [("A", []), ("B", [1, 2]), ("C", []), ("D", [3]), ("E", [])].map { TableSection($0.0, rows: $0.1) })

  @Test func aPathThatHasNoRowFindsNothing() {
    #expect(table[path(1, 1)] == 2)
    #expect(table[path(3, 0)] == 3)
    for wrong in [
      path(0, 0), path(1, 2), path(1, -1), path(-1, 0), path(5, 0), path(.max, .max), path(.min, .min),
    ] {
      #expect(table[wrong] == nil)
      #expect(table.offset(of: wrong) == nil)
    }
    #expect(TableSnapshot<String, Int>()[path(0, 0)] == nil)
  }

  @Test func offsetsRunAcrossSectionsEmptyOnesToo() {
    #expect((-1...3).map { table.path(at: $0) } == [nil, path(1, 0), path(1, 1), path(3, 0), nil])
    #expect(table.offset(of: path(3, 0)) == 2)
    #expect(table[2] == 3)
    #expect(table.count == 3)
    #expect(table.path(at: .max) == nil)
    #expect(TableSnapshot<String, Int>().path(at: 0) == nil)
  }

  @Test("map visits all rows in order, and stops at the first error") func map() {
    #expect(table.map { $0 * 10 } == [10, 20, 30])
    #expect(TableSnapshot<String, Int>().map(\.self).isEmpty)
    var edited = TableSnapshot(rows: 0..<10_000)
    edited.replace(at: path(0, 5_000), with: -1)
    edited.remove(at: path(0, 0))
    #expect(edited.map(\.self) == Array(edited))
    var seen: [Int] = []
    #expect(throws: CancellationError.self) {
      try table.map { row throws(CancellationError) in
        seen.append(row)
        if row == 2 { throw CancellationError() }
      }
    }
    #expect(seen == [1, 2])
  }

  @Test func aTableIsARandomAccessCollectionOfItsRows() {
    #expect(Array(table) == [1, 2, 3])
    #expect(table.reversed() == [3, 2, 1])
    #expect(table.indices == 0..<3)
    #expect(table[1...].map { $0 } == [2, 3])
    #expect(table.firstIndex(of: 3) == 2)
    #expect(table.last == 3)
    #expect(table.sections.last?.value == "E")
    #expect(table.sections[1].rows[1] == 2)
  }

  @Test func identitiesFindTheFirstRowOrSection() {
    #expect(table.path(of: 2) == path(1, 1))
    #expect(table.path(of: 9) == nil)
    #expect(table.row(id: 3) == 3)
    #expect(table.row(id: 9) == nil)
    #expect(table.sectionIndex(of: "D") == 3)
    #expect(table.sectionIndex(of: "X") == nil)
    let twice = TableSnapshot(rows: [5, 6, 5, 6, 6])
    #expect(twice.path(of: 5) == path(0, 0))
  }

  @Test(
    "many sections are found in one pass, each at its first occurrence", arguments: [1, 3, 4, 500])
  func manySections(count: Int) {
    let tally = Tally()
    let sections = (0..<2_000).map { TableSection(CountedRow($0 % 1_000, tally), rows: [$0]) }
    let table = TableSnapshot(sections: sections)
    let numbers = (0..<count).map { ($0 * 7) % 400 + 800 }
    tally.reset()
    let found = table.sectionIndices(of: numbers.map { CountedRow.ID(number: $0, tally: tally) })
    #expect(found == numbers.map { $0 < 1_000 ? $0 : nil })
    #expect(tally.questions <= 8_000, "\(tally.questions)")
    var rest = table
    rest.removeSections(.ids(numbers.map { CountedRow.ID(number: $0, tally: tally) }))
    #expect(rest.sections.count == 2_000 - Set(found.compactMap { $0 }).count)
  }

  @Test func noRowCanBeFoundThatIsNotEqualToItself() {
    let table = TableSnapshot(rows: [Double.nan, 1])
    #expect(table.path(of: .nan) == nil)
    #expect(table.row(id: .nan) == nil)
    #expect(table.path(of: 1) == path(0, 1))
  }

  @Test(arguments: [RandomTables.Kind(), .duplicates, .large])
  func pathsAndOffsetsAgreeWithPlainArrays(kind: RandomTables.Kind) {
    let failure = RandomTables.firstFailure(seeds: 0..<(kind == .large ? 8 : 200), kind) { _, table in
      let sections = plain(table)
      let all = sections.enumerated().flatMap { place, section in section.rows.indices.map { path(place, $0) } }
      let rows = sections.flatMap(\.rows)
      try check(table.paths == all && table.count == rows.count && table.elementsEqual(rows))
      try check(table.rowCounts == sections.map(\.rows.count))
      for (offset, path) in all.enumerated() {
        try check(table.path(at: offset) == path && table.offset(of: path) == offset, "\(path)")
        try check(table[offset] == rows[offset] && table[path] == rows[offset], "\(path)")
      }
      for (place, section) in sections.enumerated() {
        try check(table[path(place, section.rows.count)] == nil)
        try check(Array(table.sections[place].rows) == section.rows)
      }
      for row in rows.prefix(20) {
        try check(table.path(of: row.id) == all[rows.firstIndex { $0.id == row.id } ?? -1], "\(row)")
      }
    }
    #expect(failure == nil)
  }
}
