/// Reads comma-separated values (RFC 4180), with quotes and line breaks in quoted fields, and lines that end in LF,
/// CRLF or CR.
struct CSVReader {
  private let text: InputText
  private let separator: Separator
  private(set) var position: Int
  private(set) var line: Int
  /// The number of fields of the last line.
  private var fieldCount = 0

  init(_ text: InputText, separator: Separator = .comma) {
    self.text = text
    self.separator = separator
    position = text.range.lowerBound
    line = text.firstLine
    if let named = Separator(namedBy: text), named.byte == separator.byte {
      while current != nil, !acceptLineEnd() { position += 1 }
    }
  }

  /// Reads the next line that is not blank.
  ///
  /// - Parameter interpretsQuotes: Whether quotes enclose a field rather than being part of it.
  /// - Returns: The fields and the number of the line, or `nil` at the end.
  mutating func readFields(
    interpretsQuotes: Bool = true
  ) throws(InputError) -> (fields: [String], line: Int)? {
    while acceptLineEnd() {}
    guard current != nil else { return nil }
    let start = line
    var fields: [String] = []
    fields.reserveCapacity(fieldCount)
    defer { fieldCount = fields.count }
    while true {
      if separator.isPadded { skipSpaces() }
      fields.append(interpretsQuotes && current == .quote ? try readQuotedField() : readPlainField())
      if separator.isPadded { skipSpaces() }
      if current == separator.byte {
        position += 1
      } else if current == nil || acceptLineEnd() {
        return (fields, start)
      } else {
        throw text.error(
          line: line, "text follows the closing quote of a field",
          "quote the whole field, and double the quotes in it")
      }
    }
  }

  /// Skips lines with a single field above titles, if the titles and the rows below have the same number of fields.
  mutating func skipPreamble() {
    var probe = self
    var (lines, starts) = ([[String]](), [self])
    while lines.count < 10, let fields = (try? probe.readFields())?.fields {
      lines.append(fields)
      starts.append(probe)
    }
    let skipped = lines.prefix { $0.count == 1 }.count
    let rest = lines[skipped...]
    // A line with other separators does not belong to the comments above the titles.
    guard skipped > 0, rest.count > 1, let titles = rest.first, rest.allSatisfy({ $0.count == titles.count }),
      !titles.contains(where: { !$0.isEmpty && $0.looksLikeData }),
      !lines[..<skipped].contains(where: { $0[0].contains { ",;|\t".contains($0) } })
    else { return }
    self = starts[skipped]
  }

  private mutating func readPlainField() -> String {
    let start = position
    position = nextIndex { $0 == separator.byte || $0 == .lineFeed || $0 == .carriageReturn }
    var end = position
    while separator.isPadded, end > start, text.bytes[end - 1] == .space { end -= 1 }
    return text.string(start..<end)
  }

  private mutating func skipSpaces() { while current == .space { position += 1 } }

  private mutating func readQuotedField() throws(InputError) -> String {
    let opening = line
    position += 1
    var field = ""
    var start = position
    while position < text.range.upperBound {
      position = nextIndex { $0 == .quote || $0 == .lineFeed || $0 == .carriageReturn }
      if acceptLineEnd() { continue }
      if current == .quote {
        field += text.string(start..<position)
        position += 1
        if current != .quote { return field }
        start = position
        position += 1
      }
    }
    throw text.error(
      line: opening, "a quoted field has no closing quote", "add a closing quote, and double the quotes in the field")
  }

  /// Returns the index of the next byte that meets a condition, or the end of the text.
  private func nextIndex(where isFound: (UInt8) -> Bool) -> Int {
    let end = text.range.upperBound
    return text.bytes[position..<end].firstIndex(where: isFound) ?? end
  }

  private var current: UInt8? {
    position < text.range.upperBound ? text.bytes[position] : nil
  }

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
  /// Reads separated values, and expects every line to have as many fields as the first line.
  init(separatedBy separator: Separator, _ text: InputText, hasHeader: Bool = true) {
    var reader = CSVReader(text, separator: separator)
    self.init(source: text.source)
    reader.skipPreamble()
    guard let columns = reader.readColumns(hasHeader: hasHeader) else { return }
    header = columns
    while let row = reader.readRow(columns, number: rows.count + 1, &complaints) { rows.append(row) }
  }
}

extension CSVReader {
  /// Reads the names of the columns, and numbers repeated names.
  ///
  /// Without a header, the names are numbers, and the first line is not read.
  ///
  /// - Returns: The names, or `nil` at the end.
  mutating func readColumns(hasHeader: Bool) -> ColumnNames? {
    let start = self
    var complaints = Complaints()
    guard let (fields, _) = readWholeLine(&complaints) else { return nil }
    if hasHeader { return ColumnNames(fields.numberingRepeats) }
    self = start
    return ColumnNames((1...fields.count).map { "\($0)" })
  }

  /// Reads the next row.
  ///
  /// Missing fields become missing values, and surplus fields are appended to the last field.
  ///
  /// - Returns: The row, or `nil` at the end.
  mutating func readRow(_ columns: ColumnNames, number: Int?, _ complaints: inout Complaints) -> InputRow? {
    let count = complaints.count
    guard let (found, line) = readWholeLine(&complaints) else { return nil }
    var fields = found
    let width = columns.names.count
    if fields.count != width, complaints.count == count {
      complaints.append(
        text.error(
          line: line, row: number,
          "\(fields.count) \(fields.count == 1 ? "field" : "fields"), but the first line has \(width)",
          "give every line one field for each column"))
    }
    if fields.count > width {
      let rest = fields[(width - 1)...].joined(separator: String(Unicode.Scalar(separator.byte)))
      fields.replaceSubrange((width - 1)..., with: [rest])
    }
    // Missing values use no memory.
    let names = fields.count < width ? ColumnNames(Array(columns.names.prefix(fields.count))) : columns
    return InputRow(
      object: JSONObject(columns: names, values: fields.map(JSONValue.string)), line: line,
      isPartial: complaints.count > count)
  }

  /// Reads the next line that is not blank, without interpreting quotes if they are invalid.
  private mutating func readWholeLine(_ complaints: inout Complaints) -> (fields: [String], line: Int)? {
    let (startPosition, startLine) = (position, line)
    do throws(InputError) {
      return try readFields()
    } catch {
      complaints.append(error)
      (position, line) = (startPosition, startLine)
      return (try? readFields(interpretsQuotes: false)) ?? nil
    }
  }
}
