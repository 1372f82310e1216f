import LiveTablesTesting
import Testing

@testable import livetable

private func read(_ json: String) throws -> JSONValue {
  try JSONReader.value(of: InputText(json))
}

@Suite struct JSONReaderTests {
  @Test(
    arguments: [
      ("null", .null), ("true", .bool(true)), (" false\n", .bool(false)), ("0", .number("0")),
      ("-0.50", .number("-0.50")),
      ("1e2", .number("1e2")), ("100", .number("100")), ("1E+02", .number("1E+02")),
      ("12345678901234567890123", .number("12345678901234567890123")), ("\"\"", .string("")), ("[]", .array([])),
      ("[1 , [2]\t]", .array([.number("1"), .array([.number("2")])])), ("{}", .object([:])),
      ("{\"b\":1,\"a\":null}", .object(["b": .number("1"), "a": .null])),
    ] as [(String, JSONValue)])
  func readsValues(json: String, value: JSONValue) throws {
    #expect(try read(json) == value)
  }

  @Test(arguments: [
    (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\ud83d\ude00!""#, "😀!"), (#""é\u0000ü""#, "é\0ü"),
  ])
  func readsEscapes(json: String, text: String) throws {
    #expect(try read(json) == .string(text))
  }

  @Test func keepsTheOrderOfKeysAndKeysThatAreThereTwice() throws {
    guard case .object(let object) = try read(#"{"z":1,"a":2,"z":3}"#) else {
      Issue.record("not an object")
      return
    }
    #expect(object.columns.names == ["z", "a", "z"])
    #expect(object.values == [.number("1"), .number("2"), .number("3")])
  }

  @Test func objectsWithTheSameKeysShareThem() throws {
    let table = try InputTable(json: InputText(#"[{"a":1,"b":2},{"a":3,"b":4},{"b":5}]"#))
    #expect(table.rows[0].object.columns === table.rows[1].object.columns)
    #expect(table.rows[2].object.columns.names == ["b"])
  }

  @Test(arguments: [
    "", " ", "nul", "tru", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{'a':1}", "01", "1.", ".5",
    "-",
    "+1", "1e", "0x10", "NaN", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\t\"", "[1]]", "1 2", "[",
    "{", #""\ud83d""#, #""\ude00""#, #""\ud83d\u0041""#, #""\ud83dx""#,
  ])
  func rejectsWhatIsNotJSON(_ json: String) {
    #expect(throws: InputError.self) { try read(json) }
  }

  @Test(arguments: [
    ("[1,\n2,\n3 4]", 3, "“4” where a comma or ] after an element was expected"),
    ("{\"a\":\n\n", 3, "it ends where a value was expected"),
    ("\n\"a\u{1}\"", 2, "a string has a raw control character (byte 1)"),
    ("\n\n\"\\ud800\"", 3, "the escape \\ud800 is half a surrogate pair"),
  ])
  func errorsNameTheLine(json: String, line: Int, problem: String) {
    let error = #expect(throws: InputError.self) { try read(json) }
    #expect(error?.line == line)
    #expect(error?.problem == problem)
  }

  @Test func deepNestingIsAnErrorAndNotACrash() throws {
    let levels = Limits.nesting
    _ = try read(String(repeating: "[", count: levels + 1) + String(repeating: "]", count: levels + 1))
    for opening in ["[", "{\"a\":"] {
      let error = #expect(throws: InputError.self) { try read(String(repeating: opening, count: 1_000_000)) }
      #expect(error?.problem == "arrays and objects are nested deeper than 512 levels")
    }
  }

  @Test(arguments: seeds) func writesWhatItReads(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let value = JSONValue.random(depth: 4, using: &generator)
      #expect(try read(value.compact) == value, "\(value.compact)")
    }
  }
}

extension JSONValue {
  /// Returns a random value with unusual strings and numbers.
  static func random(depth: Int, using generator: inout some RandomNumberGenerator) -> JSONValue {
    let strings = ["", "a", "\"", "\\", "\n", "\u{0}", "é", "e\u{301}", "😀", "\u{2028}", "id", "\u{7F}"]
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &generator) {
    case 0: return [.null, .bool(true), .bool(false)].randomElement(using: &generator)!
    case 1: return .number(["0", "-1", "1e2", "100", "0.10"].randomElement(using: &generator)!)
    case 2, 3: return .string(strings.randomElement(using: &generator)!)
    case 4:
      return .array(
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
    default:
      let names = (0..<Int.random(in: 0...3, using: &generator)).map { _ in strings.randomElement(using: &generator)! }
      return .object(
        JSONObject(columns: ColumnNames(names), values: names.map { _ in random(depth: depth - 1, using: &generator) }))
    }
  }
}
