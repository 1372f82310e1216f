import LiveTables
import Testing

@testable import LiveTablesTerminal
@testable import livetable

/// Tests how the user sorts, searches and filters rows.
@MainActor @Suite(.timeLimit(.minutes(20))) struct ScreenChoiceTests: ShownTables {
  private func rows(_ values: [(id: String, n: String, t: String)]) -> FeedTable {
    FeedTable(
      table: RecordList(
        rows: values.map {
          Record(identity: $0.id, object: ["id": .string($0.id), "n": .string($0.n), "t": .string($0.t)])
        }),
      columns: ["id", "n", "t"])
  }

  @Test func rowsAreSortedByTwoColumns() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(6))
      _ = try await next()
      sink.view.cursorColumn = 2
      #expect(sink.view.press(","))
      while try await next() != ["0", "2", "4", "1", "3", "5"] {}
      sink.view.cursorColumn = 1
      #expect(sink.view.press(","))
      while try await next() != ["0", "2", "4", "3", "5", "1"] {}
      #expect(sink.view.sortedColumns == [SortedColumn(2), SortedColumn(1)] && sink.view.notes == ["by g↑, n↑"])
      #expect(sink.view.press(","))
      while try await next() != ["4", "2", "0", "1", "5", "3"] {}
      #expect(sink.view.press("o"))
      while try await next() != ["3", "5", "1", "0", "2", "4"] {}
      #expect(sink.view.notes == ["by g↓, n↑"])
      #expect(sink.view.press(",") && sink.view.press(","))
      while try await next() != ["1", "3", "5", "0", "2", "4"] {}
      #expect(sink.view.sortedColumns == [SortedColumn(2, isDescending: true)])
    }
  }

  @Test func onlyRowsAreShownThatChangedLastOrSince() async throws {
    let display = DisplayOptions(ignored: IgnoredColumns(names: ["t"]))
    let sink = ScreenSink(Arrangement(), display, history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(rows([("1", "1", "1"), ("2", "1", "1"), ("3", "1", "1")]))
      _ = try await next()
      await sink.show(rows([("1", "1", "2"), ("2", "2", "2"), ("3", "1", "2")]))
      _ = try await next()
      #expect(sink.view.press("*"))
      while try await next() != ["2"] {}
      #expect(sink.view.notes == ["changed rows"] && sink.view.totalRowCount == 3)
      await sink.show(rows([("1", "1", "3"), ("2", "2", "3"), ("3", "9", "3"), ("4", "1", "3")]))
      while try await next() != ["2", "3", "4"] {}
      await sink.show(rows([("1", "1", "3"), ("2", "1", "3"), ("3", "1", "3")]))
      while try await next() != [] {}
      #expect(sink.view.accessories.emptyView?.text == "no row has changed; Escape shows all rows")
      #expect(sink.view.press(.escape))
      while try await next() != ["1", "2", "3"] {}
    }
  }

  @Test func aChangeOfIgnoredColumnsAloneIsNotMarked() async throws {
    let display = DisplayOptions(ignored: IgnoredColumns(names: ["T", "nope"]))
    let sink = ScreenSink(Arrangement(), display, history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(rows([("1", "1", "1"), ("2", "1", "1")]))
      _ = try await next()
      #expect(
        sink.status.messages.log.last?.hasSuffix("--ignore needs the column “nope”, which does not exist") == true)
      // Without a screen nothing is marked, so the test starts counting changes as a screen would.
      sink.view.lastUpdate = ChangeCounts()
      await sink.show(rows([("1", "1", "2"), ("2", "5", "2")]))
      _ = try await next()
      let lines = sink.view.lines(for: ScreenSize(columns: 40, rows: 6), at: .now).map {
        $0.spans.map(\.text.text).joined()
      }
      #expect(lines[1].hasPrefix(" ") && lines[1].contains("2"), "the new value is shown: \(lines)")
      #expect(sink.view.columns.map(\.isQuiet) == [false, false, true])
      #expect(sink.view.shouldMarkUpdate?(record("1", "1"), record("1", "2")) == false)
      #expect(sink.view.shouldMarkUpdate?(record("1", "1"), record("2", "1")) == true)
    }
  }

  private func record(_ n: String, _ t: String) -> Record {
    Record(identity: "1", object: ["id": .string("1"), "n": .string(n), "t": .string(t)])
  }

  @Test func digitsLeadToARowByItsNumber() async throws {
    let sink = ScreenSink(Arrangement(groupBy: "g"), history: try HistoryKeeper())
    func go(_ keys: String) {
      for character in keys { _ = sink.view.press(.character(character)) }
      _ = sink.view.press(.enter)
    }
    try await shown(sink) { next in
      await sink.show(numbers(30))
      _ = try await next()
      go("1")
      #expect(sink.view.cursor == RowPath(section: 0, row: 0))
      go("16")
      #expect(sink.view.cursor == RowPath(section: 1, row: 0))
      go("500")
      #expect(sink.view.cursor == RowPath(section: 1, row: 14) && sink.view.message == "there are 30 rows")
      go("0")
      #expect(sink.view.cursor == RowPath(section: 1, row: 14) && sink.view.message == "“0” is not a row number")
    }
  }

  @Test func sortingThatTakesLongIsSaidAndCanBeStopped() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    sink.work.progressDelay = .zero
    try await shown(sink) { next in
      await sink.show(numbers(100_000))
      _ = try await next()
      sink.view.cursorColumn = 1
      var before = sink.model.arranger.arrangement
      _ = sink.view.press("s")
      while sink.work.task == nil || !sink.work.isLate {
        // If the sort finishes before this task runs again, the test stops the next one.
        if sink.work.task == nil, sink.model.shown?.arrangement.sortBy == sink.model.arranger.arrangement.sortBy {
          before = sink.model.arranger.arrangement
          _ = sink.view.press("s")
        }
        await Task.yield()
      }
      #expect(
        sink.view.mode?.hasPrefix("arranging 100000 rows, ") == true
          && sink.view.mode?.hasSuffix("; Escape stops") == true)
      #expect(sink.view.press(.escape))
      await waitUntilShown(sink)
      #expect(sink.view.message == "stopped: rows are arranged as before" && sink.view.mode == nil)
      #expect(
        sink.model.arranger.arrangement.sortBy == before.sortBy && sink.model.shown?.arrangement.sortBy == before.sortBy
      )
      #expect(sink.view.sortedColumns.isEmpty == before.sortBy.isEmpty)
      #expect(sink.view.notes.isEmpty == before.sortBy.isEmpty)
    }
  }
}
