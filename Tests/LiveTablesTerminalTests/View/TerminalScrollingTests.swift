import LiveTables
import Testing

@testable import LiveTablesTerminal

/// Tests that the scroll position stays while the table changes.
extension TerminalScreenTests {
  @Test("a row that moves away from the first line does not scroll the screen")
  func aRowThatMovesAway() async throws {
    let shown = try Shown()
    await shown.show()
    let store = TableStore(table(("a", (0..<100).map { ($0, "row") })))
    await shown.bind(store)
    _ = shown.lines
    shown.view.scroller.scroll(by: 50)
    try await store.edit(.move(.id(50), to: .path(RowPath(section: 0, row: 0))))
    #expect(shown.view.scroller.top == 50)
    _ = try await shown.quit()
  }
}
