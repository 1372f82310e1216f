import LiveTables
import Testing

@testable import LiveTablesTerminal

/// Tests columns and text at and beyond the edge of the screen.
extension TablePainterTests {
  @Test("the cursor stays at the last column, and its text scrolls horizontally")
  func behindTheLastColumn() {
    var painter = painter("A", "B")
    let mails = [Mail(cells: ["a", String(repeating: "b", count: 60)])]
    let list = scroller([1], height: 3)
    func frame() -> [ScreenLine] { lines(&painter, ScreenSize(columns: 20, rows: 5), list, [("", mails)]) }
    painter.cursorColumn = 1
    _ = frame()
    painter.moveCursor(.right)
    let whole = frame()
    painter.moveCursor(.right)
    #expect(frame() != whole && painter.cursorColumn == 1)
    painter.moveCursor(.left)
    #expect(frame() == whole && painter.cursorColumn == 1)
    painter.moveCursor(.left)
    #expect(painter.cursorColumn == 0)
  }

  @Test("frozen columns are skipped in both directions, and the text of the last column scrolls")
  func frozenColumns() {
    var painter = painter("A", "B", "C")
    let mails = [Mail(cells: ["a", "b", String((0..<60).map { Character("\($0 % 10)") })])]
    let list = scroller([1], height: 3)
    func frame() -> String { text(lines(&painter, ScreenSize(columns: 20, rows: 5), list, [("", mails)]))[1] }
    var frames = [frame()]
    painter.frozenCount = 1
    #expect(frame() == frames[0])
    for _ in 0..<3 {
      painter.scroll(.right)
      frames.append(frame())
    }
    #expect(Set(frames).count == 4, "each key shows more: \(frames)")
    for expected in frames.dropLast().reversed() {
      painter.scroll(.left)
      #expect(frame() == expected)
    }
    // If all columns are frozen, only the last one's text scrolls, by the same distance.
    painter.frozenCount = 3
    _ = frame()
    painter.scroll(.right)
    let once = frame()
    func end(_ frame: String) -> Substring? { frame.split(separator: "…").dropFirst().first?.prefix(3) }
    #expect(end(once) == end(frames[2]) && end(once) != nil)
    painter.scroll(.right)
    #expect(end(frame()) == end(frames[3]))
    painter.scroll(.left)
    #expect(frame() == once)
  }

  @Test("the empty message takes no line from a full screen")
  func fullWithoutRows() {
    var painter = painter("N")
    let list = scroller([0, 0, 0], headers: true, height: 2)
    let sections = ["a", "b", "c"].map { ($0, [Mail]()) }
    let frame = text(lines(&painter, ScreenSize(columns: 20, rows: 4), list, sections))
    #expect(frame == ["  N", "a (0)", "b (0)", " 0 rows"])
  }

  @Test(
    "a row that is a line of text looks like its mark, unless it has a style",
    arguments: [(Style.plain, .green), (Style(.blue), .blue)] as [(Style, Style.Color)])
  func markedLines(style: Style, color: Style.Color) {
    var painter = painter("N")
    let source = TablePainter.Source(
      line: { _ in .init(text: "text", style: style) },
      row: { _, _ in .init(cells: [], mark: .inserted, freshness: .fresh) })
    let frame = painter.lines(
      for: ScreenSize(columns: 10, rows: 4), scroller: scroller([1], height: 2), background: nil,
      status: StatusLine(rowCount: 1).line(columns: 10), source: source)
    #expect(frame[1].spans.last?.style.color == color)
  }
}
