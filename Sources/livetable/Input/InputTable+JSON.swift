extension InputTable {
  /// Reads a sequence of JSON values, in which each object is a row and each array contains rows.
  ///
  /// A single object that is a list of `kubectl` (`{"items": […]}`) contains rows, too. After an invalid value, reading
  /// continues.
  init(json text: InputText) {
    self.init(source: text.source)
    var reader = JSONReader(text)
    while let value = reader.readNext(&complaints) {
      switch value {
      case .row(let row): rows.append(row)
      case .array(let elements, _): rows += elements
      }
    }
    if rows.count == 1, let items = rows[0].items { rows = items }
  }
}

extension InputRow {
  /// The elements of the member `items` of a row, if all of them are objects.
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
  enum Value {
    case row(InputRow)
    /// The rows of an array, up to the error if there is one.
    case array([InputRow], isWhole: Bool)
  }

  /// Reads the next value, and skips an invalid one.
  ///
  /// - Returns: The value, or `nil` at the end.
  mutating func readNext(_ complaints: inout Complaints) -> Value? {
    while true {
      skipSpace()
      guard let byte = current else { return nil }
      let start = self
      if byte == UInt8(ascii: "[") {
        var rows: [InputRow] = []
        do throws(InputError) {
          try readRows(&rows, &complaints)
          return .array(rows, isWhole: true)
        } catch {
          complaints.append(recovered(from: nil, after: error))
          return .array(rows, isWhole: false)
        }
      }
      do throws(InputError) {
        return .row(try readRow())
      } catch {
        complaints.append(recovered(from: start, after: error))
      }
    }
  }

  mutating func readRow() throws(InputError) -> InputRow {
    let line = line
    guard case .object(let object) = try readValue() else {
      throw text.error(
        line: line, "the value is neither an object nor an array", "write a row as {…}, or rows as [{…}, {…}]")
    }
    return InputRow(object: object, line: line)
  }

  /// Reads the rows of an array, whose elements must be objects.
  ///
  /// An invalid element is skipped if the next element starts on a new line.
  mutating func readRows(_ rows: inout [InputRow], _ complaints: inout Complaints) throws(InputError) {
    var number = 0
    try readArray { reader throws(InputError) in
      while let byte = reader.current {
        let start = reader
        number += 1
        do throws(InputError) {
          if case .object(let object) = try reader.readValue(depth: 1) {
            rows.append(InputRow(object: object, line: start.line))
          } else {
            complaints.append(
              reader.text.error(
                line: start.line, row: number, "the element is not an object",
                "make each element of the array an object, {…}"))
          }
          return
        } catch {
          if byte == UInt8(ascii: "]") {
            complaints.append(error)
            return
          }
          let error = reader.recovered(from: start, after: error, isInArray: true)
          // A text that ends inside an element also lacks the end of the array, but that is one error.
          if reader.current == nil { throw error }
          complaints.append(error)
          if reader.current == UInt8(ascii: "]") { return }
        }
      }
    }
  }

  /// Skips an invalid value, up to the next line that is not indented more than the value and does not close it.
  ///
  /// - Parameters:
  ///   - start: The reader before the value, or `nil` to start at the current position.
  ///   - error: The error of the value.
  ///   - isInArray: Whether the value is an element of an array.
  /// - Returns: The error, with the numbers of the skipped lines.
  mutating func recovered(from start: JSONReader?, after error: InputError, isInArray: Bool = false) -> InputError {
    let indentation = start?.indentation ?? 0
    if let start { self = start } else if current == UInt8(ascii: "{") { return error }
    let isText = start != nil && current != UInt8(ascii: "{")
    var error = error
    while true {
      if isText { error.lastLine = line }
      guard let end = text.bytes[position..<self.end].firstIndex(of: .lineFeed) else { break }
      position = end
      skipSpace()
      guard let byte = current else { break }
      let closes = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") && !isInArray
      let own = self.indentation
      if own < indentation || own == indentation && !closes {
        // If reading continues above the line of the error, the error gets the line of the value.
        if let start, let errorLine = error.line, line <= errorLine { error.line = start.line }
        return error
      }
    }
    position = end
    return error
  }

  /// The number of bytes between the previous line feed and the position.
  private var indentation: Int {
    let before = text.bytes[text.range.lowerBound..<position]
    return position - (before.lastIndex(of: .lineFeed).map { $0 + 1 } ?? text.range.lowerBound)
  }
}
