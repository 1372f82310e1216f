/// Makes rows of the lines of a text, one after the other.
struct TextRows: Sendable {
  /// How the rows are written.
  private enum Layout: Sendable {
    case separated(Separator, hasHeader: Bool)
    case columns(ColumnPlan, FieldReader)
    case box(Box)
  }

  private let layout: Layout?
  private var header: ColumnNames?
  /// How many lines that are not blank come before the rows.
  private var toSkip = 0
  /// Whether the next line may be the one of dashes below the header.
  private var mayBeRule = false
  /// Whether rows have come, and a blank line behind them.
  private var (hasRows, isBehindTable) = (false, false)

  /// - Parameters:
  ///   - text: The first lines, from which columns are learned.
  ///   - format: What the text is.
  ///   - layout: What the command line says about it.
  init(of text: InputText, format: InputFormat, layout: TextLayout) {
    if case .separated(let separator) = format {
      self.layout = .separated(separator, hasHeader: layout.hasHeader ?? true)
      var reader = CSVReader(text, separator: separator)
      toSkip = reader.skipPreamble()
      return
    }
    if layout.columns == nil, layout.hasHeader != false, let box = Box(of: text) {
      self.layout = .box(box)
      header = ColumnNames(box.names)
      return
    }
    var lines = text.textLines()
    if lines.isEmpty {
      self.layout = nil
      return
    }
    let plan = ColumnPlan(learning: lines, of: text, layout: layout)
    lines = plan.lines(of: text, counted: lines)
    toSkip = plan.preamble
    lines.removeFirst(plan.preamble)
    if text.isTotal(lines[0]), layout.hasHeader == nil, lines.count > 1 {
      lines.removeFirst()
      toSkip += 1
    }
    let titles = plan.header == nil ? nil : text.titles(of: lines.removeFirst(), above: lines[...])
    mayBeRule = titles != nil
    toSkip += mayBeRule ? 1 : 0
    let rule = mayBeRule ? lines.first.flatMap { text.isRule($0) ? $0 : nil } : nil
    if rule != nil { lines.removeFirst() }
    header = ColumnNames(plan.names)
    self.layout = .columns(plan, FieldReader(plan, titles: titles, rule: rule, lines: lines, of: text))
  }

  /// Makes rows of a line: one, or none for a header and for a blank line.
  ///
  /// Lines that end in CR come as one.
  ///
  /// - Parameter complaints: Gets what is wrong with the line.
  mutating func rows(of line: InputText, _ complaints: inout Complaints) -> [InputRow] {
    switch layout {
    case .separated(let separator, let hasHeader): separatedRows(of: line, separator, hasHeader, &complaints)
    case .box(let box): rows(of: line, in: box)
    case .columns(let plan, let reader): rows(of: line, plan, reader)
    case nil: []
    }
  }

  private mutating func separatedRows(
    of line: InputText, _ separator: Separator, _ hasHeader: Bool, _ complaints: inout Complaints
  ) -> [InputRow] {
    if toSkip > 0 {
      toSkip -= line.bytes[line.range].allSatisfy(\.isWhiteSpace) ? 0 : 1
      return []
    }
    var reader = CSVReader(line, separator: separator)
    if header == nil { header = reader.readColumns(hasHeader: hasHeader) }
    guard let header else { return [] }
    var rows: [InputRow] = []
    while let row = reader.readRow(header, number: nil, &complaints) { rows.append(row) }
    return rows
  }

  private func rows(of line: InputText, in box: Box) -> [InputRow] {
    guard let header, line.firstLine > box.titleLine, let cells = box.cells(of: line.string(line.range)) else {
      return []
    }
    return [InputRow(object: JSONObject(columns: header, values: cells.map(JSONValue.string)), line: line.firstLine)]
  }

  private mutating func rows(of text: InputText, _ plan: ColumnPlan, _ reader: FieldReader) -> [InputRow] {
    guard let line = plan.lines(of: text, counted: text.textLines()).first else {
      isBehindTable = hasRows
      return []
    }
    if toSkip > 0 {
      toSkip -= 1
      return []
    }
    let isRule = mayBeRule && text.isRule(line)
    mayBeRule = false
    let isNoRow = isBehindTable && !reader.isBelowTitles(line) || reader.isFooter(line, in: text)
    guard let header, !isRule, !isNoRow else { return [] }
    hasRows = true
    return [InputRow(object: text.object(reader.fields(of: line, in: text), of: header), line: line.number)]
  }
}
