import Foundation
@_spi(Adapters) import LiveTables
import Testing

@testable import LiveTablesTerminal
@testable import livetable

@MainActor @Suite(.timeLimit(.minutes(20))) struct ScreenSinkTests {
  private func table(_ rows: [JSONObject], columns: [String]) -> FedTable {
    FedTable(
      table: RecordList(rows: rows.enumerated().map { Record(identity: "\($0)", object: $1) }), columns: columns)
  }

  private func numbers(_ count: Int) -> FedTable {
    table(
      (0..<count).map { ["id": .number("\($0)"), "n": .number("\($0 * 7 % 10)"), "g": .string("G\($0 % 2)")] },
      columns: ["id", "n", "g"])
  }

  /// Runs a sink, and hands out what it has shown, change by change.
  private func shown(
    _ sink: ScreenSink, _ body: (_ next: () async throws -> [String]) async throws -> Void
  ) async throws {
    let (changes, change) = AsyncStream.makeStream(of: AppliedChangeset<Group, Record>.self)
    let work = Task { try await sink.run { change.yield($0) } }
    var iterator = changes.makeAsyncIterator()
    try await body {
      let applied = try #require(await iterator.next(isolation: #isolation))
      return applied.table.map(\.identity.string)
    }
    work.cancel()
    _ = await work.result
  }

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
      #expect(sink.view.sortedColumn == SortedColumn(1))
      #expect(sink.view.press("o"))
      #expect(try await next() == ["7", "4", "1", "8", "5", "2", "9", "6", "3", "0"])
      #expect(sink.view.sortedColumn == SortedColumn(1, isDescending: true))
      for key in ["/", "G", "1"] as [Key] { _ = sink.view.press(key) }
      while try await next() != ["7", "1", "5", "9", "3"] {}
      #expect(sink.view.totalRowCount == 10)
      #expect(sink.view.notes == ["/G1", "by n↓"])
      _ = sink.view.press("z")
      #expect(try await next() == [])
      #expect(sink.view.accessories.emptyView?.text == "no row has “G1z”; Escape gives back the former filter")
      _ = sink.view.press(.control("c"))
      #expect(try await next().count == 10)
      #expect(sink.view.prompt == nil)
      #expect(sink.view.notes == ["by n↓"])
      sink.view.cursorColumn = 2
      #expect(sink.view.press("t"))
      #expect(try await next() == ["7", "1", "5", "9", "3", "4", "8", "2", "6", "0"])
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
      _ = sink.view.press("<")  // by group
      #expect(try await next() == ["0", "2", "4", "6", "8", "1", "3", "5", "7", "9"])
      #expect(sink.view.selectedRow?.identity.string == "4")
      _ = sink.view.press("t")
      _ = try await next()
      #expect(sink.view.selectedRow?.identity.string == "4")
      for key in ["/", "G", "1", .enter] as [Key] { _ = sink.view.press(key) }
      while try await next().count != 5 {}
      #expect(sink.view.selectedRow == nil)
      _ = sink.view.press(.escape)
      _ = try await next()
      #expect(sink.view.selectedRow?.identity.string == "4")
      #expect(sink.view.press(.escape), "without a search, it takes the cursor away")
      #expect(sink.view.cursor == nil)
    }
  }

  @Test func whatIsHeldCanBeSearched() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(4))
      _ = try await next()
      _ = sink.view.press(" ")
      await sink.show(numbers(6))
      for key in ["/", "G", "0"] as [Key] { _ = sink.view.press(key) }
      while try await next() != ["0", "2"] {}
      _ = sink.view.press(.escape)
      #expect(try await next() == ["0", "1", "2", "3"])
      _ = sink.view.press(" ")
      #expect(try await next().count == 6)
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
      // So it stays when rows change.
      await sink.show(numbers(101))
      _ = try await next()
      #expect(sink.view.scroller.top == 0)
    }
  }

  @Test func statesOfThePastAreShownAndWhatDiffersFromNowIsMarked() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    let states = (0..<3).map { fedTable([("1", ["\($0)", "y"]), ("2", ["x", "\($0)"])], time: Double($0)) }
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
      #expect(sink.past == 0)
      #expect(sink.view.mode?.contains("PAST") == true)
      #expect(sink.view.selectedRow?.identity.string == "1")
      // What comes meanwhile is kept and not shown.
      await sink.show(fedTable([("1", ["9", "y"])], time: 9))
      #expect(value() == "0")
      #expect(sink.view.press("."))
      _ = try await next()
      #expect(value() == "9")
      #expect(sink.past == nil && sink.view.mode == nil)
      #expect(sink.view.markers.count == 0)
      #expect(sink.view.press("{"))
      _ = try await next()
      while value() != "2" { _ = try await next() }
      #expect(sink.past == 2)
    }
  }

  @Test func aRowIsShownWithEachValueThatItHad() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      for state in 0..<2 {
        await sink.show(fedTable([("1", ["\(state)", "y"])], time: Double(state)))
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
      #expect(sink.view.press(.escape))
      #expect(sink.view.page == nil)
    }
  }

  @Test func theCursorOnAColumnSortsGroupsHidesAndMoves() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(10))
      _ = try await next()
      _ = sink.view.lines(for: ScreenSize(columns: 40, rows: 12), at: .now)
      for key in [.right, .right] as [Key] { _ = sink.view.press(key) }
      #expect(sink.cursorColumn == "n")
      #expect(sink.view.press("s"))
      #expect(try await next().prefix(3) == ["0", "3", "6"])
      #expect(sink.view.press("s"))
      #expect(try await next().prefix(3) == ["7", "4", "1"])
      #expect(sink.view.press("c"))
      while sink.view.columns.map(\.title) != ["id", "g"] { _ = try await next() }
      #expect(sink.cursorColumn == "g")
      #expect(sink.view.press("("))
      while sink.view.columns.map(\.title) != ["g", "id"] { _ = try await next() }
      #expect(sink.cursorColumn == "g")
      #expect(sink.view.press("f") && sink.view.frozenColumnCount == 1)
      #expect(sink.view.press("f") && sink.view.frozenColumnCount == 0)
      #expect(sink.view.press("C"))
      while sink.view.columns.map(\.title) != ["id", "n", "g"] { _ = try await next() }
      sink.view.cursorColumn = 2
      #expect(sink.view.press("t"))
      while sink.view.link.table.sections.count != 2 { _ = try await next() }
    }
  }

  @Test func rowsThatAFilterFoundAreFoundAgain() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(10))
      _ = try await next()
      for key in ["/", "g", ":", "/", "1", "$", "/", .enter] as [Key] { _ = sink.view.press(key) }
      while try await next() != ["1", "3", "5", "7", "9"] {}
      #expect(sink.view.matches?(2, "G1").count == 1 && sink.view.matches?(1, "1").isEmpty == true)
      _ = sink.view.press(.escape)
      while try await next().count != 10 {}
      #expect(sink.view.matches == nil)
      var found: [String?] = []
      for key in ["n", "n", "N", "N", "N"] as [Key] {
        #expect(sink.view.press(key))
        found.append(sink.view.selectedRow?.identity.string)
      }
      #expect(found == ["1", "3", "1", "9", "7"])
    }
  }

  @Test func aKeyRunsACommandOnTheSelectedRowsAfterItWasShown() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/log"
    let sink = ScreenSink(
      Arrangement(),
      DisplayOptions(bindings: [try Binding("k:echo {g} {id} >> '\(path)'"), try Binding("z:echo {zz}")]),
      history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(3))
      _ = try await next()
      #expect(sink.view.press("k"), "nothing is selected")
      #expect(sink.view.prompt == nil)
      for key in [.down, "x", .down, .down, "x"] as [Key] { _ = sink.view.press(key) }
      #expect(sink.view.press("z"))
      #expect(sink.view.prompt == nil && sink.view.message?.contains("“zz”") == true)
      #expect(sink.view.press("k"))
      #expect(sink.view.prompt.map { String($0.editor.text) } == "echo G0 0 >> '\(path)'; echo G0 2 >> '\(path)'")
      #expect(sink.view.press(.escape) && sink.commands.isEmpty)
      #expect(sink.view.press("k") && sink.view.press(.enter))
      for command in sink.commands { await command.value }
      #expect(sink.view.message?.hasPrefix("done: ") == true)
      #expect(String(decoding: try FileDescriptor.readFile(path), as: UTF8.self) == "G0 0\nG0 2\n")
    }
  }

  @Test func aPageThatIsNotCompleteSaysSo() throws {
    let rows = try (0..<3).map { try #require(fedTable([("1", ["\($0)", "y"])]).table.first) }
    let moments = rows.enumerated().map { History.Moment(number: $0, time: Double($0), row: $1) }
    func lines(_ page: RowPage) -> [String] {
      var page = page.page
      let lines = page.lines(for: ScreenSize(columns: 60, rows: 20)).map { $0.spans.map(\.text.text).joined() }
      return lines.filter { $0.contains("→") || $0.contains("there") || $0.contains("reading") }.map {
        String($0.suffix(16))
      }
    }
    var page = RowPage(row: rows[2], moments: Array(moments.dropFirst()))
    #expect(lines(page).count == 2 && lines(page)[0].hasSuffix("\"1\" → \"2\"") && lines(page)[1].contains("before"))
    (page.moments, page.isComplete) = (moments, true)
    #expect(lines(page).count == 3 && lines(page)[2].hasSuffix("there"))
  }

  @Test func aTimeOfDayLeadsIntoThePast() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    let now = Date().timeIntervalSince1970
    try await shown(sink) { next in
      for (value, age) in [(0, 7200.0), (1, 3600), (2, 0)] {
        await sink.show(fedTable([("1", ["\(value)", "y"])], time: now - age))
        _ = try await next()
      }
      #expect(sink.view.press("@"))
      for character in (now - 3600 + 60).timeOfDay { _ = sink.view.press(.character(character)) }
      #expect(sink.view.press(.enter))
      while sink.past != 1 || sink.view.link.table.first?.object.values[1] != .string("1") { _ = try await next() }
      #expect(sink.view.press("@"))
      for character in "soon" { _ = sink.view.press(.character(character)) }
      #expect(sink.view.press(.enter) && sink.view.message?.contains("“soon”") == true)
    }
  }

  @Test func numbersSayByHowMuchTheyChanged() throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    #expect(sink.view.changedText == nil)
    #expect(sink.view.press("d") && sink.view.changedText?("5", "7") == "+2 7")
    #expect(sink.view.press("d") && sink.view.changedText == nil)
  }

  @Test func everyKeyOfTheHelpScreenDoesSomething() throws {
    let sink = ScreenSink(history: try HistoryKeeper(), pacing: Pacing(.seconds(2)))
    let others: Set<Character> = ["j", "k", "h", "l", "g", "G", "x", " ", "q"]
    for (keys, _) in ViewCommand.keys {
      for word in keys.split(separator: " ") where word.count == 1 {
        guard let character = word.first, character.isASCII, !others.contains(character) else { continue }
        let key = Key.character(character)
        #expect(ViewCommand(key) != nil || ArrangementCommand(key) != nil, "\(character)")
        #expect(sink.view.press(key), "\(character)")
        (sink.view.page, sink.view.prompt) = (nil, nil)
      }
    }
  }

  @Test func theAnswerToAKeyStaysWhenTheNextRunIsGood() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    sink.hint("copied")
    sink.clear()
    #expect(sink.view.message == "copied")
    sink.report("run 2 failed")
    #expect(sink.view.message == "run 2 failed")
    sink.hintTime = .zero
    sink.hint("copied")
    await sink.hintEnd?.value
    #expect(sink.view.message == "run 2 failed", "what is wrong is seen again, also where no run follows")
    sink.clear()
    #expect(sink.view.message == nil)
  }

  @Test func whatIsShownIsSaved() async throws {
    let directory = try TemporaryDirectory()
    let sink = ScreenSink(history: try HistoryKeeper())
    func save(as name: String) async {
      _ = sink.view.press("S")
      for character in directory.path + "/" + name { _ = sink.view.press(.character(character)) }
      _ = sink.view.press(.enter)
      await sink.commands.last?.value
    }
    try await shown(sink) { next in
      await sink.show(numbers(3))
      _ = try await next()
      for key in [">", ">", "o"] as [Key] { _ = sink.view.press(key) }
      while try await next() != ["1", "2", "0"] {}
      await save(as: "rows.csv")
      #expect(sink.view.message?.hasPrefix("3 rows are in ") == true)
      #expect(
        try String(contentsOfFile: directory.path + "/rows.csv", encoding: .utf8) == "id,n,g\n1,7,G1\n2,4,G0\n0,0,G0\n")
      await save(as: "rows.csv")
      #expect(sink.view.message?.contains("File exists") == true)
      sink.view.cursorColumn = 2
      _ = sink.view.press("t")
      while sink.shown?.arrangement.groupBy == nil { _ = try await next() }
      await save(as: "rows.tsv")
      #expect(
        try String(contentsOfFile: directory.path + "/rows.tsv", encoding: .utf8)
          == "g\tid\tn\nG1\t1\t7\nG0\t2\t4\nG0\t0\t0\n")
    }
  }

  @Test func messagesCanBeReadInFull() throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    let long = String(repeating: "a long message ", count: 20)
    sink.report(long)
    sink.clear()
    #expect(sink.view.press("e"))
    let lines = sink.view.lines(for: ScreenSize(columns: 40, rows: 24), at: .now)
    let text = lines.dropFirst().map { $0.spans.map(\.text.text).joined() }.joined()
    #expect(text.contains(long))
    #expect(sink.view.press("q") && sink.view.page == nil)
    #expect(sink.view.press("?"))
    #expect(sink.view.page != nil)
  }
}
