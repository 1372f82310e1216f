#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests values of every type that are written, read, and used as the keys of rows.
///
/// Each value is read exactly as it was written, or an error is thrown.
@Suite struct RoundTripTests {
  private struct Keyed<Value: Decodable>: Decodable { let key: Value }

  /// A value, with the type of its column.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Writes and reads the value, and returns whether it is the same.
    let isSame: @Sendable (DatabaseConnection) throws -> Bool
    let value: SQLiteValue

    init<Value: DatabaseBindable & Decodable & Equatable & Sendable>(_ value: Value, in type: String) {
      testDescription = "\(Value.self) \(value) in \(type.isEmpty ? "a column without type" : type)"
      self.value = value.databaseValue
      isSame = { connection in
        try connection.execute("CREATE TABLE t (key \(SQLQuery(sql: type)) PRIMARY KEY, content) WITHOUT ROWID")
        try connection.execute("INSERT INTO t VALUES (\(value), 0)")
        let single = try connection.value("SELECT key FROM t", as: Value.self)
        let row = try connection.rows(of: Keyed<Value>.self, "SELECT key FROM t")
        return single == value && row.map(\.key) == [value]
      }
    }
  }

  private static func cases<Value: DatabaseBindable & Decodable & Equatable & Sendable>(
    _ values: [Value], in types: [String]
  ) -> [Case] {
    types.flatMap { type in values.map { Case($0, in: type) } }
  }

  private static let numbers = ["", "INTEGER", "NUMERIC", "REAL", "BLOB"]
  private static let texts = ["", "TEXT", "BLOB", "TEXT COLLATE NOCASE"]

  static let exact: [Case] =
    cases([0, 1, -1, 1 << 53 - 1], in: numbers)
    + cases([Int64.max, .min, (1 << 53) + 1], in: ["", "INTEGER", "NUMERIC", "BLOB"])
    + cases([Int8.min, .max], in: numbers) + cases([UInt8.max], in: numbers) + cases([Int16.min], in: numbers)
    + cases([UInt16.max], in: numbers) + cases([Int32.min], in: numbers) + cases([UInt32.max], in: numbers)
    + cases([UInt.max >> 1], in: ["", "INTEGER"])
    + cases([true, false], in: numbers)
    + cases([0.0, -0.0, 0.1, 1e308, -Double.leastNonzeroMagnitude, .infinity, -.infinity, 1e18, 2.5], in: numbers)
    + cases([Float.greatestFiniteMagnitude, 0.1, 3], in: numbers)
    + cases(["", "a", "a\0b", "\u{FEFF}x", "Zoë", "e\u{301}", "👩‍👩‍👧", "'\"\\\n", "12", "1e3"], in: texts)
    + cases([Data(), Data([0]), Data([0, 1, 255])], in: ["", "BLOB", "TEXT"])
    + cases([Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_790_000_000)], in: numbers)
    + cases([UUID()], in: texts)

  static let inexact: [Case] =
    cases([UInt64.max, 1 << 63, (1 << 63) + 1], in: ["", "REAL", "INTEGER", "TEXT"])
    + cases([1 << 53, (1 << 53) + 1, .max], in: ["REAL"]) + cases(["12", "1e3"], in: ["INTEGER", "NUMERIC"])
    + cases([Double.nan], in: numbers) + cases([5], in: ["TEXT"]) + cases([2.5], in: ["TEXT"])

  private func connection() throws -> DatabaseConnection {
    try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
  }

  @Test(arguments: exact) func aValueComesBackAsItIs(one: Case) throws {
    #expect(try one.isSame(connection()))
  }

  @Test(arguments: inexact) func aValueThatCannotComeBackThrows(one: Case) throws {
    #expect(throws: (any Error).self) { try one.isSame(connection()) }
  }

  @Test(arguments: exact) func aRowIsFoundByItsKeyAndEdited(one: Case) throws {
    let connection = try connection()
    #expect(try one.isSame(connection))
    let keys = try connection.map("SELECT key FROM t") { RowID($0.values[0]) }
    let key = try #require(keys.first)
    let writer = SQLiteRowWriter<OneSection, SQLiteValue>("t", id: "key").changing { value, connection in
      try connection.execute("UPDATE t SET content = \(value) WHERE key = \(key)")
    }
    try writer.write(.change(key, one.value), on: connection)
    #expect(try connection.map("SELECT content, key FROM t") { $0.values } == [[one.value, key.value]])
    try writer.write(.delete(key), on: connection)
    // The row is also found by a key that is made from the Swift value.
    #expect(
      try one.isSame(
        {
          try connection.execute("DROP TABLE t")
          return connection
        }()))
    try writer.write(.delete(RowID(one.value)), on: connection)
    #expect(try connection.value("SELECT count(*) FROM t", as: Int.self) == 0)
  }

  @Test func aDateIsRoundedToAQuarterOfAMicrosecond() throws {
    let connection = try connection()
    for step in 0..<1_000 {
      let date = Date(timeIntervalSinceReferenceDate: 812_345_678.9 + Double(step) * 0.001_234_567)
      let read = try connection.value("SELECT \(date)", as: Date.self)
      #expect(abs(read.timeIntervalSince(date)) < 0.000_000_25)
    }
  }
}
#endif
