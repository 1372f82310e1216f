/// The columns of a text, recognized in one output of a command and used for later outputs.
struct ColumnPlan: Equatable, Sendable {
  enum Separation: Equatable, Sendable {
    /// The titles of a header, each with its number of words. Fields are below their titles.
    case titles([Int])
    /// White space between a given number of columns. The last column contains the rest of the line.
    case words(Int)
    /// Two or more spaces.
    case blanks
    /// The first colon of a line, between a key and its value.
    case keys
  }

  var header: [String]?
  var separation: Separation
  var names: [String]
  var measure = PositionUnit.scalars
  /// Whether two amounts with a slash between them form one field.
  var joinsAmounts = false
  /// Whether the words of a date form one field.
  var joinsDates = false
  /// The number of nonblank lines above the titles, apart from the total of `ls -l`.
  var preamble = 0
  /// A suggestion for the user if another line may contain the titles.
  var hint: String?
  /// Whether a line of dashes below the titles marks the columns.
  var isRuled = false

  /// Returns the lines of a text, with positions in this plan's unit of measure.
  func lines(of text: InputText, counted lines: @autoclosure () -> [TextLine]) -> [TextLine] {
    let isPlain = measure == .scalars && !joinsAmounts
    let lines = isPlain ? lines() : text.textLines(by: measure, joiningAmounts: joinsAmounts)
    return joinsDates ? lines.map(text.joiningDates) : lines
  }
  var rowCount: Int

  /// The number of lines from which the columns were recognized, including the header.
  var lineCount: Int { rowCount + (header == nil ? 0 : 1) }

  /// The number of rows after which columns are not recognized again.
  static let enoughRows = 5
}

extension InputTable {
  /// Reads columns that are separated by white space, and omits blank lines.
  ///
  /// The titles of a header mark the columns: a field belongs to the title above it. Without a header, columns are
  /// words that are aligned with each other. Surplus fields are appended to the last column.
  init(columnsOf text: InputText, layout: TextLayout, plan: inout ColumnPlan?) {
    if let box = Box(of: text, layout) {
      self.init(box, of: text)
      return
    }
    let lines = text.textLines()
    self.init(source: text.source)
    if lines.isEmpty {
      header = plan.map { ColumnNames($0.names) }
      return
    }
    let settled = Self.plan(for: lines, of: text, layout: layout, known: plan)
    plan = settled
    hint = settled.hint
    var rest = settled.lines(of: text, counted: lines)
    var maker = ColumnRows(settled, of: text, layout, lines: &rest)
    header = maker.columns
    var others: [TextLine] = []
    for line in rest { if let row = maker.row(of: line, in: text) { rows.append(row) } else { others.append(line) } }
    // There may be a larger table below this one.
    guard hint == nil, others.count > rows.count + 1 else { return }
    let first = others.prefix(Limits.learnedLines)
    let titles = first.indices.prefix(20).first { text.isHeader(first[$0], above: first[($0 + 1)...]) }
    if let titles, others.count - titles > rows.count + 1 { hint = text.hint(titles: others[titles], layout) }
  }

  private static func plan(
    for lines: [TextLine], of text: InputText, layout: TextLayout, known: ColumnPlan?
  ) -> ColumnPlan {
    if let known, known.preamble < lines.count,
      known.rowCount >= ColumnPlan.enoughRows || lines.count - 1 - known.preamble <= known.rowCount
    {
      let first = text.titles(of: lines[known.preamble], above: lines[(known.preamble + 1)...])
      if known.header == nil || known.header == text.texts(of: first) { return known }
    }
    return ColumnPlan(learning: lines, of: text, layout: layout)
  }
}

/// Creates the rows of the lines below the titles of a text.
struct ColumnRows: Sendable {
  let columns: ColumnNames
  private let reader: FieldReader
  private let hasTitles: Bool
  /// Whether there were rows, and whether a blank line followed these rows.
  private var (hasRows, isBehindTable) = (false, false)

  /// Finds the rows of a text.
  init(_ plan: ColumnPlan, of text: InputText, _ layout: TextLayout, lines: inout [TextLine]) {
    lines.removeFirst(plan.preamble)
    if text.isTotal(lines[0]), !layout.hasNoHeader, lines.count > 1 { lines.removeFirst() }
    let titles = plan.header == nil ? nil : text.titles(of: lines.removeFirst(), above: lines[...])
    let rule = titles == nil ? nil : lines.first.flatMap { text.isRule($0) ? $0 : nil }
    if rule != nil { lines.removeFirst() }
    (columns, hasTitles) = (ColumnNames(plan.names), titles != nil)
    reader = FieldReader(plan, titles: titles, rule: rule, lines: lines, of: text)
  }

  /// The row of the next line, or `nil` if the line is not a row.
  mutating func row(of line: TextLine, in text: InputText) -> InputRow? {
    // After a blank line, only lines that are aligned with the titles are rows.
    isBehindTable = isBehindTable || hasRows && line.isBehindBlank
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
