@_spi(Adapters) import LiveTables
import Testing

@_spi(Adapters) @testable import LiveTablesTerminal

/// What is at the edge of the screen, and beyond.
extension TablePainterTests {
  @Test("behind the last column the cursor stays, and the text there is drawn in and out again")
  func behindTheLastColumn() {
    var painter = painter("A", "B")
    let mails = [Mail(cells: ["a", String(repeating: "b", count: 60)])]
    let list = scroller([1], height: 3)
    func frame() -> [ScreenLine] { lines(&painter, ScreenSize(columns: 20, rows: 5), list, [("", mails)]) }
    painter.cursorColumn = 1
    _ = frame()
    painter.moveColumn(.right)
    let whole = frame()
    painter.moveColumn(.right)
    #expect(frame() != whole && painter.cursorColumn == 1)
    painter.moveColumn(.left)
    #expect(frame() == whole && painter.cursorColumn == 1)
    painter.moveColumn(.left)
    #expect(painter.cursorColumn == 0)
  }

  @Test("what is said where there are no rows takes no line from a screen that is full")
  func fullWithoutRows() {
    var painter = painter("N")
    let list = scroller([0, 0, 0], headers: true, height: 2)
    let sections = ["a", "b", "c"].map { ($0, [Mail]()) }
    let frame = text(lines(&painter, ScreenSize(columns: 20, rows: 4), list, sections))
    #expect(frame == ["  N", "a (0)", "b (0)", " 0 rows"])
  }

  @Test(
    "a row that is a line of text looks like its mark, unless it has a look already",
    arguments: [(Style.plain, .green), (Style(.blue), .blue)] as [(Style, Style.Color)])
  func markedLines(style: Style, color: Style.Color) {
    var painter = painter("N")
    let source = TablePainter.Source(
      line: { _ in .init(text: "text", style: style) },
      row: { _, _ in .init(cells: [], symbol: "+", freshness: .fresh) })
    let frame = painter.lines(
      for: ScreenSize(columns: 10, rows: 4), scroller: scroller([1], height: 2), background: nil,
      status: StatusLine(rows: 1).line(columns: 10), source: source)
    #expect(frame[1].spans.last?.style.color == color)
  }
}
