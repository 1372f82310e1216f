import LiveTablesTerminal

/// The unit of positions in a line of text.
enum PositionUnit: Sendable {
  case scalars
  /// The columns of a terminal, of which a scalar covers up to two.
  case columns
}

/// A line of text as words, which are separated by white space, with their positions.
struct TextLine {
  struct Word {
    var bytes: Range<Int>
    /// The positions that the word covers, where a tab extends to the next multiple of 8.
    var span: Range<Int>
    /// Whether the word starts with a tree branch, as in `└─sda1` or `\_ sh`, to which the spaces before it belong.
    var isBranch = false

    /// Returns the words from this word to another one as one word.
    func joined(to last: Word) -> Word {
      Word(bytes: bytes.lowerBound..<last.bytes.upperBound, span: span.lowerBound..<last.span.upperBound)
    }
  }

  var number: Int
  var start: Int
  var followsBlankLine = false
  var words: [Word]

  /// Returns the distance of a word from the previous word, or from the start of the line.
  func gap(before word: Int) -> Int {
    words[word].span.lowerBound - (word == 0 ? 0 : words[word - 1].span.upperBound)
  }

  /// Whether there is a single space between words, and no space before the first word.
  var isRunningText: Bool { words.indices.allSatisfy { gap(before: $0) == ($0 == 0 ? 0 : 1) } }

  func rest(from word: Int) -> Range<Int> { words[word].bytes.lowerBound..<words[words.count - 1].bytes.upperBound }
}

extension InputText {
  /// The lines of the text that are not blank.
  ///
  /// - Parameters:
  ///   - joinsAmounts: Whether two amounts with a slash between them are one word: `656B / 0B`.
  func textLines(
    limit: Int = .max, by unit: PositionUnit = .scalars, joiningAmounts joinsAmounts: Bool = false
  ) -> [TextLine] {
    var lines: [TextLine] = []
    var followsBlankLine = false
    for (line, number) in rawLines {
      if lines.count == limit { break }
      var words = words(in: line, unit)
      if joinsAmounts { words = joined(words) }
      if !words.isEmpty {
        lines.append(TextLine(number: number, start: line.lowerBound, followsBlankLine: followsBlankLine, words: words))
      }
      followsBlankLine = words.isEmpty
    }
    return lines
  }

  func texts(of line: TextLine) -> [String] { line.words.map { string($0.bytes) } }

  /// Whether a line consists of dashes below the titles: `------- -------`.
  func isRule(_ line: TextLine) -> Bool {
    line.words.contains { word in bytes[word.bytes].count { [0x2D, 0x3D].contains($0) } > 2 }
      && line.words.allSatisfy { bytes[$0.bytes].allSatisfy { [0x2D, 0x3D, 0x2B, 0x7C].contains($0) } }
  }

  /// Returns whether two titles have a slash between them, as in `USAGE / LIMIT`.
  func hasTitlesOfAmounts(_ line: TextLine) -> Bool { joined(line.words).count < line.words.count }

  private func joined(_ words: [TextLine.Word]) -> [TextLine.Word] {
    guard words.contains(where: isSlash) else { return words }
    func isAmount(_ word: TextLine.Word) -> Bool {
      let first = bytes[word.bytes.lowerBound]
      // A dash stands for an unknown amount.
      return first.isASCIIDigit || first == UInt8(ascii: "-")
    }
    func isTitle(_ word: TextLine.Word) -> Bool {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[word.bytes.lowerBound])
    }
    var joined: [TextLine.Word] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if isSlash(word), let one = joined.last, let other = rest.first,
        isAmount(one) && isAmount(other) || isTitle(one) && isTitle(other),
        word.span.lowerBound - one.span.upperBound == 1, other.span.lowerBound - word.span.upperBound == 1
      {
        joined[joined.count - 1] = one.joined(to: other)
        rest.removeFirst()
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  /// Returns the line with the words of a date joined, as in `Nov 28 10:05`.
  func joiningDates(_ line: TextLine) -> TextLine {
    var (line, index) = (line, 0)
    while index < line.words.count {
      defer { index += 1 }
      let first = line.words[index]
      let name = string(first.bytes).lowercased()
      guard MeasureReader.month(name) != nil || MeasureReader.isWeekday(name) else { continue }
      let near = line.words.indices[(index + 1)...].prefix(6).prefix {
        line.gap(before: $0) <= 2 && bytes[line.words[$0].bytes.lowerBound] != UInt8(ascii: "(")
      }
      let last = near.last { Measure(string(first.bytes.lowerBound..<line.words[$0].bytes.upperBound))?.unit == .date }
      if let last { line.words.replaceSubrange(index...last, with: [first.joined(to: line.words[last])]) }
    }
    return line
  }

  private func isSlash(_ word: TextLine.Word) -> Bool { bytes[word.bytes].elementsEqual([0x2F]) }

  private func words(in line: Range<Int>, _ unit: PositionUnit) -> [TextLine.Word] {
    var words: [TextLine.Word] = []
    var position = 0
    /// The start of the current word: its index in the buffer, and its position.
    var start: (index: Int, position: Int)?
    /// Ends the current word, joining a bullet with the next word, and surplus words with the last word.
    func endWord(at end: Int) {
      guard let (startIndex, startPosition) = start else { return }
      start = nil
      let word = TextLine.Word(
        bytes: startIndex..<end, span: startPosition..<position, isBranch: bytes[startIndex..<end].isBranch)
      let isSurplus = words.count >= Limits.textColumns
      if let last = words.last,
        isSurplus || words.count == 1 && isBullet(last) && startIndex == last.bytes.upperBound + 1
      {
        words[words.count - 1] = last.joined(to: word)
      } else {
        words.append(word)
      }
    }
    for index in line {
      let byte = bytes[index]
      if byte.isWhiteSpace {
        endWord(at: index)
        position = byte == .tab ? (position / 8 + 1) * 8 : position + 1
      } else {
        if start == nil { start = (index, position) }
        // Continuation bytes of a scalar have no width.
        if byte & 0xC0 != 0x80 { position += unit == .scalars || byte < 0x80 ? 1 : width(at: index) }
      }
    }
    endWord(at: line.upperBound)
    return words
  }

  /// Returns the width of the scalar at an index of the buffer.
  private func width(at index: Int) -> Int {
    var decoder = UTF8()
    var rest = bytes[index...].prefix(4).makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&rest) { return CharacterWidth.of(scalar) }
    return 1
  }

  /// Whether a word is the bullet that `systemctl` prints before a unit.
  private func isBullet(_ word: TextLine.Word) -> Bool {
    word.span.count == 1 && word.bytes.count > 1 && ["●", "○", "×", "↻"].contains(string(word.bytes))
  }
}

extension ArraySlice<UInt8> {
  /// Whether a word starts with a branch of a tree.
  fileprivate var isBranch: Bool {
    starts(with: "|-".utf8) || starts(with: "`-".utf8) || starts(with: "\\_".utf8)
      || starts(with: [0xE2, 0x94]) && (dropFirst(2).first ?? 0) != 0x80 || elementsEqual("|".utf8)
  }
}
