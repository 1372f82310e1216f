struct ColumnRows: Sendable {
  let columns: ColumnNames
  private let reader: FieldReader
  private let hasTitles: Bool
  /// Whether there were rows, and whether a blank line followed these rows.
  private var (hasRows, isBehindTable) = (false, false)

  init(_ plan: ColumnPlan, of text: InputText, _ layout: TextLayout, lines: inout [TextLine]) {
    lines.removeFirst(plan.preamble)
    if text.isTotal(lines[0]), !layout.hasNoHeader, lines.count > 1 { lines.removeFirst() }
    let titles = plan.header == nil ? nil : text.titles(of: lines.removeFirst(), above: lines[...])
    let rule = titles == nil ? nil : lines.first.flatMap { text.isRule($0) ? $0 : nil }
    if rule != nil { lines.removeFirst() }
    (columns, hasTitles) = (ColumnNames(plan.names), titles != nil)
    reader = FieldReader(plan, titles: titles, rule: rule, lines: lines, of: text)
  }

  mutating func row(of line: TextLine, in text: InputText) -> InputRow? {
    // After a blank line, only lines that are aligned with the titles are rows.
    isBehindTable = isBehindTable || hasRows && line.followsBlankLine
    let isRule = hasTitles && !hasRows && text.isRule(line)
    if isRule || isBehindTable && !reader.isBelowTitles(line) || reader.isFooter(line, in: text) { return nil }
    hasRows = true
    return InputRow(object: text.object(reader.fields(of: line, in: text), of: columns), line: line.number)
  }
}

extension InputText {
  /// Whether a line is the total at the start of `ls -l`.
  func isTotal(_ line: TextLine) -> Bool {
    let words = texts(of: line)
    return words.count == 2 && words[0] == "total" && words[1].isMeasure
  }

  /// Returns a row with the fields of a line, appending surplus fields to the last column.
  func object(_ fields: [Range<Int>?], of columns: ColumnNames) -> JSONObject {
    var fields = fields
    let count = columns.names.count
    // A plan from an earlier output may have fewer columns than this line.
    if fields.count > count {
      let surplus = fields[(count - 1)...].compactMap(\.self)
      let joined = surplus.first.map { $0.lowerBound..<surplus[surplus.count - 1].upperBound }
      fields.replaceSubrange((count - 1)..., with: [joined])
    }
    let last = fields.lastIndex { $0 != nil } ?? -1
    let values = fields.map { JSONValue.string($0.map(string) ?? "") }
    // Most rows have all fields, and share the names.
    if last == columns.names.count - 1 { return JSONObject(columns: columns, values: values) }
    return JSONObject(
      columns: ColumnNames(Array(columns.names.prefix(last + 1))), values: Array(values.prefix(last + 1)))
  }
}
