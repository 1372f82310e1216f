import LiveTables
import Testing

@testable import LiveTablesTerminal

@Suite struct TablePainterTests {
  struct Mail {
    var cells: [String]
    var mark: RowMark?
    var changed: Set<Int> = []
  }

  func scroller(_ counts: [Int], headers: Bool = false, height: Int) -> ListScroller {
    var scroller = ListScroller()
    scroller.resize(height: height)
    scroller.reload(to: ListLayout(rowCounts: counts, headers: counts.map { _ in headers }), selection: nil)
    return scroller
  }

  func painter(_ titles: String...) -> TablePainter {
    TablePainter(titles: titles)
  }

  func lines(
    _ painter: inout TablePainter, _ size: ScreenSize, _ scroller: ListScroller, _ sections: [(String, [Mail])]
  ) -> [ScreenLine] {
    let source = TablePainter.Source(
      line: { content in
        guard case .header(let section) = content else { return .init() }
        return .init(text: sections[section].0, style: Style(.blue, .bold), rowCount: sections[section].1.count)
      },
      row: { path, columns in
        let mail = sections[path.section].1[path.row]
        let changed = Set(mail.changed.filter(columns.contains).map { $0 - columns.lowerBound })
        return .init(cells: Array(mail.cells[columns]), mark: mail.mark, freshness: .fresh, changed: changed)
      })
    return painter.lines(
      for: size, scroller: scroller, background: .init(text: "nothing here"),
      status: StatusLine(rowCount: scroller.layout.rowCount).line(columns: size.columns),
      source: source)
  }

