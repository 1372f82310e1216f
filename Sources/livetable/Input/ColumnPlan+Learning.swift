extension ColumnPlan {
  /// Learns from an output how its columns are told apart.
  ///
  /// - Parameters:
  ///   - lines: The lines of the output, at least one, counted in scalars.
  ///   - text: What they are lines of.
  ///   - layout: What the command line says.
  init(learning lines: [TextLine], of text: InputText, layout: TextLayout) {
    var (lines, measure) = (lines, PlaceMeasure.scalars)
    // Some programs pad by scalars, others by what a terminal shows: with the right measure more words are aligned.
    if text.bytes[text.range].contains(where: { $0 >= 0x80 }) {
      let measured = text.textLines(by: .columns)
      if measured.alignedCount > lines.alignedCount { (lines, measure) = (measured, .columns) }
    }
    let joinsAmounts = layout.hasHeader != false && text.hasTitlesOfAmounts(lines[0])
    if joinsAmounts { lines = text.textLines(by: measure, joiningAmounts: true) }
    self.init(learning: lines, split: text, layout)
    self.measure = measure
    self.joinsAmounts = joinsAmounts
  }

  /// - Parameter lines: The lines, by words as they are to be counted.
  private init(learning lines: [TextLine], split text: InputText, _ layout: TextLayout) {
    var rows = lines
    if text.isTotal(lines[0]), layout.hasHeader == nil, lines.count > 1 { rows.removeFirst() }
    let first = rows[0]
    let words = text.texts(of: first)
    let isRuled = rows.count > 1 && layout.hasHeader != false && text.isRule(rows[1])
    if isRuled { rows.remove(at: 1) }
    if layout.hasHeader ?? (isRuled || text.isHeader(first, above: rows.dropFirst())) {
      rows.removeFirst()
      let titles = Titles(of: first, above: rows, in: text)
      if let count = layout.columns ?? Self.wordCount(first, rows) ?? titles.wordCount(first, rows) {
        self.init(header: words, separation: .words(count), names: [], rowCount: rows.count)
        names = first.words.indices.prefix(count).map {
          text.string($0 == count - 1 ? first.rest(from: $0) : first.words[$0].bytes)
        }
        names += (names.count..<count).map { "\($0 + 1)" }
      } else {
        self.init(header: words, separation: .titles(titles.counts), names: titles.names, rowCount: rows.count)
      }
    } else {
      let separation = layout.columns.map(Separation.words) ?? Self.separation(of: rows, in: text)
      self.init(header: nil, separation: separation, names: [], rowCount: rows.count)
      let reader = FieldReader(self, titles: nil, lines: rows)
      let count = layout.columns ?? rows.map { reader.fields(of: $0).count }.max() ?? 1
      names = (1...max(1, count)).map { "\($0)" }
      nameByWords(rows, of: text)
    }
    names = names.unique
  }

  /// How many columns there are where nothing stands below anything: one blank separates all words.
  ///
  /// That is the number of words that most lines have, surplus ones aside.
  private static func wordCount(_ header: TextLine, _ rows: [TextLine]) -> Int? {
    guard !rows.isEmpty, ([header] + rows).allSatisfy(\.isRunningText) else { return nil }
    var frequencies: [Int: Int] = [:]
    for row in rows { frequencies[min(row.words.count, header.words.count), default: 0] += 1 }
    return frequencies.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
  }

  // MARK: - Without a header

  /// What separates the columns of rows without a header.
  private static func separation(of rows: [TextLine], in text: InputText) -> Separation {
    if rows.count == 1 { return .blanks }
    let count = (1...).first { !isColumn($0, of: rows, in: text) } ?? 1
    if count > 1 { return .words(count) }
    let words = rows[0].words.count
    return rows.count > 2 && rows.allSatisfy { $0.words.count == words } ? .words(words) : .words(1)
  }

  /// Whether the words that have this number in their lines stand below each other, and that not by chance.
  private static func isColumn(_ number: Int, of rows: [TextLine], in text: InputText) -> Bool {
    let lines = rows.filter { $0.words.count > number }
    guard lines.count * 2 > rows.count, lines.count > 1 else { return false }
    func agree(_ place: (TextLine) -> Int) -> Bool {
      let most = Dictionary(grouping: lines, by: place).values.map(\.count).max() ?? 0
      return most * 20 >= lines.count * 19
    }
    guard agree({ $0.words[number].span.lowerBound }) || agree({ $0.words[number].span.upperBound }) else {
      return false
    }
    // A few short words are below each other by chance, but not where blanks bring them there.
    return lines.count >= enoughRows || lines.contains { $0.gap(before: number) > 1 }
      || lines.allSatisfy { text.bytes[$0.words[number - 1].bytes].contains { $0.isASCIIDigit } }
  }

  /// A word that is the same in every row is the title of the column that follows: `/dev/sda1 on / type ext4`.
  private mutating func nameByWords(_ rows: [TextLine], of text: InputText) {
    guard case .words(let count) = separation, rows.count > 2 else { return }
    // Who owns the files of a list is no title; inodes and sizes may come before their modes.
    if (0..<3).contains(where: { text.words($0, of: rows).allSatisfy(\.isFileMode) }) { return }
    for column in 0..<max(0, count - 1) {
      let words = text.words(column, of: rows)
      guard words.count == 1, let word = words.first, word.count > 1, word.allSatisfy(\.isLowercase) else { continue }
      if text.words(column + 1, of: rows).count > 1 { names[column + 1] = word }
    }
  }
}

