/// Rows without identities, in the order in which they were read.
struct InputTable {
  var source: String
  /// The columns of the header line, or `nil` if every row has its own columns.
  var header: ColumnNames?
  var rows: [InputRow] = []
  var complaints = Complaints()
  var hint: String?
}

struct InputRow: Equatable {
  var object: JSONObject
  /// The first line of the row, counted from 1.
  var line: Int
  /// Whether the row consists of the readable parts of an invalid line.
  var isPartial = false
}

extension InputTable {
  /// Reads a text in a recognized format.
  ///
  /// - Returns: The table, its format and its layout.
  static func reading(
    _ text: InputText, named: InputFormat?, isGuess: Bool, layout: TextLayout, mayLackHeader: Bool = true,
    plan: inout ColumnPlan?
  ) -> (table: InputTable, format: InputFormat, layout: TextLayout) {
    let format =
      named?.resolved(for: text, layout: layout, isGuess: isGuess) ?? InputFormat(of: text, layout: layout)
    let resolved = named == nil && mayLackHeader ? layout.resolved(for: text, in: format) : layout
    let table = InputTable(text, format: format, layout: resolved, plan: &plan)
    // A text that is not valid with its apparent separator has columns.
    if named == nil, layout.separator == nil, Separator(namedBy: text) == nil, case .separated = format,
      table.complaints.count * 10 > table.rows.count
    {
      return (InputTable(text, format: .columns, layout: layout, plan: &plan), .columns, layout)
    }
    return (table, format, resolved)
  }

  init(
    _ text: InputText, format: InputFormat, layout: TextLayout = TextLayout(), plan: inout ColumnPlan?
  ) {
    switch format {
    case .json: self.init(json: text)
    case .separated(let separator): self.init(separatedBy: separator, text, hasHeader: !layout.hasNoHeader)
    case .columns: self.init(columnsOf: text, layout: layout, plan: &plan)
    }
  }
}
