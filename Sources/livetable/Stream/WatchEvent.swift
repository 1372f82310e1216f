/// An event of `kubectl --output-watch-events`: `{"type":"DELETED","object":{…}}`.
struct WatchEvent {
  let change: StreamChange

  /// - Returns: The event, or `nil` if the row is not an event.
  /// - Throws: The error that the event reports.
  init?(_ row: InputRow, in text: InputText) throws(InputError) {
    guard row.object.columns.names.count == 2, case .string(let type)? = row.object["type"],
      case .object(let object)? = row.object["object"]
    else { return nil }
    let row = InputRow(object: object, line: row.line)
    switch type {
    case "ADDED", "MODIFIED": change = .row(row)
    case "DELETED": change = .removal(row)
    case "BOOKMARK": change = .nothing
    case "ERROR":
      let reason = object["message"]?.printed ?? JSONValue.object(object).compact
      throw text.error(line: row.line, "the watch reports an error: \(reason)", "start it again")
    default: return nil
    }
  }
}
