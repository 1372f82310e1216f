import LiveTablesTerminal

/// A table with lines between its columns, as in the output of `psql`, `mysql`, `sqlite3 -box` and Markdown.
struct Box: Equatable, Sendable {
  let columns: ColumnNames
  /// The numbers of the lines with the titles.
  ///
  /// If there are several, each row has as many lines.
  private let titleLines: ClosedRange<Int>
  /// The positions of junctions in the line below the titles.
  private let junctions: [Int]
  /// Whether there is a column before the first junction, and whether there is a column after the last junction.
  private let isOpen: (start: Bool, end: Bool)
  /// The indices of the cells that belong to a column, among the cells of all lines of a row.
  private let places: [Int]
  /// The cells of the unfinished row, and the number of its first line.
  private var pending: (cells: [String], lineCount: Int, line: Int) = ([], 0, 0)

  /// Finds titles above a line of dashes that has junctions below the bars of the titles.
  ///
  /// - Parameter layout: The layout of the command line, which may exclude such a table.
  init?(of text: InputText, _ layout: TextLayout = TextLayout()) {
    if layout.columns != nil || layout.hasNoHeader { return nil }
    let lines = text.rawLines.prefix(20).filter { !text.bytes[$0.range].allSatisfy(\.isWhiteSpace) }
    func line(_ place: Int) -> Line { Line(text.string(lines[place].range)) }
    /// Returns the first of several title lines, if the rule above these lines differs from the rule below them, and the
    /// first row has as many lines, followed by a rule.
    func firstTitle(above place: Int) -> Int? {
      let rule = line(place)
      guard let above = (0..<place).last(where: { line($0).isRule }), line(above).scalars != rule.scalars else {
        return nil
      }
      let end = place + place - above  // the rule below the first row
      guard end < lines.count, line(end).isRule else { return nil }
      let isWhole = (above + 1..<end).allSatisfy { $0 == place || line($0).cuts(at: rule.junctions) != nil }
      return isWhole ? above + 1 : nil
    }
    let place = lines.indices.dropFirst().first { place in
      // Most texts contain no such line, which this check finds quickly.
      if text.bytes[lines[place].range].contains(where: { $0.isLetter || $0.isASCIIDigit }) { return false }
      let (rule, titles) = (line(place), line(place - 1))
      guard rule.isRule, !titles.isRule, titles.cuts(at: rule.junctions) != nil else { return false }
      // Above the titles, there may be a line or words, but no other row.
      return place == 1 || line(place - 2).isRule || line(place - 2).bars.isEmpty || firstTitle(above: place) != nil
    }
    guard let place else { return nil }
    let rule = line(place)
    let first = firstTitle(above: place) ?? place - 1
    junctions = rule.junctions
    isOpen = (rule.junctions[0] > rule.start, rule.junctions[rule.junctions.count - 1] < rule.end - 1)
    titleLines = lines[first].number...lines[place - 1].number
    let isOpen = isOpen
    let titles = (first..<place).compactMap { Self.cells(of: line($0), rule.junctions, isOpen) }
    let cells = titles.flatMap(\.self)
    let names = titles.count == 1 ? cells : cells.map { $0.split(separator: " ").joined(separator: " ") }
    guard titles.count == place - first, names.count > titles.count || !isOpen.start else { return nil }
    places = titles.count == 1 ? Array(names.indices) : names.indices.filter { !names[$0].isEmpty }
    columns = ColumnNames(places.map { names[$0] }.unique)
  }

  /// Reads the next line of the text.
  ///
  /// - Returns: The row that the line completes, or `nil` if it completes none.
  mutating func row(of range: Range<Int>, number: Int, in text: InputText) -> InputRow? {
    guard number > titleLines.upperBound else { return nil }
    let line = Line(text.string(range))
    if line.isRule { return lastRow() }
    guard let cells = Self.cells(of: line, junctions, isOpen) else { return nil }
    if pending.cells.isEmpty { pending.line = number }
    pending.cells += cells
    pending.lineCount += 1
    return pending.lineCount == titleLines.count ? lastRow() : nil
  }

  /// Returns the unfinished row, if there is one.
  mutating func lastRow() -> InputRow? {
    guard !pending.cells.isEmpty else { return nil }
    defer { pending = ([], 0, 0) }
    let values = places.map { JSONValue.string(pending.cells.indices.contains($0) ? pending.cells[$0] : "") }
    return InputRow(object: JSONObject(columns: columns, values: values), line: pending.line)
  }

  private static func cells(of line: Line, _ junctions: [Int], _ isOpen: (start: Bool, end: Bool)) -> [String]? {
    guard !line.isRule, let cuts = line.cuts(at: junctions) else { return nil }
    var (cells, start) = ([String](), 0)
    for cut in cuts + [line.scalars.count] {
      var cell = line.scalars[start..<max(start, cut)]
      while cell.first?.properties.isWhitespace == true { cell.removeFirst() }
      while cell.last?.properties.isWhitespace == true { cell.removeLast() }
      cells.append(String(String.UnicodeScalarView(cell)))
      start = cut + 1
    }
    return Array(cells.dropFirst(isOpen.start ? 0 : 1).dropLast(isOpen.end ? 0 : 1))
  }

  static func == (first: Box, second: Box) -> Bool {
    first.columns == second.columns && first.titleLines == second.titleLines && first.junctions == second.junctions
  }

  /// A line of text with the positions of its bars.
  private struct Line {
    var scalars: [Unicode.Scalar]
    /// The bars, as indices of scalars and as columns of the terminal.
    var bars: [(index: Int, place: Int)] = []
    /// Whether the line consists of dashes and junctions.
    var isRule: Bool
    /// The positions of the junctions, the start and the end, if the line consists of dashes and junctions.
    var junctions: [Int] = []
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
      var place = 0
      for (index, scalar) in scalars.enumerated() {
        if ["|", "│", "┃", "║"].contains(scalar) { bars.append((index, place)) }
        place += CharacterWidth.of(scalar)
      }
    }

    /// Returns the indices of the bars below the junctions, or `nil` if a junction has no bar below it.
    func cuts(at junctions: [Int]) -> [Int]? {
      for isByPlace in [true, false] {
        let places = Dictionary(bars.map { (isByPlace ? $0.place : $0.index, $0.index) }) { first, _ in first }
        let cuts = junctions.compactMap { places[$0] }
        if cuts.count == junctions.count { return cuts }
      }
      return bars.count == junctions.count ? bars.map(\.index) : nil
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

extension InputText {
  var hasBox: Bool { Box(of: self) != nil }

  /// The lines of the text, including blank lines.
  var rawLines: UnfoldSequence<(range: Range<Int>, number: Int), (Int, Int)> {
    sequence(state: (range.lowerBound, firstLine)) { state in
      guard state.0 < range.upperBound else { return nil }
      let end = bytes[state.0..<range.upperBound].firstIndex(of: .lineFeed) ?? range.upperBound
      defer { state = (end + 1, state.1 + 1) }
      return (state.0..<end, state.1)
    }
  }
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
