#if SQLite
internal import CSQLite
internal import LiveTables

/// A prepared statement, which is used only on the queue of its connection.
final class Statement {
  let pointer: OpaquePointer
  let sql: String
  private let connection: OpaquePointer
  private var names: [String] = []
  private var positions: [String: Int] = [:]
  /// The number of times SQLite had prepared the statement when the columns were read.
  private var preparations: Int32?
  // The unchecked properties are used for each column of each row, and their accesses cannot overlap.
  /// Whether the statement has been stepped but not ``reset()``, so that it cannot be prepared again.
  @exclusivity(unchecked) private var isRunning = false
  @exclusivity(unchecked) private(set) var lookUps = ColumnLookUps()
  /// The decoding container of the previous row with the type of its keys, which refers to this statement until
  /// ``reset()`` is called.
  var container: (keys: ObjectIdentifier, object: AnyObject)?

  /// Prepares the first statement of a text, or returns `nil` if the text contains only white space or comments.
  init?(_ sql: String, on connection: OpaquePointer, isKept: Bool) throws {
    var count = 0
    let pointer = try sql.withCString { text in
      var rest = text
      defer { count = rest - text }
      return try Self.prepare(&rest, on: connection, isKept: isKept)
    }
    guard let pointer else { return nil }
    self.pointer = pointer
    self.sql = sql
    self.connection = connection
    tail = String(decoding: sql.utf8.dropFirst(count), as: UTF8.self)
  }

  /// Prepares the first statement in a text, and advances the text past it.
  ///
  /// - Returns: `nil` if there is no statement before the next semicolon or the end of the text.
  init?(next text: inout UnsafePointer<CChar>, on connection: OpaquePointer) throws {
    let start = text
    guard let pointer = try Self.prepare(&text, on: connection, isKept: false) else { return nil }
    self.pointer = pointer
    sql = String(decoding: UnsafeRawBufferPointer(start: start, count: text - start), as: UTF8.self)
    self.connection = connection
    tail = ""
  }

  private static func prepare(
    _ text: inout UnsafePointer<CChar>, on connection: OpaquePointer, isKept: Bool
  ) throws -> OpaquePointer? {
    var pointer: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = sqlite3_prepare_v3(connection, text, -1, flags, &pointer, &tail)
    guard code == SQLITE_OK, let tail else {
      throw failure(SQLiteError(code, of: connection, statement: String(cString: text)))
    }
    text = tail
    return pointer
  }

  let tail: String

  deinit { sqlite3_finalize(pointer) }

  func bind(_ arguments: [SQLiteValue]) throws {
    let expected = Int(sqlite3_bind_parameter_count(pointer))
    guard expected == arguments.count else {
      throw QueryError.argumentCount(expected: expected, given: arguments.count, statement: sql)
    }
    for (offset, argument) in arguments.enumerated() { try bind(argument, at: Int32(offset + 1)) }
  }

  private func bind(_ argument: SQLiteValue, at index: Int32) throws {
    let code =
      switch argument {
      case .null: sqlite3_bind_null(pointer, index)
      case .integer(let number): sqlite3_bind_int64(pointer, index, number)
      case .real(let number) where number.isNaN:
        throw QueryError.cannotBeStored("NaN, or a whole number without room in 64 bits,")
      case .real(let number): sqlite3_bind_double(pointer, index, number)
      case .text(let text) where text.isEmpty: csqlite_bind_text(pointer, index, "", 0)
      case .text(var text):
        text.withUTF8 { utf8 in
          utf8.withMemoryRebound(to: CChar.self) {
            csqlite_bind_text(pointer, index, $0.baseAddress, Int32(clamping: $0.count))
          }
        }
      case .blob(let bytes):
        bytes.withUnsafeBytes { csqlite_bind_blob(pointer, index, $0.baseAddress, Int32(clamping: $0.count)) }
      }
    guard code == SQLITE_OK else { throw error(code) }
  }

  func step() throws -> Bool {
    lookUps.begin()
    switch sqlite3_step(pointer) {
    case SQLITE_ROW:
      if !isRunning { learnColumns() }
      isRunning = true
      return true
    case SQLITE_DONE: return false
    case let code: throw Self.failure(error(code))
    }
  }

