import LiveTables
import Testing

@testable import LiveTablesTerminal

@Suite struct TerminalPageTests {
  private func texts(_ page: inout TerminalPage, _ columns: Int, _ rows: Int) -> [String] {
    page.lines(for: ScreenSize(columns: columns, rows: rows)).map { $0.spans.map(\.text.text).joined() }
  }

  @Test("a page is scrolled and closed with keys") func aPageIsScrolledAndClosed() {
    var page = TerminalPage("Title", (0..<10).map { TerminalPage.Line("line \($0)") })
    let first = texts(&page, 40, 5)
    #expect(first == [" Title", "line 0", "line 1", "line 2", " Escape closes  lines 1–3 of 10"])
    func press(_ keys: [Key]) -> [Bool] { keys.map { page.press($0) } }
    #expect(press(["j", .pageDown]) == [false, false])
    let middle = texts(&page, 40, 5)
    #expect(middle[1] == "line 3")
    #expect(press([.end]) == [false])
    let last = texts(&page, 40, 5)
    #expect(last[3] == "line 9")
    #expect(press([.home, "k"]) == [false, false])
    let top = texts(&page, 40, 5)
    #expect(top[1] == "line 0")
    #expect(press([.escape, .enter, "q"]) == [true, true, true])
  }

  @Test("a page that fits on the screen shows no position") func aPageThatFits() {
    for (count, place) in [(3, ""), (4, "  lines 1–3 of 4")] {
      var page = TerminalPage("Title", (0..<count).map { TerminalPage.Line("line \($0)") })
      #expect(texts(&page, 40, 5).last == " Escape closes" + place)
    }
  }

  @Test("a page key keeps one line, and scrolls at least one line") func aPageKeyLeavesOneLine() {
    for (rows, numbers) in [(6, [3, 6, 3, 0, 0]), (3, [1, 2, 1, 0, 0])] {
      var page = TerminalPage("Title", (0..<20).map { TerminalPage.Line("line \($0)") })
      _ = texts(&page, 40, rows)
      let keys: [Key] = [.pageDown, " ", .pageUp, .pageUp, .pageUp]
      let first = keys.map { key in
        _ = page.press(key)
        return texts(&page, 40, rows)[1]
      }
      #expect(first == numbers.map { "line \($0)" })
    }
  }

  @Test("the wheel scrolls a page, and a click has no effect") @MainActor func theWheelTurnsAPage() {
    let view = TerminalTableView<String, TerminalScreenTests.Mail>(columns: [])
    view.page = TerminalPage("Title", (0..<20).map { TerminalPage.Line("line \($0)") })
    func first() -> String? {
      view.lines(for: ScreenSize(columns: 20, rows: 5), at: .now)[1].spans.first?.text.text
    }
    #expect(first() == "line 0" && !view.isFading(at: .now))
    let actions: [MouseEvent.Action] = [.wheelDown, .press, .wheelDown, .wheelUp]
    for (action, line) in zip(actions, ["line 3", "line 3", "line 6", "line 3"]) {
      view.handle(MouseEvent(action: action, column: 0, row: 0))
      #expect(first() == line)
    }
  }

  @Test("a page gets more lines, and keeps its position") func aPageGetsMoreLines() {
    var page = TerminalPage("Title", (0..<10).map { TerminalPage.Line("line \($0)") })
    _ = texts(&page, 40, 5)
    _ = page.press(.pageDown)
    page.content += [TerminalPage.Line("line 10")]
    let lines = texts(&page, 40, 5)
    #expect(lines[1...] == ["line 2", "line 3", "line 4", " Escape closes  lines 3–5 of 11"])
  }

  @Test("long lines are wrapped") func whatIsTooLongGoesOn() {
    var page = TerminalPage("T", [TerminalPage.Line("abcdefgh日本"), TerminalPage.Line("\u{1B}[2J")])
    let narrow = texts(&page, 3, 10)
    #expect(narrow == [" T", "abc", "def", "gh", "日", "本", "␛[2", "J", "", " E…"])
    var words = TerminalPage(
      "T", ["  one two", "one two three", "one two threefour", "one  twothree", "漢字 漢字"].map { TerminalPage.Line($0) })
    let lines = texts(&words, 7, 15).dropFirst().prefix(12)
    #expect(
      lines == [
        "  one ", "two", "one two", "three", "one two", "threefo", "ur", "one  ", "twothre", "e", "漢字 ", "漢字",
      ])
    for rows in 0..<4 {
      let count = texts(&page, 1, rows).count
      #expect(count <= max(1, rows))
    }
  }
}
