/// Creates the rows of a text line by line.
struct TextRows: Sendable {
  private enum Layout: Sendable {
    case separated(Separator, hasHeader: Bool)
    case columns(ColumnPlan, ColumnRows)
    case box(Box)
  }

  private var layout: Layout?
  private var header: ColumnNames?
  /// The number of the first line that may be a row, or contain the titles of separated values.
  private var firstLine = 1
  /// Whether the previous line was blank.
  private var isBehindBlank = false

  init(of text: InputText, format: InputFormat, layout: TextLayout) {
    if case .separated(let separator) = format {
      self.layout = .separated(separator, hasHeader: !layout.hasNoHeader)
      var reader = CSVReader(text, separator: separator)
      reader.skipPreamble()
      firstLine = reader.line
      return
    }
    if let box = Box(of: text, layout) {
      self.layout = .box(box)
      return
    }
    let lines = text.textLines()
    if lines.isEmpty { return }
    let plan = ColumnPlan(learning: lines, of: text, layout: layout)
    var rest = plan.lines(of: text, counted: lines)
    self.layout = .columns(plan, ColumnRows(plan, of: text, layout, lines: &rest))
    firstLine = rest.first?.number ?? lines[lines.count - 1].number + 1
  }

  /// Creates the row of a line, or no row if the line is a header or blank.
  ///
  /// Several lines that end in CR arrive as a single line.
  mutating func rows(of line: InputText, _ complaints: inout Complaints) -> [InputRow] {
    if line.firstLine < firstLine { return [] }
    switch layout {
    case .separated(let separator, let hasHeader): return separatedRows(of: line, separator, hasHeader, &complaints)
    case .box(var box):
      defer { layout = .box(box) }
      return [box.row(of: line.range, number: line.firstLine, in: line)].compactMap(\.self)
    case .columns(let plan, let rows): return [row(of: line, plan, rows)].compactMap(\.self)
    case nil: return []
    }
  }

  private mutating func separatedRows(
    of line: InputText, _ separator: Separator, _ hasHeader: Bool, _ complaints: inout Complaints
  ) -> [InputRow] {
    var reader = CSVReader(line, separator: separator)
    if header == nil { header = reader.readColumns(hasHeader: hasHeader) }
    guard let header else { return [] }
    var rows: [InputRow] = []
    while let row = reader.readRow(header, number: nil, &complaints) { rows.append(row) }
    return rows
  }

  private mutating func row(of text: InputText, _ plan: ColumnPlan, _ rows: ColumnRows) -> InputRow? {
    guard var line = plan.lines(of: text, counted: text.textLines()).first else {
      isBehindBlank = true
      return nil
    }
    (line.isBehindBlank, isBehindBlank) = (isBehindBlank, false)
    var rows = rows
    defer { layout = .columns(plan, rows) }
    return rows.row(of: line, in: text)
  }
}
