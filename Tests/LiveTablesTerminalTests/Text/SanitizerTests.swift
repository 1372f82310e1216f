import Testing

@testable import LiveTablesTerminal

@Suite struct SanitizerTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("日本語 👩‍👩‍👧‍👦 e\u{301}", "日本語 👩‍👩‍👧‍👦 e\u{301}"),
    ("a\tb", "a␉b"), ("a\nb", "a␊b"), ("a\r\nb", "a␍␊b"), ("\u{0}", "␀"), ("\u{7F}", "␡"), ("\u{7}", "␇"),
    ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"),
    ("\u{1B}]0;title\u{7}", "␛]0;title␇"),
    ("\u{9B}31m", "<U+009B>31m"), ("\u{85}", "<U+0085>"),
    ("\u{202E}cod.exe", "<U+202E>cod.exe"), ("a\u{2066}b\u{2069}", "a<U+2066>b<U+2069>"), ("\u{200F}", "<U+200F>"),
    ("a\u{2028}b\u{2029}c", "a<U+2028>b<U+2029>c"), ("\u{FEFF}x", "<U+FEFF>x"),
    ("a\u{200B}b\u{200C}c\u{200D}d", "a<U+200B>b<U+200C>c<U+200D>d"), ("\u{AD}\u{34F}", "<U+00AD><U+034F>"),
    ("a\u{2060}\u{2064}\u{180E}\u{3164}", "a<U+2060><U+2064><U+180E><U+3164>"), ("x\u{E0041}", "x<U+E0041>"),
    ("🏴\u{E0067}\u{E007F} ❤️\u{200D}🔥", "🏴\u{E0067}\u{E007F} ❤️\u{200D}🔥"),
    ("می\u{200C}خواهم क्\u{200D}ष a\u{200C}", "می\u{200C}خواهم क्\u{200D}ष a<U+200C>"),
  ])
  func whatWouldActIsShown(data: String, shown: String) {
    #expect(Sanitizer.visible(data) == shown)
  }

  @Test
  func anAccentAtTheStartDoesNotSitOnWhatStandsBeforeTheText() {
    #expect(Sanitizer.visible("\u{301}x") == "\u{25CC}\u{301}x")
    #expect(Sanitizer.visible("\u{300}") == "\u{25CC}\u{300}")
    #expect(Sanitizer.visible("x\u{301}") == "x\u{301}")
  }

  @Test func nothingThatActsOnATerminalGetsThrough() {
    let all = (UInt32(0)...0x2FFFF).compactMap(Unicode.Scalar.init)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: all)
    for scalar in Sanitizer.visible(String(text)).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        Issue.record("U+\(String(scalar.value, radix: 16)) got through")
      default: break
      }
      #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
    }
  }

  @Test func textMadeSafeStaysAsItIsWhenItIsMadeSafeAgain() {
    let once = Sanitizer.visible("\u{1B}[2J\u{202E}\u{301}\t日本")
    #expect(Sanitizer.visible(once) == once)
  }
}
