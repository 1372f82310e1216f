extension InputTable {
  /// Reads a text that is one array of objects.
  init(json text: InputText) throws(InputError) {
    self.init(source: text.source)
    var reader = JSONReader(text)
    reader.skipSpace()
    guard reader.current == UInt8(ascii: "[") else {
      throw reader.error(
        "there is no array", "write the rows as [{…}, {…}], or say --input ndjson where each line is a row")
    }
    rows = try reader.readRows()
    try reader.expectEnd()
  }

  /// Reads a text with an object on each line; lines that are blank are left out.
  init(ndjson text: InputText) throws(InputError) {
    self.init(source: text.source)
    var reader = JSONReader(text)
    while true {
      reader.skipSpace()
      guard reader.current != nil else { return }
      let line = reader.line
      guard case .object(let object) = try reader.readLine() else {
        throw text.error(line: line, "the line is not an object", "write one object, {…}, on each line")
      }
      rows.append(InputRow(object: object, line: line))
    }
  }
}

extension JSONReader {
  /// Reads an array whose elements are all objects.
  mutating func readRows() throws(InputError) -> [InputRow] {
    var rows: [InputRow] = []
    try readArray { reader throws(InputError) in
      let line = reader.line
      guard case .object(let object) = try reader.readValue(depth: 1) else {
        throw reader.text.error(
          line: line, row: rows.count + 1, "the element is not an object",
          "make each element of the array an object, {…}")
      }
      rows.append(InputRow(object: object, line: line))
    }
    return rows
  }

  /// Reads a value that has to be complete where the line ends.
  mutating func readLine() throws(InputError) -> JSONValue {
    end = text.bytes[position..<end].firstIndex(of: .lineFeed) ?? end
    let value = try readValue()
    try expectEnd()
    end = text.range.upperBound
    return value
  }
}
