import LiveTablesTesting
import Testing

@testable import livetable

@Suite struct UTF8ValidationTests {
  @Test(
    arguments: [
      [], [0x41], [0xC3, 0xA9], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80], [0xEF, 0xBF, 0xBD],
      [0xF4, 0x8F, 0xBF, 0xBF],
      [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], Array("plain text that is longer than eight bytes, é at the end é".utf8),
    ] as [[UInt8]])
  func acceptsWhatIsWellFormed(_ bytes: [UInt8]) {
    #expect(bytes.firstInvalidUTF8(in: 0..<bytes.count) == nil)
  }

  @Test(
    arguments: [
      ([0x80], 0), ([0x41, 0xFF], 1), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xE0, 0x9F, 0xBF], 0),
      ([0xED, 0xA0, 0x80], 0), ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x90, 0x80, 0x80], 0),
      ([0xF5, 0x80, 0x80, 0x80], 0),
      ([0x41, 0xC3], 1), ([0x41, 0xE2, 0x82], 1), ([0xF0, 0x9F, 0x98], 0), ([0xC3, 0x41], 0), ([0xE2, 0x82, 0x41], 0),
      (Array("twelve bytes".utf8) + [0xC3, 0xA9, 0xFE], 14),
    ] as [([UInt8], Int)])
  func findsTheFirstByteThatIsNot(_ bytes: [UInt8], position: Int) {
    #expect(bytes.firstInvalidUTF8(in: 0..<bytes.count) == position)
  }

  @Test func looksAtTheRangeAlone() {
    let bytes: [UInt8] = [0xFF, 0x41, 0x42, 0xFF]
    #expect(bytes.firstInvalidUTF8(in: 1..<3) == nil)
    #expect([0xC3, 0xA9].firstInvalidUTF8(in: 0..<1) == 0)
  }

  @Test(arguments: seeds) func agreesWithTheStandardLibrary(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        bytes += Array(["abcdefgh", "é", "€", "😀", "\u{7FF}", "\u{FFFF}"].randomElement(using: &generator)!.utf8)
      }
      if Bool.random(using: &generator), !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      #expect((bytes.firstInvalidUTF8(in: 0..<bytes.count) == nil) == isValid, "\(bytes)")
    }
  }

  @Test func anErrorNamesTheLine() {
    let error = #expect(throws: InputError.self) {
      try InputText(source: "old.csv", bytes: Array("id\n1\n".utf8) + [0xFF, 0x0A])
    }
    #expect(error?.description.hasPrefix("old.csv, line 3: byte 0xFF is not UTF-8; ") == true)
  }

  @Test func aByteOrderMarkIsNoPartOfTheText() throws {
    let text = try InputText("\u{FEFF}[]")
    #expect(text.string(text.range) == "[]")
  }
}
