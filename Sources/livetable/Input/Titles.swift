/// The titles in a header line: which of its words belong together.
struct Titles {
  /// The titles.
  private(set) var names: [String] = []
  /// How many words each title has; 0 for a column before the first title, which has none.
  private(set) var counts: [Int] = []

  /// Finds the titles of a line.
  ///
  /// Two blanks or more separate titles. What one blank separates is one title where fields below stand across the blank,
  /// and two where different fields stand below.
  init(of line: TextLine, above rows: [TextLine], in text: InputText) {
    if Self.hasColumnBefore(line, rows) { add("1", 0) }
    var start = 0
    for word in line.words.indices {
      let isLast = word == line.words.count - 1
      guard isLast || line.gap(before: word + 1) > 1 || Self.splits(line, after: word, from: start, rows, in: text)
      else { continue }
      add(text.string(line.words[start].bytes.lowerBound..<line.words[word].bytes.upperBound), word + 1 - start)
      start = word + 1
    }
  }

  /// How many words all lines have, where rows do not stand below their titles: if that is as many as the header has, each
  /// word is a title, also those that seem to be one.
  func wordCount(_ line: TextLine, _ rows: [TextLine]) -> Int? {
    let count = line.words.count
    guard counts.contains(where: { $0 > 1 }), !rows.isEmpty, rows.allSatisfy({ $0.words.count == count }) else {
      return nil
    }
    var places: [Range<Int>] = []
    var next = 0
    for count in counts where count > 0 {
      places.append(line.words[next].span.lowerBound..<line.words[next + count - 1].span.upperBound)
      next += count
    }
    let end = places[places.count - 1].upperBound
    let isOutOfPlace = rows.contains { row in
      row.words.contains { word in word.span.lowerBound < end && !places.contains { $0.overlaps(word.span) } }
    }
    return isOutOfPlace ? count : nil
  }

  private mutating func add(_ name: String, _ count: Int) {
    names.append(name)
    counts.append(count)
  }

  /// Whether most rows begin before the first title and have something else below it: `free` has such rows.
  private static func hasColumnBefore(_ line: TextLine, _ rows: [TextLine]) -> Bool {
    let first = line.words[0].span
    let before = rows.count { $0.words[0].span.upperBound <= first.lowerBound && $0.word(overlapping: first) != nil }
    return before * 2 > rows.count
  }

  /// Whether a title ends after a word.
  ///
  /// - Parameters:
  ///   - word: A word that one blank separates from the next.
  ///   - start: The first word of the title.
  private static func splits(
    _ line: TextLine, after word: Int, from start: Int, _ rows: [TextLine], in text: InputText
  ) -> Bool {
    let left = line.words[start].span.lowerBound..<line.words[word].span.upperBound
    let right = line.words[word + 1].span
    // What is below the words after the next one may be a field of it, too: "Send-Q Local Address:Port".
    var end = word + 1
    while end + 1 < line.words.count, line.gap(before: end + 1) == 1 { end += 1 }
    var (apart, together) = (0, 0)
    var (hasLeft, hasRight) = (false, false)
    let isWide = line.hasWideGaps
    for row in rows {
      let one = row.word(overlapping: left, last: true)
      var other = row.word(overlapping: right)
      if other == nil, one != nil { other = row.word(overlapping: right.lowerBound..<line.words[end].span.upperBound) }
      hasLeft = hasLeft || one != nil
      hasRight = hasRight || other != nil
      guard let one, let other else {
        // Two columns would both have a field, in most rows.
        if isWide, one != nil { together += 1 }
        continue
      }
      if one == other || isWide && row.hasOneField(one, other, below: right) { together += 1 } else { apart += 1 }
    }
    if apart != together { return apart > together }
    if rows.isEmpty { return !isWide }
    if !hasRight, isWide { return false }
    if !hasRight { return text.string(line.words[word + 1].bytes).first?.isLowercase == false }
    return hasLeft
  }
}

extension TextLine {
  /// Whether the line has gaps so wide that a single blank is part of a title: "CONTAINER ID".
  fileprivate var hasWideGaps: Bool {
    let gaps = words.indices.dropFirst().map { gap(before: $0) }
    return gaps.allSatisfy { $0 == 1 || $0 > 2 } && gaps.count { $0 == 1 } * 2 <= gaps.count
  }

  /// Whether two words seem to be of one field: one blank is between them, and the second is not flush with its title.
  fileprivate func hasOneField(_ one: Int, _ other: Int, below title: Range<Int>) -> Bool {
    let span = words[other].span
    return gap(before: other) == 1 && span.lowerBound != title.lowerBound && span.upperBound != title.upperBound
  }

  /// The first word, or the last one, that stands below some places.
  func word(overlapping places: Range<Int>, last: Bool = false) -> Int? {
    last
      ? words.lastIndex { $0.span.overlaps(places) }
      : words.firstIndex { $0.span.overlaps(places) }
  }
}
