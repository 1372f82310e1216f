import LiveTables
import Testing

@testable import LiveTablesTerminal

/// Tests when a view requests a frame.
extension TerminalScreenTests {
  @Test("visible changes request a frame, and equal values do not")
  func whatChangesAsksForAFrame() async throws {
    let shown = try Shown()
    await shown.show()
    let view = shown.view
    var needsFrame: Bool { view.screen?.pacer.next(at: .now, isOutputBusy: false) != .idle }
    /// Returns whether a change requests a frame after the previous one was drawn.
    func asks(_ change: () -> Void) async -> Bool {
      while needsFrame { await Task.yield() }
      change()
      return needsFrame
    }
    let changes: [@MainActor () -> Void] = [
      { view.accessories = TableAccessories() }, { view.caption = "keys" }, { view.columns = [] },
      { view.columns = [TerminalColumn("A") { $0.subject }] }, { view.cursor = nil }, { view.scrollToTop() },
      { view.scroll(toColumn: 0) }, { view.prompt = TerminalPrompt("?") { _ in } }, { view.prompt = nil },
      { view.page = TerminalPage("", []) }, { view.page = nil }, { view.isPaused = true }, { view.isPaused = false },
      { view.cursorColumn = 0 }, { view.frozenColumnCount = 1 }, { view.resizeColumn(isWider: true) },
      { view.matches = { _, _ in [] } }, { view.changedText = { $2 } }, { view.sectionNote = { _ in "note" } },
    ]
    for (number, change) in changes.enumerated() { #expect(await asks(change), "change \(number)") }
    let settings: [@MainActor () -> Void] = [
      { view.notes = ["by id"] }, { view.totalRowCount = 3 }, { view.sortedColumns = [SortedColumn(0)] },
      { view.message = "failed" }, { view.mode = "THE PAST" }, { view.totalText = "7" },
    ]
    for (number, set) in settings.enumerated() {
      #expect(await asks(set), "setting \(number)")
      #expect(await !asks(set), "setting \(number) again")
    }
    _ = try await shown.quit()
  }

  @Test("the empty view is drawn again when its text changes")
  func theEmptyViewChanges() async throws {
    let shown = try Shown()
    let (loading, empty) = (TerminalLine("a moment"), TerminalLine("nothing"))
    (shown.view.accessories.loadingView, shown.view.accessories.emptyView) = (loading, empty)
    await shown.show()
    loading.text = "a while"
    _ = await shown.pseudo.output(upTo: "while")
    await shown.bind(TableStore(TableSnapshot()))
    _ = await shown.pseudo.output(upTo: "nothing")
    empty.text = "none at all"
    _ = await shown.pseudo.output(upTo: "at all")
    _ = try await shown.quit()
  }

  @Test("columns that are set during a frame are used in the next one")
  func columnsWhileComposing() async throws {
    let shown = try Shown()
    let view = shown.view
    await shown.bind(TableStore(table(("a", [(1, "one"), (2, "two")]))))
    view.columns = [
      TerminalColumn("ID") { mail in
        view.columns = [TerminalColumn("SUBJECT") { $0.subject }]
        return "\(mail.id)"
      },
      TerminalColumn("MORE") { _ in "more" },
    ]
    #expect(shown.lines[0...3] == ["  ID  MORE", "a (2)", "   1  more", "   2  more"])
    #expect(shown.lines[0...3] == ["  SUBJECT", "a (2)", "  one", "  two"])
  }
}
