import LiveTables
@_spi(Adapters) import LiveTablesCells
import LiveTablesTesting
import TestSupport
import Testing

@Suite("Views around the rows", .timeLimit(.minutes(20))) @MainActor struct TableAccessoriesTests {
  @Test("the loading view is shown before the first table, and the empty view while there are no rows")
  func background() {
    let around = TableAccessories(emptyView: "empty", loadingView: "waiting")
    #expect(around.background(rowCount: 0, revision: 0) == "waiting")
    #expect(around.background(rowCount: 0, revision: 1) == "empty")
    #expect(around.background(rowCount: 1, revision: 1) == nil)
    #expect(TableAccessories<String>().background(rowCount: 0, revision: 1) == nil)
  }

  @Test("the empty view appears and disappears with the rows")
  func emptyView() async throws {
    let view = ItemView(.items())
    let empty = HeadlessCell("nothing here")
    let waiting = HeadlessCell("soon")
    view.accessories = TableAccessories(emptyView: empty, loadingView: waiting)
    #expect(view.background === waiting)
    try await showing(view) { store in
      try await store.submit(TableSnapshot())
      #expect(view.background === empty)
      try await store.submit(flat(1))
      #expect(view.background == nil)
      try await store.submit(flat())
      #expect(view.background === empty)
    }
  }

  @Test("a table's header and footer take up space, scroll, and can be replaced")
  func headerAndFooter() async throws {
    let view = ItemView(.items(), height: 132)
    view.accessories.header = HeadlessCell("top")
    view.accessories.footer = HeadlessCell("bottom")
    try await showing(view) { store in
      try await store.submit(TableSnapshot(rows: items(0..<5)))
      #expect(view.visibleTexts == ["top", "0", "1"] && view.contentHeight == 7 * 44)
      view.scroll(to: 1000)
      #expect(view.visibleTexts == ["3", "4", "bottom"])
      view.accessories.footer = nil
      #expect(view.visibleTexts == ["2", "3", "4"])
      let other = HeadlessCell("other")
      other.height = 132
      view.accessories.header = other
      view.scroll(to: 0)
      #expect(view.visibleTexts == ["other"] && view.mismatch == nil)
    }
  }
}
