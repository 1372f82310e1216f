/// The columns of a text, recognized in one output of a command and used for later outputs.
struct ColumnPlan: Equatable, Sendable {
  enum Separation: Equatable, Sendable {
    /// The titles of a header, each with its number of words. Fields are below their titles.
    case titles([Int])
    /// White space between a given number of columns. The last column contains the rest of the line.
    case words(Int)
    case blanks
    /// The first colon of a line, between a key and its value.
    case keys
  }

  /// The words of the header, or `nil` if there is none.
  var header: [String]?
  var separation: Separation
  var names: [String]
  var rowCount: Int
  var unit = PositionUnit.scalars
  /// Whether two amounts with a slash between them form one field.
  var joinsAmounts = false
  var joinsDates = false
  /// The number of nonblank lines above the titles, apart from the total of `ls -l`.
  var preamble = 0
  /// A suggestion for the user if another line may contain the titles.
  var hint: String?
  /// Whether a line of dashes below the titles marks the columns.
  var isRuled = false

  /// Returns the lines of a text, with positions in this plan's unit.
  ///
  /// - Parameter lines: The lines with positions in scalars.
  func lines(of text: InputText, counted lines: @autoclosure () -> [TextLine]) -> [TextLine] {
    let isPlain = unit == .scalars && !joinsAmounts
    let lines = isPlain ? lines() : text.textLines(by: unit, joiningAmounts: joinsAmounts)
    return joinsDates ? lines.map(text.joiningDates) : lines
  }

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
    let current = Self.plan(for: lines, of: text, layout: layout, known: plan)
    plan = current
    hint = current.hint
    var rest = current.lines(of: text, counted: lines)
    var maker = ColumnRows(current, of: text, layout, lines: &rest)
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
