import LiveTables
@_spi(Adapters) import LiveTablesCells
import Testing

/// Tests the heights of rows, headers and footers.
struct TableSizesTests {
  private let table = TableSnapshot<String, Int>(
    sections: ["first", "second", "third", "fourth"].map { TableSection($0, rows: [1, 2]) })

  private func all(_ sizes: TableSizes<String, Int>, _ section: Int) -> [Double?] {
    [
      sizes.row(at: RowPath(section: section, row: 0), in: table), sizes.size(.header, of: section, in: table),
      sizes.size(.footer, of: section, in: table),
    ]
  }

  @Test("heights are set by section, with a default for other sections")
  func sections() {
    var sizes = TableSizes<String, Int>()
    sizes[.row, in: "first"] = 120
    sizes[.header, in: "first"] = 80
    sizes[.row, in: "second"] = 90
    sizes[.row, in: "third"] = 70
    sizes[.row] = 200
    sizes[.header] = 50
    sizes[.footer] = 50
    #expect(all(sizes, 0) == [120, 80, 50])
    #expect(all(sizes, 1) == [90, 50, 50])
    #expect(all(sizes, 2) == [70, 50, 50])
    #expect(all(sizes, 3) == [200, 50, 50])
  }

  @Test("heights are set by row, with the section's height as the default")
  func rows() {
    var sizes = TableSizes<String, Int>()
    sizes[.row, in: "first"] = 10
    sizes.setRow(in: "first") { row, path in row == 2 ? Double(path.row) + 30 : nil }
    sizes.setRow { row, _ in Double(row) }
    #expect(sizes.row(at: RowPath(section: 0, row: 0), in: table) == 10)
    #expect(sizes.row(at: RowPath(section: 0, row: 1), in: table) == 31)
    #expect(sizes.row(at: RowPath(section: 3, row: 1), in: table) == 2)
  }

  @Test("sizes and estimates of headers and footers are set by kind in any section")
  func kinds() {
    var sizes = TableSizes<String, Int>()
    sizes[.row] = 3
    #expect(sizes.supplementaryKinds == [])
    sizes[.estimatedHeader, in: "first"] = 3
    #expect(sizes.supplementaryKinds == [.header])
    sizes[.footer] = 3
    #expect(sizes.supplementaryKinds == [.header, .footer])
  }

  @Test("estimates are separate from sizes")
  func estimates() {
    var sizes = TableSizes<String, Int>()
    sizes[.estimatedRow, in: "first"] = 44
    sizes[.estimatedHeader] = 20
    sizes[.estimatedFooter] = 10
    #expect(all(sizes, 0) == [nil, nil, nil])
    #expect(sizes.estimatedRow(at: RowPath(section: 0, row: 0), in: table) == 44)
    #expect(sizes.estimatedRow(at: RowPath(section: 1, row: 0), in: table) == nil)
    #expect(sizes.estimatedRow(at: RowPath(section: 0, row: 99), in: table) == nil)
    #expect(
      sizes.size(.estimatedHeader, of: 0, in: table) == 20 && sizes.size(.estimatedFooter, of: 0, in: table) == 10)
  }

  @Test("invalid sizes are ignored, and missing paths have no size")
  func nonsense() {
    var sizes = TableSizes<String, Int>()
    sizes[.row, in: "first"] = -1
    sizes[.header, in: "first"] = .infinity
    sizes[.footer, in: "first"] = .nan
    sizes[.row] = 7
    sizes[.header] = 8
    sizes[.footer] = 0
    #expect(all(sizes, 0) == [7, 8, 0])
    #expect(sizes.row(at: RowPath(section: 0, row: 2), in: table) == nil)
    #expect(sizes.size(.header, of: 4, in: table) == nil && sizes.size(.header, of: -1, in: table) == nil)
    #expect(sizes.estimatedRow(at: RowPath(section: 9, row: 0), in: table) == nil)
  }

  @Test("a batch changes heights only if an updated row has another height")
  func changes() throws {
    struct Line: Diffable, Identifiable, Equatable, Sendable { let id: Int; var isLong = false; var text = "" }
    var sizes = TableSizes<OneSection, Line>()
    sizes.setRow { line, _ in line.isLong ? 90 : 44 }
    let before = TableSnapshot(rows: [Line(id: 1), Line(id: 2)])
    func changes(_ rows: [Line]) -> [Bool] {
      TableSnapshot(rows: rows).difference(from: before).stages.map { sizes.changes(with: $0) }
    }
    #expect(changes([Line(id: 1), Line(id: 2, isLong: true)]) == [true])
    #expect(changes([Line(id: 1), Line(id: 2, text: "x")]) == [false])
    #expect(changes([Line(id: 2), Line(id: 3, isLong: true)]) == [false])
    #expect(changes([Line(id: 2, isLong: true), Line(id: 3)]).contains(true))
  }
}
