import LiveTables

extension RowChange {
  /// The operations that lead from the row before to the row afterwards: one, or a move and an update.
  enum Operation: String {
    case delete, insert, move, update
  }

  var operations: [Operation] {
    if new == nil { return [.delete] }
    if old == nil { return [.insert] }
    return (isMoved ? [.move] : []) + (isUpdated ? [.update] : [])
  }

  /// The change as objects of JSON, one for each operation: its name, the row's identity, and its values before and after.
  ///
  /// - Parameters:
  ///   - head: Members that come first, each with a comma behind it.
  ///   - target: The table afterwards.
  ///   - isGrouped: Whether the rows are in sections, which are named.
  func objects(head: String = "", in target: RecordTable, isGrouped: Bool) -> [String] {
    operations.map { operation in
      var text = "{\(head)\"op\":\"\(operation.rawValue)\",\"id\":"
      text.appendJSONString((new ?? old)?.identity.string ?? "")
      if operation == .insert || operation == .move, let path = self.target {
        if isGrouped {
          text += ",\"section\":"
          text.appendJSONString(target.sections[path.section].value.name.string)
        }
        // A place is where the row before it is: so it is found in tables that have changed since.
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
  /// The object as JSON on one line, its members in their order; a key that was there before gets a number.
  var line: String {
    var text = ""
    let columns = columns.hasRepeats ? ColumnNames(columns.names.unique) : columns
    JSONValue.object(JSONObject(columns: columns, values: values)).append(to: &text)
    return text
  }
}
