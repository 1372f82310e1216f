enum StreamChange: Equatable {
  /// Inserts a row, or replaces the row with the same identity.
  case row(InputRow)
  /// Deletes the row with the identity of the given row.
  case removal(InputRow)
  /// Replaces all rows.
  case table([InputRow])
  case nothing

  private static let removalKey = "$delete"

  /// Reads the changes of a line, or of several lines that belong together.
  static func changes(
    of text: InputText, lastColumns: inout ColumnNames, _ complaints: inout Complaints
  ) -> [StreamChange] {
    var reader = JSONReader(text, lastColumns: lastColumns)
    defer { lastColumns = reader.lastColumns }
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
    if let change = try watchEvent(row, in: text) { return change }
    if let items = row.items { return .table(items) }
    let members = zip(row.object.columns.names, row.object.values)
    if members.contains(where: { $0.hasSameBytes(as: Self.removalKey) && $1 == .bool(true) }) {
      return .removal(InputRow(object: row.object.removing(Self.removalKey), line: row.line))
    }
    return .row(row)
  }

  /// Returns the change of an event of `kubectl --output-watch-events`, `{"type":"DELETED","object":{…}}`, or `nil` for
  /// another row.
  ///
  /// - Throws: The error that the event reports.
  private static func watchEvent(_ row: InputRow, in text: InputText) throws(InputError) -> StreamChange? {
    guard row.object.columns.names.count == 2, case .string(let type)? = row.object["type"],
      case .object(let object)? = row.object["object"]
    else { return nil }
    let row = InputRow(object: object, line: row.line)
    switch type {
    case "ADDED", "MODIFIED": return .row(row)
    case "DELETED": return .removal(row)
    case "BOOKMARK": return .nothing
    case "ERROR":
      let reason = object["message"]?.printed ?? JSONValue.object(object).compact
      throw text.error(line: row.line, "the watch reports an error: \(reason)", "start it again")
    default: return nil
    }
  }
}
