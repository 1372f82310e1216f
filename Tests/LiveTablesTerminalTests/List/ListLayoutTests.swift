import LiveTables
import Testing

@testable import LiveTablesTerminal

@Suite struct ListLayoutTests {
  @Test func aFlatListHasALineForEachRow() {
    let layout = ListLayout(rowCounts: [3])
    #expect(layout.lineCount == 3 && layout.rowCount == 3 && layout.sectionCount == 1)
    #expect(layout.content(at: 2) == .row(RowPath(section: 0, row: 2)))
    #expect(layout.content(at: 3) == nil && layout.content(at: -1) == nil)
  }

  @Test(arguments: [[], [0], [3], [1, 2], [0, 0, 2, 0, 1, 0], [0, 0, 0]], [true, false])
  func linesAndRowsFindEachOther(counts: [Int], hasHeaders: Bool) {
    let layout = ListLayout(rowCounts: counts, headers: counts.map { _ in hasHeaders })
    var expected: [ListLayout.Content] = []
    for (section, count) in counts.enumerated() {
      if hasHeaders { expected.append(.header(section: section)) }
      expected += (0..<count).map { .row(RowPath(section: section, row: $0)) }
      #expect(layout.rowCount(inSection: section) == count)
      #expect(layout.line(of: RowPath(section: section, row: count)) == nil)
    }
    #expect((0..<layout.lineCount).map { layout.content(at: $0) } == expected)
    #expect(layout.rowCount == counts.reduce(0, +))
    for (line, content) in expected.enumerated() {
      if case .row(let path) = content { #expect(layout.line(of: path) == line) }
    }
    #expect(layout.line(of: RowPath(section: counts.count, row: 0)) == nil)
    #expect(layout.line(of: RowPath(section: -1, row: 0)) == nil)
  }

  @Test("a layout contains sections with and without headers and footers")
  func sectionsWithAndWithoutHeadersAndFooters() {
    let layout = ListLayout(
      rowCounts: [2, 0, 1], headers: [true, false, true], footers: [false, true, false],
      hasTableHeader: true, hasTableFooter: true)
    let rows = [RowPath(section: 0, row: 0), RowPath(section: 0, row: 1), RowPath(section: 2, row: 0)]
    let expected: [ListLayout.Content] = [
      .tableHeader, .header(section: 0), .row(rows[0]), .row(rows[1]), .footer(section: 1), .header(section: 2),
      .row(rows[2]), .tableFooter,
    ]
    #expect((0..<layout.lineCount).map { layout.content(at: $0) } == expected)
    #expect(rows.map { layout.line(of: $0) } == [2, 3, 6] && rows.map { layout.offset(of: $0) } == [0, 1, 2])
    #expect(layout.rowCount == 3 && (0..<3).map { layout.rowCount(inSection: $0) } == [2, 0, 1])
    #expect(layout.row(atOrAfter: 0) == rows[0] && layout.row(atOrBefore: 7) == rows[2])
    #expect(layout.row(atOrBefore: 5) == rows[1] && layout.row(atOrAfter: 4) == rows[2])
    #expect(layout.hasHeaders && !ListLayout(rowCounts: [1], headers: [false]).hasHeaders)
    let empty = ListLayout(hasTableHeader: true, hasTableFooter: true)
    #expect((0..<2).map { empty.content(at: $0) } == [.tableHeader, .tableFooter] && empty.lineCount == 2)
  }

  @Test func theNearestRowSkipsHeadersAndEmptySections() {
    // 0 header, 1 header, 2 row (1,0), 3 header, 4 header, 5 row (3,0), 6 header
    let layout = ListLayout(rowCounts: [0, 1, 0, 1, 0], headers: [true, true, true, true, true])
    let (first, second) = (RowPath(section: 1, row: 0), RowPath(section: 3, row: 0))
    #expect((0..<8).map { layout.row(nearest: $0) } == [first, first, first, first, first, second, second, second])
    #expect((0..<8).map { layout.row(atOrAfter: $0) } == [first, first, first, second, second, second, nil, nil])
    #expect(layout.row(atOrBefore: 1) == nil)
    #expect(ListLayout(rowCounts: [0, 0], headers: [true, true]).row(nearest: 1) == nil)
  }
}
