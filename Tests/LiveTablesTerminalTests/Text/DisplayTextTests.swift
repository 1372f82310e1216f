import Testing

@testable import LiveTablesTerminal

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 6, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""),
    ("", 3, ""),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"), ("日", 1, "…"),
    ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 4, "👩‍👩‍👧‍👦👩‍👩‍👧‍👦"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦…"),
    ("abce\u{301}", 4, "abce\u{301}"), ("abce\u{301}f", 4, "abc…"), ("a\u{1B}b", 3, "a␛b"), ("a\u{9B}b", 5, "a<U+…"),
  ])
  func textIsCutToItsLimit(data: String, limit: Int, shown: String) {
    let text = DisplayText(data, limit: limit)
    #expect(text.text == shown)
    #expect(text.width == CharacterWidth.of(shown))
    #expect(text.width <= limit)
    #expect(text.isASCII == shown.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test
  func anAccentAfterTheLastCharacterThatFitsIsNotLost() {
    // The letter fits, but the bytes of its accent exceed the number of columns.
    #expect(DisplayText("abe\u{301}", limit: 3).text == "abe\u{301}")
  }

  @Test("truncated text is no wider than its limit") func textWithManyAccentsIsCut() {
    let letter = "e" + String(repeating: "\u{301}", count: 15)
    let text = DisplayText(String(repeating: letter, count: 5), limit: 3)
    #expect(text.text == letter + letter + "…" && text.width == 3)
  }

  @Test func veryLongTextCostsOnlyWhatIsShown() {
    let text = DisplayText(String(repeating: "x", count: 10_000_000), limit: 10)
    #expect(text.text == "xxxxxxxxx…")
    let accents = "e" + String(repeating: "\u{301}", count: 1_000_000)
    let cut = DisplayText(accents, limit: 10)
    #expect(cut.width == 2)
    #expect(cut.text.unicodeScalars.count <= 162)
  }

  @Test(arguments: [
    ("hello", 0, "hello"), ("hello", 2, "…lo"), ("hello", 4, "…"), ("hello", 5, ""), ("hello", 9, ""),
    ("日本語", 2, "… 語"), ("日本語", 1, "…本語"), ("日本語", 3, "…語"), ("日本語", 5, "…"),
  ])
  func textIsDrawnInFromTheLeft(data: String, columns: Int, shown: String) {
    let text = DisplayText(data, limit: 100).dropping(columns: columns)
    #expect(text.text == shown)
    #expect(text.width == CharacterWidth.of(shown))
    #expect(text.width == max(0, CharacterWidth.of(data) - columns))
  }

  @Test func paddingGoesAfterTextAndBeforeNumbers() {
    #expect(DisplayText("日", limit: 9).padded(to: 4).text == "日  ")
    #expect(DisplayText("12", limit: 9).padded(to: 4, alignedRight: true).text == "  12")
    #expect(DisplayText("12345", limit: 9).padded(to: 4).text == "12345")
    #expect(DisplayText("12", limit: 9).padded(to: 4).width == 4)
  }
}
