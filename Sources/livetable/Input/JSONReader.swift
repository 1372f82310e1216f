/// Reads JSON (RFC 8259), and preserves the order of keys, repeated keys, the text of numbers, and the line of every
/// element.
struct JSONReader {
  let text: InputText
  var position: Int
  /// The end of the value, which is the end of the text or line.
  var end: Int
  var line: Int
  /// The keys of the last object, which most rows of a table share.
  private(set) var lastColumns: ColumnNames

  init(_ text: InputText, lastColumns: ColumnNames = ColumnNames([])) {
    self.text = text
    self.lastColumns = lastColumns
    position = text.range.lowerBound
    end = text.range.upperBound
    line = text.firstLine
  }

  static func value(of text: InputText) throws(InputError) -> JSONValue {
    var reader = JSONReader(text)
    let value = try reader.readValue()
    reader.skipSpace()
    if reader.current != nil { throw reader.unexpected(wanted: "nothing more after the value") }
    return value
  }

  mutating func readValue(depth: Int = 0) throws(InputError) -> JSONValue {
    skipSpace()
    guard depth <= Limits.nesting else {
      throw error("arrays and objects are nested deeper than \(Limits.nesting) levels", "flatten the value")
    }
    switch current {
    case UInt8(ascii: "{"): return .object(try readObject(depth: depth))
    case UInt8(ascii: "["):
      var values: [JSONValue] = []
      try readArray { reader throws(InputError) in values.append(try reader.readValue(depth: depth + 1)) }
      return .array(values)
    case .quote: return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: return .number(try readNumber())
    default: throw unexpected(wanted: "a value")
    }
  }

  /// Reads an array, and calls the body at the start of each element to read it.
  mutating func readArray(_ body: (inout JSONReader) throws(InputError) -> Void) throws(InputError) {
    try expect(UInt8(ascii: "["), "an array, which starts with [")
    skipSpace()
    if accept(UInt8(ascii: "]")) { return }
    while true {
      skipSpace()
      try body(&self)
      skipSpace()
      if accept(UInt8(ascii: "]")) { return }
      try expect(.comma, "a comma or ] after an element")
    }
  }

  private mutating func readObject(depth: Int) throws(InputError) -> JSONObject {
    position += 1
    var names: [String] = []
    var values: [JSONValue] = []
    skipSpace()
    if !accept(UInt8(ascii: "}")) {
      while true {
        skipSpace()
        guard current == .quote else { throw unexpected(wanted: "a key in quotes") }
        names.append(try readString())
        skipSpace()
        try expect(UInt8(ascii: ":"), "a colon after the key")
        values.append(try readValue(depth: depth + 1))
        skipSpace()
        if accept(UInt8(ascii: "}")) { break }
        try expect(.comma, "a comma or } after a member")
      }
    }
    let columns = ColumnNames(names)
    if columns != lastColumns { lastColumns = columns }
    return JSONObject(columns: lastColumns, values: values)
  }

  private mutating func readWord(_ word: String, _ value: JSONValue) throws(InputError) -> JSONValue {
    let start = position
    for byte in word.utf8 where !accept(byte) {
      position = start
      throw unexpected(wanted: "a value")
    }
    return value
  }
}

// MARK: - Position

extension JSONReader {
  var current: UInt8? {
    position < end ? text.bytes[position] : nil
  }

  mutating func accept(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8, _ wanted: String) throws(InputError) {
    if !accept(byte) { throw unexpected(wanted: wanted) }
  }

  mutating func skipSpace() {
    while let byte = current {
      switch byte {
      case .lineFeed: line += 1
      // U+001E starts each value of a JSON text sequence (RFC 7464).
      case .space, .tab, .carriageReturn, 0x1E: break
      default: return
      }
      position += 1
    }
  }

  func error(_ problem: String, _ remedy: String) -> InputError {
    text.error(line: line, problem, remedy)
  }

  func unexpected(wanted: String) -> InputError {
    let advice = "check that it is complete, valid JSON"
    guard let byte = current else { return error("it ends where \(wanted) was expected", advice) }
    let found = (0x21...0x7E).contains(byte) ? "“\(Character(Unicode.Scalar(byte)))”" : "byte \(byte)"
    return error("\(found) where \(wanted) was expected", advice)
  }
}
