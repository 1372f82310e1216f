#if Postgres
import Foundation
import LiveTables
import Testing

@testable import LiveTablesPostgres

/// Tests values and keys of every type, read from a snapshot and from the stream, and written by an edit.
@Suite(.serialized, .timeLimit(.minutes(20))) struct TypeTests {
  /// A type of the server, with values in SQL.
  struct Sample: CustomTestStringConvertible, Sendable {
    let type: String
    let values: [String]
    /// Whether the type can be a key.
    var isKey = true
    var testDescription: String { type }
  }

  static let types = """
    CREATE TYPE mood AS ENUM ('sad', 'o''k', 'a "b",{}'); CREATE DOMAIN short AS varchar(5); CREATE DOMAIN shorter AS short;
    CREATE DOMAIN document AS jsonb; CREATE DOMAIN written AS document; CREATE TYPE pair AS (one text, two numeric);
    CREATE TYPE span AS RANGE (subtype = float8); CREATE DOMAIN area AS box;
    """

  static let samples: [Sample] = [
    Sample(type: "smallint", values: ["-32768", "32767"]),
    Sample(type: "integer", values: ["-2147483648", "0"]),
    Sample(type: "bigint", values: ["-9223372036854775808", "9223372036854775807"]),
    Sample(type: "oid", values: ["4294967295"]),
    Sample(
      type: "real", values: ["'NaN'", "'-Infinity'", "1.1", "3.4028235e38", "1e-45", "-0.0"]),
    Sample(
      type: "double precision",
      values: ["'Infinity'", "'NaN'", "0.1", "1e23", "5e-324", "1.7976931348623157e308"]),
    Sample(
      type: "numeric",
      values: [
        "'NaN'", "'Infinity'", "'-Infinity'", "1.50", "0.00", "1e-40",
        "12345678901234567890123.4567890",
      ]),
    Sample(type: "numeric(10,2)", values: ["1.5", "-0.01"]),
    Sample(type: "money", values: ["'-1234.56'"]),
    Sample(type: "boolean", values: ["true", "false"]),
    Sample(
      type: "text",
      values: ["''", "'NULL'", "'\\N'", "E'a\\tb\\nc\\\\d'", "E'e\\u0301'", "'{a,\"b\"}'"]),
    Sample(type: "varchar(3)", values: ["'äöü'"]),
    Sample(type: "character(5)", values: ["'ab'", "''"]),
    Sample(type: "\"char\"", values: ["'x'"]), Sample(type: "name", values: ["'a b'"]),
    Sample(type: "bytea", values: ["''", "'\\x00ff5c27'"]),
    Sample(
      type: "date",
      values: ["'infinity'", "'-infinity'", "'0044-03-15 BC'", "'2024-02-29'", "'5874897-12-31'"]),
    Sample(
      type: "timestamp",
      values: [
        "'infinity'", "'2024-02-29 23:59:59.999999'", "'4713-01-01 00:00:00 BC'",
        "'294276-12-31 23:59:59.999999'",
      ]),
    Sample(
      type: "timestamptz",
      values: [
        "'-infinity'", "'2024-02-29 23:59:59.000001+05:30'", "'0001-01-01 00:00:00+00 BC'",
      ]),
    Sample(type: "timestamp(0)", values: ["'2024-02-29 23:59:59.6'"]),
    Sample(type: "time", values: ["'24:00:00'", "'00:00:00.000001'"]),
    Sample(type: "timetz", values: ["'13:05:07.5-05:30'"]),
    Sample(
      type: "interval",
      values: [
        "'1 day 2 hours'", "'-1 year 2 mons -3 days 04:05:06.789'", "'0'", "'P1Y-2M3DT-4H'",
      ]),
    Sample(type: "uuid", values: ["'6F9619FF-8B86-D011-B42D-00C04FC964FF'"]),
    Sample(type: "json", values: ["'{\"a\": [1, null,  \"x\"]}'"], isKey: false),
    Sample(type: "jsonb", values: ["'{\"b\": 1.50, \"a\": \"\\u00e9\"}'", "'\"x\"'"]),
    Sample(type: "written", values: ["'{\"a\": 1}'"]),
    Sample(type: "xml", values: ["'<a b=\"c\">d</a>'"], isKey: false),
    Sample(type: "mood", values: ["'o''k'", "'a \"b\",{}'"]),
    Sample(type: "shorter", values: ["'abcde'"]),
    Sample(type: "pair", values: ["'(\"a \"\"b\"\",c\",1.50)'", "'(,)'"]),
    Sample(type: "inet", values: ["'192.168.0.1/24'", "'::1'"]),
    Sample(type: "cidr", values: ["'10.0.0.0/8'"]),
    Sample(type: "macaddr", values: ["'08:00:2b:01:02:03'"]),
    Sample(type: "macaddr8", values: ["'08:00:2b:01:02:03:04:05'"]),
    Sample(type: "bit(3)", values: ["B'101'"]),
    Sample(type: "bit varying", values: ["B''", "B'10110'"]),
    Sample(type: "point", values: ["'(0.1,-2e300)'"], isKey: false),
    Sample(type: "line", values: ["'{1,2,3}'"], isKey: false),
    Sample(type: "lseg", values: ["'[(0,0),(1,1)]'"], isKey: false),
    Sample(type: "box", values: ["'(2,2),(1,1)'"], isKey: false),
    Sample(type: "path", values: ["'[(0,0),(1,1)]'", "'((0,0),(1,1))'"], isKey: false),
    Sample(type: "polygon", values: ["'((0,0),(1,1),(2,0))'"], isKey: false),
    Sample(type: "circle", values: ["'<(1,1),0.1>'"], isKey: false),
    Sample(type: "tsvector", values: ["'''a b'':1A fat:2'"]),
    Sample(type: "tsquery", values: ["'fat & (rat | !cat)'"]),
    Sample(type: "int4range", values: ["'[1,5)'", "'empty'", "'(,)'"]),
    Sample(type: "numrange", values: ["'(1.50,2]'"]),
    Sample(type: "tstzrange", values: ["'[2024-01-01 00:00+02, infinity)'"]),
    Sample(type: "span", values: ["'[0.1,1e300]'"]),
    Sample(
      type: "datemultirange", values: ["'{[2024-01-01,2024-02-01),[2024-03-01,2024-04-01)}'"]),
    Sample(type: "pg_lsn", values: ["'16/B374D848'"]),
    Sample(type: "xid8", values: ["'18446744073709551615'"]),
    Sample(type: "txid_snapshot", values: ["'10:20:10,14,15'"], isKey: false),
    Sample(type: "jsonpath", values: ["'$.a[*]'"], isKey: false),
    Sample(type: "regclass", values: ["'pg_class'"]),
    Sample(
      type: "integer[]", values: ["'{}'", "'{1,NULL,3}'", "'[2:3]={1,2}'", "'{{1,2},{3,4}}'"]),
    Sample(type: "text[]", values: [#"E'{"a b",NULL,"NULL","","\\"{\\\\\\\\,}"}'"#]),
    Sample(type: "numeric(10,2)[]", values: ["'{1.5,NaN}'"]),
    Sample(type: "bytea[]", values: ["ARRAY['\\x00ff'::bytea]"]),
    Sample(type: "timestamptz[]", values: ["'{\"2024-02-29 23:59:59.000001+05:30\",infinity}'"]),
    Sample(type: "interval[]", values: ["'{1 day 2 hours}'"]),
    Sample(type: "box[]", values: ["'{(1,1),(0,0);(2,2),(1,1)}'"], isKey: false),
    Sample(type: "area[]", values: ["'{(1,1),(0,0);(2,2),(1,1)}'"], isKey: false),
    Sample(type: "mood[]", values: ["ARRAY['sad', 'a \"b\",{}']::mood[]"]),
    Sample(type: "pair[]", values: ["ARRAY['(a,1)'::pair, NULL]"]),
    Sample(type: "jsonb[]", values: ["ARRAY['{\"a\": [1]}'::jsonb, 'null', NULL]"]),
    Sample(type: "int4range[]", values: ["ARRAY['[1,5)'::int4range]"]),
    Sample(type: "shorter[]", values: ["ARRAY['a,b']::shorter[]"]),
  ]

  struct Text: Codable, Diffable, Identifiable, Equatable, Sendable {
    var id: Int
    var v: String?
  }

  @Test(
    "values of every type are the same from a snapshot, from the stream and after an edit",
    arguments: samples)
  func values(sample: Sample) async throws {
    let database = try await TestDatabase(
      "\(Self.types) CREATE TABLE t (id int PRIMARY KEY, v \(sample.type)); CREATE PUBLICATION p FOR ALL TABLES; "
        + sample.values.enumerated().map { "INSERT INTO t VALUES (\($0), \($1));" }.joined())
    let count = sample.values.count
    let table = PostgresTable(of: Text.self, from: "t", connection: database.settings)
    var reader = ChangeReader(table)
    let texts = try await reader.next().table.map(\.v)
    for (index, value) in sample.values.enumerated() {
      try await database.execute("INSERT INTO t VALUES (\(100 + index), \(value))")
    }
    try await reader.next { $0.count == 2 * count }
    #expect(reader.last?.table.dropFirst(count).map(\.v) == texts)
    try await table.edit { table in
      for (index, text) in texts.enumerated() { table.append(Text(id: 200 + index, v: text)) }
    }
    try await table.edit { table in
      for (index, text) in texts.enumerated() {
        table.update(.id(100 + index)) { $0.v = nil }
        table.append(Text(id: 300 + index, v: text))
      }
    }
    let same = try await database.execute(
      """
      SELECT count(*) FROM t a JOIN t b ON b.id = a.id + 200 OR b.id = a.id + 300
      WHERE a.id < 100 AND a.v::text = b.v::text
      """)
    #expect(same.rows == [["\(2 * count)"]])
    // The values that arrive are those that were written.
    try await database.execute("INSERT INTO t VALUES (1000, NULL)")
    try await reader.next { $0.row(id: 1000) != nil }
    let last = try #require(reader.last?.table)
    #expect((0..<count).map { last.row(id: 200 + $0)?.v } == texts)
    #expect((0..<count).map { last.row(id: 100 + $0)?.v } == texts.map { _ in nil })
    await table.close()
    try await database.end()
  }

  struct Keyed: Codable, Diffable, Identifiable, Equatable, Sendable {
    var id: String
    var n: Int
  }

  @Test(
    "a key of every type identifies its row in an update, a deletion and a change of the key",
    arguments: samples.filter(\.isKey))
  func keys(sample: Sample) async throws {
    let database = try await TestDatabase(
      "\(Self.types) CREATE TABLE t (id \(sample.type) PRIMARY KEY, n int); CREATE PUBLICATION p FOR ALL TABLES; "
        + sample.values.map { "INSERT INTO t VALUES (\($0), 0);" }.joined())
    let table = PostgresTable(of: Keyed.self, from: "t", connection: database.settings)
    var reader = ChangeReader(table)
    let ids = try await reader.next().table.map(\.id)
    #expect(ids.count == sample.values.count)
    try await table.edit { table in for id in ids { table.update(.id(id)) { $0.n = 1 } } }
    #expect(
      try await database.execute("SELECT count(*) FROM t WHERE n = 1").rows == [["\(ids.count)"]])
    try await table.edit { table in for id in ids { table.remove(id: id) } }
    #expect(try await database.execute("SELECT count(*) FROM t").rows == [["0"]])
    try await table.edit { table in for id in ids { table.append(Keyed(id: id, n: 2)) } }
    try await table.edit { $0.update(.id(ids[0])) { $0.n = 3 } }
    #expect(try await database.execute("SELECT sum(n) FROM t").rows == [["\(2 * ids.count + 1)"]])
    await table.close()
    try await database.end()
  }

  /// A row with a value of a Swift type.
  struct Typed<Value: Codable & Equatable & Sendable>: Codable, Diffable, Identifiable, Equatable,
    Sendable
  {
    var id: Int
    var v: Value
  }

  /// Reads a value from a snapshot and writes it again.
  private func roundTrip<Value: Codable & Equatable & Sendable>(
    _ type: String, _ value: String, _ expected: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let database = try await TestDatabase(
      "\(Self.types) CREATE TABLE t (id int PRIMARY KEY, v \(type)); INSERT INTO t VALUES (1, \(value)); "
        + "CREATE PUBLICATION p FOR ALL TABLES;")
    let table = PostgresTable(of: Typed<Value>.self, from: "t", connection: database.settings)
    var reader = ChangeReader(table)
    let shown = try await reader.next().table
    #expect(shown.row(id: 1)?.v == expected, sourceLocation: sourceLocation)
    try await table.edit { $0.append(Typed(id: 2, v: expected)) }
    let same = try await database.execute(
      "SELECT a.v::text, b.v::text FROM t a, t b WHERE a.id = 1 AND b.id = 2 AND a.v::text IS DISTINCT FROM b.v::text"
    )
    #expect(same.rows.isEmpty, sourceLocation: sourceLocation)
    await table.close()
    try await database.end()
  }

  @Test func valuesOfSwiftAreReadAndWrittenExactly() async throws {
    try await roundTrip("box[]", "'{(1,1),(0,0);(2,2),(1,1)}'", ["(1,1),(0,0)", "(2,2),(1,1)"])
    try await roundTrip("text[]", "'{{a,b},{c,NULL}}'", [["a", "b"], ["c", nil]])
    try await roundTrip("integer[]", "'{}'", [Int]())
    try await roundTrip("smallint[]", "'{1,2}'", [UInt8]([1, 2]))
    try await roundTrip("bytea", "'\\x0102'", [UInt8]([1, 2]))
    try await roundTrip("bytea[]", "ARRAY['\\x0102'::bytea]", [Data([1, 2])])
    try await roundTrip("jsonb[]", "ARRAY['{\"a\": 1}'::jsonb]", [["a": 1]])
    try await roundTrip("written", "'{\"a\": [1, 2]}'", ["a": [1, 2]])
    try await roundTrip("mood[]", "ARRAY['o''k']::mood[]", ["o'k"])
    try await roundTrip(
      "timestamptz", "'2024-02-29 12:00:00.123456+00'",
      Date(timeIntervalSince1970: 1_709_208_000.123456))
    try await roundTrip(
      "timestamp[]", "'{\"2024-02-29 12:00:00.5\",infinity}'",
      [Date(timeIntervalSince1970: 1_709_208_000.5), .distantFuture])
    try await roundTrip(
      "date", "'0044-03-15 BC'", try #require(PostgresDate.date("0044-03-15 BC")))
    try await roundTrip("double precision", "'-Infinity'", -Double.infinity)
    try await roundTrip("numeric", "0.1", Decimal(string: "0.1"))
    try await roundTrip("numeric", "NULL", Decimal?.none)
  }

  @Test func valuesThatATypeOfSwiftCannotHoldAreErrorsThatNameTheRow() throws {
    func fails<Value: Codable & Equatable & Sendable>(
      _ type: Value.Type, _ text: String, _ column: ValueType,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let layout = RowLayout(
        [
          RowLayout.Column(name: "id", type: ValueType(id: 23), isKey: true),
          RowLayout.Column(name: "v", type: column, isKey: false),
        ], of: "mail")
      let row = PostgresRow(layout: layout, tuple: try Tuple(line: Array("7\t\(text)".utf8)))
      let error = #expect(throws: PostgresError.self, sourceLocation: sourceLocation) {
        _ = try row.made { try $0.decode(Typed<Value>.self) }
      }
      let words = error?.message ?? ""
      #expect(
        words.hasPrefix("column “v” of the row “7” of mail"), "\(words)",
        sourceLocation: sourceLocation)
    }
    let (numeric, texts) = (ValueType(id: ValueType.numeric), ValueType(id: 1009, element: 25))
    try fails(Decimal.self, "Infinity", numeric)
    try fails(Decimal.self, "-Infinity", numeric)
    try fails(Decimal.self, "1234567890123456789012345678901234567890.5", numeric)
    try fails(Decimal.self, "0." + String(repeating: "0", count: 200) + "1", numeric)
    try fails(Double.self, "1" + String(repeating: "0", count: 400), numeric)
    try fails(Float.self, "1e300", ValueType(id: 701))
    try fails(Int8.self, "128", ValueType(id: 23))
    try fails([String].self, "{{a,b},{c,d}}", texts)
    try fails([String?].self, "{{a,b},{c,d}}", texts)
    try fails([[String]].self, "{a,b}", texts)
    try fails([Int].self, "{1,2}", ValueType(id: 25))
    try fails([Double].self, "(1,2)", ValueType(id: 600))
    try fails(Date.self, "294276-12-31 23:59:59.999999", ValueType(id: ValueType.timestamp))
    try fails(Date.self, "4001-01-01 00:00:00", ValueType(id: ValueType.timestamp))
    try fails(Date.self, "13:05:07", ValueType(id: 1083))
    try fails(Data.self, "abc", ValueType(id: 25))
  }

  @Test func valuesThatAColumnCannotHoldAreErrors() throws {
    func fails(
      _ value: any Encodable, _ type: ValueType, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(throws: PostgresError.self, sourceLocation: sourceLocation) {
        try PostgresRowEncoder.text(of: value, type, [])
      }
    }
    let numbers = ValueType(id: 1007, element: 23)
    fails([[Int]()], numbers)
    fails([[[1], []]], numbers)
    fails([1, 2], ValueType(id: 25))
    fails(["a": 1], numbers)
    fails(Date(timeIntervalSince1970: 1), ValueType(id: ValueType.date))
    #expect(throws: Never.self) {
      try PostgresRowEncoder.text(of: [[1, 2], [3, 4]], numbers, []) == "{{\"1\",\"2\"},{\"3\",\"4\"}}"
    }
  }

  struct At: Codable, Diffable, Identifiable, Equatable, Sendable {
    var at: Date
    var n: Int
    var id: Date { at }
    enum CodingKeys: CodingKey { case at, n }
  }

  @Test(
    "the server's form of a key is used if a row encodes it differently",
    arguments: ["timestamptz", "timestamp", "date"])
  func keysOfDates(type: String) async throws {
    let database = try await TestDatabase(
      """
      CREATE TABLE t (at \(type) PRIMARY KEY, n int); CREATE PUBLICATION p FOR ALL TABLES;
      INSERT INTO t VALUES ('2024-02-29 23:59:59.123457', 0), ('infinity', 0), ('0044-03-15 BC', 0);
      """)
    let table = PostgresTable(of: At.self, from: "t", connection: database.settings)
    var reader = ChangeReader(table)
    let ids = try await reader.next().table.map(\.id)
    try await table.edit { table in for id in ids { table.update(.id(id)) { $0.n = 1 } } }
    #expect(try await database.execute("SELECT sum(n) FROM t").rows == [["3"]])
    try await table.edit { table in for id in ids { table.remove(id: id) } }
    #expect(try await database.execute("SELECT count(*) FROM t").rows == [["0"]])
    await table.close()
    try await database.end()
  }

  struct Made: Codable, Diffable, Identifiable, Equatable, Sendable {
    var id: Int
    var kind: String?
    var note: String?
    var extra: String?

    /// Omits `extra` if it is `nil`, so that the server uses its default.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encodeIfPresent(kind, forKey: .kind)
      try container.encodeIfPresent(note, forKey: .note)
      if let extra { try container.encode(extra, forKey: .extra) }
    }
  }

  @Test func nilIsNullUnlessTheColumnRefusesItAndHasADefault() async throws {
    let database = try await TestDatabase(
      """
      CREATE DOMAIN filled AS text NOT NULL DEFAULT 'domain';
      CREATE TABLE t (id int PRIMARY KEY, kind text NOT NULL DEFAULT 'mail', note text DEFAULT 'none', extra filled);
      CREATE PUBLICATION p FOR ALL TABLES;
      """)
    let table = PostgresTable(of: Made.self, from: "t", connection: database.settings)
    var reader = ChangeReader(table)
    try await reader.next()
    try await table.edit { $0.append(Made(id: 1)) }
    try await reader.next { $0.first == Made(id: 1, kind: "mail", note: nil, extra: "domain") }
    let error = await #expect(throws: PostgresError.self) {
      try await table.edit { $0.update(.id(1)) { $0.kind = nil } }
    }
    #expect(error?.code == "23502")
    await table.close()
    try await database.end()
  }
}
#endif
