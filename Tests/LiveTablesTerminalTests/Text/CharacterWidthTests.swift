import Testing

@testable import LiveTablesTerminal

@Suite struct CharacterWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("ñ\u{302}\u{303}", 1), ("я", 1), ("…", 1), ("\u{A0}", 1), ("\u{AD}", 1),
    ("日", 2), ("한", 2), ("ア", 2), ("ｱ", 1), ("Ａ", 2), ("、", 2), ("\u{3000}", 2), ("𠀀", 2), ("\u{3FFFD}", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("か\u{3099}", 2), ("ᄒ", 2),
    ("😀", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🇨🇭", 2), ("1️⃣", 2), ("❤️", 2), ("❤", 1), ("☺︎", 1), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
    ("🇨", 1), ("\u{1FAEA}", 2), ("⌚", 2), ("ก็", 1), ("कि", 1), ("\u{E0A0}", 1),
  ])
  func aCharacterTakesTheColumnsItTakesOnTerminals(text: String, width: Int) {
    #expect(text.count == 1)
    #expect(CharacterWidth.of(text) == width)
  }

  @Test(arguments: [
    "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{301}", "\u{0}", "\u{7F}", "\u{9B}", "\u{2060}", "\u{1160}", "\u{3099}",
  ])
  func whatCannotBeSeenByItselfTakesNone(text: String) {
    #expect(CharacterWidth.of(text) == 0)
  }

  @Test func textsAddUp() {
    #expect(CharacterWidth.of("") == 0)
    #expect(CharacterWidth.of("日本 2️⃣ 👩‍💻!") == 4 + 1 + 2 + 1 + 2 + 1)
  }

  @Test func theRangesAreSortedAndApart() {
    for (one, next) in zip(WideScalars.ranges, WideScalars.ranges.dropFirst()) {
      #expect(one.upperBound + 1 < next.lowerBound)
    }
  }

  @Test func lookingUpARangeAgreesWithSearchingAll() {
    for value in stride(from: UInt32(0), through: 0x3FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(WideScalars.contains(scalar) == WideScalars.ranges.contains { $0.contains(value) })
    }
  }

  @Test func everyCharacterWithAnEmojiPresentationIsWide() {
    // Fails for characters that the standard library knows but the table lacks.
    for value in UInt32(0x231A)...0x1FAFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isEmojiPresentation else { continue }
      let isRegionalIndicator = (0x1F1E6...0x1F1FF).contains(value)
      #expect(WideScalars.contains(scalar) != isRegionalIndicator, "U+\(String(value, radix: 16))")
    }
  }
}
