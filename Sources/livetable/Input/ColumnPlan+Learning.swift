extension ColumnPlan {
  init(learning lines: [TextLine], of text: InputText, layout: TextLayout) {
    let preamble = Preamble(of: Array(lines.prefix(Limits.learnedLines)), in: text, layout)
    self.init(learning: lines, from: preamble.count, of: text, layout: layout)
    hint = preamble.hint
  }

  init(learning lines: [TextLine], from preamble: Int, of text: InputText, layout: TextLayout) {
    var (lines, unit) = (Array(lines.prefix(Limits.learnedLines)), PositionUnit.scalars)
    // Some programs pad by scalars, others by the width on a terminal. More words are aligned in the right unit.
    if text.bytes[text.range].contains(where: { $0 >= 0x80 }) {
      let measured = text.textLines(limit: lines.count, by: .columns)
      if measured.alignedCount > lines.alignedCount { (lines, unit) = (measured, .columns) }
    }
    let joinsAmounts = !layout.hasNoHeader && text.hasTitlesOfAmounts(lines[preamble])
    if joinsAmounts { lines = text.textLines(limit: lines.count, by: unit, joiningAmounts: true) }
    self.init(learning: Array(lines[preamble...]), split: text, layout)
    self.preamble = preamble
    self.unit = unit
    self.joinsAmounts = joinsAmounts
  }

  private init(learning lines: [TextLine], split text: InputText, _ layout: TextLayout) {
    var rows = lines
    if text.isTotal(lines[0]), !layout.hasNoHeader, lines.count > 1 { rows.removeFirst() }
    let first = text.titles(of: rows[0], above: rows.dropFirst())
    let words = text.texts(of: first)
    var rule = rows.count > 1 && !layout.hasNoHeader && text.isRule(rows[1]) ? rows.remove(at: 1) : nil
    if !layout.hasNoHeader, rule != nil || text.isHeader(first, above: rows.dropFirst()) {
      rows.removeFirst()
      // Lines after a blank line may not be rows.
      if let end = rows.dropFirst().firstIndex(where: \.followsBlankLine) { rows.removeSubrange(end...) }
      if let titles = rule.flatMap({ Titles(of: first, markedBy: text.runs(of: $0), in: text) }), layout.columns == nil
      {
        self.init(header: words, separation: .titles(titles.counts), names: titles.names, rowCount: rows.count)
        isRuled = true
        names = names.numberingRepeats
        return
      }
      rule = nil
      let titles = Titles(of: first, above: rows, in: text)
      let isBarred = first.words.count > lines[0].words.count
      let barred = isBarred && rows.allSatisfy { $0.words.count == first.words.count } ? first.words.count : nil
      if let count = layout.columns ?? barred ?? Self.wordCount(first, rows) ?? titles.wordCount(first, rows) {
        self.init(header: words, separation: .words(count), names: [], rowCount: rows.count)
        names = first.words.indices.prefix(count).map {
          text.string($0 == count - 1 ? first.rest(from: $0) : first.words[$0].bytes)
        }
        names += (names.count..<count).map { "\($0 + 1)" }
      } else {
        self.init(header: words, separation: .titles(titles.counts), names: titles.names, rowCount: rows.count)
      }
    } else {
      let dated = rows.map(text.joiningDates)
      let joinsDates = layout.columns == nil && zip(dated, rows).allSatisfy { $0.words.count < $1.words.count }
      if joinsDates { rows = dated }
      let separation = layout.columns.map(Separation.words) ?? Self.separation(of: rows, in: text)
      self.init(header: nil, separation: separation, names: [], rowCount: rows.count)
      self.joinsDates = joinsDates
      let reader = FieldReader(self, titles: nil, lines: rows, of: text)
      let count = layout.columns ?? rows.map { reader.fields(of: $0, in: text).count }.max() ?? 1
      names = (1...max(1, count)).map { "\($0)" }
      nameByWords(rows, of: text)
    }
    names = names.numberingRepeats
  }

  /// Returns the number of columns if nothing is aligned and a single space separates all words.
  ///
  /// This is the number of words that most lines have, apart from surplus words.
  private static func wordCount(_ header: TextLine, _ rows: [TextLine]) -> Int? {
    guard !rows.isEmpty, ([header] + rows).allSatisfy(\.isRunningText) else { return nil }
    var frequencies: [Int: Int] = [:]
    for row in rows { frequencies[min(row.words.count, header.words.count), default: 0] += 1 }
    return frequencies.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
  }

  // MARK: - Without a header

  private static func separation(of rows: [TextLine], in text: InputText) -> Separation {
    if rows.count == 1 { return .blanks }
    let words = rows[0].words.count
    let isRegular = rows.allSatisfy { $0.words.count == words }
    // The more words there are, the fewer rows are needed to recognize columns; two are enough if both end in numbers.
    let endInNumbers = words > 5 && isRegular && rows.allSatisfy { text.string($0.words[words - 1].bytes).isMeasure }
    let isEnough = rows.count >= (words > 4 ? 3 : enoughRows) || endInNumbers
    if isRegular, isEnough, words > 2 { return .words(words) }
    let count = (1...).first { !isColumn($0, of: rows, in: text) } ?? 1
    if count > 1 { return .words(count) }
    if rows.allSatisfy({ text.colon(in: $0) != nil }) { return .keys }
    if isRegular, rows.count > 2 { return .words(words) }
    // Numbers before a text are columns.
    let numbers = (0..<words).prefix { index in
      rows.allSatisfy { $0.words.count > index + 1 && text.string($0.words[index].bytes).isMeasure }
    }
    return .words(rows.count > 2 ? numbers.count + 1 : 1)
  }

  /// Whether the words with this index are aligned in all lines, and not just by chance.
  private static func isColumn(_ number: Int, of rows: [TextLine], in text: InputText) -> Bool {
    let lines = rows.filter { $0.words.count > number }
    guard lines.count * 2 > rows.count, lines.count > 1 else { return false }
    func agree(on position: (TextLine) -> Int) -> Bool {
      let most = Dictionary(grouping: lines, by: position).values.map(\.count).max() ?? 0
      return most * 20 >= lines.count * 19
    }
    guard agree(on: { $0.words[number].span.lowerBound }) || agree(on: { $0.words[number].span.upperBound }) else {
      return false
    }
    // A few short words may be aligned by chance, unless several spaces align them.
    return lines.count >= enoughRows || lines.contains { $0.gap(before: number) > 1 }
      || lines.allSatisfy { text.bytes[$0.words[number - 1].bytes].contains { $0.isASCIIDigit } }
  }

  /// Uses words that are the same in all rows as the names of the following columns: `/dev/sda1 on / type ext4`.
  private mutating func nameByWords(_ rows: [TextLine], of text: InputText) {
    guard case .words(let count) = separation, rows.count > 2 else { return }
    // In a list of files, the owner is not a title; inodes and sizes may precede the modes.
    if (0..<3).contains(where: { text.words($0, of: rows).allSatisfy(\.isFileMode) }) { return }
    for column in 0..<max(0, count - 1) {
      let words = text.words(column, of: rows)
      guard words.count == 1, let word = words.first, Self.titleWords.contains(word) else { continue }
      if text.words(column + 1, of: rows).count > 1 { names[column + 1] = word }
    }
  }

  /// The words that programs print before a value as its name; any other word may be a value that all rows share.
  private static let titleWords: Set = [
    "as", "at", "by", "dev", "for", "from", "in", "into", "is", "metric", "mtu", "of", "on", "proto", "scope", "src",
    "table", "to", "type", "using", "via", "with",
  ]
}

