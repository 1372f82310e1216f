import LiveTables

extension RowChange {
  /// An operation that turns the old row into the new row, alone or, for a move, together with an update.
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
  func objects(revision: Int? = nil, in target: RecordTable, isGrouped: Bool) -> [JSONObject] {
    operations.map { operation in
      var members = revision.map { [("revision", JSONValue($0))] } ?? []
      members.append(("op", .string(operation.rawValue)))
      members.append(("id", .string((new ?? old)?.identity.string ?? "")))
      if operation == .insert || operation == .move, let path = self.target {
        if isGrouped { members.append(("section", .string(target.sections[path.section].value.name.string))) }
        // A position is given as the previous row, so that it can also be found in a table that has changed since.
        let before = path.row > 0 ? target[RowPath(section: path.section, row: path.row - 1)] : nil
        members.append(("after", before.map { .string($0.identity.string) } ?? .null))
      }
      if operation == .delete || operation == .update, let old { members.append(("old", .object(old.object.unique))) }
      if operation == .insert || operation == .update, let new { members.append(("new", .object(new.object.unique))) }
      return JSONObject(members)
    }
  }
}

extension JSONObject {
  /// The object with repeated keys numbered.
  fileprivate var unique: JSONObject {
    columns.hasRepeats ? JSONObject(columns: ColumnNames(columns.names.numberingRepeats), values: values) : self
  }

  /// The object as JSON on one line, with members in order and repeated keys numbered.
  var line: String {
    var text = ""
    JSONValue.object(unique).append(to: &text)
    return text
  }
}
