import LiveTables
import TestSupport
import Testing

private struct Mail: Diffable, Identifiable, Equatable {
  let id: Int
  var folder: Folder
}

private enum Folder: Diffable { case inbox, archive, trash }

private struct Titled: Diffable, Identifiable, Equatable {
  let id: Int
  var title: String
}

struct BuildingTests {
  @Test func rowsAloneMakeOneSectionAlsoWhenThereAreNone() {
    #expect(TableSnapshot(rows: [1, 2, 3]).rowCounts == [3])
    #expect(TableSnapshot(rows: [Int]()).rowCounts == [0])
    #expect(TableSnapshot(rows: 0..<5).map { $0 } == [0, 1, 2, 3, 4])
    #expect(TableSnapshot(rows: stride(from: 0, to: 9, by: 4)).count == 3)
    #expect(TableSnapshot<OneSection, Int>().rowCounts == [])
    #expect(TableSnapshot<String, Int>().isEmpty)
  }

  @Test func sectionsStandAsTheyAreGiven() {
    let table = TableSnapshot(sections: [
      TableSection("A", rows: [1, 2]), TableSection("B", rows: []), TableSection("A", rows: [3]),
    ])
    #expect(table.rowCounts == [2, 0, 1])
    #expect(table.sections.map(\.value) == ["A", "B", "A"])
    #expect(Array(table) == [1, 2, 3])
  }

  @Test func rowsAreGroupedByFirstAppearanceInTheirOrder() {
    let mails = [
      Mail(id: 1, folder: .inbox), Mail(id: 2, folder: .trash), Mail(id: 3, folder: .inbox),
      Mail(id: 4, folder: .archive), Mail(id: 5, folder: .trash),
    ]
    let table = TableSnapshot(grouping: mails, by: \.folder)
    #expect(table.sections.map(\.value) == [.inbox, .trash, .archive])
    #expect(table.sections.map { $0.rows.map(\.id) } == [[1, 3], [2, 5], [4]])
    #expect(TableSnapshot(grouping: [Mail](), by: \.folder).rowCounts == [])
  }

  @Test func theFirstValueOfAnIdentityStandsForItsSection() {
    let table = TableSnapshot(grouping: [1, 2, 3, 4]) { Titled(id: $0 % 2, title: "\($0)") }
    #expect(table.sections.map(\.value.title) == ["1", "2"])
    #expect(table.rowCounts == [2, 2])
  }

  @Test func aGroupingThatFailsThrowsWhatItThrew() {
    struct Oops: Error {}
    #expect(throws: Oops.self) {
      _ = try TableSnapshot(grouping: [1, 2]) { row in
        if row == 2 { throw Oops() }
        return "all"
      }
    }
  }

  @Test
  func aNewSectionAtEveryMultipleOfFiveMakesTwentySectionsOfFive() {
    let table = TableSnapshot(splitting: 0..<100, first: -1) { $0 % 5 == 0 ? $0 : nil }
    #expect(table.rowCounts == [Int](repeating: 5, count: 20))
    #expect(table.sections.map(\.value) == Array(stride(from: 0, to: 100, by: 5)))
    var longer = table
    longer.append(100, toSection: longer.sections.count - 1)
    #expect(longer.rowCounts == [Int](repeating: 5, count: 19) + [6])
    #expect(longer.last == 100)
  }

  @Test func emptySectionsHaveNoRowPositions() {
    let table = TableSnapshot(
      sections: [(1, []), (2, [0]), (3, []), (4, [0]), (5, [])].map { TableSection($0.0, rows: $0.1) })
    #expect(table.paths == [path(1, 0), path(3, 0)])
  }

  @Test
  func rowsBeforeTheFirstSectionValueFormASectionOfTheirOwn() {
    let table = TableSnapshot(splitting: [1, 2, 10, 3, 20], first: "start") { $0 >= 10 ? "from \($0)" : nil }
    #expect(table.sections.map(\.value) == ["start", "from 10", "from 20"])
    #expect(table.rowCounts == [2, 2, 1])
    #expect(TableSnapshot(splitting: [Int](), first: "start") { _ in nil }.rowCounts == [])
    #expect(TableSnapshot(splitting: [10], first: "start") { "\($0)" }.sections.map(\.value) == ["10"])
  }
}
