struct TextRows: Sendable {
  private enum State: Sendable {
    case separated(Separator, hasHeader: Bool)
    case columns(ColumnPlan, ColumnRows)
    case box(Box)
  }

  /// The state of reading, or `nil` if the text has no lines.
  private var state: State?
  private var header: ColumnNames?
  /// The number of the first line that may be a row, or contain the titles of separated values.
  private var firstLine = 1
  private var followsBlankLine = false

  init(of text: InputText, format: InputFormat, layout: TextLayout) {
    if case .separated(let separator) = format {
      state = .separated(separator, hasHeader: !layout.hasNoHeader)
      var reader = CSVReader(text, separator: separator)
      reader.skipPreamble()
      firstLine = reader.line
      return
    }
    if let box = Box(of: text, layout) {
      state = .box(box)
      return
    }
    let lines = text.textLines()
    if lines.isEmpty { return }
    let plan = ColumnPlan(learning: lines, of: text, layout: layout)
    var rest = plan.lines(of: text, counted: lines)
    state = .columns(plan, ColumnRows(plan, of: text, layout, lines: &rest))
    firstLine = rest.first?.number ?? lines[lines.count - 1].number + 1
  }

  /// Creates the row of a line, or no row if the line is a header or blank.
  ///
  /// Several lines that end in CR arrive as a single line.
  mutating func rows(of line: InputText, _ complaints: inout Complaints) -> [InputRow] {
    if line.firstLine < firstLine { return [] }
    switch state {
    case .separated(let separator, let hasHeader): return separatedRows(of: line, separator, hasHeader, &complaints)
    case .box(var box):
      defer { state = .box(box) }
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
      followsBlankLine = true
      return nil
    }
    (line.followsBlankLine, followsBlankLine) = (followsBlankLine, false)
    var rows = rows
    defer { state = .columns(plan, rows) }
    return rows.row(of: line, in: text)
  }
}
