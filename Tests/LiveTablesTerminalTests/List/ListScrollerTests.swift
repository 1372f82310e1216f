import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesTerminal

@Suite struct ListScrollerTests {
  private func path(_ row: Int, section: Int = 0) -> RowPath { RowPath(section: section, row: row) }

  private func scroller(_ counts: [Int], headers: Bool = false, height: Int) -> ListScroller {
    var scroller = ListScroller()
    scroller.resize(height: height)
    scroller.reload(to: ListLayout(rowCounts: counts, headers: counts.map { _ in headers }), selection: nil)
    return scroller
  }

  @Test func theFirstKeySelectsWhatIsOnTheScreen() {
    var list = scroller([100], height: 10)
    #expect(list.selection == nil && list.visibleLines == 0..<10)
    list.move(.down)
    #expect(list.selection == path(0))
    list.move(.down)
    #expect(list.selection == path(1) && list.top == 0)
  }

  @Test
  func arrowsStopAtTheEndsAndScrollAsLittleAsPossible() {
    var list = scroller([12], height: 10)
    list.move(.up)
    list.move(.up)
    #expect(list.selection == path(0))
    for _ in 0..<10 { list.move(.down) }
    #expect(list.selection == path(10) && list.visibleLines == 1..<11)
    for _ in 0..<5 { list.move(.down) }
    #expect(list.selection == path(11) && list.visibleLines == 2..<12)
    list.move(.up)
    #expect(list.top == 2)
  }

  @Test("an arrow key at the first or last row scrolls it into view") func arrowsAtTheEndsBringBack() {
    var list = scroller([30], height: 10)
    list.move(.home)
    list.scroll(by: 15)
    list.move(.up)
    #expect(list.selection == path(0) && list.top == 0)
    list.move(.end)
    list.scroll(by: -15)
    list.move(.down)
    #expect(list.selection == path(29) && list.top == 20)
  }

  @Test("setting the same height does not scroll to the selected row") func sameHeight() {
    var list = scroller([30], height: 10)
    list.move(.home)
    list.scroll(by: 15)
    list.resize(height: 10)
    #expect(list.top == 15 && list.selection == path(0))
    list.resize(height: 9)
    #expect(list.top == 0)
  }

  @Test
  func pagesKeepOneLineAndTheSelectionItsPlaceOnTheScreen() {
    var list = scroller([100], height: 10)
    list.move(.down)
    list.move(.down)
    list.move(.pageDown)
    #expect(list.selection == path(10) && list.top == 9)
    list.move(.pageUp)
    #expect(list.selection == path(1) && list.top == 0)
    list.move(.pageUp)
    #expect(list.selection == path(0))
    for _ in 0..<20 { list.move(.pageDown) }
    #expect(list.selection == path(99) && list.top == 90)
    list.select(path(95))
    list.move(.pageDown)
    #expect(list.selection == path(99), "less than a page is gone, too")
    var line = scroller([9], height: 1)
    line.move(.down)
    line.move(.pageDown)
    #expect(line.selection == path(1), "a page is at least a line, and there no more")
  }

  @Test("page up scrolls at most one page, also past a header")
  func aPageUpGoesNoFartherThanAPage() {
    var list = scroller([10, 10], headers: true, height: 5)
    list.select(path(2, section: 1))
    list.move(.pageUp)
    #expect(list.selection == path(0, section: 1))
  }

  @Test("the wheel stops at the ends, and the next key selects a visible row")
  func theWheelStopsAtTheEnds() {
    var list = scroller([10, 10], headers: true, height: 5)
    let tops = [-3, 100, -12].map { lines in
      list.scroll(by: lines)
      return list.top
    }
    #expect(tops == [0, 17, 5])
    list.move(.down)
    #expect(list.selection == path(5) && list.top == 5, "the row behind the header that sticks is not seen")
  }

  @Test func homeAndEnd() {
    var list = scroller([3, 0, 4], headers: true, height: 5)
    list.move(.end)
    #expect(list.selection == path(3, section: 2) && list.visibleLines == 5..<10)
    list.move(.home)
    #expect(list.selection == path(0) && list.top == 0)
  }

  @Test
  func aSectionsHeaderSticksWhileItsRowsAreOnTheFirstLine() {
    var list = scroller([10, 10], headers: true, height: 5)
    #expect(list.stickySection == nil)
    for _ in 0..<6 { list.move(.down) }
    #expect(list.top == 2 && list.stickySection == 0)
    // Moving up never hides the selection behind the header.
    for _ in 0..<3 { list.move(.up) }
    #expect(list.selection == path(2) && list.top == 2)
    list.move(.up)
    #expect(list.selection == path(1) && list.top == 1)
    list.move(.up)
    #expect(list.selection == path(0) && list.top == 0 && list.stickySection == nil)
    // In a view of two lines no header sticks.
    #expect(scroller([10], headers: true, height: 2).stickySection == nil)
  }

