import CGTK
import LiveTablesOperators
import LiveTablesTesting
import XCTest

@testable import LiveTablesGTK

/// Tests a list of a million rows, about 200 of which have widgets.
final class MillionRowsTests: XCTestCase {
  /// Shows a million rows, and passes a recorder of configured rows to `body`.
  @MainActor private func withMillion(
    _ body: (
      ListBinder<OneSection, SampleRow>, TableStore<OneSection, SampleRow>, inout TableSnapshot<OneSection, SampleRow>,
      Configured
    ) async throws -> Void
  ) async throws {
    try needsDisplay()
    let configured = Configured()
    let binder = ListBinder<OneSection, SampleRow>(
      .one(SampleWidget.self) { widget, row, _ in
        widget.row = row
        widget.text = "\(row)"
        configured.ids.append(row.id)
      })
    let fixture = Fixture<GTKListView>()
    binder.attach(to: fixture.view)
    var table = TableSnapshot(rows: (0..<1_000_000).map { SampleRow($0) })
    try await binder.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table)
      pump()
      try await body(binder, store, &table, configured)
    }
    withExtendedLifetime(fixture) {}
  }

  @MainActor private final class Configured {
    var ids: [Int] = []
  }

  @MainActor func testAnUpdateBindsWhatChangedAndWhatEnters() async throws {
    try await withMillion { binder, store, table, configured in
      XCTAssertLessThanOrEqual(configured.ids.count, 210, "the rows on screen, and GTK's margin")
      XCTAssertGreaterThan(configured.ids.count, 100)
      var fresh = 1_000_000
      for round in 1...60 {
        let widgets = binder.slots.values.compactMap { $0.widget as? SampleWidget }
        let before = Set(widgets.compactMap { $0.row?.id })
        var touched: Set<Int> = []
        configured.ids = []
        // Changes rows near the visible ones and far from them, but not the row that GTK keeps at the top.
        for _ in 0..<5 {
          let limit = Bool.random() ? 300 : table.count
          let path = RowPath(section: 0, row: Int.random(in: 1..<limit))
          let id = table[path]!.id
          table.replace(.path(path), with: SampleRow(id, content: round))
          touched.insert(id)
          let (from, to) = (Int.random(in: 1..<limit), Int.random(in: 1..<limit))
          // A row that moves far away gets another widget.
          if abs(from - to) > 9_000 { touched.insert(table[RowPath(section: 0, row: from)]!.id) }
          table.move(from: from, to: to)
          table.remove(at: Int.random(in: 1..<limit))
          fresh += 1
          table.insert(SampleRow(fresh), at: Int.random(in: 1..<limit))
        }
        try await store.submit(table)
        pump()
        XCTAssertEqual(Set(configured.ids).count, configured.ids.count, "no row is configured twice")
        let needless = configured.ids.filter { before.contains($0) && !touched.contains($0) }
        XCTAssertEqual(needless, [], "rows that moved or stayed are not configured again; round \(round)")
        XCTAssertLessThan(configured.ids.count, 60)
      }
    }
  }

  @MainActor func testMovesOfRowsThatNobodySeesBindNothing() async throws {
    try await withMillion { binder, store, table, configured in
      configured.ids = []
      for _ in 0..<60 {
        table.move(from: Int.random(in: 1_000..<1_000_000), to: Int.random(in: 1_000..<1_000_000))
        try await store.submit(table)
        pump()
      }
      XCTAssertEqual(configured.ids, [])
      table.replace(SampleRow(5, content: 1))
      try await store.submit(table)
      XCTAssertEqual(configured.ids, [5])
    }
  }
}
