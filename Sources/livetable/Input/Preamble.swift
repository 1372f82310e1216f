/// The lines above the titles of a text, as in the output of `w` and `top`.
struct Preamble {
  /// The number of lines that are certainly above the titles, without blank lines.
  private(set) var count = 0
  /// A suggestion for the user if another line may contain the titles.
  private(set) var hint: String?

  /// Searches for titles in the first lines.
  init(of lines: [TextLine], in text: InputText, _ layout: TextLayout) {
    guard !layout.hasNoHeader, layout.columns == nil, lines.count > 2, !text.isRule(lines[1]) else { return }
    let first = lines.indices.prefix(Self.deepest)
    // Dashes below titles, or bars in two lines of titles, are certain.
    if let rule = first.dropFirst(2).first(where: {
      text.isRule(lines[$0]) && text.isMarked(lines[$0 - 1], by: lines[$0])
    }) {
      count = rule - 1
    } else if text.hasBar(lines[0]), text.hasBar(lines[1]), !lines[2...].contains(where: text.hasBar) {
      count = 1
    } else if !text.isTotal(lines[0]) {
      // A heading may look like titles: `Kernel Interface table`.
      let plan = ColumnPlan(learning: lines, from: 0, of: text, layout: layout)
      if plan.header == nil || lines[0].isRunningText {
        search(lines, in: text, layout, beyond: plan.names.count)
      }
      let comments = lines.prefix { text.bytes[$0.words[0].bytes.lowerBound] == UInt8(ascii: "#") }.count
      if count == 0, plan.header == nil, comments < lines.count { count = comments }
    }
  }

  private static let deepest = 20

  private mutating func search(_ lines: [TextLine], in text: InputText, _ layout: TextLayout, beyond columns: Int) {
    for index in 1..<min(lines.count - 1, Self.deepest)
    where !text.hasBar(lines[index]) && text.isHeader(lines[index], above: lines[(index + 1)...]) {
      let plan = ColumnPlan(learning: lines, from: index, of: text, layout: layout)
      var rows = plan.lines(of: text, counted: lines)[(index + 1)...]
      if let end = rows.dropFirst().firstIndex(where: \.followsBlankLine) { rows = rows[..<end] }
      let titles = text.titles(of: lines[index], above: rows)
      let reader = FieldReader(plan, titles: titles, lines: Array(rows), of: text)
      func fits(_ row: TextLine) -> Bool { row.words.count >= plan.names.count - 1 && reader.isBelowTitles(row) }
      let fitting = rows.count(where: fits)
      if plan.names.count <= max(2, columns) { continue }
      // The same titles above belong to another table.
      let isRepeated = lines[..<index].contains { text.texts(of: $0) == plan.header }
      guard fitting * 2 > rows.count, !isRepeated else { return }
      if fitting * 10 >= rows.count * 9, count == 0 {
        count = index
      } else {
        hint = hint ?? text.hint(titles: lines[index], layout)
      }
      return
    }
  }
}

extension InputText {
  /// Returns a suggestion for the user if a line may contain the titles.
  func hint(titles line: TextLine, _ layout: TextLayout) -> String {
    let skip = line.number - firstLine + layout.skip
    return "titles in line \(skip + 1)? --skip \(skip)"
  }

  /// The positions that a line of dashes marks.
  func runs(of rule: TextLine) -> [Range<Int>] {
    guard rule.words.count == 1 else { return rule.words.map(\.span) }
    // `dpkg` prints equals signs with dashes between them.
    let (word, start) = (bytes[rule.words[0].bytes], rule.words[0].span.lowerBound)
    guard word.contains(UInt8(ascii: "=")) else { return [rule.words[0].span] }
    return word.split(separator: UInt8(ascii: "-")).map {
      ($0.startIndex - word.startIndex + start)..<($0.endIndex - word.startIndex + start)
    }
  }

  /// Whether the titles of a line are above runs of dashes.
  fileprivate func isMarked(_ line: TextLine, by rule: TextLine) -> Bool {
    !isRule(line) && Titles(of: line, markedBy: runs(of: rule), in: self) != nil
  }

  /// Whether a word of a line contains a bar and other characters.
  fileprivate func hasBar(_ line: TextLine) -> Bool {
    line.words.contains { bytes[$0.bytes].contains(UInt8(ascii: "|")) }
  }

  /// Returns the titles of a line, treating bars as spaces if no row has a bar, as in ` face |bytes packets`.
  func titles(of line: TextLine, above rows: ArraySlice<TextLine>) -> TextLine {
    var titles = line
    if bytes[line.words[0].bytes].elementsEqual([UInt8(ascii: "#")]), line.words.count > 1 {
      titles.words.removeFirst()
      return titles
    }
    guard hasBar(line), !rows.contains(where: hasBar), !isRule(line) else { return line }
    titles.words = line.words.flatMap { word in
      bytes[word.bytes].split(separator: UInt8(ascii: "|")).map { part in
        let start = word.span.lowerBound + part.startIndex - word.bytes.lowerBound
        return TextLine.Word(bytes: part.startIndex..<part.endIndex, span: start..<(start + part.count))
      }
    }
    return titles.words.isEmpty ? line : titles
  }
}
