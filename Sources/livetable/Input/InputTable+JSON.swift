extension InputTable {
  /// Reads JSON values one after the other: each object is a row, each array has rows.
  ///
  /// A single object that is a list as `kubectl` prints it (`{"items": […]}`) has rows, too. Reading goes on behind a value
  /// that is invalid.
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
  /// A value among others.
  enum Value {
    case row(InputRow)
    /// The rows of an array, up to an error if it is not whole.
    case array([InputRow], isWhole: Bool)
  }

  /// Reads the next value; reading goes on behind one that is invalid.
  ///
  /// - Returns: `nil` at the end.
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

  /// Reads an object.
  mutating func readRow() throws(InputError) -> InputRow {
    let line = line
    guard case .object(let object) = try readValue() else {
      throw text.error(
        line: line, "the value is neither an object nor an array", "write a row as {…}, or rows as [{…}, {…}]")
    }
    return InputRow(object: object, line: line)
  }

  /// Reads the rows of an array: its elements, which have to be objects.
  ///
  /// Reading goes on behind an element that is invalid, if the next one begins a line.
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
          complaints.append(reader.recovered(from: start, after: error, isInArray: true))
          if reader.current == UInt8(ascii: "]") { return }
        }
      }
    }
  }

  /// Moves behind a value that is invalid: to the next line that is not indented deeper than the value, and closes nothing
  /// of it.
  ///
  /// - Parameters:
  ///   - start: The reader before the value; without it, reading goes on from here.
  ///   - error: What is wrong with it.
  ///   - isInArray: Whether the value is an element.
  /// - Returns: The error, with the number of the line that is left out.
  mutating func recovered(from start: JSONReader?, after error: InputError, isInArray: Bool = false) -> InputError {
    let indentation = start?.indentation ?? 0
    if let start { self = start } else if current == UInt8(ascii: "{") { return error }
    while let end = text.bytes[position..<self.end].firstIndex(of: .lineFeed) {
      position = end
      skipSpace()
      guard let byte = current else { break }
      let closes = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") && !isInArray
      let own = self.indentation
      if own < indentation || own == indentation && !closes { return located(error, start) }
    }
    position = end
    return error
  }

  /// An error of a value, in the line of the value if reading goes on above the line of the error.
  private func located(_ error: InputError, _ start: JSONReader?) -> InputError {
    var error = error
    if let start, let place = error.line, line <= place { error.line = start.line }
    return error
  }

  /// How many bytes are between the position and the line feed before it.
  private var indentation: Int {
    let before = text.bytes[text.range.lowerBound..<position]
    return position - (before.lastIndex(of: .lineFeed).map { $0 + 1 } ?? text.range.lowerBound)
  }
}
