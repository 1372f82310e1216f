#if Postgres
import Foundation
import LiveTables
import TestSupport
import Testing

@testable import LiveTablesPostgres

@Suite(.timeLimit(.minutes(20))) struct ValueTests {
  enum Mood: String, Codable { case ok, bad }

  struct Place: Codable, Equatable {
    var city: String
    var at: [Double]
  }

  struct Everything: Codable, Diffable, Identifiable, Equatable {
    var id: Int64
    var small: Int16
    var real: Float
    var double: Double
    var exact: Decimal
    var text: String
    var flag: Bool
    var day: Date
    var moment: Date
    var time: String
    var uuid: UUID
    var json: Place
    var jsonb: [String: Int]
    var bytes: Data
    var numbers: [Int?]
    var grid: [[Int]]
    var words: [String]
    var mood: Mood
    var moods: [Mood]
    var nothing: String?
    var maybe: [Double]?
  }

  static let schema = """
    CREATE TYPE mood AS ENUM ('ok', 'bad'); CREATE DOMAIN place AS json;
    CREATE TABLE everything (id bigint PRIMARY KEY, small smallint, "real" real, double float8, exact numeric, text text,
      flag boolean, day date, moment timestamptz, time time, uuid uuid, json place, jsonb jsonb, bytes bytea,
      numbers integer[], grid integer[], words text[], mood mood, moods mood[], nothing text, maybe float8[]);
    CREATE PUBLICATION p FOR ALL TABLES;
    """

  static let row = Everything(
    id: .max, small: -3, real: 1.5, double: 0.1, exact: Decimal(string: "12345678901234567890.125") ?? 0,
    text: "Käse\t\\N\n'\"", flag: true, day: Date(timeIntervalSince1970: 86_400 * 20_000),
    moment: Date(timeIntervalSince1970: 1_700_000_000.25), time: "13:05:07.5",
    uuid: UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF") ?? UUID(),
    json: Place(city: "Jena", at: [50.9, 11.5]),
    jsonb: ["a": 1], bytes: Data([0, 255, 10]), numbers: [1, nil, 3], grid: [[1, 2], [3, 4]],
    words: ["a b", "NULL", "", "\"{\\,"], mood: .bad, moods: [.ok, .bad], nothing: nil, maybe: [0.5])

  @Test("values of every type are read from the snapshot and the stream, and written")
  func everyType() async throws {
    let database = try await TestDatabase(Self.schema)
    let table = PostgresTable(of: Everything.self, from: "everything", connection: database.settings)
    var reader = ChangeReader(table)
    try await reader.next()
    // The row is written by an edit, and read from the stream.
    try await table.edit { $0.append(Self.row) }
    let shown = try await reader.next()
    #expect(shown.table.first == Self.row)
    try await database.execute("UPDATE everything SET nothing = 'now'")
    try await reader.next { $0.first?.nothing == "now" }
    var expected = Self.row
    expected.nothing = "now"
    #expect(reader.last?.table.first == expected)
    // The row is read from a snapshot.
    let other = PostgresTable(of: Everything.self, from: "everything", connection: database.settings)
    var otherReader = ChangeReader(other)
    #expect(try await otherReader.next().table.first == expected)
    await table.close()
    await other.close()
    try await database.end()
  }

  struct Settings: Codable, Diffable, Identifiable, Equatable {
    var id: Int
    var text: String
    var when: Date
    var bytes: Data
    var amount: Decimal
  }

  @Test("JSON columns keep texts, dates, bytes and numbers, also after edits")
  func valuesInJSON() async throws {
    let database = try await TestDatabase(
      "CREATE TABLE kept (id int PRIMARY KEY, text jsonb, \"when\" json, bytes jsonb, amount jsonb); "
        + "CREATE PUBLICATION p FOR ALL TABLES;")
    let table = PostgresTable(of: Settings.self, from: "kept", connection: database.settings)
    var reader = ChangeReader(table)
    try await reader.next()
    var row = Settings(
      id: 1, text: "{\"a\": 1}", when: Date(timeIntervalSince1970: 1_700_000_000.25), bytes: Data([0, 255]),
      amount: Decimal(5.5))
    try await table.edit { $0.append(row) }
    #expect(try await reader.next().table.first == row)
    row.amount = 7
    try await table.edit { $0.replace(row) }
    try await reader.next { $0.first == row }
    await table.close()
    try await database.end()
  }

  @Test("JSON null is nil, like NULL, and other texts are not")
  func nullInJSON() throws {
    struct Row: Decodable, Equatable {
      var place: Place?
      var numbers: [Int]?
      var word: String?
    }
    let layout = RowLayout(
      [("place", ValueType.json), ("numbers", ValueType.jsonb), ("word", 25)].map {
        RowLayout.Column(name: $0, type: ValueType(id: $1), isKey: false)
      })
    func row(_ line: String) throws -> Row {
      try PostgresRow(layout: layout, tuple: try Tuple(line: Array(line.utf8))).decode()
    }
    #expect(try row("null\tnull\tnull") == Row(place: nil, numbers: nil, word: "null"))
    #expect(try row(" null \t\\N\t\\N") == Row(place: nil, numbers: nil, word: nil))
    let place = Place(city: "null", at: [])
    #expect(try row("{\"city\":\"null\",\"at\":[]}\t[1]\t") == Row(place: place, numbers: [1], word: ""))
  }

  @Test("infinite dates are decoded, and dates that no server has are an error")
  func datesToWrite() throws {
    func text(_ time: Double) throws -> String? {
      try PostgresRowEncoder.text(of: Date(timeIntervalSince1970: time), .unknown, [])
    }
    #expect(try text(.infinity) == "infinity" && text(-.infinity) == "-infinity")
    #expect(try text(1_700_000_000.25) == "2023-11-14 22:13:20.25+00")
    for time in [Double.nan, 1e300, -1e300, 1e14] { #expect(throws: PostgresError.self) { try text(time) } }
  }

  @Test("a text with a NUL character is refused, not truncated")
  func textsWithNUL() async throws {
    let database = try await TestDatabase("CREATE TABLE kept (id int PRIMARY KEY, text text);")
    let connection = try await ServerConnection.open(database.settings, isReplication: false)
    await #expect(throws: PostgresError.self) {
      try await connection.query("INSERT INTO kept VALUES (1, $1)", ["ab\0cd"])
    }
    #expect(try await connection.query("SELECT count(*) AS n FROM kept")["n"] == "0")
    await connection.close()
    try await database.end()
  }

  @Test("dates before the common era, infinite dates and other time zones are decoded")
  func dates() throws {
    #expect(PostgresDate.date("2026-11-20 13:05:07.25+01") == PostgresDate.date("2026-11-20 12:05:07.25+00"))
    #expect(PostgresDate.date("2026-11-20 13:05:07-05:30") == PostgresDate.date("2026-11-20 18:35:07"))
    #expect(PostgresDate.date("0001-01-01 BC")?.timeIntervalSince1970 == -62_167_219_200)
    for text in ["0001-01-01", "1500-03-01", "1582-10-15", "2024-02-29", "0044-03-15 BC", "0001-12-31 BC"] {
      let date = try #require(PostgresDate.date(text))
      let written = try #require(try PostgresRowEncoder.text(of: date, .unknown, []))
      #expect(written.hasPrefix(text.prefix(10)) && written.hasSuffix(" BC") == text.hasSuffix(" BC"))
      #expect(PostgresDate.date(written) == date)
    }
    #expect(PostgresDate.date("infinity") == .distantFuture)
    #expect(PostgresDate.date("-infinity") == .distantPast)
    for text in ["", "x", "2026-13-01", "2026-11-20 25:61:99", "2026", "2026-11-20 1"] {
      #expect(PostgresDate.date(text) == nil)
    }
  }

  @Test("arrays with bounds and empty arrays are decoded, and invalid arrays are errors")
  func arrays() {
    #expect(PostgresArray.elements(of: "[0:1]={1,2}") == [.text("1"), .text("2")])
    #expect(PostgresArray.elements(of: "{}") == [])
    #expect(
      PostgresArray.elements(of: "{{1,2},{\"a,}\",4}}") == [
        .list([.text("1"), .text("2")]), .list([.text("a,}"), .text("4")]),
      ])
    #expect(PostgresArray.elements(of: "{NULL,\"NULL\",\"\"}") == [.null, .text("NULL"), .text("")])
    #expect(
      PostgresArray.elements(of: "{(1,1),(0,0);(2,2),(1,1)}", delimiter: UInt8(ascii: ";"))
        == [.text("(1,1),(0,0)"), .text("(2,2),(1,1)")])
    for text in [
      "", "{", "1,2", "{\"}", "{a}}", "[0:1", "{a\\}", "{a,}", "{,a}", "{{1}2}", "{1{2}}", "{}}", "{\"a\"{b}}",
    ] { #expect(PostgresArray.elements(of: text) == nil) }
  }

  @Test("a value of another type, NULL and a missing column are errors that name the column")
  func mismatches() throws {
    struct Row: Decodable { let id: Int }
    func row(_ columns: [String], _ text: String) throws -> PostgresRow {
      PostgresRow(
        layout: RowLayout(columns.map { .init(name: $0, type: ValueType(id: 25), isKey: false) }),
        tuple: try Tuple(line: Array(text.utf8)))
    }
    #expect(try row(["id"], "7").decode(Row.self).id == 7)
    for (columns, text) in [(["id"], "x"), (["id"], "\\N"), (["other"], "7"), (["id"], "99999999999999999999")] {
      let error = #expect(throws: DecodingError.self) { try row(columns, text).decode(Row.self) }
      #expect("\(String(describing: error))".contains("id"))
      // The error of a table also names the row.
      let named = #expect(throws: PostgresError.self) {
        _ = try row(columns, text).made { try $0.decode(Row.self) }
      }
      #expect(named?.message.contains("column “id” of the row") == true)
    }
  }

  @Test("the only column of a row is decoded as the same types as a property")
  func onlyColumns() throws {
    func alone<Value: Decodable>(_ text: String) throws -> Value { try rows(["x"], [text])[0].decode(Value.self) }
    #expect(try alone("2026-11-20 12:00:00+00") == PostgresDate.date("2026-11-20 12:00:00+00"))
    #expect(try alone("\\\\x0102") == Data([1, 2]))
    #expect(try alone("\\\\x0102") == [1, 2] as [UInt8])
    #expect(try alone("1.25") == Decimal(string: "1.25"))
    #expect(try alone("https://example.com") == URL(string: "https://example.com"))
    #expect(throws: DecodingError.self) { try alone("yesterday") as Date }
    #expect(throws: DecodingError.self) { try rows(["x", "y"], ["2026-11-20\t7"])[0].decode(Date.self) }
    let array = RowLayout([.init(name: "x", type: ValueType(id: 1007, element: 23), isKey: false)])
    #expect(try PostgresRow(layout: array, tuple: Tuple(line: Array("{7,8}".utf8))).decode() == [7, 8])
    #expect(try alone("5") == 5 as Int? && alone("\\N") == nil as Int?)
    #expect(try alone("2026-11-20") == PostgresDate.date("2026-11-20") as Date? && alone("\\N") == nil as Date?)
  }

  private func rows(_ names: [String], _ lines: [String]) throws -> [PostgresRow] {
    let layout = RowLayout(names.map { .init(name: $0, type: ValueType(id: 25), isKey: false) })
    return try lines.map { PostgresRow(layout: layout, tuple: try Tuple(line: $0.utf8)) }
  }

  @Test("rows that are decoded in different orders, in several tasks, have their own values")
  func oddOrders() async throws {
    let expected = (0..<100).map { OddRecord(id: $0, name: "name \($0)", note: $0 % 5 == 0 ? nil : "note \($0)") }
    let rows = try rows(["note", "title", "id"], expected.map { "\($0.note ?? "\\N")\t\($0.name)\t\($0.id)" })
    try await withThrowingTaskGroup(of: [OddRecord].self) { tasks in
      for _ in 0..<4 { tasks.addTask { try rows.map { try $0.decode() } } }
      for try await found in tasks { #expect(found == expected) }
    }
    for line in ["7\tx", "9\tx"] {
      let row = try self.rows(["id", "name"], [line])[0]
      let error = #expect(throws: DecodingError.self) { try row.decode(OddRecord.self) }
      #expect("\(String(describing: error))".contains("there is no column “title”"))
    }
  }

  struct Late: Decodable {
    enum Keys: CodingKey { case id, title }
    let columns: KeyedDecodingContainer<Keys>
    init(from decoder: any Decoder) throws { columns = try decoder.container(keyedBy: Keys.self) }
  }

  @Test("a decoding container that is kept reads its own row")
  func keptContainers() throws {
    let rows = try rows(["id", "title"], ["1\ta", "2\tb"])
    let late = try rows.map { try $0.decode(Late.self).columns }
    #expect(try late.map { try $0.decode(String.self, forKey: .title) } == ["a", "b"])
    #expect(try late.map { try $0.decode(Int.self, forKey: .id) } == [1, 2])
  }

  struct Number: Decodable { let x: Double }

  private func number(_ text: String) throws -> Double {
    let row = try rows(["x"], [text])[0]
    return try row.decode(Number.self).x
  }

  @Test("a number is infinite only if the server's number is infinite")
  func infiniteNumbers() throws {
    let texts = ["0.5", "-7", "1e300", "18446744073709551616"]
    #expect(try texts.map { try number($0) } == [0.5, -7, 1e300, 0x1p64])
    #expect(try number("-Infinity") == -.infinity && number("NaN").isNaN)
    for text in ["1e400", "x", "", "\\N"] { #expect(throws: DecodingError.self) { try number(text) } }
  }
}
#endif