extension InputText {
  /// What stands at a number of words, without repeats; nothing is empty text.
  fileprivate func words(_ number: Int, of rows: [TextLine]) -> Set<String> {
    Set(rows.map { $0.words.indices.contains(number) ? string($0.words[number].bytes) : "" })
  }

  /// Whether a line looks like titles of columns and not like a row.
  fileprivate func isHeader(_ line: TextLine, above rows: ArraySlice<TextLine>) -> Bool {
    let words = texts(of: line)
    if words.contains(where: \.looksLikeData) { return false }
    let letters = words.joined().filter(\.isLetter)
    if words.count > 1, !letters.isEmpty, letters.allSatisfy(\.isUppercase) { return true }
    // A title stands above numbers without being one.
    let isAboveNumbers = words.indices.contains { word in
      let below = rows.filter { $0.words.count > word }
      return !below.isEmpty && below.count { string($0.words[word].bytes).isMeasure } * 2 > below.count
    }
    if isAboveNumbers { return true }
    guard words.count > (rows.isEmpty ? 3 : 1), words.allSatisfy({ $0.first?.isUppercase == true }) else {
      return false
    }
    let others = rows.count { row in row.words.contains { string($0.bytes).first?.isUppercase == false } }
    return rows.isEmpty || others * 2 > rows.count
  }
}

extension String {
  /// Whether it says what a file is and who may do what with it: `-rw-r--r--`, perhaps with a sign behind it.
  fileprivate var isFileMode: Bool { (10...11).contains(count) && prefix(10).allSatisfy("-dlbcpsrwxStT".contains) }

  /// Whether it is something that a title would not be: a number, a time, a path, a setting, a hash.
  var looksLikeData: Bool {
    guard let first else { return true }
    if isMeasure || "/-([{\"'.~".contains(first) || contains("=") { return true }
    return count >= 7 && allSatisfy(\.isHexDigit) && contains(where: \.isNumber)
  }
}

extension [TextLine] {
  /// How many words below the first line begin or end where one of its words does.
  fileprivate var alignedCount: Int {
    guard let first else { return 0 }
    let begins = Set(first.words.map(\.span.lowerBound))
    let ends = Set(first.words.map(\.span.upperBound))
    return dropFirst().reduce(0) { sum, line in
      sum + line.words.count { begins.contains($0.span.lowerBound) || ends.contains($0.span.upperBound) }
    }
  }
}