  @Test func theSelectionGoesWithItsRowAndStaysOnItsLine() {
    var list = scroller([100], height: 10)
    for _ in 0..<5 { list.move(.down) }
    #expect(list.selection == path(4) && list.top == 0)
    // Three rows are inserted above.
    list.update(to: ListLayout(rowCounts: [103])) { RowPath(section: 0, row: $0.row + 3) }
    #expect(list.selection == path(7) && list.top == 3)
    // When the row moves to the end, the list scrolls with it as far as possible.
    list.update(to: ListLayout(rowCounts: [103])) { $0 == path(7) ? path(102) : $0 }
    #expect(list.selection == path(102) && list.visibleLines == 93..<103)
    list.select(path(96))
    list.update(to: ListLayout(rowCounts: [102])) { path($0.row - 1) }
    #expect(list.selection == path(95) && list.top == 92)
  }

  @Test("the visible rows stay while the selection is off the screen") func whatIsSeenStays() {
    var list = scroller([100], height: 10)
    list.move(.down)
    list.scroll(by: 50)
    list.update(to: ListLayout(rowCounts: [101])) { path($0.row < 20 ? $0.row : $0.row + 1) }
    #expect(list.selection == path(0) && list.top == 51)
  }

  @Test("the first visible row that stays and does not move keeps its line") func theRowThatStays() {
    var list = scroller([100], height: 10)
    list.scroll(by: 50)
    list.update(to: ListLayout(rowCounts: [100]), stays: { $0 != path(50) }) {
      $0 == path(50) ? path(0) : $0.row < 50 ? path($0.row + 1) : $0
    }
    #expect(list.top == 50, "the row on the first line has moved to the top")
    list.update(to: ListLayout(rowCounts: [99]), stays: { $0 != path(50) }) { path($0.row > 50 ? $0.row - 1 : $0.row) }
    #expect(list.top == 49, "the row on the first line is gone")
  }

  @Test("a row behind a sticky header is not kept in place") func theRowBehindAHeader() {
    var list = scroller([10, 10], headers: true, height: 5)
    list.scroll(by: 3)
    list.update(to: ListLayout(rowCounts: [9, 10], headers: [true, true])) {
      $0.section == 0 && $0.row > 2 ? path($0.row - 1) : $0
    }
    #expect(list.top == 2)
  }

  @Test func aSelectionOffTheScreenDoesNotScrollTheList() {
    var list = scroller([100], height: 10)
    list.move(.down)
    list.move(.end)
    list.deselect()
    #expect(list.top == 90)
    list.update(to: ListLayout(rowCounts: [101])) { RowPath(section: 0, row: $0.row + 1) }
    #expect(list.top == 91 && list.selection == nil)
  }

  @Test func withoutASelectionTheVeryTopShowsWhatIsNew() {
    var list = scroller([100], height: 10)
    list.update(to: ListLayout(rowCounts: [103])) { RowPath(section: 0, row: $0.row + 3) }
    #expect(list.top == 0)
  }

  @Test func aListThatShrinksBelowTheScreen() {
    var list = scroller([100], height: 10)
    list.move(.end)
    list.update(to: ListLayout(rowCounts: [4])) { path(min($0.row, 3)) }
    #expect(list.selection == path(3) && list.top == 0)
    list.update(to: ListLayout(rowCounts: [0])) { _ in nil }
    #expect(list.selection == nil && list.visibleLines.isEmpty)
    list.move(.down)
    list.move(.end)
    #expect(list.selection == nil)
  }

  @Test func aDestinationThatDoesNotExistSelectsNothing() {
    var list = scroller([10], height: 5)
    list.move(.down)
    list.update(to: ListLayout(rowCounts: [2])) { _ in path(5) }
    #expect(list.selection == nil)
  }

  @Test func anotherSizeKeepsTheSelectionOnTheScreen() {
    var list = scroller([100], height: 20)
    for _ in 0..<20 { list.move(.down) }
    list.resize(height: 5)
    #expect(list.selection == path(19) && list.visibleLines == 15..<20)
    list.resize(height: 200)
    #expect(list.top == 0)
    list.resize(height: 0)
    list.move(.down)
    #expect(list.visibleLines.isEmpty)
  }

  @Test func aReloadKeepsTheSelectedRowOnItsLine() {
    var list = scroller([100], height: 10)
    for _ in 0..<4 { list.move(.down) }
    list.reload(to: ListLayout(rowCounts: [1000]), selection: path(500))
    #expect(list.selection == path(500) && list.top == 497)
    list.reload(to: ListLayout(rowCounts: [600]), selection: nil)
    #expect(list.selection == nil && list.top == 497)
  }

  @Test(arguments: 0..<20)
  func whateverHappensTheSelectionIsOnTheScreen(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var list = scroller([5], headers: seed.isMultiple(of: 2), height: 6)
    let motions: [ListScroller.Motion] = [.up, .down, .pageUp, .pageDown, .home, .end]
    for _ in 0..<300 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let counts = (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0...9, using: &random) }
        let layout = ListLayout(rowCounts: counts, headers: counts.map { _ in seed.isMultiple(of: 2) })
        list.update(to: layout) { layout.row(nearest: $0.row) }
      case 1: list.resize(height: Int.random(in: 0...12, using: &random))
      default: list.move(motions.randomElement(using: &random)!)
      }
      #expect(list.top >= 0 && list.top <= max(0, list.layout.lineCount - list.height))
      if let selection = list.selection, list.height > 0 {
        let line = list.layout.line(of: selection)
        #expect(line.map(list.visibleLines.contains) == true, "seed \(seed)")
        #expect(list.stickySection == nil || line != list.top, "seed \(seed)")
      }
    }
  }
}
