import LiveTables
import Testing

@testable import LiveTablesTerminal

/// Tests that run one at a time with the other tests that use a terminal.
extension TerminalScreenTests {
  struct Mail: Diffable, Identifiable, Equatable, Sendable {
    let id: Int
    var subject: String
  }

  @MainActor final class Shown {
    let view = TerminalTableView<String, Mail>(
      columns: [TerminalColumn("ID") { "\($0.id)" }, TerminalColumn("SUBJECT") { $0.subject }],
      sectionTitle: { $0 })
    let pseudo: PseudoTerminal
    private var run: Task<TerminalExit, any Error>?

    init(columns: Int = 40, rows: Int = 10) throws {
      pseudo = try PseudoTerminal(columns: columns, rows: rows)
      view.caption = nil
    }

    /// Runs the view, and returns when it has been drawn.
    func show() async {
      run = Task { [view, pseudo] in try await view.run(on: pseudo.terminal) }
      _ = await pseudo.output(upTo: "rows")
    }

    /// Binds the view to a store, and returns when the view shows its first table.
    @discardableResult func bind(
      _ store: TableStore<String, Mail>, options: BindingOptions = BindingOptions()
    ) async -> TableBinding<String, Mail> {
      let binding = view.bind(store, options: options)
      var changes = binding.changes.makeAsyncIterator()
      _ = await changes.next()
      return binding
    }

    /// The text of the lines, without trailing spaces.
    var lines: [String] {
      view.lines(for: ScreenSize(columns: 40, rows: 10), at: .now).map { line in
        var text = line.spans.map(\.text.text).joined()
        while text.last == " " { text.removeLast() }
        return text
      }
    }

    func quit() async throws -> TerminalExit? {
      pseudo.type("q")
      return try await run?.value
    }
  }

  func table(_ sections: (String, [(Int, String)])...) -> TableSnapshot<String, Mail> {
    TableSnapshot(sections: sections.map { TableSection($0.0, rows: $0.1.map { Mail(id: $0.0, subject: $0.1) }) })
  }

  @Test func whileSomethingIsTypedAnInterruptIsAKey() throws {
    let view = TerminalTableView<String, Mail>(columns: [])
    #expect(!view.takesInterrupt)
    view.prompt = TerminalPrompt("name") { _ in }
    #expect(view.takesInterrupt)
    #expect(view.press(.control("c")) && view.prompt == nil)
    #expect(!view.takesInterrupt)
  }

  @Test func theMouseTakesTheCursorSortsAndScrolls() async throws {
    let shown = try Shown()
    shown.view.takesMouse = true
    shown.view.hasColumnCursor = true
    var clicked: [Int] = []
    shown.view.onTitleClick = { clicked.append($0) }
    await shown.show()
    await shown.bind(TableStore(table(("A", (0..<30).map { ($0, "subject \($0)") }))))
    _ = shown.lines
    @MainActor func press(_ action: MouseEvent.Action, _ column: Int, _ row: Int) {
      shown.view.handle(MouseEvent(action: action, column: column, row: row))
    }
    press(.press, 8, 3)
    #expect(shown.view.cursor == RowPath(section: 0, row: 1))
    #expect(shown.view.cursorColumn == 1)
    shown.view.hasColumnCursor = false
    press(.press, 2, 3)
    #expect(shown.view.cursorColumn == 1, "a click on a row leaves it")
    press(.press, 2, 0)
    press(.press, 2, 1)
    press(.press, 2, 9)
    press(.press, 2, 400)
    #expect(clicked == [0])
    #expect(shown.view.cursor == RowPath(section: 0, row: 1))
    press(.wheelDown, 0, 0)
    #expect(shown.view.scroller.top == 3)
    #expect(shown.view.cursor == RowPath(section: 0, row: 1))
    press(.wheelUp, 0, 0)
    press(.wheelUp, 0, 0)
    #expect(shown.view.scroller.top == 0)
    _ = try await shown.quit()
  }

