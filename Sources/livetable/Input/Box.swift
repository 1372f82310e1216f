import LiveTablesTerminal

/// A table with lines between its columns, as in the output of `psql`, `mysql`, `duckdb`, `sqlite3 -box` and Markdown.
struct Box: Sendable {
  private enum RowLines: Equatable {
    /// One line, or several if a sign at the end of a cell means that the cell continues, as in `psql`.
    case one
    /// As many lines as there are lines of titles, each with columns of its own.
    case several(Int)
    /// The lines up to the next line of dashes.
    case grid
  }

  let columns: ColumnNames
  private let ruleNumber: Int
  private let rule: Line
  private let rowLines: RowLines
  /// The indices of the cells that belong to a column, among the cells of all lines of a row.
  private let cellIndices: [Int]
  /// The cells of the unfinished row, its number of lines, and the number of its first line.
  private var pending: (cells: [String], lineCount: Int, firstLine: Int) = ([], 0, 0)
  /// Whether a blank line has ended the table, which continues if the titles are repeated.
  private var hasEnded = false

  /// Finds titles above a line of dashes that has junctions below the bars of the titles.
  ///
  /// - Parameter layout: The layout of the command line, which may exclude such a table.
  init?(of text: InputText, _ layout: TextLayout = TextLayout()) {
    if layout.columns != nil || layout.hasNoHeader { return nil }
    let rawLines = text.rawLines.prefix(20).filter { !text.bytes[$0.range].allSatisfy(\.isWhiteSpace) }
    // Most texts contain no line of dashes.
    let isText = { (line: Range<Int>) in text.bytes[line].contains { $0.isLetter || $0.isASCIIDigit } }
    if rawLines.allSatisfy({ isText($0.range) }) { return nil }
    let lines = rawLines.map { Line(text.string($0.range)) }
    /// Returns the first line of titles, of which there may be several if the rule above them differs from the rule
    /// below them.
    func firstTitle(above index: Int) -> Int {
      let (rule, above) = (lines[index], (0..<index).last { lines[$0].isRule })
      guard let above, lines[above].scalars != rule.scalars else {
        return (0..<index - 1).last { lines[$0].cells(below: rule)?.continues != true }.map { $0 + 1 } ?? 0
      }
      return (above + 1..<index).allSatisfy { lines[$0].cells(below: rule) != nil } ? above + 1 : index - 1
    }
    let ruleIndex = lines.indices.dropFirst().first { index in
      let rule = lines[index]
      guard rule.isRule, lines[index - 1].cells(below: rule) != nil else { return false }
      // Above the titles, there may be a line or words, but no other row.
      return (0..<firstTitle(above: index)).allSatisfy { lines[$0].cells(below: rule) == nil }
    }
    guard let ruleIndex else { return nil }
    let rule = lines[ruleIndex]
    (self.rule, ruleNumber) = (rule, rawLines[ruleIndex].number)
    var titles = (firstTitle(above: ruleIndex)..<ruleIndex).compactMap { lines[$0].cells(below: rule)?.texts }
    let firstRowEnd = ruleIndex + titles.count + 1
    let hasRowsOfSeveralLines =
      titles.count > 1 && firstRowEnd < lines.count && lines[firstRowEnd].isRule && !titles.haveTypes
      && (ruleIndex + 1..<firstRowEnd).allSatisfy { lines[$0].cells(below: rule) != nil }
    if !hasRowsOfSeveralLines, titles.count > 1 {
      if titles.haveTypes { titles.removeLast() }
      titles.removeAll { $0.allSatisfy { $0 == "---" } }
      if titles.joined().contains(where: { !$0.isEmpty && $0.looksLikeData }) { return nil }
    }
    let blocks = (ruleIndex + 1..<lines.count).split { lines[$0].isRule }.map { block in
      block.compactMap { lines[$0].cells(below: rule)?.texts }
    }
    let isGrid = blocks.count { !$0.isEmpty } > 1 && blocks.contains { $0.count > 1 } && blocks.allSatisfy(\.isOneRow)
    rowLines = hasRowsOfSeveralLines ? .several(titles.count) : isGrid ? .grid : .one
    let words = { (cells: [String]) in cells.flatMap { $0.split(separator: " ") }.joined(separator: " ") }
    let names =
      hasRowsOfSeveralLines
      ? titles.joined().map { words([$0]) }
      : titles.count == 1 ? titles[0] : (titles.first ?? []).indices.map { column in words(titles.map { $0[column] }) }
    guard names.count > (hasRowsOfSeveralLines ? titles.count : 1) || rule.junctions[0] == rule.start else {
      return nil
    }
    cellIndices = hasRowsOfSeveralLines ? names.indices.filter { !names[$0].isEmpty } : Array(names.indices)
    columns = ColumnNames(cellIndices.map { names[$0] }.numberingRepeats)
  }

  /// Reads the next line of the text.
  ///
  /// - Returns: The row that the line completes, or `nil` if it completes none.
  mutating func row(of range: Range<Int>, number: Int, in text: InputText) -> InputRow? {
    guard number > ruleNumber else { return nil }
    let line = Line(text.string(range))
    hasEnded = hasEnded || line.start == line.end
    if line.isRule { return lastRow() }
    // A line of dots stands for rows that are not printed.
    guard let (cells, continues) = line.cells(below: rule), !cells.allSatisfy({ ["·", "…", "..."].contains($0) })
    else { return nil }
    if cells == columns.names { hasEnded = false }
    if hasEnded || cells == columns.names { return nil }
    if pending.cells.isEmpty { pending.firstLine = number }
    pending.lineCount += 1
    if case .several(let count) = rowLines {
      pending.cells += cells
      return pending.lineCount == count ? lastRow() : nil
    }
    let separator = rowLines == .grid ? " " : "\n"
    pending.cells =
      pending.cells.isEmpty
      ? cells : zip(pending.cells, cells).map { $1.isEmpty ? $0 : $0.isEmpty ? $1 : $0 + separator + $1 }
    return (rowLines == .grid || continues) && pending.lineCount < Limits.rowLines ? nil : lastRow()
  }

