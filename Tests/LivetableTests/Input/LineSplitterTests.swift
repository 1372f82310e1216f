import Testing

@testable import livetable

extension LineSplitter {
  /// Removes and returns all complete lines; a line that is too long becomes “…”.
  fileprivate mutating func takeLines() -> [String] {
    var lines: [String] = []
    while let line = nextLine() {
      switch line {
      case .complete(let range, _): lines.append(String(decoding: bytes[range], as: UTF8.self))
      case .tooLong: lines.append("…")
      }
    }
    return lines
  }
}

@Suite struct LineSplitterTests {
  @Test func linesAreTheSameHoweverTheyArrive() {
    let text = "one\n\ntwo and\r\nthree\nlast"
    for size in 1...text.utf8.count {
      var splitter = LineSplitter()
      var lines: [String] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        splitter.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        lines += splitter.takeLines()
      }
      #expect(lines == ["one", "", "two and\r", "three"])
      #expect(splitter.lastLine() == .complete(splitter.bytes.count - 4..<splitter.bytes.count, number: 5))
      #expect(splitter.lastLine() == nil)
    }
  }

  @Test func linesAreNumberedFromOne() {
    var splitter = LineSplitter()
    splitter.append(Array("a\nb\n".utf8))
    #expect(splitter.nextLine() == .complete(0..<1, number: 1))
    #expect(splitter.nextLine() == .complete(2..<3, number: 2))
    #expect(splitter.nextLine() == nil)
    #expect(splitter.lastLine() == nil)
  }

  @Test func aValueInBracketsIsOneLine() {
    var splitter = LineSplitter()
    splitter.joining = .brackets
    splitter.append(Array("[1,\n{\"a\":\n2}]\n3\n".utf8))
    #expect(splitter.takeLines() == ["[1,\n{\"a\":\n2}]", "3"])
  }

  @Test func aLineThatIsTooLongIsLeftOutOnceAndCounted() {
    var splitter = LineSplitter(limit: 4)
    var lines: [String] = []
    for chunk in ["ab", "cdef", "ghi", "jkl\nok\n", "12345\n", "tail"] {
      splitter.append(Array(chunk.utf8))
      lines += splitter.takeLines()
      #expect(splitter.bytes.count <= 10)
    }
    #expect(lines == ["…", "ok", "…"])
    #expect(splitter.lastLine() == .complete(0..<4, number: 4))
  }

  @Test func aLineThatIsTooLongLeavesNoQuoteOpen() {
    for first in ["ab\"cdef", "abcdefgh"] {
      var splitter = LineSplitter(limit: 4)
      splitter.joining = .quotes(separator: .comma)
      var lines: [String] = []
      for chunk in [first, "gh\n", "a\nb\n"] {
        splitter.append(Array(chunk.utf8))
        lines += splitter.takeLines()
      }
      #expect(lines == ["…", "a", "b"])
    }
  }

  @Test("a quote opens a quoted field only at its beginning")
  func quotes() {
    let text =
      "\u{FEFF}\"a\n\",1\n5\" disk,2\n5\"\" tape,2\n\"\"\"x\n\"\"\",3\n,\"\",\"y\nz\"\n\ttab\" \",4\r\"p\nq\"\n"
    let lines = [
      "\u{FEFF}\"a\n\",1", "5\" disk,2", "5\"\" tape,2", "\"\"\"x\n\"\"\",3", ",\"\",\"y\nz\"",
      "\ttab\" \",4\r\"p\nq\"",
    ]
    for size in [1, 2, 7, text.utf8.count] {
      var splitter = LineSplitter()
      splitter.joining = .quotes(separator: .comma)
      var found: [String] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        splitter.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        found += splitter.takeLines()
      }
      #expect(found == lines, "\(size) bytes at a time")
    }
  }

  @Test func theEndOfALineThatIsTooLongIsNotALine() {
    var splitter = LineSplitter(limit: 4)
    splitter.append(Array("abcdef".utf8))
    #expect(splitter.nextLine() == .tooLong(number: 1))
    splitter.append(Array("gh".utf8))
    #expect(splitter.nextLine() == nil)
    #expect(splitter.lastLine() == nil)
  }
}
