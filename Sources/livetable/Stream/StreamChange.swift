/// What a value of a stream says.
enum StreamChange: Equatable {
  /// A row that is new, or takes the place of the one with its identity.
  case row(InputRow)
  /// A row that goes; it says no more than its identity.
  case removal(InputRow)
  /// All rows, in order.
  case table([InputRow])
  /// Nothing about rows.
  case nothing

  /// The key that makes an object a removal.
  private static let removalKey = "$delete"

  /// Reads the values of a line, or of several lines that belong together.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - columns: The columns of the last row before it; rows that have the same ones share them.
  ///   - complaints: Gets what is wrong with values and with elements of an array.
  /// - Returns: What they say; nothing where the line is blank.
  static func changes(
    of text: InputText, columns: inout ColumnNames, _ complaints: inout Complaints
  ) -> [StreamChange] {
    var reader = JSONReader(text, lastColumns: columns)
    defer { columns = reader.lastColumns }
    var changes: [StreamChange] = []
    while let value = reader.readNext(&complaints) {
      do throws(InputError) {
        switch value {
        case .row(let row): changes.append(try change(row, in: text))
        case .array(let rows, isWhole: true): changes.append(.table(rows))
        // Half a table is none, and neither are its other rows.
        case .array: return changes
        }
      } catch {
        complaints.append(error)
      }
    }
    return changes
  }

  private static func change(_ row: InputRow, in text: InputText) throws(InputError) -> StreamChange {
    if let event = try WatchEvent(row, in: text) { return event.change }
    if let items = row.items { return .table(items) }
    let members = zip(row.object.columns.names, row.object.values)
    if members.contains(where: { $0.hasSameBytes(as: Self.removalKey) && $1 == .bool(true) }) {
      return .removal(InputRow(object: row.object.removing(Self.removalKey), line: row.line))
    }
    return .row(row)
  }
}
