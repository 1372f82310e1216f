/// How the columns of a text are told apart: learned from one output of a command, and used for those that follow.
struct ColumnPlan: Equatable, Sendable {
  /// What separates columns.
  enum Separation: Equatable, Sendable {
    /// The titles of a header, each of so many words: fields stand under them.
    case titles([Int])
    /// White space: so many columns, of which the last has the rest of the line.
    case words(Int)
    /// Runs of at least two blanks.
    case blanks
    /// The first colon of a line, between a key and its value.
    case keys
  }

  /// The words of the header line, where there is one.
  var header: [String]?
  /// What separates columns.
  var separation: Separation
  /// The names of the columns.
  var names: [String]
  /// How the places are counted where columns are.
  var measure = PlaceMeasure.scalars
  /// Whether amounts with a slash between them are one field.
  var joinsAmounts = false
  /// Whether the words of a date are one.
  var joinsDates = false
  /// How many lines that are not blank are above the titles, other than the sum of `ls -l`.
  var preamble = 0
  /// What people could do, if the titles may be in another line.
  var hint: String?
  /// Whether a line of dashes below the titles says where columns are.
  var isRuled = false

  /// The lines of a text, by words as they are counted here.
  ///
  /// - Parameter lines: The lines counted in scalars, which are the same for most texts.
  func lines(of text: InputText, counted lines: @autoclosure () -> [TextLine]) -> [TextLine] {
    let isPlain = measure == .scalars && !joinsAmounts
    let lines = isPlain ? lines() : text.textLines(by: measure, joiningAmounts: joinsAmounts)
    return joinsDates ? lines.map(text.joiningDates) : lines
  }
  /// How many rows it was learned from.
  var rowCount: Int

  /// How many lines it was learned from: the header is one.
  var lineCount: Int { rowCount + (header == nil ? 0 : 1) }

  /// From so many rows on, a plan is not learned again.
  static let enoughRows = 5
}

extension InputTable {
  /// Reads columns that white space separates; blank lines are left out.
  ///
  /// A header's titles say where columns are: a field belongs to the title above it. Without a header, columns are words
  /// that stand below each other. What is surplus joins the last column.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - layout: What the command line says.
  ///   - plan: What was learned from earlier outputs of the same command; it is replaced where this one says more.
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
    for line in rest { if let row = maker.row(of: line, in: text) { rows.append(row) } }
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

/// Makes rows of the lines below the titles of a text.
struct ColumnRows: Sendable {
  /// The columns of the rows.
  let columns: ColumnNames
  private let reader: FieldReader
  /// Whether rows have come, and a blank line behind them.
  private var (hasRows, isBehindTable) = (false, false)

  /// Finds the rows of a text.
  ///
  /// - Parameters:
  ///   - plan: How columns are told apart.
  ///   - text: The text, with at least one line.
  ///   - layout: What the command line says.
  ///   - lines: The lines of the text as the plan counts them; those above the rows are removed.
  init(_ plan: ColumnPlan, of text: InputText, _ layout: TextLayout, lines: inout [TextLine]) {
    lines.removeFirst(plan.preamble)
    if text.isTotal(lines[0]), !layout.hasNoHeader, lines.count > 1 { lines.removeFirst() }
    let titles = plan.header == nil ? nil : text.titles(of: lines.removeFirst(), above: lines[...])
    let rule = titles == nil ? nil : lines.first.flatMap { text.isRule($0) ? $0 : nil }
    if rule != nil { lines.removeFirst() }
    columns = ColumnNames(plan.names)
    reader = FieldReader(plan, titles: titles, rule: rule, lines: lines, of: text)
  }

  /// The row of the next line; `nil` if it is none.
  mutating func row(of line: TextLine, in text: InputText) -> InputRow? {
    // Of what follows a blank line, rows are only those that stand below the titles.
    isBehindTable = isBehindTable || hasRows && line.isBehindBlank
    if isBehindTable && !reader.isBelowTitles(line) || reader.isFooter(line, in: text) { return nil }
    hasRows = true
    return InputRow(object: text.object(reader.fields(of: line, in: text), of: columns), line: line.number)
  }
}

extension InputText {
  /// Whether a line is the sum that `ls -l` begins with.
  func isTotal(_ line: TextLine) -> Bool {
    let words = texts(of: line)
    return words.count == 2 && words[0] == "total" && words[1].isMeasure
  }

  /// A row with fields of a line; what has no field has no value, and surplus fields join the last column.
  func object(_ fields: [Range<Int>?], of columns: ColumnNames) -> JSONObject {
    var fields = fields
    let count = columns.names.count
    // Columns that were learned from an earlier output may be fewer than the parts of this line.
    if fields.count > count {
      let surplus = fields[(count - 1)...].compactMap(\.self)
      let joined = surplus.first.map { $0.lowerBound..<surplus[surplus.count - 1].upperBound }
      fields.replaceSubrange((count - 1)..., with: [joined])
    }
    let last = fields.lastIndex { $0 != nil } ?? -1
    let values = fields.map { JSONValue.string($0.map(string) ?? "") }
    // The rows of most outputs have all fields, and share the names.
    if last == columns.names.count - 1 { return JSONObject(columns: columns, values: values) }
    return JSONObject(
      columns: ColumnNames(Array(columns.names.prefix(last + 1))), values: Array(values.prefix(last + 1)))
  }
}
