/// Reads comma-separated values (RFC 4180): quotes, quotes in quotes, line breaks in quotes; lines end in LF, CRLF or CR.
struct CSVReader {
  private let text: InputText
  private let separator: UInt8
  private var position: Int
  /// The number of the line at the position.
  private(set) var line: Int

  /// - Parameters:
  ///   - text: The text.
  ///   - separator: What is between two fields: a comma or a tab.
  init(_ text: InputText, separator: UInt8 = .comma) {
    self.text = text
    self.separator = separator
    position = text.range.lowerBound
    line = text.firstLine
  }

  /// Reads the next line that is not blank.
  ///
  /// - Returns: The fields of the line, and its number; `nil` at the end.
  mutating func readFields() throws(InputError) -> (fields: [String], line: Int)? {
    while acceptLineEnd() {}
    guard current != nil else { return nil }
    let start = line
    var fields: [String] = []
    while true {
      fields.append(current == .quote ? try readQuotedField() : readPlainField())
      if current == separator {
        position += 1
      } else if current == nil || acceptLineEnd() {
        return (fields, start)
      } else {
        throw text.error(
          line: line, "a quoted field goes on after its closing quote",
          "quote the whole field, and write quotes in it twice")
      }
    }
  }

  private mutating func readPlainField() -> String {
    let start = position
    while let byte = current, byte != separator, byte != .lineFeed, byte != .carriageReturn { position += 1 }
    return text.string(start..<position)
  }

  private mutating func readQuotedField() throws(InputError) -> String {
    let opening = line
    position += 1
    var field = ""
    var start = position
    while let byte = current {
      if byte == .quote {
        field += text.string(start..<position)
        position += 1
        if current != .quote { return field }
        start = position
      } else if acceptLineEnd() {
        continue
      }
      position += 1
    }
    throw text.error(line: opening, "a quoted field never ends", "close it with a quote, and write quotes in it twice")
  }

  private var current: UInt8? {
    position < text.range.upperBound ? text.bytes[position] : nil
  }

  /// Moves past a line end if there is one at the position.
  private mutating func acceptLineEnd() -> Bool {
    switch current {
    case .lineFeed: position += 1
    case .carriageReturn:
      position += 1
      if current == .lineFeed { position += 1 }
    default: return false
    }
    line += 1
    return true
  }
}

extension InputTable {
  /// Reads separated values; every line has as many fields as the first one.
  ///
  /// - Parameters:
  ///   - separator: A comma or a tab.
  ///   - text: The text.
  ///   - hasHeader: Whether the first line names the columns; without, they are 1, 2, ….
  init(separatedBy separator: UInt8, _ text: InputText, hasHeader: Bool = true) throws(InputError) {
    var reader = CSVReader(text, separator: separator)
    self.init(source: text.source)
    guard let columns = try reader.readColumns(hasHeader: hasHeader) else { return }
    header = columns
    while let row = try reader.readRow(columns, number: rows.count + 1) { rows.append(row) }
  }
}

extension CSVReader {
  /// Reads the names of the columns; one that was there before gets a number.
  ///
  /// Without a header they are numbers, and the first line is still to be read.
  ///
  /// - Returns: The names; `nil` at the end.
  mutating func readColumns(hasHeader: Bool) throws(InputError) -> ColumnNames? {
    let start = self
    guard let (fields, _) = try readFields() else { return nil }
    if hasHeader { return ColumnNames(fields.unique) }
    self = start
    return ColumnNames((1...fields.count).map { "\($0)" })
  }

  /// Reads the next row.
  ///
  /// - Parameters:
  ///   - columns: The columns of the first line.
  ///   - number: The number of the row, for errors.
  /// - Returns: The row; `nil` at the end.
  mutating func readRow(_ columns: ColumnNames, number: Int?) throws(InputError) -> InputRow? {
    guard let (fields, line) = try readFields() else { return nil }
    guard fields.count == columns.names.count else {
      throw text.error(
        line: line, row: number,
        "\(fields.count) \(fields.count == 1 ? "field" : "fields") where the first line has \(columns.names.count)",
        "give every line one field for each column")
    }
    return InputRow(object: JSONObject(columns: columns, values: fields.map(JSONValue.string)), line: line)
  }
}
