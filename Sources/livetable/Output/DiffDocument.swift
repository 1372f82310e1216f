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
  let text: String

  /// - Parameters:
  ///   - columns: The columns that only one of the tables has, if this is the only difference.
  init(_ changeset: Changeset<Group, Record>, columns: (came: [String], gone: [String]) = ([], [])) {
    let isGrouped = changeset.target.sections.first.map { !$0.value.isAll } ?? true
    let changes = RowChange.changes(changeset).flatMap { $0.objects(in: changeset.target, isGrouped: isGrouped) }
    var members: [(String, JSONValue)] = [
      ("source", Self.value(changeset.source)), ("target", Self.value(changeset.target)),
      ("stages", .array(changeset.stages.map(Self.value))), ("changes", .array(changes.map(JSONValue.object))),
    ]
    if !columns.came.isEmpty || !columns.gone.isEmpty {
      let names = (inserted: columns.came.map(JSONValue.string), deleted: columns.gone.map(JSONValue.string))
      members.append(("columns", .object(["inserted": .array(names.inserted), "deleted": .array(names.deleted)])))
    }
    text = JSONObject(members).line
  }

  private static func value(_ table: RecordTable) -> JSONValue {
    let sections = table.sections.map { section in
      let rows = section.rows.map { JSONValue.string($0.identity.string) }
      return JSONValue.object(["id": .string(section.value.name.string), "rows": .array(rows)])
    }
    return .object(["sections": .array(sections)])
  }

  private static func value(_ path: RowPath) -> JSONValue {
    .object(["section": JSONValue(path.section), "row": JSONValue(path.row)])
  }

  private static func value(_ stage: BatchUpdate<Group, Record>) -> JSONValue {
    let operations = stage.operations
    let lists: [(String, [JSONValue])] = [
      ("deletedSections", operations.deletedSections.map { JSONValue($0) }),
      ("insertedSections", operations.insertedSections.map { JSONValue($0) }),
      ("movedSections", operations.movedSections.map { move(JSONValue($0.from), JSONValue($0.to)) }),
      ("deletedRows", operations.deletedRows.map(value)),
      ("insertedRows", operations.insertedRows.map(value)),
      ("updatedRows", operations.updatedRows.map(value)),
      ("movedRows", operations.movedRows.map { move(value($0.from), value($0.to)) }),
    ]
    let members = lists.filter { !$1.isEmpty }.map { ($0, JSONValue.array($1)) }
    return .object(JSONObject(members + [("result", value(stage.target))]))
  }

  private static func move(_ from: JSONValue, _ to: JSONValue) -> JSONValue { .object(["from": from, "to": to]) }
}
