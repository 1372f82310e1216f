/// The titles in a header line, each of one or more words.
struct Titles {
  private(set) var names: [String] = []
  private(set) var counts: [Int] = []

  /// Finds the titles of a line.
  ///
  /// Two or more spaces separate titles. A single space separates titles only if the fields below its two sides differ.
  init(of line: TextLine, above rows: [TextLine], in text: InputText) {
    if Self.hasColumnBefore(line, rows) { add("1", 0) }
    defer { if Self.hasColumnAfter(line, rows) { add("\(names.count + 1)", 0) } }
    var start = 0
    for word in line.words.indices {
      let isLast = word == line.words.count - 1
      guard isLast || line.gap(before: word + 1) > 1 || Self.splits(line, after: word, from: start, rows, in: text)
      else { continue }
      add(text.string(line.words[start].bytes.lowerBound..<line.words[word].bytes.upperBound), word + 1 - start)
      start = word + 1
    }
  }

  /// Finds the titles above a line of dashes, in which the words above the same dashes form one title.
  ///
  /// - Returns: `nil` if a word is not above dashes, or all words are above the same dashes.
  init?(of line: TextLine, markedBy runs: [Range<Int>], in text: InputText) {
    /// The run of dashes below each word.
    var runOfWord: [Int] = []
    for word in line.words {
      let overlaps = runs.indices.map { runs[$0].clamped(to: word.span).count }
      guard let most = overlaps.max(), most > 0, let run = overlaps.firstIndex(of: most) else { return nil }
      runOfWord.append(run)
    }
    guard runs.count > 1, runOfWord.first != runOfWord.last else { return nil }
    for run in runs.indices {
      guard let first = runOfWord.firstIndex(of: run), let last = runOfWord.lastIndex(of: run) else {
        add("\(run + 1)", 0)
        continue
      }
      add(text.string(line.words[first].bytes.lowerBound..<line.words[last].bytes.upperBound), last + 1 - first)
    }
  }

  /// Returns the number of words of all lines, if rows are not aligned with their titles.
  ///
  /// If the result equals the number of words in the header, each of these words is a title.
  func wordCount(_ line: TextLine, _ rows: [TextLine]) -> Int? {
    let count = line.words.count
    // Rows without alignment may lack the last fields.
    let isRunning =
      rows.count > 2 && !line.isRunningText && rows.allSatisfy(\.isRunningText)
      && rows.contains { $0.words.count == count }
    guard counts.contains(where: { $0 > 1 }), !rows.isEmpty, isRunning || rows.allSatisfy({ $0.words.count == count })
    else { return nil }
    var titleSpans: [Range<Int>] = []
    var next = 0
    for count in counts where count > 0 {
      titleSpans.append(line.words[next].span.lowerBound..<line.words[next + count - 1].span.upperBound)
      next += count
    }
    let end = titleSpans[titleSpans.count - 1].upperBound
    let isOutOfPlace = rows.contains { row in
      row.words.contains { word in word.span.lowerBound < end && !titleSpans.contains { $0.overlaps(word.span) } }
    }
    return isRunning || isOutOfPlace ? count : nil
  }

  private mutating func add(_ name: String, _ count: Int) {
    names.append(name)
    counts.append(count)
  }

  /// Whether most rows start before the first title and have another field below it, as in the output of `free`.
  private static func hasColumnBefore(_ line: TextLine, _ rows: [TextLine]) -> Bool {
    let first = line.words[0].span
    let before = rows.count { $0.words[0].span.upperBound <= first.lowerBound && $0.word(overlapping: first) != nil }
    return before * 2 > rows.count
  }

  /// Whether numbers end below the end of the last title, and most rows continue after them, as in `/proc/interrupts`.
  private static func hasColumnAfter(_ line: TextLine, _ rows: [TextLine]) -> Bool {
    let last = line.words[line.words.count - 1].span
    let continued = rows.count { row in
      guard let word = row.words.firstIndex(where: { $0.span.upperBound == last.upperBound }) else { return false }
      return word + 1 < row.words.count && row.gap(before: word + 1) > 1
        && row.words[word].span.lowerBound != last.lowerBound
    }
    return line.words.count > 1 && continued * 2 > rows.count && rows.count > 1
  }

  /// Whether a title ends after a word.
  private static func splits(
    _ line: TextLine, after word: Int, from start: Int, _ rows: [TextLine], in text: InputText
  ) -> Bool {
    let left = line.words[start].span.lowerBound..<line.words[word].span.upperBound
    let right = line.words[word + 1].span
    // The field below the words after the next one may also be the field of the next one: "Send-Q Local Address:Port".
    var end = word + 1
    while end + 1 < line.words.count, line.gap(before: end + 1) == 1 { end += 1 }
    var (apart, together) = (0, 0)
    var (hasLeft, hasRight) = (false, false)
    let isWide = line.hasWideGaps
    // If a word always starts before the second title, after a single space, it belongs to the first title.
    let isNeverFlush = rows.allSatisfy { row in
      guard let word = row.word(overlapping: right) else { return true }
      return row.hasOneField(word, below: right) && row.words[word].span.lowerBound < right.lowerBound
    }
    for row in rows {
      let one = row.word(overlapping: left, last: true)
      var other = row.word(overlapping: right)
      if other == nil, one != nil { other = row.word(overlapping: right.lowerBound..<line.words[end].span.upperBound) }
      hasLeft = hasLeft || one != nil
      hasRight = hasRight || other != nil
      guard let one, let other else {
        // If there were two columns, both would have a field in most rows.
        if isWide, one != nil { together += 1 }
        continue
      }
      if one != other, row.gap(before: other) > 1, row.words[other].span.isFlush(with: right) { return true }
      // A path or an option after a time is another field: `2.66s -bash`.
      let isOther =
        text.string(row.words[one].bytes).isMeasure
        && "-/[~.".utf8.contains(text.bytes[row.words[other].bytes.lowerBound])
      let isOne = one == other || (isWide || isNeverFlush) && row.hasOneField(other, below: right) && !isOther
      if isOne { together += 1 } else { apart += 1 }
    }
    if apart != together { return apart > together }
    if rows.isEmpty { return !isWide }
    if !hasRight, isWide { return false }
    if !hasRight { return text.string(line.words[word + 1].bytes).first?.isLowercase == false }
    return hasLeft
  }
}

extension Range<Int> {
  /// Returns whether the range starts or ends at the same position as another range.
  func isFlush(with other: Range<Int>) -> Bool { lowerBound == other.lowerBound || upperBound == other.upperBound }
}

extension TextLine {
  /// Whether the gaps in the line are so wide that a single space is part of a title, as in "CONTAINER ID".
  fileprivate var hasWideGaps: Bool {
    let gaps = words.indices.dropFirst().map { gap(before: $0) }
    return gaps.allSatisfy { $0 == 1 || $0 > 2 } && gaps.count { $0 == 1 } * 2 <= gaps.count
  }

  /// Returns whether a word appears to belong to the same field as the previous word.
  fileprivate func hasOneField(_ word: Int, below title: Range<Int>) -> Bool {
    gap(before: word) == 1 && !words[word].span.isFlush(with: title)
  }

  /// The first or last word that overlaps a range of positions.
  func word(overlapping positions: Range<Int>, last: Bool = false) -> Int? {
    last
      ? words.lastIndex { $0.span.overlaps(positions) }
      : words.firstIndex { $0.span.overlaps(positions) }
  }
}
