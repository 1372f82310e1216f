#if SQLite
import Foundation
import TestSupport
import Testing

@testable import LiveTablesSQLite

@Suite struct RowDecoderTests {
  private let connection: DatabaseConnection

  init() throws { connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:")) }

  private struct Numbers: Codable, Equatable {
    var int = Int.min
    var int8 = Int8.min
    var int16 = Int16.min
    var int32 = Int32.min
    var int64 = Int64.max
    var uint = UInt(7)
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64 = UInt64(8)
    var float: Float = 1.5
    var double = -0.25
    var flag = true
    var bytes: [UInt8] = [1, 2]
  }

  @Test("numbers of every type are decoded, as properties and alone")
  func numbers() throws {
    let all = Numbers()
    let query: SQLQuery = """
      SELECT \(all.int) AS int, \(all.int8) AS int8, \(all.int16) AS int16, \(all.int32) AS int32, \(all.int64) AS int64,
      \(all.uint) AS uint, \(all.uint8) AS uint8, \(all.uint16) AS uint16, \(all.uint32) AS uint32,
      \(all.uint64) AS uint64, \(all.float) AS float, \(all.double) AS double, \(all.flag) AS flag, x'0102' AS bytes
      """
    #expect(try connection.rows(of: Numbers.self, query) == [all])
    func alone<Value: Decodable & Equatable>(_ value: Value, _ name: String) throws {
      let found = try connection.map("SELECT \(identifier: name) FROM (\(query))") { try $0.decode(Value.self) }
      #expect(found == [value], "\(name)")
    }
    try alone(all.int, "int")
    try alone(all.int8, "int8")
    try alone(all.int16, "int16")
    try alone(all.int32, "int32")
    try alone(all.int64, "int64")
    try alone(all.uint, "uint")
    try alone(all.uint8, "uint8")
    try alone(all.uint16, "uint16")
    try alone(all.uint32, "uint32")
    try alone(all.uint64, "uint64")
    try alone(all.float, "float")
    try alone(all.double, "double")
    try alone(all.flag, "flag")
  }

  private struct One<Value: Decodable>: Decodable { var x: Value }

  private func expect<Value: Decodable & Equatable>(
    _ sql: String, _ expected: Value?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let query = SQLQuery(sql: "SELECT \(sql) AS x")
    let value = try connection.map(query) { $0.values }.first?.first ?? .null
    guard let expected else {
      let error = QueryError.wrongType(column: "x", value: value, wanted: "\(Value.self)")
      #expect(throws: error, sourceLocation: sourceLocation) { try connection.rows(of: One<Value>.self, query) }
      #expect(throws: error, sourceLocation: sourceLocation) {
        try connection.map(query) { try $0.value("x", as: Value.self) }
      }
      #expect(throws: error, sourceLocation: sourceLocation) { try connection.value(query, as: Value.self) }
      #expect(throws: error, sourceLocation: sourceLocation) { try connection.rows(of: Value.self, query) }
      return
    }
    #expect(try connection.rows(of: One<Value>.self, query).map(\.x) == [expected], sourceLocation: sourceLocation)
    #expect(
      try connection.map(query) { try $0.value("x", as: Value.self) } == [expected], sourceLocation: sourceLocation)
    #expect(try connection.value(query, as: Value.self) == expected, sourceLocation: sourceLocation)
    #expect(try connection.rows(of: Value.self, query) == [expected], sourceLocation: sourceLocation)
  }

  @Test("a number is decoded as any type that can represent it, and a value of another kind is an error")
  func conversions() throws {
    try expect("2.0", 2)
    try expect("2.5", nil as Int?)
    try expect("'2'", nil as Int?)
    try expect("NULL", nil as Int?)
    try expect("2.0", Int64(2))
    try expect("1e300", nil as Int64?)
    try expect("-3", Int16(-3))
    try expect("40000", nil as Int16?)
    try expect("-1", nil as UInt8?)
    try expect("0", false)
    try expect("5", true)
    try expect("2.0", true)
    try expect("3", 3.0)
    try expect("2.5", 2.5)
    try expect("'2.5'", nil as Double?)
    try expect("x'00'", nil as Double?)
    try expect("NULL", nil as Double?)
    try expect("'a'", "a")
    try expect("''", "")
    try expect("1", nil as String?)
    try expect("x'61'", nil as String?)
    try expect("NULL", nil as String?)
    try expect("x'0102'", [1, 2] as [UInt8])
    try expect("'a'", [97] as [UInt8])
    try expect("1", nil as [UInt8]?)
    try expect("x'0102'", Data([1, 2]))
    try expect("NULL", nil as Data?)
    try expect("1738317600", Date(timeIntervalSince1970: 1_738_317_600))
    try expect("1738317600.25", Date(timeIntervalSince1970: 1_738_317_600.25))
    try expect("'2025-01-31 10:00:00'", Date(timeIntervalSince1970: 1_738_317_600))
    try expect("'yesterday'", nil as Date?)
    try expect("9007199254740993", nil as Date?)
    try expect("'6D9B3B4C-0DAB-4E0F-8D55-0E4D3B6A4F6E'", UUID(uuidString: "6D9B3B4C-0DAB-4E0F-8D55-0E4D3B6A4F6E"))
    try expect("'6D9B'", nil as UUID?)
    try expect("2.5", Float(2.5))
    try expect("16777217", nil as Float?)
    try expect("NULL", nil as Float?)
    try expect("'1'", nil as Bool?)
  }

  @Test("a row with a single column is decoded as an optional type, too")
  func optionals() throws {
    #expect(try connection.rows(of: Int?.self, "SELECT 5 UNION ALL SELECT NULL") == [5, nil])
    let date = Date(timeIntervalSince1970: 1_738_317_600)
    #expect(try connection.rows(of: Date?.self, "SELECT 1738317600 UNION ALL SELECT NULL") == [date, nil])
    #expect(throws: QueryError.self) { try connection.rows(of: Date?.self, "SELECT 'yesterday'") }
  }

  @Test("an error names the column as the query does, in both ways of decoding")
  func namesOfColumns() throws {
    let query: SQLQuery = "SELECT 'q' AS X"
    let error = QueryError.wrongType(column: "X", value: .text("q"), wanted: "Int")
    #expect(throws: error) { try connection.rows(of: One<Int>.self, query) }
    #expect(throws: error) { try connection.map(query) { try $0.value("x", as: Int.self) } }
  }

  private struct Usual: Decodable, Equatable {
    var int: Int
    var int64: Int64
    var flag: Bool
    var double: Double
    var text: String
  }

  @Test("a property of a common type is decoded from a number of another type, and from nothing else")
  func usualTypes() throws {
    func usual(_ values: [String]) throws -> [Usual] {
      let names = ["int", "int64", "flag", "double", "text"]
      let columns = zip(values, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
      return try connection.rows(of: Usual.self, SQLQuery(sql: "SELECT \(columns)"))
    }
    let right = ["1", "2", "0", "0.5", "'a'"]
    #expect(try usual(right) == [Usual(int: 1, int64: 2, flag: false, double: 0.5, text: "a")])
    #expect(try usual(["1.0", "2.0", "3.0", "4", "''"]) == [Usual(int: 1, int64: 2, flag: true, double: 4, text: "")])
    for (place, wrong) in [["'1'", "1.5"], ["'1'", "1.5"], ["'1'", "1.5"], ["'1'", "x'31'"], ["1", "x'31'"]]
      .enumerated()
    {
      for value in wrong + ["NULL"] {
        var values = right
        values[place] = value
        #expect(throws: QueryError.self, "\(values)") { try usual(values) }
      }
    }
  }

  @Test("rows that are decoded in different orders, with several types of keys, have their own values")
  func oddOrders() throws {
    let rows = (0..<100).map { OddRecord(id: $0, name: "name \($0)", note: $0 % 5 == 0 ? nil : "note \($0)") }
    let query: SQLQuery = """
      WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
      SELECT 'note ' || nullif(i, i / 5 * 5) AS note, 'name ' || i AS Title, i AS id FROM n
      """
    #expect(try connection.rows(of: OddRecord.self, query) == rows)
    let error = #expect(throws: DecodingError.self) {
      try connection.rows(of: OddRecord.self, "SELECT 7 AS id UNION ALL SELECT 9")
    }
    guard case .keyNotFound(let key, _) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(key.stringValue == "title")
  }
}
#endif
