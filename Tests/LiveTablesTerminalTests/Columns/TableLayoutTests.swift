import LiveTablesTesting
import Testing

@testable import LiveTablesTerminal

@Suite struct TableLayoutTests {
  private func measures(_ widths: Int..., numeric: Set<Int> = []) -> [ColumnMeasures.Column] {
    widths.enumerated().map { ColumnMeasures.Column(width: $1, isNumeric: numeric.contains($0)) }
  }

  private func widths(_ layout: TableLayout) -> [Int] { layout.columns.map(\.width) }

  @Test
  func withRoomEveryColumnHasItsWidthAndTheLastOneTheRest() {
    let layout = TableLayout(measures(5, 8, 4, 20), width: 78)
    #expect(widths(layout) == [5, 8, 4, 78 - 17 - 6])
    #expect(layout.gap == 2 && !layout.hasMore)
    #expect([11, 12].map { TableLayout(measures(5, 5), width: $0).gap } == [1, 2])
  }

  @Test func aLastColumnOfNumbersStaysNarrow() {
    #expect(widths(TableLayout(measures(5, 8, 4, numeric: [2]), width: 78)) == [5, 8, 4])
  }

  @Test func aLongLastColumnIsCutTheOthersAreNot() {
    let layout = TableLayout(measures(5, 8, 4, 200, numeric: [0, 2]), width: 38)
    #expect(widths(layout) == [5, 8, 4, 18])
    #expect(layout.gap == 1 && layout.hasMore)
  }

  @Test func theWidestGiveWayFirst() {
    #expect(widths(TableLayout(measures(5, 30, 6, 40), width: 38)) == [5, 12, 6, 12])
    #expect(widths(TableLayout(measures(30, 30), width: 20)) == [10, 9])
    #expect(widths(TableLayout(measures(30, 13, numeric: [1]), width: 19)) == [6, 12], "the narrower one grows first")
  }

  @Test("a column width that the user has chosen does not shrink")
  func aChosenWidthDoesNotGiveWay() {
    var chosen = measures(30, 10)
    chosen[0].isFixed = true
    #expect(widths(TableLayout(chosen, width: 36)) == [30, 5])
  }

  @Test func numbersAreNotCutBeforeText() {
    let layout = TableLayout(measures(10, 10, 10, numeric: [0, 2]), width: 27)
    #expect(widths(layout) == [10, 5, 10])
  }

  @Test func columnsThatDoNotFitAreLeftOutOnTheRight() {
    let layout = TableLayout(measures(10, 10, 10, 10, 10, 10), width: 20)
    #expect(layout.columns.map(\.index) == [0, 1, 2])
    #expect(widths(layout) == [6, 6, 6] && layout.hasMore)
    let next = TableLayout(measures(10, 10, 10, 10, 10, 10), width: 20, first: 4)
    #expect(next.columns.map(\.index) == [4, 5])
    #expect(widths(next) == [10, 9])
  }

  @Test func oneColumnIsAlwaysThere() {
    #expect(widths(TableLayout(measures(10), width: 3)) == [3])
    #expect(widths(TableLayout(measures(10), width: 0)) == [0])
    #expect(widths(TableLayout([], width: 10)) == [])
    #expect(widths(TableLayout(measures(10, numeric: [0]), width: 3)) == [3])
    #expect(widths(TableLayout(measures(3), width: -5)) == [0])
    #expect(widths(TableLayout(measures(20, numeric: [0]), width: 20)) == [20], "with all of the room")
  }

  @Test func textThatWasDrawnInFarEnoughEnds() {
    #expect(TableLayout(measures(5, 30), width: 20, first: 1).hasMore)
    #expect(TableLayout(measures(5, 30), width: 20, first: 1, textOffset: 8).hasMore)
    #expect(!TableLayout(measures(5, 30), width: 20, first: 1, textOffset: 16).hasMore)
  }

  @Test(arguments: 0..<100) func columnsAndGapsNeverExceedTheRoom(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let columns = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      ColumnMeasures.Column(width: Int.random(in: 0...60, using: &random), isNumeric: Bool.random(using: &random))
    }
    let room = Int.random(in: 0...120, using: &random)
    let layout = TableLayout(columns, width: room)
    let used = widths(layout).reduce(0, +) + layout.gap * max(0, layout.columns.count - 1)
    #expect(used <= room && !layout.columns.isEmpty, "seed \(seed)")
    for column in layout.columns.dropLast() { #expect(column.width <= columns[column.index].width) }
  }

  @Test func goingSidewaysLeavesColumnsFirstAndTextThen() {
    var offset = SidewaysOffset()
    offset.right(columnCount: 2, hasMore: false)
    #expect(offset == SidewaysOffset())
    offset.right(columnCount: 2, hasMore: true)
    offset.right(columnCount: 2, hasMore: true)
    #expect(offset.firstColumn == 1 && offset.textOffset == 8)
    offset.clamp(columnCount: 2)
    #expect(offset.firstColumn == 1 && offset.textOffset == 8)
    offset.left()
    offset.left()
    offset.left()
    #expect(offset == SidewaysOffset())
    offset.right(columnCount: 2, hasMore: true)
    offset.clamp(columnCount: 0)
    #expect(offset == SidewaysOffset())
  }
}
