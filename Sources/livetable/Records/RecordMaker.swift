/// Creates the records of rows, and checks that the columns that identify, group and sort them exist.
struct RecordMaker: Sendable {
  /// The columns that identify rows, or none if positions identify rows.
  private var identity: [ColumnFinder]
  /// Whether a row may lack an identity because the user has not named the columns that identify rows.
  var mayLackIdentity = false
  /// Whether an empty identity is an error, as it is in text.
  var rejectsEmptyIdentity = false
  /// The visible and hidden columns of records, or none to keep all columns.
  private var shown: [ColumnFinder]
  private let shownNames: ColumnNames
  private var ignored: IgnoredColumns
  /// The columns that group and sort rows, which must not be ambiguous.
  private var checkedColumns: [ColumnFinder]

  /// Creates a maker once the columns are known.
  ///
  /// - Parameter choice: The columns that identify rows, or `nil` to choose them if the user names none.
  /// - Throws: An error that names a column that no table has, or that is ambiguous.
  init(_ options: RecordOptions, for tables: [InputTable], choice: IdentityChoice? = nil) throws(InputError) {
    var ids = options.id
    if ids.isEmpty { ids = if let choice { choice.columns } else { try IdentityChoice(for: tables).columns } }
    self.init(options, identity: ids)
    // A column `id` has to identify all rows.
    mayLackIdentity = options.id.isEmpty && ids != ["id"]
    try Self.check(options, in: tables)
  }

  static func check(_ options: RecordOptions, in tables: [InputTable]) throws(InputError) {
    for name in options.id { try Self.check(name, option: "--id", in: tables) }
    for name in options.columns { try Self.check(name, option: "--columns", in: tables) }
    for name in options.ignored { try Self.check(name, option: "--ignore", in: tables) }
    // Rows of JSON may all lack the column by which they are grouped.
    if let name = options.groupBy, tables.contains(where: { $0.header != nil }) {
      try Self.check(name, option: "--group-by", in: tables)
    }
    for order in options.sortBy { try Self.check(order.column, option: "--sort-by", in: tables) }
  }

  /// Creates a maker for a stream once its first rows are known.
  ///
  /// Later rows may have other columns, so no column is reported as missing.
  init(
    _ options: RecordOptions, forStreamFrom rows: [InputRow], isTable: Bool = false, source: String
  ) throws(InputError) {
    let table = InputTable(source: source, header: nil, rows: rows.filter { !$0.object.columns.names.isEmpty })
    var identity = options.id
    if identity.isEmpty, table.rows.isEmpty == rows.isEmpty {
      identity = try isTable ? IdentityChoice(for: [table]).columns : IdentityChoice(forRowsLike: table).columns
    }
    self.init(options, identity: identity)
  }

  init(_ options: RecordOptions, identity: [String]) {
    self.identity = identity.map { ColumnFinder($0, "--id") }
    let columns = options.columns + options.hiddenColumns
    shown = columns.map { ColumnFinder($0, "--columns") }
    shownNames = ColumnNames(columns)
    ignored = IgnoredColumns(names: options.ignored)
    checkedColumns =
      (options.groupBy.map { [ColumnFinder($0, "--group-by")] } ?? [])
      + options.sortBy.map { ColumnFinder($0.column, "--sort-by") }
  }

  var hasIdentity: Bool { !identity.isEmpty }

  var identityNames: [String] { identity.map(\.name) }

  var identityNote: String { identity.isEmpty ? "id: position" : "id: " + identity.map(\.name).joined(separator: "+") }

  /// Creates the records of a table in which all rows must have one.
  mutating func records(of table: InputTable) throws(InputError) -> [Record] {
    var table = table
    let records = try records(of: &table, keepsPartialRows: false)
    if let first = table.complaints.listed.first { throw first }
    return records
  }

  /// Creates the records of a table, in order, and reports and removes rows without a record.
  ///
  /// - Throws: The error of the first row if every row has an error.
  mutating func records(of table: inout InputTable, keepsPartialRows: Bool) throws(InputError) -> [Record] {
    var records: [Record] = []
    records.reserveCapacity(table.rows.count)
    var first: InputError?
    var failureCount = 0
    var dropped: Set<Int> = []
    for (index, row) in table.rows.enumerated() {
      do throws(InputError) {
        records.append(try record(of: row, number: index + 1, source: table.source))
      } catch {
        first = first ?? error
        failureCount += 1
        table.complaints.append(error)
        if keepsPartialRows, let record = partialRecord(of: row, number: index + 1, source: table.source) {
          records.append(record)
        } else {
          dropped.insert(index)
        }
      }
    }
    if let first, failureCount == table.rows.count { throw first }
    if !dropped.isEmpty { table.rows = table.rows.indices.filter { !dropped.contains($0) }.map { table.rows[$0] } }
    return records
  }

