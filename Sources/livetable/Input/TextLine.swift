/// A line of text as words: what white space separates, and where each word stands.
struct TextLine {
  /// A word of a line.
  struct Word {
    /// Where its bytes are in the buffer.
    var bytes: Range<Int>
    /// The places that it takes in its line, counted in scalars; a tab goes on to the next multiple of 8.
    var span: Range<Int>
  }

  /// The number of the line.
  var number: Int
  /// The words, of which there is at least one.
  var words: [Word]

  /// How many blanks are before a word.
  func gap(before word: Int) -> Int {
    words[word].span.lowerBound - (word == 0 ? 0 : words[word - 1].span.upperBound)
  }

  /// Whether one blank is between any two words, and none before the first.
  var isRunningText: Bool { words.indices.allSatisfy { gap(before: $0) == ($0 == 0 ? 0 : 1) } }

  /// The bytes from one word on up to the end of the line.
  func rest(from word: Int) -> Range<Int> { words[word].bytes.lowerBound..<words[words.count - 1].bytes.upperBound }
}

extension InputText {
  /// The lines of the text that are not blank.
  ///
  /// - Parameter limit: How many lines are wanted.
  func textLines(limit: Int = .max) -> [TextLine] {
    var lines: [TextLine] = []
    var start = range.lowerBound
    var number = firstLine
    while start < range.upperBound, lines.count < limit {
      let end = bytes[start..<range.upperBound].firstIndex(of: .lineFeed) ?? range.upperBound
      let words = words(in: start..<end)
      if !words.isEmpty { lines.append(TextLine(number: number, words: words)) }
      start = end + 1
      number += 1
    }
    return lines
  }

  /// The texts of a line's words.
  func texts(of line: TextLine) -> [String] { line.words.map { string($0.bytes) } }

  private func words(in line: Range<Int>) -> [TextLine.Word] {
    var words: [TextLine.Word] = []
    var place = 0
    var word: (start: Int, place: Int)?
    for position in line {
      let byte = bytes[position]
      if byte.isWhiteSpace {
        if let begun = word {
          words.append(TextLine.Word(bytes: begun.start..<position, span: begun.place..<place))
          word = nil
        }
        place = byte == .tab ? (place / 8 + 1) * 8 : place + 1
      } else {
        if word == nil { word = (position, place) }
        // A byte that goes on with a scalar takes no place.
        if byte & 0xC0 != 0x80 { place += 1 }
      }
    }
    if let begun = word { words.append(TextLine.Word(bytes: begun.start..<line.upperBound, span: begun.place..<place)) }
    return words
  }
}

extension UInt8 {
  /// Whether the byte separates words: a space, a tab, or what ends a line or page.
  var isWhiteSpace: Bool { self == .space || (0x09...0x0D).contains(self) }
}
