import LiveTables

/// A difference as `livetable diff --format json` prints it; other programs rely on every word of it.
///
/// ```json
/// {"source":T,"target":T,"stages":[{"deletedRows":[{"section":0,"row":1}],"result":T}],"changes":[C]}
/// ```
///
/// `C` is `{"op":"update","id":"1","old":{…},"new":{…}}`: what became of a row, with all of its values.
/// `T` is `{"sections":[{"id":"A","rows":["1","2"]}]}`. A stage has those of its lists that are not empty, and the table
/// after it.
struct DiffDocument {
  /// The document, without a line break.
  private(set) var text = ""

  init(_ changeset: Changeset<Group, Record>) {
    text += "{\"source\":"
    append(changeset.source)
    text += ",\"target\":"
    append(changeset.target)
    text += ",\"stages\":"
    appendList(changeset.stages) { document, stage in document.append(stage) }
    text += ",\"changes\":"
    let isGrouped = changeset.target.sections.first.map { !$0.value.isAll } ?? true
    let changes = RowChange.changes(changeset).flatMap { $0.objects(in: changeset.target, isGrouped: isGrouped) }
    appendList(changes) { $0.text += $1 }
    text += "}"
  }

  private mutating func append(_ table: RecordTable) {
    text += "{\"sections\":"
    appendList(table.sections) { document, section in
      document.text += "{\"id\":"
      document.text.appendJSONString(section.value.name.string)
      document.text += ",\"rows\":"
      document.appendList(section.rows) { document, row in
        document.text.appendJSONString(row.identity.string)
      }
      document.text += "}"
    }
    text += "}"
  }

  private mutating func append(_ stage: BatchUpdate<Group, Record>) {
    let operations = stage.operations
    text += "{"
    append("deletedSections", operations.deletedSections) { $0.text += "\($1)" }
    append("insertedSections", operations.insertedSections) { $0.text += "\($1)" }
    append("movedSections", operations.movedSections) { $0.text += "{\"from\":\($1.from),\"to\":\($1.to)}" }
    append("deletedRows", operations.deletedRows) { $0.append($1) }
    append("insertedRows", operations.insertedRows) { $0.append($1) }
    append("updatedRows", operations.updatedRows) { $0.append($1) }
    append("movedRows", operations.movedRows) { document, move in
      document.text += "{\"from\":"
      document.append(move.from)
      document.text += ",\"to\":"
      document.append(move.to)
      document.text += "}"
    }
    text += "\"result\":"
    append(stage.target)
    text += "}"
  }

  private mutating func append(_ path: RowPath) {
    text += "{\"section\":\(path.section),\"row\":\(path.row)}"
  }

  /// Appends a list and the comma after it, unless it is empty.
  private mutating func append<Element>(
    _ name: String, _ elements: [Element], _ body: (inout DiffDocument, Element) -> Void
  ) {
    if elements.isEmpty { return }
    text += "\"\(name)\":"
    appendList(elements, body)
    text += ","
  }

  private mutating func appendList<Elements: Sequence>(
    _ elements: Elements, _ body: (inout DiffDocument, Elements.Element) -> Void
  ) {
    text += "["
    var isFirst = true
    for element in elements {
      if !isFirst { text += "," }
      isFirst = false
      body(&self, element)
    }
    text += "]"
  }
}