  @Test
  func theFirstTableMarksNothingAndWhatChangesLaterIsMarked() async throws {
    let shown = try Shown()
    await shown.show()
    #expect(shown.lines[1] == "  waiting for the first table")
    let (tables, continuation) = AsyncStream.makeStream(of: TableSnapshot<String, Mail>.self)
    var changes = shown.view.bind(tables).changes.makeAsyncIterator()
    continuation.yield(table(("inbox", [(1, "one"), (2, "two"), (3, "three")]), ("sent", [(4, "four")])))
    _ = await changes.next()
    #expect(
      shown.lines == [
        "  ID  SUBJECT", "inbox (3)", "   1  one", "   2  two", "   3  three", "sent (1)", "   4  four", "", "",
        " 4 rows  2 sections",
      ])
    continuation.yield(
      table(("inbox", [(3, "three"), (1, "one!"), (5, "five")]), ("sent", [(4, "four")]), ("new", [(6, "six")])))
    #expect(await changes.next()?.mode == .batch)
    let lines = shown.lines
    #expect(Set(lines[2...5]) == ["~  3  three", "*  1  one!", "-  2  two", "+  5  five"])
    #expect(Array(lines[6...8]) == ["sent (1)", "   4  four", "new (1)"])
    #expect(lines[9].hasPrefix(" 5 rows  3 sections  +2 -1 ~1 *1  "))
    #expect(shown.view.isReady)
    #expect(try await shown.quit() == .quit)
    #expect(!shown.view.isReady, "it is on no screen any more")
  }

  @Test func onlyTheCellThatChangedStandsOut() async throws {
    let shown = try Shown()
    await shown.show()
    let store = TableStore(table(("inbox", [(1, "one"), (2, "two")])))
    await shown.bind(store)
    _ = try await store.submit(table(("inbox", [(1, "one"), (2, "other")])))
    let spans = shown.view.lines(for: ScreenSize(columns: 40, rows: 10), at: .now)[3].spans
    #expect(spans.filter { $0.style.color == .yellow }.map { $0.text.text.prefix(5) } == ["*", "other"])
    shown.view.changedText = { "\($0):\($1)>\($2)" }
    #expect(shown.lines[3] == "*  2  1:two>other")
    shown.view.changedText = nil
    // The mark fades, and the next change removes it.
    #expect(shown.view.isFading(at: .now))
    let later = ContinuousClock.now + shown.view.markLifetime
    let faded = shown.view.lines(for: ScreenSize(columns: 40, rows: 10), at: later)[3].spans
    #expect(faded.contains { $0.style == Style(.yellow, .dim) })
    #expect(!shown.view.isFading(at: later + .seconds(5)))
    shown.view.markLifetime = .seconds(1)
    #expect(shown.view.isFading(at: .now + .seconds(2)), "the number of changes in a second goes down")
    _ = try await shown.quit()
  }

  @Test func controlCIsAKeyAsLongAsSomethingIsTyped() async throws {
    let shown = try Shown()
    await shown.show()
    #expect(!shown.view.takesInterrupt)
    shown.view.prompt = TerminalPrompt("?") { _ in }
    #expect(shown.view.takesInterrupt)
    #expect(shown.view.press(.control("c")))
    #expect(!shown.view.takesInterrupt)
    _ = try await shown.quit()
  }

  @Test func rowsOfOneIdentityAreMarkedOneByOne() async throws {
    let shown = try Shown()
    await shown.show()
    let store = TableStore(table(("a", [(1, "one"), (1, "two"), (1, "three")])))
    await shown.bind(store)
    _ = try await store.submit(table(("a", [(1, "one"), (1, "other"), (1, "three")])))
    #expect(shown.lines[2...4].map { $0.prefix(1) } == [" ", "*", " "])
    _ = try await shown.quit()
  }

  @Test("deleted rows stay, dimmed, until the next change") func deletedRowsStayUntilTheNextChange() async throws {
    let shown = try Shown()
    await shown.show()
    let store = TableStore(table(("a", [(1, "one"), (2, "two"), (3, "three"), (4, "four")])))
    await shown.bind(store)
    _ = try await store.submit(table(("a", [(1, "one"), (3, "three")])))
    #expect(shown.lines[2...5] == ["   1  one", "-  2  two", "   3  three", "-  4  four"])
    let line = shown.view.lines(for: ScreenSize(columns: 40, rows: 10), at: .now)[3]
    #expect(line.spans.allSatisfy { $0.style.attributes.contains(.dim) })
    // The cursor skips deleted rows, which never push it off the screen.
    shown.view.press([.down, .down])
    #expect(shown.view.selectedRow?.id == 3)
    for rows in 1...10 {
      let size = ScreenSize(columns: 40, rows: rows)
      let texts = shown.view.lines(for: size, at: .now).map { $0.spans.map(\.text.text).joined() }
      #expect(texts.contains { $0.contains("three") })
      #expect(texts.count <= rows)
    }
    _ = try await store.submit(table(("a", [])))
    #expect(shown.lines.filter { $0.hasPrefix("-") }.count == 4)
    _ = try await shown.quit()
  }

  @Test
  func ofANewSectionThatIsVeryLongTheFirstRowsAreMarked() async throws {
    let shown = try Shown()
    await shown.show()
    let store = TableStore(table(("a", [(1, "one")])))
    await shown.bind(store)
    _ = try await store.submit(table(("a", [(1, "one")]), ("b", (0...10_000).map { ($0 + 2, "row") })))
    let marks = [0, 9_999, 10_000].map { shown.view.markers.change(at: RowPath(section: 1, row: $0), at: .now)?.kinds }
    #expect(marks == [.inserted, .inserted, nil])
    _ = try await shown.quit()
  }

  @Test
  func theSelectionStaysWithItsRowAndGoesToTheNeighbourWhenThatGoes() async throws {
    let shown = try Shown()
    await shown.show()
    let store = TableStore(table(("a", [(1, "one"), (2, "two"), (3, "three")])))
    await shown.bind(store)
    _ = try await store.submit(table(("a", [(1, "one"), (2, "two"), (3, "three"), (4, "four")])))
    for _ in 0..<2 { #expect(shown.view.press(.down)) }
    #expect(shown.view.selectedRow?.id == 2)
    _ = try await store.submit(
      table(("b", [(9, "nine")]), ("a", [(3, "three"), (8, "eight"), (2, "two"), (4, "four")])))
    #expect(shown.view.selectedRow?.id == 2)
    #expect(shown.lines[9].hasPrefix(" 4/5 rows"))
    _ = try await store.submit(table(("b", [(9, "nine")]), ("a", [(3, "three"), (8, "eight"), (4, "four")])))
    #expect(shown.view.selectedRow?.id == 4)
    #expect(shown.view.press(.escape))
    #expect(shown.view.selectedRow == nil)
    _ = try await shown.quit()
  }

  @Test
  func aReloadKeepsTheSelectedRowMarksNothingAndForgetsWhatWasMarked() async throws {
    let shown = try Shown()
    await shown.show()
    let store = TableStore(table(("a", (0..<20).map { ($0, "row") })))
    await shown.bind(store, options: BindingOptions(maximumBatchSize: 5))
    _ = try await store.submit(table(("a", (0..<21).map { ($0, "row") })))
    #expect(shown.view.markers.count == 1)
    shown.view.press([.end, .up])
    #expect(shown.view.selectedRow?.id == 19)
    let applied = try await store.submit(table(("a", (0..<40).reversed().map { ($0, "other") })))
    #expect(applied.mode != .batch)
    #expect(shown.view.selectedRow?.id == 19)
    #expect(shown.view.markers.count == 0)
    #expect(shown.lines[9] == " 21/40 rows  1 section" || shown.lines[9].hasPrefix(" 21/40 rows  1 section  "))
    #expect(!shown.lines[9].contains("+"), "nor is it said what was inserted before")
    _ = try await shown.quit()
  }

  @Test("space pauses changes, and then shows them all")
  func spaceHoldsWhatIsShownAndThenAllOfItComesAsOneChange() async throws {
    let shown = try Shown()
    await shown.show()
    let (tables, continuation) = AsyncStream.makeStream(of: TableSnapshot<String, Mail>.self)
    let binding = shown.view.bind(tables)
    var changes = binding.changes.makeAsyncIterator()
    continuation.yield(table(("a", [(1, "one"), (2, "two")])))
    _ = await changes.next()
    #expect(shown.view.press(" "))
    #expect(shown.view.isPaused && shown.lines[9].hasPrefix(" PAUSED, space continues  2 rows"))
    for number in 3...9 {
      continuation.yield(table(("a", [(1, "one"), (2, "two"), (number, "new")])))
    }
    while await binding.store.table.last?.id != 9 { await Task.yield() }
    #expect(shown.view.link.table.map(\.id) == [1, 2])
    #expect(shown.view.press(" "))
    // The changes arrive as one, unless the first was still being diffed; then it precedes the others.
    var seen = 0
    while seen < 7 {
      let change = try #require(await changes.next())
      seen += change.spanned + change.superseded
    }
    #expect(seen == 7)
    #expect(shown.view.link.table.map(\.id) == [1, 2, 9])
    #expect(shown.lines[9].hasPrefix(" 3 rows  1 section"))
    _ = try await shown.quit()
  }

  @Test func theApplicationsKeysComeFirst() async throws {
    let shown = try Shown()
    var keys: [Key] = []
    shown.view.onKey = { key in
      keys.append(key)
      return key == "x" ? .quit : key == " " ? .handled : .unhandled
    }
    await shown.show()
    #expect(shown.view.press(" ") && !shown.view.isPaused)
    #expect(shown.view.press("j"))
    #expect(!shown.view.press("x"))
    #expect(keys == [" ", "j", "x"])
    _ = try await shown.quit()
  }

  @Test func aMessageIsDrawnWithoutAChange() async throws {
    let shown = try Shown()
    await shown.show()
    shown.view.message = "the last run failed"
    _ = await shown.pseudo.output(upTo: "the last run failed")
    shown.view.accessories.loadingView = TerminalLine("a moment")
    _ = await shown.pseudo.output(upTo: "a moment")
    shown.view.columns = [TerminalColumn("OTHER") { $0.subject }]
    _ = await shown.pseudo.output(upTo: "OTHER")
    shown.view.caption = "keys"
    _ = await shown.pseudo.output(upTo: "keys")
    shown.view.notes = ["by subject"]
    _ = await shown.pseudo.output(upTo: "by subject")
    (shown.view.message, shown.view.caption, shown.view.notes) = (nil, nil, [])
    _ = await shown.pseudo.output(upTo: "0 rows")
    shown.view.mode = "PAST"
    _ = await shown.pseudo.output(upTo: "PAST")
    shown.view.totalRowCount = 9
    _ = await shown.pseudo.output(upTo: "of 9")
    shown.view.totalText = "sum 5"
    _ = await shown.pseudo.output(upTo: "sum 5")
    shown.view.prompt = TerminalPrompt("Name") { _ in }
    _ = await shown.pseudo.output(upTo: "Name")
    shown.view.page = TerminalPage("Title", [])
    _ = await shown.pseudo.output(upTo: "Title")
    (shown.view.prompt, shown.view.page) = (nil, nil)
    _ = try await shown.quit()
    #expect(!shown.view.isReady)
  }

  @Test func escapeSequencesInDataAreShownAndNeverSent()
    async throws
  {
    let shown = try Shown()
    let attack = "\u{1B}]0;owned\u{7}\u{9B}2J\u{1B}[2J\u{202E}"
    shown.view.columns = [TerminalColumn(attack + "title") { $0.subject }]
    shown.view.caption = attack
    shown.view.message = attack
    await shown.show()
    await shown.bind(TableStore(table((attack, [(1, attack)]))))
    shown.view.press([.down])
    shown.view.message = "the end"
    let output = await shown.pseudo.output(upTo: "the end")
    #expect(output.contains("␛]0;owned␇<U+009B>2J"))
    #expect(!output.contains("\u{1B}]") && !output.contains("\u{7}") && !output.contains("\u{9B}"))
    #expect(!output.contains("\u{202E}"))
    _ = try await shown.quit()
  }

  @Test
  func identitiesThatAppearTwiceAreShownSelectedAndMarked() async throws {
    let shown = try Shown()
    await shown.show()
    let store = TableStore(table(("a", [(1, "x"), (1, "y"), (1, "z")])))
    await shown.bind(store)
    _ = try await store.submit(table(("a", [(1, "x"), (1, "y"), (1, "z"), (1, "new")])))
    shown.view.press([.end])
    #expect(shown.view.selectedRow?.subject == "new")
    #expect(shown.lines[9].hasPrefix(" 4/4 rows"))
    _ = try await shown.quit()
  }

  @Test
  func aHundredThousandRowsCostNoMoreThanThoseOnTheScreen() async throws {
    let shown = try Shown()
    await shown.show()
    var drawn = 0
    shown.view.columns = [
      TerminalColumn("ID") { row in
        drawn += 1; return "\(row.id)"
      }
    ]
    let store = TableStore(table(("a", (0..<100_000).map { ($0, "row") })))
    await shown.bind(store)
    _ = try await store.submit(table(("a", (0..<100_001).map { ($0, "row") })))
    shown.view.press([.end, .up])
    drawn = 0
    #expect(shown.lines[1...].contains(" > 99999"))
    #expect(drawn <= 8)
    _ = try await shown.quit()
  }

  @Test func theViewGoesWhenNobodyNeedsIt() async throws {
    weak var gone: TerminalTableView<String, Mail>?
    let store = TableStore<String, Mail>()
    do {
      let shown = try Shown()
      gone = shown.view
      await shown.show()
      await shown.bind(store)
      _ = try await store.submit(table(("a", [(1, "one")])))
      _ = try await shown.quit()
    }
    #expect(gone == nil)
  }
}

extension TerminalTableView {
  fileprivate func press(_ keys: [Key]) {
    for key in keys { _ = press(key) }
  }
}
