import LiveTables
import Testing

@testable import LiveTablesTerminal

/// Tests the user's actions on a terminal, and the events that they send.
extension TerminalScreenTests {
  @Test("rows are selected by keys and by code, and stay selected when they move")
  func rowsAreSelectedByKeysAndByTheProgram() async throws {
    let shown = try Shown()
    let store = TableStore(table(("a", [(1, "one"), (2, "two"), (3, "three")])))
    await shown.bind(store)
    let selection = shown.view.link.selection
    #expect(shown.view.press("x") && selection.ids.isEmpty, "nothing is selected unless said otherwise")
    selection.mode = .many
    _ = shown.view.press("j")
    _ = shown.view.press("x")
    _ = shown.view.press("j")
    _ = shown.view.press(.enter)
    #expect(selection.ids == [1, 2])
    #expect(shown.lines[2...4].map { String($0.prefix(5)) } == [" # 1 ", " # 2 ", "   3 "])
    _ = shown.view.press("x")
    #expect(selection.ids == [1])
    try await store.submit(table(("a", [(3, "three"), (1, "one"), (4, "four")])))
    #expect(shown.lines.contains { $0.hasPrefix("~# 1") || $0.hasPrefix(" # 1") })
    selection.select(id: 4)
    #expect(shown.view.selectedRow?.id == 4, "the cursor goes where the program selects")
    try await store.submit(table(("a", [(3, "three")])))
    #expect(selection.ids.isEmpty)
  }

  @Test("Control-Z undoes and Control-Y redoes; Control-Z is a key only while there is an edit to undo")
  func undoing() async throws {
    let shown = try Shown()
    await shown.bind(TableStore(table(("a", [(1, "one"), (2, "two")]))))
    let view = shown.view
    view.link.editing.rules = .deleting()
    #expect(!view.takesSuspension)
    #expect(view.link.editing.delete(at: RowPath(section: 0, row: 0)))
    #expect(view.takesSuspension && view.press(.control("z")))
    #expect(view.link.table.map(\.id) == [1, 2] && !view.takesSuspension)
    #expect(view.press(.control("y")) && view.link.table.map(\.id) == [2])
  }

  @Test("Delete, J and K edit the row at the cursor in the source, if the rules allow it")
  func editingByKeys() async throws {
    let shown = try Shown()
    let source = LiveTable(table(("a", [(1, "one"), (2, "two"), (3, "three")]), ("b", [])))
    let view = shown.view
    let binding = view.bind(source, editing: .deleting { $0.row.id != 1 } + .moving(to: .anywhere))
    var changes = binding.changes.makeAsyncIterator()
    _ = await changes.next()
    view.cursor = RowPath(section: 0, row: 1)
    #expect(view.press(.delete))
    #expect(await source.current.map(\.id) == [1, 3])
    view.cursor = RowPath(section: 0, row: 0)
    #expect(view.press(.delete) && view.press("J") && view.press("J"))
    #expect(await source.current.rowCounts == [1, 1])
    #expect(view.press("K") && view.press("K"))
    #expect(await source.current.map(\.id) == [1, 3])
    #expect(view.press(.control("z")))
    #expect(await source.current.map(\.id) == [3, 1])
    binding.cancel()
  }

  @Test func theCursorHighlights() async throws {
    let shown = try Shown()
    let binding = await shown.bind(TableStore(table(("a", [(1, "one"), (2, "two")]))))
    let (on, off) = (shown.view.link.events.highlighted, shown.view.link.events.unhighlighted)
    _ = shown.view.press("j")
    _ = shown.view.press("j")
    _ = shown.view.press(.escape)
    shown.view.cursor = RowPath(section: 0, row: 0)
    shown.view.cursor = RowPath(section: 7, row: 0)
    binding.cancel()
    #expect(await ids(on) == [1, 2, 1])
    #expect(await ids(off) == [1, 2])
  }

  @Test("the cursor moves from a deleted row to its neighbor, and stays on a moved row")
  func theRowAtTheCursorGoes() async throws {
    for isReady in [true, false] {
      let shown = try Shown()
      if isReady { await shown.show() }
      let store = TableStore(table(("a", [(1, "one"), (2, "two"), (3, "three")])))
      let binding = await shown.bind(store)
      let (on, off) = (shown.view.link.events.highlighted, shown.view.link.events.unhighlighted)
      shown.view.cursor = RowPath(section: 0, row: 1)
      try await store.submit(table(("a", [(2, "two"), (1, "one"), (3, "three")])))
      try await store.submit(table(("a", [(1, "one"), (3, "three")])))
      try await store.submit(table(("a", [])))
      binding.cancel()
      // A reload does not find a row's neighbor.
      #expect(await ids(on) == (isReady ? [2, 1] : [2]))
      #expect(await ids(off) == (isReady ? [2, 1] : [2]))
      if isReady { _ = try await shown.quit() }
    }
  }

