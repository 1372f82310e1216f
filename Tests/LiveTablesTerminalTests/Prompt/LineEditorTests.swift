import LiveTablesTesting
import Testing

@testable import LiveTablesTerminal

@Suite struct LineEditorTests {
  private func typed(_ keys: [Key], into text: String = "") -> (text: String, cursor: Int) {
    var editor = LineEditor(text)
    for key in keys { editor.press(key) }
    return (String(editor.text), editor.cursor)
  }

  @Test func keysGoInAtTheCursorWhichMoves() {
    #expect(typed(["a", "b", "c"]) == ("abc", 3))
    #expect(typed(["a", .pasted("q"), .pasted(" "), .left, .pasted("é")]) == ("aqé ", 3))
    #expect(typed(["a", .left, "b", .right, "c"]) == ("bac", 3))
    #expect(typed([.home, "x", .end, "y", .left, .left, .left, .left, .left, "z"], into: "ab") == ("zxaby", 1))
    #expect(typed([.control("a"), .control("f"), "-", .control("e"), "!"], into: "日本") == ("日-本!", 4))
  }

  @Test("characters and words are deleted, and nothing at the ends") func charactersAndWordsAreRemoved() {
    #expect(typed([.backspace], into: "ab") == ("a", 1))
    #expect(typed([.backspace, .backspace, .backspace], into: "ab") == ("", 0))
    #expect(typed([.home, .delete, .backspace], into: "ab") == ("b", 0))
    #expect(typed([.delete], into: "ab") == ("ab", 2))
    #expect(typed([.control("w")], into: "one two  ") == ("one ", 4))
    #expect(typed([.control("w"), .control("w"), .control("w")], into: "one two") == ("", 0))
    #expect(typed([.left, .control("u")], into: "abc") == ("c", 0))
    #expect(typed([.left, .control("k")], into: "abc") == ("ab", 2))
    #expect(typed([.backspace], into: "e\u{301}👩‍👩‍👧‍👦") == ("e\u{301}", 1))
  }

  @Test("combined scalars are one character, however they are typed") func joined() {
    func keys(_ text: String) -> [Key] { text.unicodeScalars.map { .character(Character($0)) } }
    #expect(typed(keys("e\u{301}x")) == ("e\u{301}x", 2))
    #expect(typed(keys("👩‍👩‍👧‍👦") + [.backspace]) == ("", 0))
    #expect(typed(keys("🇫🇷🇩🇪") + [.left]) == ("🇫🇷🇩🇪", 1))
    #expect(typed([.home] + keys("e"), into: "\u{301}x") == ("e\u{301}x", 1))
    #expect(typed([.left] + keys("\u{200D}"), into: "👩👧") == ("👩‍👧", 1))
    let marks = typed(keys("e" + String(repeating: "\u{301}", count: 10_000)))
    #expect(marks.cursor < 1_001)
  }

  @Test("a word is completed unless the line gets too long", arguments: [(991, true), (992, false)])
  func longLines(before: Int, fits: Bool) {
    let text = String(repeating: "x", count: before) + " ma"
    var editor = LineEditor(text)
    #expect(editor.complete(from: ["mail_box"]) == [])
    #expect(String(editor.text) == (fits ? text + "il_box" : text))
    #expect(editor.cursor == editor.text.count)
  }

