import LiveTables
import Testing

@testable import LiveTablesTerminal
@testable import livetable

@MainActor @Suite(.timeLimit(.minutes(20))) struct ScreenSinkTests: ShownTables {
  @Test func theColumnsAreThoseOfTheRows() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    let rows: [JSONObject] = [["id": .number("1e2"), "b": .null], ["b": .string("x"), "id": .bool(true)], [:]]
    try await shown(sink) { next in
      await sink.show(table(rows, columns: ["id", "b"]))
      _ = try await next()
      #expect(sink.view.columns.map(\.title) == ["id", "b"])
      let records = rows.map { Record(identity: "", object: $0) }
      #expect(
        records.map { record in sink.view.columns.map { $0.value(record) } } == [
          ["1e2", "null"], ["true", "x"], ["", ""],
        ])
      await sink.show(table(rows, columns: ["id", "b", "c"]))
      _ = try await next()
      #expect(sink.view.columns.map(\.title) == ["id", "b", "c"])
    }
  }

  @Test func theColumnThatRowsAreGroupedByIsTheHeaderOfSections() async throws {
    let sink = ScreenSink(Arrangement(groupBy: "G"), history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(table([["id": .number("1"), "g": .string("A")]], columns: ["id", "g"]))
      _ = try await next()
      #expect(sink.view.columns.map(\.title) == ["id"])
      #expect(sink.view.sectionTitle?(Group(ExactText("A"))) == "A")
      #expect(sink.view.sectionTitle?(Group(ExactText(""))) == "(none)")
      #expect(sink.view.sectionTitle?(.all) == nil)
      #expect(sink.view.press("u") == true)
      _ = try await next()
      #expect(sink.view.columns.map(\.title) == ["id", "g"])
      #expect(sink.view.link.table.sections.map(\.value) == [.all])
    }
  }

  @Test func keysSortSearchAndGroup() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(10))
      #expect(try await next().count == 10)
      #expect(sink.view.press(">") && sink.view.press(">"))
      while try await next() != ["0", "3", "6", "9", "2", "5", "8", "1", "4", "7"] {}
      #expect(sink.view.sortedColumns == [SortedColumn(1)])
      #expect(sink.view.press("o"))
      #expect(try await next() == ["7", "4", "1", "8", "5", "2", "9", "6", "3", "0"])
      #expect(sink.view.sortedColumns == [SortedColumn(1, isDescending: true)])
      for key in ["/", "G", "1"] as [Key] { _ = sink.view.press(key) }
      while try await next() != ["7", "1", "5", "9", "3"] {}
      #expect(sink.view.totalRowCount == 10)
      #expect(sink.view.notes == ["/G1", "by n↓"])
      _ = sink.view.press("z")
      #expect(try await rows(otherThan: ["7", "1", "5", "9", "3"], next) == [])
      #expect(sink.view.accessories.emptyView?.text == "no row matches “G1z”; Escape restores the previous filter")
      #expect(sink.view.accessories.emptyView?.look == .dim)
      _ = sink.view.press(.control("c"))
      let all = try await rows(otherThan: [], next)
      #expect(all.count == 10)
      #expect(sink.view.prompt == nil)
      #expect(sink.view.notes == ["by n↓"])
      sink.view.cursorColumn = 2
      #expect(sink.view.press("t"))
      #expect(try await rows(otherThan: all, next) == ["7", "1", "5", "9", "3", "4", "8", "2", "6", "0"])
      #expect(sink.view.link.table.sections.map(\.value.name.string) == ["G1", "G0"])
      #expect(sink.view.columns.map(\.title) == ["id", "n"])
    }
  }

  @Test func theRowAtTheCursorKeepsItAndGetsItBack() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(10))
      _ = try await next()
      sink.view.cursor = RowPath(section: 0, row: 4)
      _ = sink.view.press("<")
      try #require(sink.model.arranger.arrangement.sortBy == [SortOrder(column: "g")])
      #expect(try await next() == ["0", "2", "4", "6", "8", "1", "3", "5", "7", "9"])
      #expect(sink.view.selectedRow?.identity.string == "4")
      _ = sink.view.press("t")
      _ = try await next()
      #expect(sink.view.selectedRow?.identity.string == "4")
      for key in ["/", "G", "1", .enter] as [Key] { _ = sink.view.press(key) }
      while try await next().count != 5 {}
      #expect(sink.view.selectedRow == nil)
      _ = sink.view.press(.escape)
      #expect(try await rows(otherThan: ["1", "3", "5", "7", "9"], next).count == 10)
      #expect(sink.view.selectedRow?.identity.string == "4")
      #expect(sink.view.press(.escape), "without a search, it takes the cursor away")
      #expect(sink.view.cursor == nil)
    }
  }

  @Test func rowsThatAreArrangedInAnotherWayAreNoNews() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    let (changes, change) = AsyncStream.makeStream(of: AppliedMode.self)
    let work = Task { try await sink.run { change.yield($0.mode) } }
    var modes = changes.makeAsyncIterator()
    await sink.show(numbers(3))
    _ = await modes.next(isolation: #isolation)
    sink.view.cursorColumn = 1
    #expect(sink.view.press("s"))
    #expect(await modes.next(isolation: #isolation) == .reload(.asked))
    await sink.show(numbers(4))
    #expect(await modes.next(isolation: #isolation) == .reload(.viewNotReady), "on a screen it would be a batch")
    work.cancel()
    _ = await work.result
  }

  @Test func whatIsHeldCanBeSearched() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(4))
      _ = try await next()
      _ = sink.view.press(" ")
      await sink.show(numbers(6))
      for key in ["/", "G", "0"] as [Key] { _ = sink.view.press(key) }
      while case let rows = try await next(), rows != ["0", "2"] {
        #expect(!rows.contains("4"), "what came during the pause is held")
      }
      _ = sink.view.press(.escape)
      #expect(try await rows(otherThan: ["0", "2"], next) == ["0", "1", "2", "3"])
      _ = sink.view.press(" ")
      #expect(try await rows(otherThan: ["0", "1", "2", "3"], next).count == 6)
    }
  }

  @Test func everyTableIsLookedAtForWhatTheToolWaitsFor() async throws {
    let display = DisplayOptions(until: .value(column: "a", .greater, "1"))
    let sink = ScreenSink(Arrangement(), display, history: try HistoryKeeper())
    for (value, hasEnded) in [("1", false), ("2", true)] {
      await sink.show(feedTable([("1", [value, ""])]))
      #expect(sink.watcher.hasEnded == hasEnded)
    }
  }

  @Test func aColumnToHighlightThatNoRowHasIsReportedOnce() async throws {
    let conditions = ["zz>1", "a>0", "status.phase=x"].map { try? EndCondition($0, of: .highlight) }
    let display = DisplayOptions(highlights: conditions.compactMap(\.self))
    let sink = ScreenSink(Arrangement(), display, history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(feedTable([], columns: []))
      _ = try await next()
      #expect(!sink.hasTrouble, "there may be one as soon as there are rows")
      for value in 0..<2 {
        await sink.show(feedTable([("1", ["\(value)", "y"])]))
        _ = try await next()
      }
    }
    let messages = sink.status.messages.log.map { $0.split(separator: "  ", maxSplits: 1).last.map(String.init) }
    #expect(
      messages == ["zz", "status.phase"].map { "--highlight needs the column “\($0)”, which does not exist" })
    #expect(sink.hasTrouble)
  }

  @Test func columnsStayWhereTheyAreWhenRowsChange() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    func titles() -> String? {
      let lines = sink.view.lines(for: ScreenSize(columns: 60, rows: 12), at: .now)
      return lines.first.map { $0.spans.map(\.text.text).joined() }
    }
    try await shown(sink) { next in
      await sink.show(feedTable([("1", ["a long value", "y"])]))
      _ = try await next()
      let before = titles()
      await sink.show(feedTable([("1", ["short", "y"])]))
      _ = try await next()
      #expect(titles() == before && before?.contains("a             b") == true)
    }
  }

  @Test func nothingIsShownBeforeTheFirstTable() async throws {
    let sink = ScreenSink(Arrangement(search: "x"), history: try HistoryKeeper())
    try await shown(sink) { next in
      for key in ["/", "y", ">", .enter, ">", "t", "o"] as [Key] { _ = sink.view.press(key) }
      await sink.show(table([["id": .string("xy>")]], columns: ["id"]))
      let first = try await next()
      #expect(first == ["0"])
      #expect(sink.view.link.revision == 1)
    }
  }

  @Test func troubleIsInTheStatusLineUntilItIsCleared() throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    sink.note("still running")
    #expect(sink.view.message == "still running")
    #expect(!sink.hasTrouble)
    sink.report("run 2 failed")
    #expect(sink.view.message == "run 2 failed")
    #expect(sink.hasTrouble)
    sink.clear()
    #expect(sink.view.message == nil)
    #expect(!sink.hasTrouble)
  }

  @Test func afterSortingTheTopIsShownWhereverTheCursorIs() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(100))
      _ = try await next()
      _ = sink.view.lines(for: ScreenSize(columns: 40, rows: 12), at: .now)
      sink.view.cursor = RowPath(section: 0, row: 90)
      for key in [">", ">", "o"] as [Key] { _ = sink.view.press(key) }
      while try await next().first != "7" {}
      #expect(sink.view.scroller.top == 0)
      #expect(sink.view.selectedRow?.identity.string == "90")
      // The list stays there when rows change.
      await sink.show(numbers(101))
      _ = try await next()
      #expect(sink.view.scroller.top == 0)
    }
  }

  @Test func statesOfThePastAreShownAndWhatDiffersFromNowIsMarked() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    let states = (0..<3).map { feedTable([("1", ["\($0)", "y"]), ("2", ["x", "\($0)"])], time: Double($0)) }
    try await shown(sink) { next in
      for state in states {
        await sink.show(state)
        _ = try await next()
      }
      sink.view.cursor = RowPath(section: 0, row: 0)
      @MainActor func value() -> String? { sink.view.link.table[RowPath(section: 0, row: 0)]?.object.values[1].printed }
      for expected in ["1", "0"] {
        #expect(sink.view.press("["))
        _ = try await next()
        while value() != expected { _ = try await next() }
      }
      #expect(sink.model.past == 0)
      #expect(sink.view.mode?.contains("PAST") == true)
      #expect(sink.view.selectedRow?.identity.string == "1")
      // A table that arrives in the meantime is stored but not shown.
      await sink.show(feedTable([("1", ["9", "y"])], time: 9))
      #expect(value() == "0")
      // Arranging the past state does not present the newest one first.
      let revision = sink.view.link.revision
      #expect(sink.view.press(">"))
      _ = try await next()
      #expect(sink.model.shown?.arrangement.sortBy.isEmpty == false && sink.view.link.revision <= revision + 1)
      #expect(sink.view.press("]"))
      while sink.model.past == 0 { _ = try await next() }
      #expect(sink.model.past == 1)
      #expect(sink.view.press("."))
      _ = try await next()
      #expect(value() == "9")
      #expect(sink.model.past == nil && sink.view.mode == nil)
      #expect(sink.view.markers.count == 0)
      #expect(sink.view.press("{"))
      await waitUntilShown(sink)
      #expect(value() == "2" && sink.model.past == 2)
    }
  }

  @Test func inThePastTheCursorStaysAtARowThatIsGoneNow() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    let states = (0..<4).map { number in
      var rows = [("1", ["\(number)", "y"])]
      if number < 3 { rows.append(("2", ["x", "\(number)"])) }
      return feedTable(rows, time: Double(number))
    }
    try await shown(sink) { next in
      for state in states {
        await sink.show(state)
        _ = try await next()
      }
      #expect(sink.view.press("["))
      await waitUntilShown(sink)
      sink.view.cursor = RowPath(section: 0, row: 1)
      for past in [1, 0] {
        #expect(sink.view.press("{"))
        await waitUntilShown(sink)
        #expect(sink.model.past == past && sink.view.selectedRow?.identity.string == "2")
      }
    }
  }

  @Test func aRowIsShownWithEachValueThatItHad() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      for state in 0..<2 {
        await sink.show(feedTable([("1", ["\(state)", "y"])], time: Double(state)))
        _ = try await next()
      }
      sink.view.cursor = RowPath(section: 0, row: 0)
      #expect(sink.view.press(.enter))
      _ = try await next()
      let lines = sink.view.lines(for: ScreenSize(columns: 40, rows: 12), at: .now)
      let texts = lines.map { $0.spans.map(\.text.text).joined() }
      #expect(texts[0].contains("Row 1"))
      #expect(texts.contains { $0.contains("a   1") })
      #expect(texts.contains { $0.contains(#"a "0" → "1""#) })
      #expect(texts.contains { $0.hasSuffix("  there") } && !texts.contains { $0.contains("reading") }, "all of it")
      #expect(sink.view.press(.escape))
      #expect(sink.view.page == nil)
    }
  }

  @Test func aPageThatIsOpenedInTheMeantimeIsLeftAsItIs() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(feedTable([("1", ["x", "y"])]))
      _ = try await next()
      sink.view.cursor = RowPath(section: 0, row: 0)
      #expect(sink.view.press(.enter))
      while sink.view.page == nil { await Task.yield() }
      #expect(sink.view.press(.escape) && sink.view.press("?"))
      let help = sink.view.page?.content.count
      _ = try await next()
      #expect(sink.view.page?.title == "Keys" && sink.view.page?.content.count == help)
    }
  }
}
