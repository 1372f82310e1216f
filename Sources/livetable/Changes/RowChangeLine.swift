import LiveTables

extension RowChange {
  /// An operation that, alone or as a move with an update, turns the old row into the new row.
  enum Operation: String {
    case delete, insert, move, update
  }

  var operations: [Operation] {
    if new == nil { return [.delete] }
    if old == nil { return [.insert] }
    return (isMoved ? [.move] : []) + (isUpdated ? [.update] : [])
  }

  /// Returns a JSON object for each operation, with the operation's name, the row's identity, and the old and new
  /// values.
  func objects(head: String = "", in target: RecordTable, isGrouped: Bool) -> [String] {
    operations.map { operation in
      var text = "{\(head)\"op\":\"\(operation.rawValue)\",\"id\":"
      text.appendJSONString((new ?? old)?.identity.string ?? "")
      if operation == .insert || operation == .move, let path = self.target {
        if isGrouped {
          text += ",\"section\":"
          text.appendJSONString(target.sections[path.section].value.name.string)
        }
        // A position is given as the previous row, so that it can also be found in a table that has changed since.
        text += ",\"after\":"
        if path.row > 0, let before = target[RowPath(section: path.section, row: path.row - 1)] {
          text.appendJSONString(before.identity.string)
        } else {
          text += "null"
        }
      }
      if operation == .delete || operation == .update, let old { text += ",\"old\":\(old.object.line)" }
      if operation == .insert || operation == .update, let new { text += ",\"new\":\(new.object.line)" }
      return text + "}"
    }
  }
}

extension JSONObject {
  /// The object as JSON on one line, with members in order and repeated keys numbered.
  var line: String {
    var text = ""
    let columns = columns.hasRepeats ? ColumnNames(columns.names.unique) : columns
    JSONValue.object(JSONObject(columns: columns, values: values)).append(to: &text)
    return text
  }
}