  func reset() {
    isRunning = false
    container = nil
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  func reset(last argument: SQLiteValue) throws {
    isRunning = false
    sqlite3_reset(pointer)
    try bind(argument, at: sqlite3_bind_parameter_count(pointer))
  }

  func virtualMachineSteps() -> Int { Int(sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_VM_STEP, 1)) }

  /// Converts the interrupt or busy error of a cancelled task to `CancellationError`.
  private static func failure(_ error: SQLiteError) -> any Error {
    (error.isInterrupt || error.isBusy) && Task.isCancelled ? CancellationError() : error
  }

  private func error(_ code: Int32) -> SQLiteError { SQLiteError(code, of: connection, statement: sql) }

  // MARK: - Columns

  var columns: [String] {
    learnColumns()
    return names
  }

  func position(of name: String) -> Int? {
    if !isRunning { learnColumns() }
    return lookUps.position(of: name) { positions[name] ?? positions[name.lowercased()] }
  }

  /// Reads the columns of the statement, which may change if SQLite prepares it again after a schema change.
  private func learnColumns() {
    if isRunning { return }
    let now = sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_REPREPARE, 0)
    let count = Int(sqlite3_column_count(pointer))
    if now == preparations, count == names.count { return }
    preparations = now
    names = (0..<count).map { sqlite3_column_name(pointer, Int32($0)).map { String(cString: $0) } ?? "" }
    positions = [:]
    lookUps = ColumnLookUps()
    // The first of several columns is found, and a column with exactly the same name before others.
    for (position, name) in names.enumerated().reversed() { positions[name.lowercased()] = position }
    for (position, name) in names.enumerated().reversed() { positions[name] = position }
  }

  /// Returns the value of a column, which is valid until the statement is stepped again.
  ///
  /// Each function that reads a column of a statement finds the column again. SQLite calls this value unprotected, because
  /// reading it takes no lock. No lock is needed on the queue of the connection.
  private func column(_ position: Int) -> OpaquePointer? { sqlite3_column_value(pointer, Int32(position)) }

  func integer(at position: Int) -> Int64? {
    let column = column(position)
    return sqlite3_value_type(column) == SQLITE_INTEGER ? sqlite3_value_int64(column) : nil
  }

  /// Returns the number at a position, or `nil` if the value is not a number that `Double` can represent exactly.
  func real(at position: Int) -> Double? {
    let column = column(position)
    switch sqlite3_value_type(column) {
    case SQLITE_INTEGER: return Double(exactly: sqlite3_value_int64(column))
    case SQLITE_FLOAT: return sqlite3_value_double(column)
    default: return nil
    }
  }

  func string(at position: Int) -> String? {
    let column = column(position)
    return sqlite3_value_type(column) == SQLITE_TEXT ? String(decoding: Self.text(column), as: UTF8.self) : nil
  }

  func isNull(at position: Int) -> Bool { sqlite3_value_type(column(position)) == SQLITE_NULL }

  func value(at position: Int) -> SQLiteValue {
    let column = column(position)
    switch sqlite3_value_type(column) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(column))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(column))
    case SQLITE_TEXT: return .text(String(decoding: Self.text(column), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(column)
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(column)))))
    default: return .null
    }
  }

  /// Returns whether a column has the given value, without copying it.
  func isEqual(_ value: SQLiteValue, at position: Int) -> Bool {
    let column = column(position)
    switch (value, sqlite3_value_type(column)) {
    case (.integer(let number), SQLITE_INTEGER): return number == sqlite3_value_int64(column)
    case (.null, SQLITE_NULL): return true
    case (.text(var text), SQLITE_TEXT):
      let bytes = Self.text(column)
      return text.withUTF8 { $0.count == bytes.count && $0.elementsEqual(bytes) }
    default: return self.value(at: position) == value
    }
  }

  /// Returns the identity of the current row, which is the value of its first column.
  func rowID() throws -> RowID {
    if let number = integer(at: 0) { return RowID(integer: number) }
    if isNull(at: 0) { throw QueryError.nullID(column: columns.first ?? "") }
    return RowID(value(at: 0))
  }

  /// Returns the value of a column as the identity of a row.
  func id(at position: Int) -> RowID { integer(at: position).map { RowID(integer: $0) } ?? RowID(value(at: position)) }

  /// Returns the bytes of a text, which are valid until the statement is stepped again.
  private static func text(_ column: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    let text = sqlite3_value_text(column)
    return UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(column)))
  }
}
#endif
