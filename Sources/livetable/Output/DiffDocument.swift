import LiveTables

/// The output of `livetable diff --format json`, a format that other programs read.
///
/// ```json
/// {"source":T,"target":T,"stages":[{"deletedRows":[{"section":0,"row":1}],"result":T}],"changes":[C]}
/// ```
///
/// `C` is `{"op":"update","id":"1","old":{…},"new":{…}}`, the change of a row with all of its values.
///
/// `T` is `{"sections":[{"id":"A","rows":["1","2"]}]}`. A stage contains its lists that are not empty, and the table
/// after it.
struct DiffDocument {
  private(set) var text = ""

  /// - Parameters:
  ///   - columns: The columns that only one of the tables has, if the tables do not differ otherwise.
  init(_ changeset: Changeset<Group, Record>, columns: (came: [String], gone: [String]) = ([], [])) {
    text += "{\"source\":"
    text.append(changeset.source)
    text += ",\"target\":"
    text.append(changeset.target)
    text += ",\"stages\":"
    text.appendList(changeset.stages) { $0.append($1) }
    text += ",\"changes\":"
    let isGrouped = changeset.target.sections.first.map { !$0.value.isAll } ?? true
    let changes = RowChange.changes(changeset).flatMap { $0.objects(in: changeset.target, isGrouped: isGrouped) }
    text.appendList(changes) { $0 += $1 }
    if !columns.came.isEmpty || !columns.gone.isEmpty {
      text += ",\"columns\":{\"inserted\":"
      text.appendList(columns.came) { $0.appendJSONString($1) }
      text += ",\"deleted\":"
      text.appendList(columns.gone) { $0.appendJSONString($1) }
      text += "}"
    }
    text += "}"
  }
}

extension String {
  fileprivate mutating func append(_ table: RecordTable) {
    self += "{\"sections\":"
    appendList(table.sections) { text, section in
      text += "{\"id\":"
      text.appendJSONString(section.value.name.string)
      text += ",\"rows\":"
      text.appendList(section.rows) { $0.appendJSONString($1.identity.string) }
      text += "}"
    }
    self += "}"
  }

  fileprivate mutating func append(_ stage: BatchUpdate<Group, Record>) {
    let operations = stage.operations
    self += "{"
    append("deletedSections", operations.deletedSections) { $0 += "\($1)" }
    append("insertedSections", operations.insertedSections) { $0 += "\($1)" }
    append("movedSections", operations.movedSections) { $0 += "{\"from\":\($1.from),\"to\":\($1.to)}" }
    append("deletedRows", operations.deletedRows) { $0.append($1) }
    append("insertedRows", operations.insertedRows) { $0.append($1) }
    append("updatedRows", operations.updatedRows) { $0.append($1) }
    append("movedRows", operations.movedRows) { text, move in
      text += "{\"from\":"
      text.append(move.from)
      text += ",\"to\":"
      text.append(move.to)
      text += "}"
    }
    self += "\"result\":"
    append(stage.target)
    self += "}"
  }

  fileprivate mutating func append(_ path: RowPath) {
    self += "{\"section\":\(path.section),\"row\":\(path.row)}"
  }

  /// Appends a list and a comma, unless the list is empty.
  fileprivate mutating func append<Element>(
    _ name: String, _ elements: [Element], _ body: (inout String, Element) -> Void
  ) {
    if elements.isEmpty { return }
    self += "\"\(name)\":"
    appendList(elements, body)
    self += ","
  }
}