extension InputText {
  /// The position of the colon after a line's key, if a space or the line end follows it: `Model name: …`.
  func colon(in line: TextLine) -> Int? {
    line.words.prefix(5).lazy.map { $0.bytes.upperBound - 1 }.first { bytes[$0] == UInt8(ascii: ":") }
  }

  /// Returns the distinct words with this index, where a missing word counts as empty text.
  fileprivate func words(_ number: Int, of rows: [TextLine]) -> Set<String> {
    Set(rows.map { $0.words.indices.contains(number) ? string($0.words[number].bytes) : "" })
  }

  /// Returns whether a line looks like titles rather than a row.
  func isHeader(_ line: TextLine, above rows: ArraySlice<TextLine>) -> Bool {
    let words = texts(of: line)
    if words.contains(where: \.looksLikeData) { return false }
    // A title does not occur below itself.
    if let next = rows.first, string(next.words[0].bytes) == words[0] { return false }
    // If all other lines have a key before a colon, the first line has one, too.
    if !rows.isEmpty, colon(in: line) != nil, rows.allSatisfy({ colon(in: $0) != nil }) { return false }
    let letters = words.joined().filter(\.isLetter)
    if words.count > 1, !letters.isEmpty, letters.allSatisfy(\.isUppercase) { return true }
    // A word above numbers is probably a title, unless it is a number itself.
    let isAboveNumbers = words.indices.contains { word in
      let below = rows.filter { $0.words.count > word }
      return !below.isEmpty && below.count { string($0.words[word].bytes).isMeasure } * 2 > below.count
    }
    if isAboveNumbers { return true }
    // The first word of a title with several words is capitalized.
    let isWide = line.words.indices.contains { line.gap(before: $0) > 1 && $0 > 0 }
    let starts = words.indices.filter { $0 == 0 || !isWide || line.gap(before: $0) > 1 }
    let areTitles = [Array(words.indices), starts].contains { indices in
      indices.count > (rows.isEmpty ? 3 : 1) && indices.allSatisfy { words[$0].first?.isUppercase == true }
    }
    guard areTitles else { return false }
    let others = rows.count { row in row.words.contains { string($0.bytes).first?.isUppercase == false } }
    return rows.isEmpty || others * 2 > rows.count
  }
}

extension String {
  /// Whether the text is the type and mode of a file, such as `-rw-r--r--`, possibly followed by a sign.
  fileprivate var isFileMode: Bool { (10...11).contains(count) && prefix(10).allSatisfy("-dlbcpsrwxStT".contains) }

  /// Whether the text looks like a number, a time, a path, a setting, or a hash rather than a title.
  var looksLikeData: Bool {
    guard let first else { return true }
    if first == "(" { return last != ")" || contains(where: \.isNumber) }
    if isMeasure || "/-[{\"'.~".contains(first) || contains("=") { return true }
    return count >= 7 && allSatisfy(\.isHexDigit) && contains(where: \.isNumber)
  }
}

extension [TextLine] {
  /// The number of words below the first line that start or end at the same position as a word in the first line.
  fileprivate var alignedCount: Int {
    guard let first else { return 0 }
    let begins = Set(first.words.map(\.span.lowerBound))
    let ends = Set(first.words.map(\.span.upperBound))
    return dropFirst().reduce(0) { sum, line in
      sum + line.words.count { begins.contains($0.span.lowerBound) || ends.contains($0.span.upperBound) }
    }
  }
}
