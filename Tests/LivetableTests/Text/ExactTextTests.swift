import Testing

@testable import livetable

@Suite struct ExactTextTests {
  @Test func textsThatOnlyLookTheSameDiffer() {
    let composed = ExactText("\u{E9}")
    let decomposed = ExactText("e\u{301}")
    #expect(composed.string == decomposed.string)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, ExactText("\u{E9}")]).count == 2)
  }

  @Test(arguments: [("", "", true), ("a", "", false), ("ab", "ab", true), ("ab", "ac", false), ("😀", "😀", true)])
  func equalityIsByBytes(first: String, second: String, isEqual: Bool) {
    #expect((ExactText(first) == ExactText(second)) == isEqual)
  }

  @Test func orderIsThatOfScalars() {
    #expect(
      ["b", "", "é", "a", "Z", "\u{1F600}", "\u{FFFD}"].map(ExactText.init).sorted().map(\.string)
        == ["", "Z", "a", "b", "é", "\u{FFFD}", "\u{1F600}"])
  }
}
