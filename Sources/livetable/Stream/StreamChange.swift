/// The change that a value in a stream describes.
enum StreamChange: Equatable {
  /// Inserts a row, or replaces the row with the same identity.
  case row(InputRow)
  /// Deletes the row with the identity of the given row.
  case removal(InputRow)
  /// Replaces all rows.
  case table([InputRow])
  /// Does not change any row.
  case nothing

  /// The key that marks an object as a deletion.
  private static let removalKey = "$delete"

  /// Reads the changes of a line, or of several lines that belong together.
  ///
  /// - Returns: The changes; a blank line has none.
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
        // An incomplete table is not shown, and neither are its rows.
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
