import Foundation
import LiveTables
import Testing

@testable import LiveTablesTerminal
@testable import livetable

/// Tests the keys of the screen.
@MainActor @Suite(.timeLimit(.minutes(20))) struct ScreenKeyTests: ShownTables {
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

  @Test func whereNoColumnIsTheCursorIsOnNone() throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    sink.view.cursorColumn = 0
    #expect(sink.view.columns.isEmpty && sink.cursorColumn == nil)
  }

  @Test func beforeAnythingWasLookedForNothingIsFoundAgain() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(3))
      _ = try await next()
      #expect(sink.view.press("n") && sink.view.message == "press / to enter a filter first")
      #expect(sink.view.cursor == nil && sink.view.matches == nil)
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

  @Test("the reason why a key had no effect stays after the next run of the command")
  func failedKey() async throws {
    let display = DisplayOptions(bindings: [
      try Binding("k:echo no such thing >&2; exit 1"), try Binding("z:echo {zz}"),
    ])
    let pacing = Pacing(.seconds(1000))
    let sink = ScreenSink(Arrangement(), display, history: try HistoryKeeper(), pacing: pacing)
    try await shown(sink) { next in
      await sink.show(numbers(3))
      _ = try await next()
      #expect(sink.status.messages.log.last?.hasSuffix("--bind needs the column “zz”, which does not exist") == true)
      for key in [.down, "k", .enter] as [Key] { _ = sink.view.press(key) }
      for command in sink.commands { await command.value }
      sink.clear()
      #expect(sink.view.message?.contains("no such thing") == true && sink.status.messages.log.count == 2)
      #expect(sink.view.press("z"))
      sink.clear()
      #expect(sink.view.message?.contains("“zz”") == true && sink.status.messages.log.count == 3)
      #expect(!sink.hasTrouble, "nothing is wrong with what is watched")
    }
  }

  @Test func aCommandThatTheEndStopsIsNoTrouble() async throws {
    let display = DisplayOptions(bindings: [try Binding("k:sleep 1000")])
    let sink = ScreenSink(Arrangement(), display, history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(3))
      _ = try await next()
      for key in [.down, "k", .enter] as [Key] { _ = sink.view.press(key) }
      #expect(sink.commands.count == 1)
    }
    for command in sink.commands { await command.value }
    #expect(!sink.hasTrouble && sink.status.messages.log.isEmpty)
  }

  @Test func aPageThatIsNotCompleteSaysSo() throws {
    let rows = try (0..<3).map { try #require(feedTable([("1", ["\($0)", "y"])]).table.first) }
    let versions = rows.enumerated().map { History.RowVersion(number: $0, time: Double($0), row: $1) }
    func spans(_ page: RowPage) -> [[StyledText]] {
      var page = page.page
      return page.lines(for: ScreenSize(columns: 60, rows: 20)).map(\.spans)
    }
    func lines(_ page: RowPage) -> [String] {
      let lines = spans(page).map { $0.map(\.text.text).joined() }
      return lines.filter { $0.contains("→") || $0.contains("there") || $0.contains("reading") }.map {
        String($0.suffix(16))
      }
    }
    var page = RowPage(row: rows[2], versions: Array(versions.dropFirst()))
    #expect(lines(page).count == 2 && lines(page)[0].hasSuffix("\"1\" → \"2\"") && lines(page)[1].contains("before"))
    #expect(spans(page).joined().first { $0.text.text.contains("reading") }?.style == Style(nil, .dim))
    (page.versions, page.isComplete) = (versions, true)
    #expect(lines(page).count == 3 && lines(page)[2].hasSuffix("there"))
  }

  @Test func valuesStandBelowEachOtherWhateverTheirTitlesAre() throws {
    let row = Record(identity: "1", object: ["名前": .string("りんご"), "数": .string("5"), "col": .string("x")])
    var page = RowPage(row: row, versions: []).page
    let lines = page.lines(for: ScreenSize(columns: 60, rows: 20)).map { $0.spans.map(\.text.text).joined() }
    for line in ["  名前  りんご", "  数    5", "  col   x"] { #expect(lines.contains { $0.hasPrefix(line) }, "\(lines)") }
  }

  @Test func aTimeOfDayIsMeantBeforeTheNewestState() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    let then = Date().timeIntervalSince1970 - 3 * 86_400
    try await shown(sink) { next in
      for (value, age) in [(0, 7200.0), (1, 3600), (2, 0)] {
        await sink.show(feedTable([("1", ["\(value)", "y"])], time: then - age))
        _ = try await next()
      }
      #expect(sink.view.press("@"))
      for character in (then - 3540).timeOfDay { _ = sink.view.press(.character(character)) }
      #expect(sink.view.press(.enter))
      await waitUntilShown(sink)
      #expect(sink.model.past == 1)
    }
  }

  @Test func aTimeOfDayLeadsIntoThePast() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    let now = Date().timeIntervalSince1970
    try await shown(sink) { next in
      for (value, age) in [(0, 7200.0), (1, 3600), (2, 0)] {
        await sink.show(feedTable([("1", ["\(value)", "y"])], time: now - age))
        _ = try await next()
      }
      // If two times are requested in succession, the last one counts.
      for age in [7200.0, 3600] {
        #expect(sink.view.press("@"))
        try #require(sink.view.prompt != nil)
        for character in (now - age + 60).timeOfDay { _ = sink.view.press(.character(character)) }
        #expect(sink.view.press(.enter))
      }
      await waitUntilShown(sink)
      #expect(sink.model.past == 1 && sink.view.link.table.first?.object.values[1] == .string("1"))
      #expect(sink.view.press("@"))
      for character in "soon" { _ = sink.view.press(.character(character)) }
      #expect(sink.view.press(.enter) && sink.view.message?.contains("“soon”") == true)
    }
    for text in ["13", "13:05:", ":05", "24:00", "13:60", "13:05:60", "1:2:3:4"] {
      #expect(Double(timeOfDay: text, before: now) == nil, "\(text)")
    }
    for time in [1e300, -1e300, 9e18, Double.infinity] {
      #expect(time.timeOfDay == "--:--:--" && Double(timeOfDay: "13:05", before: time) == nil, "\(time)")
    }
  }

  @Test func aColumnIsAddedUpInTheTitlesOfGroups() async throws {
    let sink = ScreenSink(Arrangement(groupBy: "g"), history: try HistoryKeeper())
    func titles() -> [String] {
      sink.view.lines(for: ScreenSize(columns: 40, rows: 12), at: .now).map { line in
        line.spans.map(\.text.text).joined()
      }.filter { $0.hasPrefix("G") }
    }
    try await shown(sink) { next in
      await sink.show(numbers(4))
      _ = try await next()
      #expect(sink.view.press("a") && sink.view.message == "choose a column with ← and → first")
      #expect(titles() == ["G0 (2)", "G1 (2)"])
      sink.view.cursorColumn = 1
      #expect(sink.view.press("a"))
      _ = try await next()
      try #require(sink.view.totalText == "Σ n 12")
      #expect(titles() == ["G0 (2)  Σ n 4", "G1 (2)  Σ n 8"])
      // The sums are updated with the rows and the filter.
      await sink.show(numbers(6))
      while sink.view.totalText != "Σ n 25" { _ = try await next() }
      #expect(titles() == ["G0 (3)  Σ n 12", "G1 (3)  Σ n 13"])
      for key in ["/", "G", "1", .enter] as [Key] { _ = sink.view.press(key) }
      while sink.view.totalText != "Σ n 13" { _ = try await next() }
      #expect(sink.view.press("a"))
      while sink.view.totalText != nil { _ = try await next() }
      #expect(titles() == ["G1 (3)"])
    }
  }

  @Test func valuesThatFulfilARuleAreRed() async throws {
    let rules = [try EndCondition("N>5", of: .highlight), try EndCondition("g~^G1", of: .highlight)]
    let sink = ScreenSink(Arrangement(), DisplayOptions(highlights: rules), history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(3))
      _ = try await next()
      let red = sink.view.link.table.map { row in sink.view.columns.map { $0.rendition?(row) != nil } }
      #expect(red == [[false, false, false], [false, true, true], [false, false, false]])
    }
    #expect(throws: UsageError.self) { try EndCondition("N", of: .highlight) }
  }

  @Test func numbersSayByHowMuchTheyChanged() throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    #expect(sink.view.changedText == nil)
    #expect(sink.view.press("d") && sink.view.changedText?(0, "5", "7") == "+2 7")
    #expect(sink.view.message == "numbers with differences")
    #expect(sink.view.press("d") && sink.view.changedText == nil)
    #expect(sink.view.message == "numbers without differences")
  }

  @Test func theCellOrTheRowAtTheCursorIsCopied() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    try await shown(sink) { next in
      await sink.show(numbers(3))
      _ = try await next()
      #expect(sink.view.press("y") && sink.view.message == "move the cursor to a row first")
      sink.view.cursor = RowPath(section: 0, row: 1)
      sink.view.cursorColumn = 2
      #expect(sink.view.press("y") && sink.view.message == "copied: G1")
      #expect(sink.view.press("Y") && sink.view.message == "copied: 1\t7\tG1")
    }
  }

  @Test func whatADatabaseHasCompletesAQuery() async throws {
    let sink = ScreenSink(history: try HistoryKeeper(), editor: NamesAlone())
    for key in [":", "m", "a"] as [Key] { #expect(sink.view.press(key)) }
    for command in sink.commands { await command.value }
    #expect(sink.view.press(.tab))
    #expect(sink.view.prompt.map { String($0.editor.text) } == "mail")
  }

  @Test func runsAreAskedForAtOnceLessOftenAndMoreOften() throws {
    let sink = ScreenSink(history: try HistoryKeeper(), pacing: Pacing(.seconds(2)))
    #expect(sink.view.press("r") && sink.view.message == nil)
    #expect(sink.view.press("+") && sink.view.message == "every 4 s")
    #expect(sink.view.press("-") && sink.view.message == "every 2 s")
  }

  @Test("the status line shows the interval that keys have chosen") func caption() throws {
    let feed = WatchFeed(options: WatchOptions(command: ["ps"]))
    let sink = ScreenSink(history: try HistoryKeeper(), pacing: feed.pacing)
    sink.status.caption = { feed.caption }
    sink.status.showCaption()
    #expect(sink.view.caption == "ps, every 2 s  ? help")
    #expect(sink.view.press("+") && sink.view.caption == "ps, every 4 s  ? help")
    #expect(sink.view.press("-") && sink.view.caption == "ps, every 2 s  ? help")
  }

  @Test func everyKeyOfTheHelpScreenDoesSomething() throws {
    let sink = ScreenSink(history: try HistoryKeeper(), pacing: Pacing(.seconds(2)))
    let others: Set<Character> = ["j", "k", "h", "l", "g", "G", "x", " ", "q"]
    for (keys, _) in ViewCommand.keys {
      for word in keys.split(separator: " ") where word.count == 1 {
        guard let character = word.first, character.isASCII, !others.contains(character) else { continue }
        let key = Key.character(character)
        #expect(ViewCommand.ofKeys[key] != nil || ArrangementCommand.ofKeys[key] != nil, "\(character)")
        #expect(sink.view.press(key), "\(character)")
        (sink.view.page, sink.view.prompt) = (nil, nil)
      }
    }
  }

  @Test func theAnswerToAKeyStaysWhenTheNextRunIsGood() async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    sink.status.hint("copied")
    sink.clear()
    #expect(sink.view.message == "copied")
    sink.report("run 2 failed")
    #expect(sink.view.message == "run 2 failed")
    sink.status.hintDuration = .zero
    sink.status.hint("copied")
    await sink.status.hintEnd?.value
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
      #expect(sink.view.message?.hasPrefix("saved 3 rows to ") == true)
      #expect(
        try String(contentsOfFile: directory.path + "/rows.csv", encoding: .utf8) == "id,n,g\n1,7,G1\n2,4,G0\n0,0,G0\n")
      await save(as: "rows.csv")
      #expect(sink.view.message?.contains("File exists") == true)
      #expect(sink.status.messages.log.last?.contains("File exists") == true, "it can be read later")
      sink.view.cursorColumn = 2
      _ = sink.view.press("t")
      while sink.model.shown?.arrangement.groupBy == nil { _ = try await next() }
      await save(as: "rows.tsv")
      #expect(
        try String(contentsOfFile: directory.path + "/rows.tsv", encoding: .utf8)
          == "g\tid\tn\nG1\t1\t7\nG0\t2\t4\nG0\t0\t0\n")
      await save(as: "rows.txt")
      #expect(
        try String(contentsOfFile: directory.path + "/rows.txt", encoding: .utf8)
          == "id  n\nG1 (1)\n 1  7\nG0 (2)\n 2  4\n 0  0\n")
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

/// A stub of a database editor that only lists names.
private final class NamesAlone: DatabaseEditor {
  let (text, isListing, caption) = ("", false, "")

  func names() async throws -> [String] { ["mail", "SELECT"] }

  func show(_ query: String) async throws {}

  func query(ofTable name: String) -> String { name }

  func set(_ column: String, of row: Record, to text: String) async throws {}
}
