import CGTK
import LiveTablesOperators
import LiveTablesTesting
import XCTest

@testable import LiveTablesGTK

/// Tests the scroll position of a view when rows change above it and at its end.
final class ScrollingTests: XCTestCase {
  @MainActor func testNewRowsAboveTheFirstOneAppear() async throws {
    try needsDisplay()
    var configured = 0
    let list = BoundList(Fixture<GTKListView>(), SampleBinder(.sample { _ in configured += 1 }))
    let adjustment = gtk_scrollable_get_vadjustment(OpaquePointer(list.fixture.view.pointer))
    try await list.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table(0..<500))
      pump()
      try await store.submit(table(Array(600..<650) + Array(0..<500)))
      pump()
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), 0)
      configured = 0
      try await store.submit(table(Array(601..<650) + Array(0..<300) + [600] + Array(300..<500)))
      pump()
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), 0, "the view does not follow a row that moves away")
      XCTAssertLessThan(configured, 10, "nor there and back")
      list.binder.scroll(to: RowPath(section: 0, row: 400), at: .nearest, animated: false)
      pump()
      let offset = gtk_adjustment_get_value(adjustment)
      XCTAssertGreaterThan(offset, 0)
      let height = gtk_adjustment_get_upper(adjustment) / 550
      try await store.submit(table(Array(700..<710) + Array(601..<650) + Array(0..<300) + [600] + Array(300..<500)))
      pump()
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), offset + 10 * height, accuracy: 1, "rows keep their place")
    }
  }

  @MainActor func testAChatStaysAtItsBottom() async throws {
    try needsDisplay()
    let list = BoundList(Fixture<GTKListView>(), SampleBinder(.sample()))
    list.binder.staysAtBottom = true
    let adjustment = gtk_scrollable_get_vadjustment(OpaquePointer(list.fixture.view.pointer))!
    func distance() -> Double {
      pump()
      pump()  // the view scrolls after the first frame
      let bottom = gtk_adjustment_get_value(adjustment) + gtk_adjustment_get_page_size(adjustment)
      return gtk_adjustment_get_upper(adjustment) - bottom
    }
    try await list.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table(0..<300))
      XCTAssertLessThan(distance(), 2)
      for count in 301..<310 {
        try await store.submit(table(0..<count))
        XCTAssertLessThan(distance(), 2)
        let rows = list.binder.slots.values.compactMap { ($0.widget as? SampleWidget)?.row?.id }
        XCTAssert(rows.contains(count - 1), "\(rows.min() ?? 0)...\(rows.max() ?? 0)")
      }
      list.binder.scroll(to: RowPath(section: 0, row: 100), at: .nearest, animated: false)
      let before = distance()
      XCTAssertGreaterThan(before, 1_000)
      try await store.submit(table(0..<320))
      XCTAssertGreaterThan(distance(), before, "the user has scrolled up")
    }
  }

  @MainActor func testAnUpdateBeforeTheNextFrameDoesNotUndoScrolling() async throws {
    try needsDisplay()
    let list = BoundList(Fixture<GTKListView>(), SampleBinder(.sample()))
    let adjustment = gtk_scrollable_get_vadjustment(OpaquePointer(list.fixture.view.pointer))!
    func isShown(_ id: Int) -> Bool {
      pump()
      pump()
      let height = gtk_adjustment_get_upper(adjustment) / Double(list.link.table.count)
      let top = Double(list.link.table.map(\.id).firstIndex(of: id) ?? 0) * height
      let value = gtk_adjustment_get_value(adjustment)
      return top >= value - 1 && top + height <= value + gtk_adjustment_get_page_size(adjustment) + 1
    }
    try await list.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
      try await store.submit(table(0..<500))
      pump()
      list.binder.scroll(to: RowPath(section: 0, row: 400), at: .nearest, animated: false)
      try await store.submit(table([600] + Array(0..<500)))
      XCTAssertTrue(isShown(400), "the view was at its top")
      list.binder.staysAtBottom = true
      list.binder.scroll(to: RowPath(section: 0, row: 500), at: .nearest, animated: false)
      XCTAssertTrue(isShown(499))
      list.binder.scroll(to: RowPath(section: 0, row: 101), at: .nearest, animated: false)
      try await store.submit(table([600] + Array(0..<510)))
      XCTAssertTrue(isShown(100), "the view was at its bottom")
      list.binder.scroll(to: RowPath(section: 0, row: 401), at: .nearest, animated: false)
      try await store.submit(table([600] + Array(0..<400)))
      XCTAssertTrue(isShown(399), "the row is deleted")
    }
  }

  @MainActor func testAViewScrollsWhenItAppears() async throws {
    try needsDisplay()
    for staysAtBottom in [false, true] {
      let list = BoundList(Fixture<GTKListView>(), SampleBinder(.sample()))
      list.binder.staysAtBottom = staysAtBottom
      let adjustment = gtk_scrollable_get_vadjustment(OpaquePointer(list.fixture.view.pointer))!
      list.fixture.view.isVisible = false
      try await list.withStore(options: BindingOptions { XCTFail("\($0)") }) { store in
        try await store.submit(table(0..<500))
        if !staysAtBottom { list.binder.scroll(to: RowPath(section: 0, row: 499), at: .nearest, animated: false) }
        try await store.submit(table(Array(600..<610) + Array(0..<500)))
        pump()
        list.fixture.view.isVisible = true
        pump()
        pump()
        let bottom = gtk_adjustment_get_value(adjustment) + gtk_adjustment_get_page_size(adjustment)
        XCTAssertGreaterThan(bottom, 1_000)
        XCTAssertEqual(bottom, gtk_adjustment_get_upper(adjustment), accuracy: 2)
      }
    }
  }
}