  @Test("the cursor follows a row whose section is deleted, and a row that moves into a new section")
  func theCursorGoesWithItsRow() async throws {
    let shown = try Shown()
    await shown.show()
    let store = TableStore(table(("a", [(1, "one")]), ("b", [(2, "two")])))
    let binding = await shown.bind(store)
    let (on, off) = (shown.view.link.events.highlighted, shown.view.link.events.unhighlighted)
    shown.view.cursor = RowPath(section: 0, row: 0)
    try await store.submit(table(("b", [(2, "two"), (1, "one")])))
    #expect(shown.view.selectedRow?.id == 1)
    try await store.submit(table(("c", [(3, "three"), (1, "one")]), ("b", [(2, "two")])))
    #expect(shown.view.cursor == RowPath(section: 0, row: 1))
    binding.cancel()
    #expect(await ids(on) == [1])
    #expect(await ids(off) == [])
    _ = try await shown.quit()
  }

  @Test("a key's action moves the cursor once") func aKeyMovesTheCursorOnce() async throws {
    let shown = try Shown()
    let binding = await shown.bind(TableStore(table(("a", [(1, "one"), (2, "two")]))))
    let on = shown.view.link.events.highlighted
    shown.view.onKey = { [view = shown.view] _ in
      view.cursor = RowPath(section: 0, row: 1)
      return .handled
    }
    _ = shown.view.press("x")
    shown.view.onKey = nil
    binding.cancel()
    #expect(await ids(on) == [2])
  }

  /// Returns the identities of the rows of events, up to the end of the binding.
  private func ids(_ events: Updates<RowEvent<Mail>, Never>) async -> [Int] {
    var ids: [Int] = []
    for await event in events { ids.append(event.row.id) }
    return ids
  }

  @Test
  func whatComesOnTheScreenAndLeavesItIsTold() async throws {
    let shown = try Shown()
    let store = TableStore(table(("a", (0..<20).map { ($0, "mail") })))
    let binding = await shown.bind(store)
    let (will, did) = (shown.view.link.events.willDisplay, shown.view.link.events.didEndDisplaying)
    _ = shown.lines
    _ = shown.view.press("G")
    _ = shown.lines
    try await store.edit(.remove(id: 19))
    _ = shown.lines
    binding.cancel()
    // The ten lines are titles, a header, seven rows and the status. A view without a terminal is reloaded.
    #expect(await ids(will) == Array(0..<7) + Array(13..<20) + Array(12..<19))
    #expect(await ids(did) == Array(0..<7) + Array(13..<20))
  }

  @Test func itIsToldWhenTheEndComesNear() async throws {
    let shown = try Shown()
    let store = TableStore(table(("a", (0..<20).map { ($0, "mail") })))
    await shown.bind(store)
    var near = shown.view.link.events.nearEnd(within: 3).makeAsyncIterator()
    _ = shown.lines
    _ = shown.view.press("G")
    _ = shown.lines
    #expect(await near.next() == 20)
    try await store.edit(.remove(id: 19))
    _ = shown.lines
    #expect(await near.next() == 19)
  }

  @Test("rows that deleted rows push off the screen have disappeared, and do not count as near the end")
  func rowsThatArePushedOff() async throws {
    let shown = try Shown()
    await shown.show()
    func mails(_ ids: [Int]) -> TableSnapshot<String, Mail> { table(("a", ids.map { ($0, "mail") })) }
    let store = TableStore(mails(Array(0..<10)))
    let binding = await shown.bind(store)
    let (did, near) = (shown.view.link.events.didEndDisplaying, shown.view.link.events.nearEnd(within: 1))
    _ = shown.lines
    for last in [10, 7] {
      try await store.submit(mails(Array(100..<107) + Array(0..<last)))
      _ = shown.lines
    }
    binding.cancel()
    #expect(await ids(did) == Array(0..<7))
    var counts: [Int] = []
    for await count in near { counts.append(count) }
    #expect(counts == [], "seven rows of fourteen are on the screen")
    _ = try await shown.quit()
  }

  @Test("a deleted row has disappeared, and a row that moves on the screen has not")
  func deletedOnTheScreen() async throws {
    let shown = try Shown()
    await shown.show()
    let store = TableStore(table(("a", (0..<4).map { ($0, "mail") })))
    let binding = await shown.bind(store)
    _ = shown.lines
    let (will, did) = (shown.view.link.events.willDisplay, shown.view.link.events.didEndDisplaying)
    try await store.submit(table(("a", [(3, "mail"), (0, "mail"), (1, "mail")])))
    _ = shown.lines
    binding.cancel()
    #expect(await ids(did) == [2])
    #expect(await ids(will) == [])
    _ = try await shown.quit()
  }