  /// Creates the record of a row without an identity, or returns `nil` if the row lacks something else.
  private func partialRecord(of row: InputRow, number: Int, source: String) -> Record? {
    if mayLackIdentity { return nil }
    var maker = self
    maker.mayLackIdentity = true
    return try? maker.record(of: row, number: number, source: source)
  }

  /// Creates the record of a row.
  ///
  /// - Throws: An error that names the row if an identity is missing or `null`, or if a column is ambiguous.
  mutating func record(of row: InputRow, number: Int?, source: String) throws(InputError) -> Record {
    for index in checkedColumns.indices {
      _ = try checkedColumns[index].value(in: row, number: number, source: source)
    }
    let identity = try identityText(of: row, number: number, source: source)
    return Record(identity: identity, object: try selected(row, number: number, source: source))
  }

  private mutating func selected(_ row: InputRow, number: Int?, source: String) throws(InputError) -> JSONObject {
    if shown.isEmpty { return ignored.removed(from: row.object) }
    var values: [JSONValue] = []
    for index in shown.indices {
      values.append(try shown[index].value(in: row, number: number, source: source) ?? .null)
    }
    return JSONObject(columns: shownNames, values: values)
  }

  /// Returns the printed identity of a row, joining several columns as a JSON array of strings.
  ///
  /// If identities may be missing, a missing value counts as empty text.
  mutating func identityText(of row: InputRow, number: Int?, source: String) throws(InputError) -> String {
    if identity.isEmpty { return "\(number ?? row.line)" }
    var parts: [String] = []
    for index in identity.indices {
      let value = try identity[index].value(in: row, number: number, source: source)
      guard let value, value != .null else {
        if mayLackIdentity {
          parts.append("")
          continue
        }
        throw InputError(
          source: source, line: row.line, row: number,
          problem: "“\(identity[index].name)”, which identifies the row, is \(value == nil ? "missing" : "null")",
          remedy: "give every row a value, or name other columns with --id")
      }
      parts.append(value.printed)
    }
    if rejectsEmptyIdentity, !mayLackIdentity, parts.allSatisfy(\.isEmpty) {
      throw InputError(
        source: source, line: row.line, row: number,
        problem: "“\(identity.map(\.name).joined(separator: "+"))”, which identifies the row, is empty",
        remedy: "give every row a value, or name other columns with --id")
    }
    return parts.count == 1 ? parts[0] : JSONValue.array(parts.map(JSONValue.string)).compact
  }
}

// MARK: - Which columns there are

extension RecordMaker {
  /// Checks that a table has a column with the name, or a row has a member at the path, and that the name is
  /// unambiguous.
  private static func check(_ name: String, option: String, in tables: [InputTable]) throws(InputError) {
    let listLimit = 20
    var known: [String] = []
    for table in tables {
      if let header = table.header, header.names.count(where: { $0.hasSameBytes(as: name) }) > 1 {
        throw AmbiguousColumn(name: name, matches: [name, name]).inputError(source: table.source, option: option)
      }
      for columns in table.differentColumns {
        do {
          if try columns.index(of: name) != nil { return }
        } catch {
          throw error.inputError(source: table.source, option: option)
        }
        if known.count <= listLimit { known += columns.names.filter { !known.contains($0) } }
      }
      if table.rows.contains(where: { $0.object.member(at: name) != nil }) { return }
    }
    if known.isEmpty { return }
    let list =
      known.prefix(listLimit).map { "“\($0)”" }.joined(separator: ", ") + (known.count > listLimit ? ", …" : "")
    throw InputError(
      source: tables.map(\.source).joined(separator: " and "),
      problem: "there is no column “\(name)”", remedy: "use one of these with \(option): \(list)")
  }
}

extension AmbiguousColumn {
  func inputError(source: String, line: Int? = nil, row: Int? = nil, option: String) -> InputError {
    InputError(
      source: source, line: line, row: row,
      problem: "“\(name)” matches several columns: \(matches.map { "“\($0)”" }.joined(separator: ", "))",
      remedy: "rename the columns, or name another column with \(option)")
  }
}
