import Testing

@testable import livetable

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain é 日本 😀", "plain é 日本 😀"), ("\u{1B}[2J", "␛[2J"), ("a\r\nb\tc\0", "a␍␊b␉c␀"),
    ("\u{7F}\u{9B}1m", "␡\\u{9B}1m"), ("\u{1B}", "␛"), ("", ""),
  ])
  func controlCharactersAreShown(text: String, visible: String) {
    #expect(text.visible == visible)
  }
}
