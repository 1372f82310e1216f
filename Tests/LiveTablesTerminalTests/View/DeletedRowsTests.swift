import LiveTables
import Testing

@testable import LiveTablesTerminal

/// Rows that are seen for a while after they were deleted.
extension TerminalScreenTests {
  @Test("a row that comes back is not seen as deleted any more, others are") func deletedRowComesBack() async throws {
    let shown = try Shown()
    await shown.show()
    let (one, two, three) = ((1, "one"), (2, "two"), (3, "three"))
    let store = TableStore(table(("inbox", [one, two, three])))
    await shown.bind(store)
    shown.view.markLifetime = .seconds(1_000_000)
    for _ in 0..<2 {
      _ = try await store.submit(table(("inbox", [one])))
      #expect(Set(shown.lines[2...4]) == ["   1  one", "-  2  two", "-  3  three"])
      _ = try await store.submit(table(("inbox", [one, two])))
      #expect(Set(shown.lines[2...4]) == ["   1  one", "+  2  two", "-  3  three"])
      // A new section brings its rows with it.
      _ = try await store.submit(table(("inbox", [one]), ("sent", [two])))
      _ = try await store.submit(table(("inbox", [one])))
      _ = try await store.submit(table(("inbox", [one]), ("sent", [two, three])))
      #expect(!shown.lines.contains { $0.hasPrefix("-") })
      _ = try await store.submit(table(("inbox", [one, two, three])))
    }
    _ = try await shown.quit()
  }
}
