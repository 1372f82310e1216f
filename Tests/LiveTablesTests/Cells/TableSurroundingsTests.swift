import LiveTables
import LiveTablesTesting
import Testing

@Suite("What stands around the rows", .timeLimit(.minutes(5))) @MainActor struct TableSurroundingsTests {
  @Test("what is seen where there are no rows: waiting before the first table, empty afterwards, nothing with rows")
  func background() {
    let around = TableSurroundings(empty: "empty", waiting: "waiting")
    #expect(around.background(rowCount: 0, revision: 0) == "waiting")
    #expect(around.background(rowCount: 0, revision: 1) == "empty")
    #expect(around.background(rowCount: 1, revision: 1) == nil)
    #expect(TableSurroundings<String>().background(rowCount: 0, revision: 1) == nil)
  }

  @Test("an empty view comes and goes with the rows")
  func emptyView() async throws {
    let view = ItemView(.items())
    let empty = HeadlessCell("nothing here")
    let waiting = HeadlessCell("soon")
    view.surroundings = TableSurroundings(empty: empty, waiting: waiting)
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

  @Test("the header and footer of the whole table take up room, scroll with it, and can be replaced")
  func headerAndFooter() async throws {
    let view = ItemView(.items(), height: 132)
    view.surroundings.header = HeadlessCell("top")
    view.surroundings.footer = HeadlessCell("bottom")
    try await showing(view) { store in
      try await store.submit(TableSnapshot(rows: items(0..<5)))
      #expect(view.visibleTexts == ["top", "0", "1"] && view.contentHeight == 7 * 44)
      view.scroll(to: 1000)
      #expect(view.visibleTexts == ["3", "4", "bottom"])
      view.surroundings.footer = nil
      #expect(view.visibleTexts == ["2", "3", "4"])
      let other = HeadlessCell("other")
      other.height = 132
      view.surroundings.header = other
      view.scroll(to: 0)
      #expect(view.visibleTexts == ["other"] && view.mismatch == nil)
    }
  }
}