  func text(_ lines: [ScreenLine]) -> [String] {
    lines.map { line in
      var text = line.spans.map(\.text.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// Returns a painter with more columns than fit, and a list with its cursor on the only row.
  private func fourColumns() -> (painter: TablePainter, list: ListScroller, rows: [(String, [Mail])]) {
    let mail = Mail(cells: ["a1", "b1", "c1", "d1"].map { $0 + String(repeating: "x", count: 8) })
    var list = scroller([1], height: 3)
    list.select(RowPath(section: 0, row: 0))
    return (painter("A", "B", "C", "D"), list, [("", [mail])])
  }

  private static let narrow = ScreenSize(columns: 26, rows: 5)

  @Test("the cursor moves from the first visible column to the last one, which scrolls into view")
  func columnCursor() {
    var (painter, list, rows) = fourColumns()
    _ = lines(&painter, Self.narrow, list, rows)
    painter.moveCursor(.right)
    #expect(painter.cursorColumn == 0)
    for _ in 0..<3 { painter.moveCursor(.right) }
    #expect(painter.cursorColumn == 3)
    let frame = lines(&painter, Self.narrow, list, rows)
    let title = frame[0].spans.first { $0.style.attributes.contains(.reversed) }
    #expect(title?.text.text.hasPrefix("D") == true)
    let cell = frame[1].spans.first { $0.style.attributes.contains(.underlined) }
    #expect(cell?.text.text.hasPrefix("d1") == true)
  }

  @Test("a frozen column stays at the left edge while other columns scroll") func aFrozenColumnStays() {
    var (painter, list, rows) = fourColumns()
    painter.frozenCount = 1
    painter.cursorColumn = 3
    painter.reveal(3)
    let row = text(lines(&painter, Self.narrow, list, rows))[1]
    #expect(row.hasPrefix(" >a1") && row.contains("d1"))
    #expect([3, 25, 0].map { painter.column(at: $0) } == [0, 3, nil])
  }

  @Test("a column's width has limits, and no line is wider than the screen")
  func aColumnIsResized() {
    var (painter, list, rows) = fourColumns()
    painter.cursorColumn = 0
    func width(after steps: Int, isWider: Bool) -> Int? {
      for _ in 0..<steps { painter.resizeColumn(isWider: isWider) }
      _ = lines(&painter, Self.narrow, list, rows)
      return painter.lastFrame.layout?.columns.first?.width
    }
    _ = lines(&painter, Self.narrow, list, rows)
    let widths = [width(after: 1, isWider: false), width(after: 1, isWider: true), width(after: 9, isWider: false)]
    #expect(widths == [6, 10, 2])
    for _ in 0..<200 { painter.resizeColumn(isWider: true) }
    #expect(lines(&painter, Self.narrow, list, rows).allSatisfy { $0.width <= 26 })
  }

  @Test(
    "a wide column is resized from forty columns of the screen on", arguments: [(false, 36), (true, 44)])
  func aWideColumnIsResized(isWider: Bool, width: Int) {
    var painter = painter("A", "B")
    let mails = [Mail(cells: [String(repeating: "x", count: 60), "b"])]
    let (list, size) = (scroller([1], height: 3), ScreenSize(columns: 100, rows: 5))
    _ = lines(&painter, size, list, [("", mails)])
    painter.cursorColumn = 0
    painter.resizeColumn(isWider: isWider)
    _ = lines(&painter, size, list, [("", mails)])
    #expect(painter.lastFrame.layout?.columns.first?.width == width)
  }

  @Test("frozen columns are skipped by horizontal scrolling, also if all columns are frozen", arguments: 0...4)
  func columnsThatStay(count: Int) {
    var painter = painter("A", "B", "C", "D")
    painter.frozenCount = count
    let mails = [Mail(cells: ["a", "b", "c", "d"].map { String(repeating: $0, count: 12) })]
    let list = scroller([1], height: 3)
    func frame() -> [String] { text(lines(&painter, ScreenSize(columns: 30, rows: 5), list, [("", mails)])) }
    let first = frame()
    painter.scroll(.right)
    let second = frame()
    #expect(second[1] != first[1] && second[0].contains("A") == (count > 0))
    painter.scroll(.left)
    #expect(frame() == first)
  }

  @Test("new columns are shown from the first one on, and unchanged columns from their position on")
  func whereItWasSideways() {
    var old = painter("A", "B", "C", "D")
    let mails = [Mail(cells: ["a", "b", "c", "d"].map { String(repeating: $0, count: 12) })]
    let list = scroller([1], height: 3)
    func title(_ painter: inout TablePainter) -> String {
      text(lines(&painter, ScreenSize(columns: 20, rows: 5), list, [("", mails)]))[0]
    }
    _ = title(&old)
    old.scroll(.right)
    for (titles, start) in [(["A", "B", "C", "D"], "< B"), (["A", "B", "C", "E"], "  A")] {
      var new = TablePainter(titles: titles)
      new.adopt(old)
      #expect(title(&new).hasPrefix(start))
    }
  }

  @Test("a row that is a line of text has no columns, and no deleted row beside it")
  func rowsOfText() {
    var painter = painter("N")
    var asked: [Range<Int>] = []
    var source = TablePainter.Source(
      line: { _ in .init(text: "text") },
      row: { _, columns in
        asked.append(columns)
        return .init(cells: columns.map { "\($0)" })
      })
    source.deleted = { _, _ in [(.init(cells: ["x"], mark: .deleted), true)] }
    let frame = painter.lines(
      for: ScreenSize(columns: 10, rows: 6), scroller: scroller([2], height: 4), background: nil,
      status: StatusLine(rowCount: 2).line(columns: 10), source: source)
    #expect(text(frame) == ["  N", "  text", "  text", "", "", " 2 rows"])
    #expect(asked.count == 2 && asked.allSatisfy(\.isEmpty))
  }

  @Test("the cursor and the frozen columns stay valid with fewer columns")
  func fewerColumns() {
    var old = painter("A", "B", "C", "D")
    (old.cursorColumn, old.frozenCount, old.sorted) = (3, 4, [SortedColumn(1)])
    var new = painter("A", "B")
    new.adopt(old)
    #expect(new.cursorColumn == 1 && new.frozenCount == 2 && new.sorted == [SortedColumn(1)])
    var same = painter("A", "B", "C", "D", "E")
    same.adopt(old)
    #expect(same.cursorColumn == 3 && same.frozenCount == 4)
  }

  @Test func whatIsLookedForStandsOut() {
    var painter = painter("A", "B")
    painter.matches = { column, text in column == 1 ? text.ranges(of: "an") : [] }
    let frame = lines(
      &painter, ScreenSize(columns: 30, rows: 5), scroller([1], height: 3), [("", [Mail(cells: ["an", "Banana"])])])
    let found = frame[1].spans.filter { $0.style.attributes.contains(.underlined) }.map(\.text.text)
    #expect(found == ["an", "an"])
    #expect(text(frame)[1] == "  an  Banana")
  }

  @Test("the sort column is marked, even if its title is truncated")
  func theSortedColumnIsMarked() {
    var painter = painter("PID", "USER", "COMMAND")
    let mails = [Mail(cells: ["1", "root", "/sbin/init"]), Mail(cells: ["42", "me", "sh"])]
    let list = scroller([2], height: 3)
    func title(_ columns: Int) -> String {
      text(lines(&painter, ScreenSize(columns: columns, rows: 5), list, [("", mails)]))[0]
    }
    #expect(title(40) == "  PID  USER  COMMAND")
    painter.sorted = [SortedColumn(0)]
    #expect(title(40) == "  PID↑  USER  COMMAND")
    painter.sorted = [SortedColumn(2, isDescending: true)]
    #expect(title(40) == "   PID  USER  COMMAND↓")
    #expect(title(20).hasSuffix("↓"))
    painter.sorted = [SortedColumn(7)]
    #expect(title(40) == "   PID  USER  COMMAND")
    painter.sorted = []
    for columns in 1...30 {
      painter.sorted = [SortedColumn(columns % 3)]
      #expect(lines(&painter, ScreenSize(columns: columns, rows: 5), list, [("", mails)])[0].width <= max(columns, 2))
    }
  }

  @Test("a column is scrolled into view by the smallest distance") func aColumnIsBroughtOnTheScreen() {
    var painter = painter("ONE", "TWO", "THREE", "FOUR")
    let mails = [Mail(cells: ["one hundred", "two hundred", "three hundred", "4"])]
    let list = scroller([1], height: 3)
    func title() -> String { text(lines(&painter, ScreenSize(columns: 20, rows: 5), list, [("", mails)]))[0] }
    #expect(title().hasPrefix("  ONE"))
    painter.reveal(0)
    #expect(title().hasPrefix("  ONE") && title().count { $0 == ">" } == 1, "there is more behind the last one")
    painter.reveal(3)
    let last = title()
    #expect(last.contains("FOUR") && !last.contains("ONE"))
    #expect(last.count { $0 == ">" } == 0)
    for _ in 0..<9 { painter.scroll(.left) }
    #expect(title().hasPrefix("  ONE"), "it is brought there once")
    painter.reveal(3)
    #expect(title() == last)
    painter.reveal(9)
    #expect(title() == last)
    painter.reveal(0)
    #expect(title().hasPrefix("  ONE"))
    painter.frozenCount = 1
    painter.reveal(3)
    #expect(!title().contains("TWO"))
    painter.reveal(1)
    #expect(title().contains("TWO"), "the first one that does not stay")
  }

  @Test
  func titlesMarksNumbersOnTheRightAndTheStatusAtTheBottom() {
    var painter = painter("PID", "USER", "COMMAND")
    let mails = [
      Mail(cells: ["1", "root", "/sbin/init"]), Mail(cells: ["42", "日本", "sh"], mark: .inserted),
      Mail(cells: ["7", "me", "a\tb"], mark: .updated, changed: [2]),
    ]
    var list = scroller([3], height: 6)
    list.move(.down)
    let lines = lines(&painter, ScreenSize(columns: 40, rows: 8), list, [("", mails)])
    #expect(
      text(lines) == [
        "  PID  USER  COMMAND", " >  1  root  /sbin/init", "+  42  日本  sh", "*   7  me    a␉b", "", "", "", " 3 rows",
      ])
    #expect(lines.allSatisfy { $0.width <= 40 })
    // Colors and the reversed bar distinguish the lines even without marks.
    #expect(lines[1].spans.allSatisfy { $0.style.attributes.contains(.reversed) })
    #expect(lines[2].spans.filter { $0.style.color == .green }.count == 4)
    #expect(
      lines[3].spans.filter { $0.style.color == .yellow }.map(\.text.text) == [
        "*", "a␉b" + String(repeating: " ", count: 24),
      ])
  }

  @Test("cells have their chosen style, except at the cursor")
  func renditions() {
    var painter = painter("N")
    var list = scroller([2], height: 2)
    list.select(RowPath(section: 0, row: 1))
    let source = TablePainter.Source(
      line: { _ in .init() }, row: { path, _ in .init(cells: ["\(path.row)"], renditions: [0: "31"]) })
    let frame = painter.lines(
      for: ScreenSize(columns: 10, rows: 4), scroller: list, background: nil,
      status: StatusLine(rowCount: 2).line(columns: 10), source: source)
    #expect(frame[1].spans.last?.style == Style(rendition: "31"))
    #expect(frame[2].spans.last?.style == Style(nil, .reversed))
  }

  @Test("a changed cell is highlighted, whatever its style")
  func renditionsOfChanges() {
    var painter = painter("N", "M")
    let source = TablePainter.Source(
      line: { _ in .init() },
      row: { _, _ in
        .init(cells: ["a", "b"], mark: .updated, freshness: .fresh, changed: [0], renditions: [0: "31", 1: "31"])
      })
    let frame = painter.lines(
      for: ScreenSize(columns: 10, rows: 3), scroller: scroller([1], height: 1), background: nil,
      status: StatusLine(rowCount: 1).line(columns: 10), source: source)
    let cells = frame[1].spans.filter { $0.text.text.hasPrefix("a") || $0.text.text.hasPrefix("b") }
    #expect(cells.map(\.style) == [Style(.yellow, .bold), Style(rendition: "31")])
  }

  @Test("deleted rows push other rows off the bottom, and selected rows are highlighted")
  func deletedRowsPushOthersOffAtTheBottom() {
    var painter = painter("N")
    var source = TablePainter.Source(
      line: { _ in .init() }, row: { path, _ in .init(cells: ["\(path.row)"], isSelected: path.row == 1) })
    source.deleted = { neighbor, _ in
      let cells = neighbor == .emptyTable ? ["z"] : neighbor == .row(RowPath(section: 0, row: 0)) ? ["x", "y"] : []
      return cells.map { (.init(cells: [$0], mark: .deleted), true) }
    }
    func frame(_ height: Int) -> [ScreenLine] {
      painter.lines(
        for: ScreenSize(columns: 10, rows: height + 2), scroller: scroller([4], height: height), background: nil,
        status: StatusLine(rowCount: 4).line(columns: 10), source: source)
    }
    let (high, low) = (frame(7), frame(4))
    #expect(text(high) == ["  N", "  0", "- x", "- y", " #1", "  2", "  3", "", " 4 rows"], "z had no neighbour")
    #expect(text(low) == ["  N", "  0", "- x", "- y", " #1", " 4 rows"])
    let bold = low[1...4].map { $0.spans.allSatisfy { $0.style.attributes.contains(.bold) } }
    #expect(bold == [false, false, false, true])
  }

  @Test("the row at the cursor stays on the screen below any number of deleted rows")
  func deletedRowsGiveWayToTheCursor() {
    var painter = painter("N")
    var source = TablePainter.Source(line: { _ in .init() }, row: { path, _ in .init(cells: ["\(path.row)"]) })
    source.deleted = { neighbor, _ in
      neighbor == .row(RowPath(section: 0, row: 0))
        ? "abcdef".map { (.init(cells: [String($0)], mark: .deleted), false) } : []
    }
    var list = scroller([4], height: 4)
    list.move(.down)
    let lines = painter.lines(
      for: ScreenSize(columns: 10, rows: 6), scroller: list, background: nil,
      status: StatusLine(rowCount: 4).line(columns: 10), source: source)
    #expect(text(lines) == ["  N", "- a", "- b", "- c", " >0", " 4 rows"])
  }

  @Test
  func sectionsHaveHeadersWithTheirCountsAndTheOneScrolledAwaySticks() {
    var painter = painter("N")
    let sections = [("first", (0..<9).map { Mail(cells: ["\($0)"]) }), ("", []), ("last", [Mail(cells: ["x"])])]
    var list = scroller([9, 0, 1], headers: true, height: 4)
    let size = ScreenSize(columns: 20, rows: 6)
    #expect(text(lines(&painter, size, list, sections)) == ["  N", "first (9)", "  0", "  1", "  2", " 10 rows"])
    for _ in 0..<6 { list.move(.down) }
    #expect(text(lines(&painter, size, list, sections)) == ["  N", "first (9)", "  3", "  4", " >5", " 10 rows"])
    list.move(.end)
    #expect(text(lines(&painter, size, list, sections)) == ["  N", "first (9)", " (0)", "last (1)", " >x", " 10 rows"])
  }

  @Test
  func atFortyColumnsALongLastColumnIsCutAndCanBeDrawnIn() {
    var painter = painter("PID", "USER", "%CPU", "COMMAND")
    let mails = [Mail(cells: ["12345", "someone", "99.9", "/usr/bin/program --with=a --number=of --long=options"])]
    let list = scroller([1], height: 8)
    let size = ScreenSize(columns: 40, rows: 10)
    #expect(text(lines(&painter, size, list, [("", mails)]))[1] == "  12345 someone 99.9 /usr/bin/program -…")
    for _ in 0..<3 { painter.scroll(.right); _ = lines(&painter, size, list, [("", mails)]) }
    #expect(text(lines(&painter, size, list, [("", mails)]))[0] == "< COMMAND")
    #expect(text(lines(&painter, size, list, [("", mails)]))[1] == "  /usr/bin/program --with=a --number=of…")
    for _ in 0..<9 { painter.scroll(.right); _ = lines(&painter, size, list, [("", mails)]) }
    #expect(text(lines(&painter, size, list, [("", mails)]))[1] == "  …--with=a --number=of --long=options")
  }

  @Test func aThousandColumnsAskForNoMoreThanCouldFit() {
    var painter = TablePainter(titles: (0..<1000).map { "column \($0)" })
    var asked = 0
    let source = TablePainter.Source(
      line: { _ in .init() },
      row: { _, columns in
        asked = max(asked, columns.count)
        return .init(cells: columns.map { "\($0)" })
      })
    let list = scroller([100_000], height: 8)
    for _ in 0..<1200 {
      let lines = painter.lines(
        for: ScreenSize(columns: 40, rows: 10), scroller: list, background: nil, status: StatusLine().line(columns: 40),
        source: source)
      #expect(lines.count == 10 && lines.allSatisfy { $0.width <= 40 })
      painter.scroll(.right)
    }
    #expect(asked <= 39)
    let last = painter.lines(
      for: ScreenSize(columns: 40, rows: 10), scroller: list, background: nil, status: StatusLine().line(columns: 40),
      source: source)
    #expect(text(last)[0] == "< column 997  column 998  column 999")
  }

  @Test func whereThereIsNothingThatIsSaid() {
    var painter = painter("N")
    let size = ScreenSize(columns: 20, rows: 4)
    #expect(
      text(lines(&painter, size, scroller([0], height: 2), [("", [])])) == ["  N", "  nothing here", "", " 0 rows"])
    #expect(
      text(lines(&painter, size, scroller([0], headers: true, height: 2), [("s", [])])) == [
        "  N", "s (0)", "  nothing here", " 0 rows",
      ], "also below the headers of sections without rows")
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 2), (40, 3), (0, 0), (5, 2), (200, 1)])
  func anySizeWillDo(columns: Int, rows: Int) {
    var painter = painter("FIRST", "SECOND")
    let size = ScreenSize(columns: columns, rows: rows)
    let list = scroller([5], headers: true, height: TablePainter.listHeight(for: size))
    let mails = (0..<5).map { Mail(cells: ["\($0)", "日本語"]) }
    let lines = lines(&painter, size, list, [("section", mails)])
    #expect(lines.count <= rows)
    var encoder = LineEncoder(palette: .none)
    for (row, line) in lines.enumerated() { encoder.draw(line, row: row, columns: columns) }
  }
}
