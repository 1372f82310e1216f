extension InputTable {
  /// Reads JSON values one after the other: each object is a row, each array has rows.
  ///
  /// A single object that is a list as `kubectl` prints it (`{"items": […]}`) has rows, too.
  init(json text: InputText) throws(InputError) {
    self.init(source: text.source)
    var reader = JSONReader(text)
    while true {
      reader.skipSpace()
      guard let byte = reader.current else { break }
      rows += byte == UInt8(ascii: "[") ? try reader.readRows() : [try reader.readRow()]
    }
    if rows.count == 1, let items = rows[0].items { rows = items }
  }
}

extension InputRow {
  /// The elements of a row that is a list: those of its member `items`, if there is one and all are objects.
  var items: [InputRow]? {
    guard let position = object.columns.names.firstIndex(of: "items"),
      object.columns.names.contains("kind"), case .array(let values) = object.values[position]
    else { return nil }
    var rows: [InputRow] = []
    for value in values {
      guard case .object(let object) = value else { return nil }
      rows.append(InputRow(object: object, line: line))
    }
    return rows
  }
}

extension JSONReader {
  /// Reads an object.
  mutating func readRow() throws(InputError) -> InputRow {
    let line = line
    guard case .object(let object) = try readValue() else {
      throw text.error(line: line, "there is a value that is no row", "write rows as {…}, or as an array [{…}, {…}]")
    }
    return InputRow(object: object, line: line)
  }

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
}