  @Test("a prompt reports what is typed, shows the number of rows, and leaves up and down to the table")
  func aPromptTellsWhatIsTyped() async throws {
    let shown = try Shown()
    await shown.bind(TableStore(table(("a", [(1, "one"), (2, "two")]))))
    var typed: [String] = []
    var answers: [String?] = []
    shown.view.prompt = TerminalPrompt("/", text: "a", onChange: { typed.append($0) }) { answers.append($0) }
    for key in ["b", .left, .backspace, .control("x"), .tab, .down, .pageDown, .up] as [Key] {
      #expect(shown.view.press(key))
    }
    #expect(typed == ["ab", "b"])
    #expect(shown.view.selectedRow?.id == 1)
    #expect(shown.lines.last?.hasPrefix("/ b") == true)
    #expect(shown.lines.last?.hasSuffix("1/2 rows") == true)
    shown.view.totalRowCount = 2
    #expect(shown.lines.last?.hasSuffix("1/2 rows") == true)
    shown.view.totalRowCount = 7
    #expect(shown.lines.last?.hasSuffix("1/2 of 7 rows") == true)
    _ = shown.view.press(.control("c"))
    #expect(answers == [nil] && typed.count == 2)
    #expect(shown.lines.last?.contains("1/2 of 7 rows") == true)
  }

  @Test("other code can pause changes") func somebodyElseMayHold() async throws {
    let shown = try Shown()
    let store = TableStore(table(("a", [(1, "one")])))
    await shown.bind(store)
    var held: [Bool] = []
    shown.view.onPause = { held.append($0) }
    _ = shown.view.press(" ")
    #expect(shown.lines.last?.contains("PAUSED") == true)
    #expect(!shown.view.link.isInteracting)
    try await store.submit(table(("a", [(1, "one"), (2, "two")])))
    #expect(shown.view.link.table.count == 2)
    _ = shown.view.press(" ")
    #expect(held == [true, false])
  }

  @Test("a prompt receives all keys until it ends, in place of the status line")
  func aPromptGetsAllKeysUntilItEnds() async throws {
    let shown = try Shown()
    await shown.bind(TableStore(table(("a", [(1, "one"), (2, "two")]))))
    var answers: [String?] = []
    shown.view.prompt = TerminalPrompt("Name:", text: "a") { answers.append($0) }
    for key in ["b", "q", "j", " "] as [Key] { #expect(shown.view.press(key)) }
    #expect(shown.lines.last == "Name: abqj")
    #expect(shown.view.selectedRow == nil)
    _ = shown.view.press(.enter)
    #expect(answers == ["abqj "])
    #expect(shown.lines.last?.contains("2 rows") == true)
    shown.view.prompt = TerminalPrompt("Name:") { answers.append($0) }
    _ = shown.view.press(.escape)
    #expect(answers == ["abqj ", nil])
    #expect(!shown.view.press("q"))
  }

  @Test("a prompt that is replaced or removed has no answer, and an answered prompt ends once")
  func aPromptWithoutAnAnswer() throws {
    let view = try Shown().view
    var answers: [String] = []
    func ask(_ label: String) {
      view.prompt = TerminalPrompt(label) { answers.append("\(label): \($0 ?? "none")") }
    }
    ask("one")
    _ = view.press("x")
    view.prompt?.completions = ["word"]
    #expect(answers == [])
    ask("two")
    #expect(view.prompt?.label == "two")
    view.prompt = nil
    ask("three")
    _ = view.press("x")
    _ = view.press(.enter)
    #expect(answers == ["one: none", "two: none", "three: x"])
  }

  @Test("a view off the screen pauses nothing and requests nothing") func offTheScreen() async throws {
    let shown = try Shown()
    let run = Task { [view = shown.view, pseudo = shown.pseudo] in try await view.run(on: pseudo.terminal) }
    _ = await shown.pseudo.output(upTo: "rows")
    var answers: [String?] = []
    shown.view.prompt = TerminalPrompt("?") { answers.append($0) }
    shown.view.isPaused = true
    run.cancel()
    #expect(try await run.value == .cancelled)
    #expect(shown.view.prompt == nil && !shown.view.isPaused)
    #expect(answers == [nil], "the question has no answer")
  }

  @Test("the column at the cursor can be resized") func aColumnIsResized() async throws {
    let shown = try Shown()
    await shown.bind(TableStore(table(("a", [(1, "one")]))))
    var widths: [Int?] = []
    for isWider in [nil, true, true, false] {
      shown.view.cursorColumn = 0
      if let isWider { shown.view.resizeColumn(isWider: isWider) }
      _ = shown.lines
      widths.append(shown.view.painter.lastFrame.layout?.columns.first?.width)
    }
    #expect(widths == [2, 6, 10, 6])
  }
}
