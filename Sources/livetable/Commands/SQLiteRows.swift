#if SQLite
import LiveTablesSQLite

/// Creates the records of the rows of a query.
struct SQLiteRows: Sendable {
  private let source: String
  private let columns: ColumnNames
  private let maker: RecordMaker

  init(_ options: SQLiteOptions, columns: [String]) throws(InputError) {
    source = options.file
    self.columns = ColumnNames(columns)
    var maker = try RecordMaker(options.records, for: [InputTable(source: source, header: self.columns)])
    maker.mayLackIdentity = options.records.id.isEmpty
    self.maker = maker
  }

  func record(_ row: DatabaseRow) throws -> Record {
    let names = row.columns
    let columns = names == columns.names ? columns : ColumnNames(names)
    let object = JSONObject(columns: columns, values: row.values.map(\.json))
    var maker = maker
    return try maker.record(of: InputRow(object: object, line: 0), number: nil, source: source)
  }
}

extension SQLiteValue {
  /// The value as JSON, with BLOBs in SQL notation.
  var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let number): .number("\(number)")
    // JSON has no infinite numbers, so they are written as in SQL.
    case .real(let number): .number(number.isFinite ? "\(number)" : number.sign == .minus ? "-9e999" : "9e999")
    case .text(let text): .string(text)
    case .blob(let bytes):
      .string("x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'")
    }
  }
}
#endif