  mutating func lastRow() -> InputRow? {
    guard !pending.cells.isEmpty else { return nil }
    defer { pending = ([], 0, 0) }
    let values = cellIndices.map { JSONValue.string(pending.cells.indices.contains($0) ? pending.cells[$0] : "") }
    return InputRow(object: JSONObject(columns: columns, values: values), line: pending.firstLine)
  }

  private struct Line {
    var scalars: [Unicode.Scalar]
    /// The indices of the bars, unless the line is a rule.
    var bars: [Int] = []
    /// The column on a terminal at which each scalar starts, unless the line is a rule.
    var columns: [Int] = []
    var isRule: Bool
    /// The indices of the junctions, if the line is a rule.
    var junctions: [Int] = []
    /// The indices at which the line starts and ends, without white space.
    var start = 0
    var end: Int

    init(_ text: String) {
      scalars = Array(text.unicodeScalars)
      end = scalars.count
      while end > 0, scalars[end - 1].properties.isWhitespace { end -= 1 }
      while start < end, scalars[start].properties.isWhitespace { start += 1 }
      let drawn = scalars[start..<end]
      let dashes = drawn.count(where: Self.isDash)
      isRule = dashes > 2 && drawn.allSatisfy { Self.isDash($0) || Self.isJunction($0) } && dashes < drawn.count
      if isRule { junctions = drawn.indices.filter { Self.isJunction(scalars[$0]) } }
      guard !isRule else { return }
      bars = scalars.indices.filter {
        ["|", "│", "┃", "║", "┆", "┊", "╎"].contains(scalars[$0]) && ($0 == 0 || scalars[$0 - 1] != "\\")
      }
      columns = scalars.reduce(into: [0]) { $0.append($0[$0.count - 1] + CharacterWidth.of($1)) }
    }

    /// Returns the indices of the bars below the junctions, or `nil` if a junction has no bar below it.
    private func cuts(at junctions: [Int]) -> [Int]? {
      for isByColumn in [true, false] {
        let barsByPosition = Dictionary(bars.map { (isByColumn ? columns[$0] : $0, $0) }) { first, _ in first }
        let cuts = junctions.compactMap { barsByPosition[$0] }
        if cuts.count == junctions.count { return cuts }
      }
      return bars.count == junctions.count ? bars : nil
    }

    /// Returns the texts between the bars below the junctions of a line of dashes, or `nil` if a bar is missing.
    ///
    /// In the margin of a cell, `+` and `↵` mean that the cell continues on the next line.
    func cells(below rule: Line) -> (texts: [String], continues: Bool)? {
      let isMarkdown = rule.scalars.contains("|") && !rule.scalars.contains("+")
      // A row of Markdown that starts with a bar may have too few or too many cells.
      let isLoose = isMarkdown && rule.junctions[0] == rule.start && bars.first == start
      let found = cuts(at: rule.junctions) ?? (isLoose ? Array(bars.prefix(rule.junctions.count)) : [])
      guard !isRule, !found.isEmpty else { return nil }
      let cuts = found + Array(repeating: scalars.count, count: rule.junctions.count - found.count)
      var (texts, start, continues) = ([String](), 0, false)
      for cut in cuts + [scalars.count] {
        var cell = scalars[min(start, cut)..<cut]
        let hasMargin = !isMarkdown && (cut < scalars.count || columns[cut] == rule.end)
        if hasMargin, ["+", "↵"].contains(cell.last) { continues = cell.popLast() != nil }
        while cell.first?.properties.isWhitespace == true { cell.removeFirst() }
        while cell.last?.properties.isWhitespace == true { cell.removeLast() }
        let text = String(String.UnicodeScalarView(cell))
        texts.append(isMarkdown ? text.replacingScalars("\\|", with: "|") : text)
        start = cut + 1
      }
      // There may be a column before the first junction, and after the last one.
      let isOpen = (start: rule.junctions[0] > rule.start, end: rule.junctions[rule.junctions.count - 1] < rule.end - 1)
      return (Array(texts.dropFirst(isOpen.start ? 0 : 1).dropLast(isOpen.end ? 0 : 1)), continues)
    }

    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
      ["-", "=", ":"].contains(scalar) || [0x2500, 0x2501, 0x2550].contains(scalar.value)
        || (0x2504...0x250B).contains(scalar.value)
    }

    private static func isJunction(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "+" || scalar == "|" || (0x2500...0x257F).contains(scalar.value) && !isDash(scalar)
    }
  }
}

extension [[String]] {
  /// Whether the last line of titles consists of types, such as `int32` and `decimal(9,2)`.
  fileprivate var haveTypes: Bool {
    count > 1 && self[count - 1].allSatisfy { $0.first?.isLowercase == true }
      && !self[count - 2].contains("")
  }

  /// Whether all lines after the first one continue its cells, because they lack the first cell.
  fileprivate var isOneRow: Bool { first?.first != "" && dropFirst().allSatisfy { $0.first == "" } }
}

extension InputTable {
  /// Reads the rows of a table with lines between its columns.
  init(_ box: Box, of text: InputText) {
    self.init(source: text.source)
    header = box.columns
    var box = box
    rows = text.rawLines.compactMap { box.row(of: $0.range, number: $0.number, in: text) }
    if let last = box.lastRow() { rows.append(last) }
  }
}
