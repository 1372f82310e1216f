struct FieldReader: Sendable {
  private let separation: ColumnPlan.Separation
  private let header: [String]
  /// The positions that each title covers, or no positions if there are no titles.
  private let titles: [Range<Int>]
  private var isRightAligned: [Bool] = []
  private var usuallyHasOneWordPerColumn = false

  init(_ plan: ColumnPlan, titles line: TextLine?, rule: TextLine? = nil, lines: [TextLine], of text: InputText) {
    separation = plan.separation
    header = plan.header ?? []
    let runs = plan.isRuled ? rule.map(text.runs) ?? [] : []
    guard case .titles(let counts) = plan.separation, let line else {
      titles = []
      return
    }
    var word = 0
    titles = counts.enumerated().map { title, count in
      defer { word += count }
      let run = runs.indices.contains(title) ? runs[title] : nil
      if count == 0 { return run ?? (title == 0 ? 0..<1 : Self.afterTitles) }
      let words = line.words[word].span.lowerBound..<line.words[word + count - 1].span.upperBound
      return run.map { min($0.lowerBound, words.lowerBound)..<max($0.upperBound, words.upperBound) } ?? words
    }
    let known = lines.prefix(Limits.learnedLines)
    isRightAligned = titles.indices.map { title in isFlushRight(title, known) }
    // Dashes determine columns better than the number of words.
    usuallyHasOneWordPerColumn = runs.isEmpty && known.count { hasOneWordPerColumn(columns(of: $0)) } * 2 > known.count
  }

  /// Returns the bytes of a line's fields, with `nil` for a column without a field.
  func fields(of line: TextLine, in text: InputText) -> [Range<Int>?] {
    switch separation {
    case .words(let count): return words(of: line, count: count)
    case .blanks: return parts(of: line)
    case .keys:
      guard let colon = text.colon(in: line) else { return [line.rest(from: 0)] }
      let value = line.words.firstIndex { $0.bytes.lowerBound > colon }
      return [line.words[0].bytes.lowerBound..<(colon + 1), value.map(line.rest)]
    case .titles:
      let columns = columns(of: line)
      // A field that is too wide shifts the fields after it.
      if usuallyHasOneWordPerColumn, line.words.count >= titles.count, isCrowded(line, columns) {
        return words(of: line, count: titles.count)
      }
      let areTitlesWide = zip(titles, titles.dropFirst()).allSatisfy { $1.lowerBound - $0.upperBound > 1 }
      if areTitlesWide, let parts = shifted(line, columns) { return parts }
      var fields = [Range<Int>?](repeating: nil, count: titles.count)
      for (word, column) in columns.enumerated() {
        let bytes = line.words[word].bytes
        fields[column] =
          (fields[column]?.lowerBound ?? start(of: word, in: line, below: titles[column]))..<bytes.upperBound
      }
      return fields
    }
  }

  private func words(of line: TextLine, count: Int) -> [Range<Int>?] {
    line.words.indices.prefix(count).map { $0 == count - 1 ? line.rest(from: $0) : line.words[$0].bytes }
      + Array(repeating: nil, count: max(0, count - line.words.count))
  }

  private func parts(of line: TextLine) -> [Range<Int>?] {
    var parts: [Range<Int>] = []
    for (index, word) in line.words.enumerated() {
      if index > 0, line.gap(before: index) < 2 {
        parts[parts.count - 1] = parts[parts.count - 1].lowerBound..<word.bytes.upperBound
      } else {
        parts.append(word.bytes)
      }
    }
    return parts
  }

  // MARK: - Under titles

  /// The position of a column without a title that follows all titles.
  private static let afterTitles = (Int.max - 1)..<Int.max

  /// Returns the start of the field with the given first word, including the spaces before a tree branch.
  private func start(of word: Int, in line: TextLine, below title: Range<Int>) -> Int {
    let (position, start) = (line.words[word].span.lowerBound, line.words[word].bytes.lowerBound)
    let before = word == 0 ? line.start : line.words[word - 1].bytes.upperBound
    guard line.words[word].isBranch, title != Self.afterTitles, title.lowerBound < position,
      start - before == line.gap(before: word), line.gap(before: word) >= position - title.lowerBound
    else { return start }
    return start - (position - title.lowerBound)
  }

  /// Returns whether half of a line's words, or of the titles, are aligned with each other.
  func isBelowTitles(_ line: TextLine) -> Bool {
    switch separation {
    case .words(let count) where !header.isEmpty: return line.words.count >= count
    case .titles where titles.count > 1:
      // Some words of a sentence are always aligned by chance.
      if line.isRunningText, line.words.count > titles.count { return false }
      let flush = line.words.count { word in titles.contains { $0.isFlush(with: word.span) } }
      return flush > 1 && flush * 2 >= min(line.words.count, titles.count)
    default: return true
    }
  }

  /// Returns whether a line repeats the titles, or contains a number of rows such as `(3 rows)`.
  func isFooter(_ line: TextLine, in text: InputText) -> Bool {
    if line.words.count == 2, !header.isEmpty, text.bytes[line.words[0].bytes.lowerBound] == UInt8(ascii: "(") {
      return ["row)", "rows)"].contains(text.string(line.words[1].bytes))
    }
    return line.words.count == header.count && text.string(line.words[0].bytes) == header[0]
      && text.texts(of: line) == header
  }

  /// Returns the parts of a line between runs of spaces, if there is a part for each column and a part is below two
  /// titles.
  private func shifted(_ line: TextLine, _ columns: [Int]) -> [Range<Int>?]? {
    let isTorn = columns.indices.dropFirst().contains { columns[$0] != columns[$0 - 1] && line.gap(before: $0) < 2 }
    guard isTorn else { return nil }
    let parts = parts(of: line)
    return parts.count == titles.count ? parts : nil
  }

  private func columns(of line: TextLine) -> [Int] {
    var columns: [Int] = []
    var next = 0
    for word in line.words.indices {
      let column = columns.last == titles.count - 1 ? titles.count - 1 : column(of: word, in: line, from: &next)
      columns.append(max(column, columns.last ?? 0))
    }
    // A word after a wide gap and after the end of its title belongs to the next column, if that has no other field.
    for word in columns.indices.dropFirst() where line.gap(before: word) > 2 && columns[word] == columns[word - 1] {
      let column = columns[word]
      let isBehind = titles[column].upperBound <= line.words[word].span.lowerBound
      guard isBehind, column + 1 < titles.count, !columns.contains(column + 1) else { continue }
      for other in columns.indices[word...] where columns[other] == column { columns[other] += 1 }
    }
    return columns
  }

  /// Returns the title above a word, or else the nearest title.
  private func column(of word: Int, in line: TextLine, from next: inout Int) -> Int {
    let span = line.words[word].span
    while next < titles.count - 1, titles[next].upperBound <= span.lowerBound { next += 1 }
    if titles[next].overlaps(span) {
      var best = next
      for title in (next + 1)..<titles.count where titles[title].lowerBound < span.upperBound {
        if titles[title].clamped(to: span).count > titles[best].clamped(to: span).count { best = title }
      }
      return best
    }
    if titles[next].upperBound <= span.lowerBound || titles[next] == Self.afterTitles { return titles.count - 1 }
    if next == 0 { return 0 }
    if isRightAligned.isEmpty || isRightAligned[next] == isRightAligned[next - 1] || isRightAligned[next - 1] {
      return isRightAligned.isEmpty || !isRightAligned[next] ? next - 1 : next
    }
    // Between a left-aligned and a right-aligned field, a word belongs to the nearer one.
    let after = word + 1 < line.words.count ? line.gap(before: word + 1) : .max
    return line.gap(before: word) <= after ? next - 1 : next
  }

  private func isFlushRight(_ title: Int, _ lines: ArraySlice<TextLine>) -> Bool {
    var (left, right) = (0, 0)
    for line in lines {
      guard let first = line.word(overlapping: titles[title]),
        let last = line.word(overlapping: titles[title], last: true)
      else { continue }
      if line.words[first].span.lowerBound == titles[title].lowerBound { left += 1 }
      if line.words[last].span.upperBound == titles[title].upperBound { right += 1 }
    }
    return right > left
  }

  private func hasOneWordPerColumn(_ columns: [Int]) -> Bool {
    columns.count >= titles.count && columns.prefix(titles.count).elementsEqual(titles.indices)
  }

  /// Returns whether a line lacks a field, or has a field of several words without space around it.
  private func isCrowded(_ line: TextLine, _ columns: [Int]) -> Bool {
    if Set(columns).count < titles.count { return true }
    for word in columns.indices.dropFirst() where columns[word] == columns[word - 1] && columns[word] < titles.count - 1
    {
      guard let first = columns.firstIndex(of: columns[word]), let last = columns.lastIndex(of: columns[word]) else {
        continue
      }
      if first > 0, line.gap(before: first) < 2 { return true }
      // All titles have a word, so there is a next one.
      let isInPlace =
        isRightAligned[columns[word]] && line.words[last].span.upperBound == titles[columns[word]].upperBound
      if !isInPlace, line.gap(before: last + 1) < 2 { return true }
    }
    return false
  }
}
