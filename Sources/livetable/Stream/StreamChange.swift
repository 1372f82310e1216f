/// What one line of a stream says.
enum StreamChange: Equatable {
  /// A row that is new, or takes the place of the one with its identity.
  case row(InputRow)
  /// A row that goes; it says no more than who it is.
  case removal(InputRow)
  /// All rows, in order.
  case table([InputRow])

  /// The key that makes an object a removal.
  private static let removalKey = "$delete"

  /// Understands a line.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - columns: The columns of the last row before it; rows that have the same ones share them.
  /// - Returns: What it says, or `nil` where the line is blank.
  init?(line text: InputText, columns: inout ColumnNames) throws(InputError) {
    var reader = JSONReader(text, lastColumns: columns)
    defer { columns = reader.lastColumns }
    reader.skipSpace()
    guard let first = reader.current else { return nil }
    if first == UInt8(ascii: "[") {
      self = .table(try reader.readRows())
      try reader.expectEnd()
      return
    }
    guard case .object(let object) = try reader.readValue() else {
      throw reader.error(
        "the line is neither an object nor an array", "write a row as {…}, or a whole table as [{…}, {…}]")
    }
    try reader.expectEnd()
    let members = zip(object.columns.names, object.values)
    if members.contains(where: { $0.hasSameBytes(as: Self.removalKey) && $1 == .bool(true) }) {
      self = .removal(InputRow(object: object.removing(Self.removalKey), line: text.firstLine))
    } else {
      self = .row(InputRow(object: object, line: text.firstLine))
    }
  }
}
