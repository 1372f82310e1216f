/// Creates the records of rows, and checks that the columns that identify, group and sort them exist.
struct RecordMaker: Sendable {
  /// The columns that identify rows, or none if positions identify rows.
  private var identity: [ColumnFinder]
  /// Whether a row may lack an identity because the user has not named the columns that identify rows.
  var mayLackIdentity = false
  /// Whether an empty identity counts as missing, as it does in text.
  var isOfText = false
  /// The visible and hidden columns of records, or none to keep all columns.
  private var shown: [ColumnFinder]
  private let shownNames: ColumnNames
  private var ignored: IgnoredColumns
  /// The columns that must not be ambiguous.
  private var others: [ColumnFinder]

  /// Creates a maker once the columns are known.
  ///
  /// - Throws: An error that names a column that no table has, or that is ambiguous.
  init(_ options: RecordOptions, for tables: [InputTable]) throws(InputError) {
    let ids = options.id.isEmpty ? try IdentityChoice(for: tables).columns : options.id
    self.init(options, identity: ids)
    // A column `id` has to identify all rows.
    mayLackIdentity = options.id.isEmpty && ids != ["id"]
    try Self.check(options, in: tables)
  }

  /// Checks that the columns that the command line names exist.
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
    others =
      (options.groupBy.map { [ColumnFinder($0, "--group-by")] } ?? [])
      + options.sortBy.map { ColumnFinder($0.column, "--sort-by") }
  }

  /// Whether columns rather than positions identify rows.
  var hasIdentity: Bool { !identity.isEmpty }

  var identityNames: [String] { identity.map(\.name) }

  /// A description of the columns that identify rows.
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
  /// - Throws: The error of the first row if no row has a record.
  mutating func records(of table: inout InputTable, keepsPartialRows: Bool) throws(InputError) -> [Record] {
    var (records, rows): ([Record], [InputRow]) = ([], [])
    records.reserveCapacity(table.rows.count)
    rows.reserveCapacity(table.rows.count)
    var (first, failureCount): (InputError?, Int) = (nil, 0)
    for (offset, row) in table.rows.enumerated() {
      do throws(InputError) {
        records.append(try record(of: row, number: offset + 1, source: table.source))
      } catch {
        first = first ?? error
        failureCount += 1
        table.complaints.append(error)
        guard keepsPartialRows, !mayLackIdentity else { continue }
        mayLackIdentity = true
        defer { mayLackIdentity = false }
        guard let record = try? record(of: row, number: offset + 1, source: table.source) else { continue }
        records.append(record)
      }
      rows.append(row)
    }
    if let first, failureCount == table.rows.count { throw first }
    table.rows = rows
    return records
  }

  /// Creates the record of a row.
  ///
  /// - Throws: An error that names the row if an identity is missing or `null`, or if a column is ambiguous.
  mutating func record(of row: InputRow, number: Int?, source: String) throws(InputError) -> Record {
    for index in others.indices { _ = try others[index].value(in: row, number: number, source: source) }
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
    for position in identity.indices {
      let value = try identity[position].value(in: row, number: number, source: source)
      guard let value, value != .null else {
        if mayLackIdentity {
          parts.append("")
          continue
        }
        throw InputError(
          source: source, line: row.line, row: number,
          problem: "“\(identity[position].name)”, which identifies the row, is \(value == nil ? "missing" : "null")",
          remedy: "give every row a value, or name other columns with --id")
      }
      parts.append(value.printed)
    }
    if isOfText, !mayLackIdentity, parts.allSatisfy(\.isEmpty) {
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
    let listed = 20
    var known: [String] = []
    for table in tables {
      if let header = table.header, header.names.count(where: { $0.hasSameBytes(as: name) }) > 1 {
        throw AmbiguousColumn(name: name, matches: [name, name]).inputError(source: table.source, option: option)
      }
      for columns in table.differentColumns {
        do {
          if try columns.position(of: name) != nil { return }
        } catch {
          throw error.inputError(source: table.source, option: option)
        }
        if known.count <= listed { known += columns.names.filter { !known.contains($0) } }
      }
      if table.rows.contains(where: { $0.object.member(at: name) != nil }) { return }
    }
    if known.isEmpty { return }
    let list = known.prefix(listed).map { "“\($0)”" }.joined(separator: ", ") + (known.count > listed ? ", …" : "")
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
