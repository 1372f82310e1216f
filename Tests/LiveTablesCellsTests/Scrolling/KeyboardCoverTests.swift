import LiveTables
@_spi(Adapters) import LiveTablesCells
import Testing

@Suite("The area that a keyboard covers") struct KeyboardCoverTests {
  @Test(
    "the area covered by the keyboard is added to insets only as far as needed",
    arguments: [
      (500.0, 500.0, 0.0, 0.0), (500, 300, 0, 200), (500, 300, 34, 166), (500, 466, 34, 0), (500, 490, 34, 0),
      (500, 900, 34, 0), (500, -50, 0, 500), (500, 300, -5, 200), (0, 0, 0, 0), (500, .infinity, 0, 0),
      (500, .nan, 0, 0), (.nan, 10, 0, 0), (.infinity, 300, 0, 0),
    ])
  func inset(height: Double, top: Double, safe: Double, expected: Double) {
    #expect(KeyboardCover(height: height, keyboardTop: top, safeArea: safe).inset == expected)
  }
}
