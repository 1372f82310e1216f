extension ColumnPlan {
  /// Learns from an output how its columns are told apart.
  ///
  /// - Parameters:
  ///   - lines: The lines of the output, at least one, counted in scalars.
  ///   - text: What they are lines of.
  ///   - layout: What the command line says.
  init(learning lines: [TextLine], of text: InputText, layout: TextLayout) {
    let preamble = Preamble(of: Array(lines.prefix(Limits.learnedLines)), in: text, layout)
    self.init(learning: lines, from: preamble.count, of: text, layout: layout)
    hint = preamble.hint
  }

  /// - Parameter preamble: How many lines are above the titles.
  init(learning lines: [TextLine], from preamble: Int, of text: InputText, layout: TextLayout) {
    var (lines, measure) = (Array(lines.prefix(Limits.learnedLines)), PlaceMeasure.scalars)
    // Some programs pad by scalars, others by what a terminal shows: with the right measure more words are aligned.
    if text.bytes[text.range].contains(where: { $0 >= 0x80 }) {
      let measured = text.textLines(limit: lines.count, by: .columns)
      if measured.alignedCount > lines.alignedCount { (lines, measure) = (measured, .columns) }
    }
    let joinsAmounts = !layout.hasNoHeader && text.hasTitlesOfAmounts(lines[preamble])
    if joinsAmounts { lines = text.textLines(limit: lines.count, by: measure, joiningAmounts: true) }
    self.init(learning: Array(lines[preamble...]), split: text, layout)
    self.preamble = preamble
    self.measure = measure
    self.joinsAmounts = joinsAmounts
  }

  /// - Parameter lines: The lines, by words as they are to be counted.
  private init(learning lines: [TextLine], split text: InputText, _ layout: TextLayout) {
    var rows = lines
    if text.isTotal(lines[0]), !layout.hasNoHeader, lines.count > 1 { rows.removeFirst() }
    let first = text.titles(of: rows[0], above: rows.dropFirst())
    let words = text.texts(of: first)
    var rule = rows.count > 1 && !layout.hasNoHeader && text.isRule(rows[1]) ? rows.remove(at: 1) : nil
    if !layout.hasNoHeader, rule != nil || text.isHeader(first, above: rows.dropFirst()) {
      rows.removeFirst()
      // What follows a blank line may be no row.
      if let end = rows.dropFirst().firstIndex(where: \.isBehindBlank) { rows.removeSubrange(end...) }
      if let titles = rule.flatMap({ Titles(of: first, markedBy: text.runs(of: $0), in: text) }), layout.columns == nil
      {
        self.init(header: words, separation: .titles(titles.counts), names: titles.names, rowCount: rows.count)
        isRuled = true
        names = names.unique
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
    let words = rows[0].words.count
    let isRegular = rows.allSatisfy { $0.words.count == words }
    // The more words there are, the fewer rows say that these are columns; two rows do if numbers are at their ends.
    let endInNumbers = words > 5 && isRegular && rows.allSatisfy { text.string($0.words[words - 1].bytes).isMeasure }
    let isEnough = rows.count >= (words > 4 ? 3 : enoughRows) || endInNumbers
    if isRegular, isEnough, words > 2 { return .words(words) }
    let count = (1...).first { !isColumn($0, of: rows, in: text) } ?? 1
    if count > 1 { return .words(count) }
    if rows.allSatisfy({ text.colon(in: $0) != nil }) { return .keys }
    if isRegular, rows.count > 2 { return .words(words) }
    // Numbers before a text are columns.
    let numbers = (0..<words).prefix { place in
      rows.allSatisfy { $0.words.count > place + 1 && text.string($0.words[place].bytes).isMeasure }
    }
    return .words(rows.count > 2 ? numbers.count + 1 : 1)
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

  /// Some words that are the same in every row are titles of the columns that follow: `/dev/sda1 on / type ext4`.
  private mutating func nameByWords(_ rows: [TextLine], of text: InputText) {
    guard case .words(let count) = separation, rows.count > 2 else { return }
    // Who owns the files of a list is no title; inodes and sizes may come before their modes.
    if (0..<3).contains(where: { text.words($0, of: rows).allSatisfy(\.isFileMode) }) { return }
    for column in 0..<max(0, count - 1) {
      let words = text.words(column, of: rows)
      guard words.count == 1, let word = words.first, Self.titleWords.contains(word) else { continue }
      if text.words(column + 1, of: rows).count > 1 { names[column + 1] = word }
    }
  }
}

extension ColumnPlan {
  /// The words that programs put before a value to say what it is; any other word may be a value that all rows have.
  private static let titleWords: Set = [
    "as", "at", "by", "dev", "for", "from", "in", "into", "is", "metric", "mtu", "of", "on", "proto", "scope", "src",
    "table",
    "to", "type", "using", "via", "with",
  ]
}

extension InputText {
  /// Where the colon behind the key of a line is, if a blank or nothing follows it: `Model name: …`.
  func colon(in line: TextLine) -> Int? {
    line.words.prefix(5).lazy.map { $0.bytes.upperBound - 1 }.first { bytes[$0] == UInt8(ascii: ":") }
  }

  /// What stands at a number of words, without repeats; nothing is empty text.
  fileprivate func words(_ number: Int, of rows: [TextLine]) -> Set<String> {
    Set(rows.map { $0.words.indices.contains(number) ? string($0.words[number].bytes) : "" })
  }

  /// Whether a line looks like titles of columns and not like a row.
  func isHeader(_ line: TextLine, above rows: ArraySlice<TextLine>) -> Bool {
    let words = texts(of: line)
    if words.contains(where: \.looksLikeData) { return false }
    // No title stands above itself.
    if let next = rows.first, string(next.words[0].bytes) == words[0] { return false }
    // Where every line has a key before a colon, the first has one, too.
    if !rows.isEmpty, colon(in: line) != nil, rows.allSatisfy({ colon(in: $0) != nil }) { return false }
    let letters = words.joined().filter(\.isLetter)
    if words.count > 1, !letters.isEmpty, letters.allSatisfy(\.isUppercase) { return true }
    // A title stands above numbers without being one.
    let isAboveNumbers = words.indices.contains { word in
      let below = rows.filter { $0.words.count > word }
      return !below.isEmpty && below.count { string($0.words[word].bytes).isMeasure } * 2 > below.count
    }
    if isAboveNumbers { return true }
    // Of a title of several words, the first has a capital letter.
    let isWide = line.words.indices.contains { line.gap(before: $0) > 1 && $0 > 0 }
    let starts = words.indices.filter { $0 == 0 || !isWide || line.gap(before: $0) > 1 }
    let areTitles = [Array(words.indices), starts].contains { places in
      places.count > (rows.isEmpty ? 3 : 1) && places.allSatisfy { words[$0].first?.isUppercase == true }
    }
    guard areTitles else { return false }
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
    if first == "(" { return last != ")" || contains(where: \.isNumber) }
    if isMeasure || "/-[{\"'.~".contains(first) || contains("=") { return true }
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