  @Test func theWordBeforeTheCursorIsCompleted() {
    func completed(_ text: String, left: Int = 0, _ words: [String]) -> (String, [String]) {
      var editor = LineEditor(text)
      for _ in 0..<left { editor.press(.left) }
      let found = editor.complete(from: words)
      editor.press("|")
      return (String(editor.text), found)
    }
    #expect(completed("select * from ma", ["mail", "other"]) == ("select * from mail|", []))
    #expect(completed("ma", ["mail_in", "Mail_out", "x"]) == ("mail_|", ["mail_in", "Mail_out"]))
    let many = (1...6).map { "m\($0)" }
    #expect(completed("m", many) == ("m|", Array(many[..<5])))
    #expect(completed("MAIL", ["mail"]) == ("mail|", []))
    #expect(completed("(a.b", ["bcd"]) == ("(a.bcd|", []))
    #expect(completed("x = my_co", ["my_column"]) == ("x = my_column|", []))
    #expect(completed("a1b", ["a1bc"]) == ("a1bc|", []))
    #expect(completed("ma, x", left: 3, ["mail"]) == ("mail|, x", []))
    for text in ["", "x ", "zz", "日"] { #expect(completed(text, ["mail", ""]) == (text + "|", [])) }
  }

  @Test("a prompt completes words, and lists the candidates") @MainActor func aPromptCompletesWords() {
    var prompt = TerminalPrompt("query:") { _ in }
    _ = prompt.press(.tab)
    #expect(prompt.editor.text.isEmpty)
    prompt.completions = ["mail", "mailbox"]
    for key in ["m", .tab] as [Key] { _ = prompt.press(key) }
    #expect(String(prompt.editor.text) == "mail" && prompt.note == "mail mailbox")
    _ = prompt.press("b")
    #expect(prompt.note == "")
    for key in [.tab, .enter] as [Key] { _ = prompt.press(key) }
    #expect(String(prompt.editor.text) == "mailbox" && prompt.editor.state == .done)
  }

  @Test func itEndsOnceAndThenTakesNoMoreKeys() {
    for (key, state) in [(Key.enter, LineEditor.State.done), (.escape, .cancelled), (.control("c"), .cancelled)] {
      var editor = LineEditor("a")
      editor.press(key)
      #expect(editor.state == state)
      editor.press("b")
      editor.press(.enter)
      #expect(String(editor.text) == "a" && editor.state == state)
    }
  }

  @Test func thereIsRoomForAThousandCharacters() {
    var editor = LineEditor()
    for _ in 0..<3000 { editor.press("字") }
    #expect(editor.text.count == 1_000)
    editor.press(.backspace)
    editor.press("a")
    #expect(editor.text.last == "a")
  }

  @Test("the cursor is on a character, or on a space after the last one") func theCursorIsACharacter() {
    var editor = LineEditor("abc")
    func line() -> [String] { editor.line(label: "/", columns: 20).spans.map(\.text.text) }
    #expect(line() == ["/ ", "abc", " ", ""])
    editor.press(.left)
    #expect(line() == ["/ ", "ab", "c", ""])
    editor.press(.home)
    #expect(line() == ["/ ", "", "a", "bc"])
  }

  @Test("a note is shown at the end if there is room") func aNoteStandsAtTheEnd() {
    let editor = LineEditor("some text")
    func text(_ columns: Int) -> String {
      editor.line(label: "/", note: "12 of 340 rows", columns: columns).spans.map(\.text.text).joined()
    }
    #expect(text(40) == "/ some text             " + "  12 of 340 rows")
    #expect(text(30) == "/ some text " + "    12 of 340 rows")
    #expect(text(29) == "/ some text ")
    for columns in 4...60 {
      let line = editor.line(label: "/", note: "12 of 340 rows", columns: columns)
      #expect(line.width <= columns)
    }
  }

  @Test("the cursor is always on the screen", arguments: 0..<200) func theCursorIsOnTheScreen(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let keys: [Key] = ["a", "字", " ", .left, .right, .home, .end, .backspace, .delete, .control("w"), "\u{1B}", "é"]
    var editor = LineEditor()
    for _ in 0..<60 {
      editor.press(keys.randomElement(using: &random) ?? "a")
      for columns in [4, 10, 40] {
        let line = editor.line(label: "New:", columns: columns)
        let cursor = line.spans.first { $0.style.attributes.contains(.reversed) }
        #expect(cursor != nil && line.width <= max(columns, 6), "seed \(seed), \(columns) columns: \(editor.text)")
      }
    }
  }
}
