/// Makes records of rows: knows which columns identify them, and that those are there by which they are grouped and sorted.
struct RecordMaker: Sendable {
  /// The columns that identify rows; none where their places do.
  private var identity: [ColumnFinder]
  /// Whether a row may have nothing in these: nobody has named them.
  var mayLackIdentity = false
  /// Whether a row whose identity is empty lacks it: text has nothing else for a value that is missing.
  var isOfText = false
  /// The columns that records have: those that are shown, and the hidden ones; all where it is empty.
  private var shown: [ColumnFinder]
  private let shownNames: ColumnNames
  private var ignored: IgnoredColumns
  private var others: [(finder: ColumnFinder, option: String)]

  /// Settles which columns are meant, once the columns are known.
  ///
  /// - Parameters:
  ///   - options: What the command line says.
  ///   - tables: The tables that have to agree: the two that are compared, or the first one of many.
  /// - Throws: An error that names a column that no table has, or that is there twice.
  init(_ options: RecordOptions, for tables: [InputTable]) throws(InputError) {
    let ids = options.id.isEmpty ? try IdentityChoice(for: tables).columns : options.id
    self.init(options, identity: ids)
    // A column `id` is there to identify rows.
    mayLackIdentity = options.id.isEmpty && ids != ["id"]
    try Self.check(options, in: tables)
  }

  /// Checks that there are the columns that the command line names.
  static func check(_ options: RecordOptions, in tables: [InputTable]) throws(InputError) {
    for name in options.id { try Self.check(name, option: "--id", in: tables) }
    for name in options.columns { try Self.check(name, option: "--columns", in: tables) }
    for name in options.ignored { try Self.check(name, option: "--ignore", in: tables) }
    // Rows that bring their own columns may all lack the one they are grouped by.
    if let name = options.groupBy, tables.contains(where: { $0.header != nil }) {
      try Self.check(name, option: "--group-by", in: tables)
    }
    for order in options.sortBy { try Self.check(order.column, option: "--sort-by", in: tables) }
  }

  /// Settles which columns identify the rows of a stream, once its first rows are known.
  ///
  /// Those that follow may have other columns, so none is unknown.
  ///
  /// - Parameters:
  ///   - options: What the command line says.
  ///   - rows: The first rows: one, or those of a whole table.
  ///   - isTable: Whether they are a whole table.
  ///   - source: What messages call the stream.
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

  /// - Parameters:
  ///   - options: What the command line says.
  ///   - identity: The columns that identify rows; none where their places do.
  init(_ options: RecordOptions, identity: [String]) {
    self.identity = identity.map { ColumnFinder($0) }
    let columns = options.columns + options.hiddenColumns
    shown = columns.map { ColumnFinder($0) }
    shownNames = ColumnNames(columns)
    ignored = IgnoredColumns(names: options.ignored)
    others = Self.others(options)
  }

  /// Whether columns identify rows, and not their places.
  var hasIdentity: Bool { !identity.isEmpty }

  /// The columns that identify rows.
  var identityNames: [String] { identity.map(\.name) }

  /// The columns that identify rows, for people.
  var identityNote: String { identity.isEmpty ? "id: place" : "id: " + identity.map(\.name).joined(separator: "+") }

  /// The columns that must not be ambiguous.
  private static func others(_ options: RecordOptions) -> [(finder: ColumnFinder, option: String)] {
    (options.groupBy.map { [(ColumnFinder($0), "--group-by")] } ?? [])
      + options.sortBy.map { (ColumnFinder($0.column), "--sort-by") }
  }

  /// Makes the records of a table, in its order.
  mutating func records(of table: InputTable) throws(InputError) -> [Record] {
    var records: [Record] = []
    records.reserveCapacity(table.rows.count)
    for (offset, row) in table.rows.enumerated() {
      records.append(try record(of: row, number: offset + 1, source: table.source))
    }
    return records
  }

  /// Makes the records of a table, in its order; the table loses the rows that have none, and gets what is wrong with them.
  ///
  /// - Parameter keepsPartialRows: Whether a row that lacks its identity is kept.
  /// - Throws: What is wrong with the first row, if no row has a record.
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

  /// Makes the record of a row.
  ///
  /// - Throws: An error that names the row, where a column that identifies it is missing or null, or one that is named
  ///   could be any of several.
  mutating func record(of row: InputRow, number: Int?, source: String) throws(InputError) -> Record {
    try checkOthers(of: row, number: number, source: source)
    let identity = try identityText(of: row, number: number, source: source)
    return Record(identity: identity, object: try selected(row, number: number, source: source))
  }

  /// The columns of a row that its record has.
  private mutating func selected(_ row: InputRow, number: Int?, source: String) throws(InputError) -> JSONObject {
    if shown.isEmpty { return ignored.removed(from: row.object) }
    var values: [JSONValue] = []
    for index in shown.indices {
      do {
        values.append(try shown[index].value(in: row.object) ?? .null)
      } catch {
        throw error.inputError(source: source, line: row.line, row: number, option: "--columns")
      }
    }
    return JSONObject(columns: shownNames, values: values)
  }

  /// The printed form of a row's identity; several columns join as a JSON array of strings.
  ///
  /// What a row lacks counts as the empty text where that is allowed: a table tells rows of one identity apart by their
  /// order, a stream cannot.
  mutating func identityText(of row: InputRow, number: Int?, source: String) throws(InputError) -> String {
    if identity.isEmpty { return "\(number ?? row.line)" }
    var parts: [String] = []
    for position in identity.indices {
      let value: JSONValue?
      do {
        value = try identity[position].value(in: row.object)
      } catch {
        throw error.inputError(source: source, line: row.line, row: number, option: "--id")
      }
      guard let value, value != .null else {
        if mayLackIdentity {
          parts.append("")
          continue
        }
        throw InputError(
          source: source, line: row.line, row: number,
          problem: "“\(identity[position].name)”, which identifies the row, is \(value == nil ? "missing" : "null")",
          remedy: "give every row one, or name other columns with --id")
      }
      parts.append(value.printed)
    }
    if isOfText, !mayLackIdentity, parts.allSatisfy(\.isEmpty) {
      throw InputError(
        source: source, line: row.line, row: number,
        problem: "“\(identity.map(\.name).joined(separator: "+"))”, which identifies the row, is empty",
        remedy: "give every row one, or name other columns with --id")
    }
    return parts.count == 1 ? parts[0] : JSONValue.array(parts.map(JSONValue.string)).compact
  }

  private mutating func checkOthers(of row: InputRow, number: Int?, source: String) throws(InputError) {
    for index in others.indices {
      do {
        _ = try others[index].finder.value(in: row.object)
      } catch {
        throw error.inputError(source: source, line: row.line, row: number, option: others[index].option)
      }
    }
  }
}

// MARK: - Which columns there are

extension RecordMaker {
  /// Checks that some table has a column or a row a member of that path, and that a header names it once.
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
      problem: "there is no column “\(name)”", remedy: "name one that is there with \(option): \(list)")
  }
}

extension AmbiguousColumn {
  /// The error as people read it.
  func inputError(source: String, line: Int? = nil, row: Int? = nil, option: String) -> InputError {
    InputError(
      source: source, line: line, row: row,
      problem: "“\(name)” could be any of the columns \(matches.map { "“\($0)”" }.joined(separator: ", "))",
      remedy: "rename the columns, or name another one with \(option)")
  }
}
