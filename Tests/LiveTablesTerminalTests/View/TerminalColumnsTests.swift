import LiveTables
import Testing

@testable import LiveTablesTerminal

/// Tests the columns of a view, and how long it shows marks.
extension TerminalScreenTests {
  private func wideView() -> TerminalTableView<String, Mail> {
    TerminalTableView(columns: (0..<40).map { number in TerminalColumn("T\(number)") { "\($0.id)" } })
  }

  private func titles(_ view: TerminalTableView<String, Mail>) -> [Substring] {
    let line = view.lines(for: ScreenSize(columns: 24, rows: 6), at: .now)[0].spans.map(\.text.text).joined()
    return line.split(separator: " ")
  }

  @Test("a column at which the cursor is set is scrolled to") func revealed() {
    let view = wideView()
    #expect(titles(view).contains("T0") && !titles(view).contains("T30"))
    view.cursorColumn = 30
    #expect(titles(view).contains("T30") && !titles(view).contains("T0"))
    view.cursorColumn = 0
    #expect(titles(view).contains("T0"))
    view.cursorColumn = nil
    #expect(titles(view).contains("T0"))
  }

  @Test("the cursor keeps its place when columns change, as far as possible")
  func otherColumns() {
    let view = wideView()
    view.cursorColumn = 2
    view.frozenColumnCount = 1
    view.columns = Array(view.columns)
    #expect(view.cursorColumn == 2 && view.frozenColumnCount == 1)
    view.columns = Array(view.columns[..<2])
    #expect(view.cursorColumn == 1 && view.frozenColumnCount == 1)
  }
}
