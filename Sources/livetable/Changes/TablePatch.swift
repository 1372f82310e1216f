import LiveTables

/// The rows that changed from one table to another, as lines of JSON that can be applied to a table.
///
/// ```json
/// {"livetable-patch":1,"id":["PID"]}
/// {"op":"update","id":"7","old":{"PID":"7","CPU":"1"},"new":{"PID":"7","CPU":"2"}}
/// {"op":"move","id":"7","after":null}
/// ```
struct TablePatch {
  /// The columns that identify rows.
  private(set) var identity: [String]
  private var steps: [Step] = []

  private struct Step {
    var operation: RowChange.Operation
    var id: String
    /// The row before the place; `nil` for the first place.
    var after: String?
    var old: JSONObject?
    var new: JSONObject?
  }

  /// Why a patch cannot be used.
  struct Problem: Error, Equatable {
    var line: Int
    var description: String
  }

  /// The lines of a patch.
  static func text(_ changeset: Changeset<Group, Record>, identity: [String]) -> String {
    var text = "{\"livetable-patch\":1,\"id\":\(JSONValue.array(identity.map(JSONValue.string)).compact)}\n"
    for change in RowChange.changes(changeset) {
      for line in change.objects(in: changeset.target, isGrouped: false) { text += line + "\n" }
    }
    return text
  }

  /// Reads a patch.
  init(_ lines: [InputRow]) throws(Problem) {
    guard let head = lines.first?.object, head["livetable-patch"] == .number("1"), case .array(let names)? = head["id"]
    else { throw Problem(line: 1, description: "it is no patch") }
    identity = names.map(\.printed)
    for line in lines.dropFirst() {
      let object = line.object
      guard case .string(let id)? = object["id"], case .string(let name)? = object["op"],
        let operation = RowChange.Operation(rawValue: name)
      else { throw Problem(line: line.line, description: "it is no change of a row") }
      var step = Step(operation: operation, id: id)
      if case .string(let after)? = object["after"] { step.after = after }
      if case .object(let old)? = object["old"] { step.old = old }
      if case .object(let new)? = object["new"] { step.new = new }
      let isWhole =
        switch operation {
        case .delete: step.old != nil
        case .insert: step.new != nil
        case .update: step.old != nil && step.new != nil
        case .move: true
        }
      guard isWhole else { throw Problem(line: line.line, description: "it lacks the row's values") }
      steps.append(step)
    }
  }

  /// Columns that all rows had which are deleted or updated, and no row has that is inserted or updated.
  ///
  /// None if no row is inserted or updated: deleted rows do not show that a column is gone.
  var removedColumns: Set<ExactText> {
    func columns(_ rows: [JSONObject]) -> [Set<ExactText>] { rows.map { Set($0.columns.names.map(ExactText.init)) } }
    let (old, new) = (columns(steps.compactMap(\.old)), columns(steps.compactMap(\.new)))
    guard var removed = old.first, !new.isEmpty else { return [] }
    for row in old { removed.formIntersection(row) }
    for row in new { removed.subtract(row) }
    return removed
  }

  /// Makes the changes.
  ///
  /// Rows that are not as the patch expects are left as they are.
  ///
  /// - Parameter rows: The rows, which have different identities.
  /// - Returns: The rows afterwards, and what could not be done.
  func applied(to rows: [Record]) -> (rows: [Record], problems: [String]) {
    var contents: [ExactText: JSONObject] = [:]
    for row in rows { contents[row.identity] = row.object }
    var list = LinkedOrder(rows.map(\.identity))
    var problems: [String] = []
    for step in steps {
      let id = ExactText(step.id)
      let name = "row “\(step.id.visible)”"
      switch step.operation {
      case .delete:
        if contents[id] == nil { continue }  // it is gone already
        guard contents[id] == step.old else {
          problems.append("\(name) was to be deleted, but has changed")
          continue
        }
        contents[id] = nil
        list.remove(id)
      case .insert:
        if contents[id] != nil {
          if contents[id] != step.new { problems.append("\(name) was to be inserted, but is there") }
          continue
        }
        contents[id] = step.new
        list.insert(id, after: step.after.map(ExactText.init))
      case .update:
        if contents[id] == step.new { continue }
        guard contents[id] == step.old else {
          problems.append("\(name) was to be updated, but \(contents[id] == nil ? "is gone" : "has changed")")
          continue
        }
        contents[id] = step.new
      case .move:
        guard contents[id] != nil else {
          problems.append("\(name) was to be moved, but is gone")
          continue
        }
        list.remove(id)
        list.insert(id, after: step.after.map(ExactText.init))
      }
    }
    return (list.order.compactMap { id in contents[id].map { Record(identity: id.string, object: $0) } }, problems)
  }
}

/// An order of things that are taken out and put in behind others.
private struct LinkedOrder {
  private var next: [ExactText?: ExactText] = [:]
  private var previous: [ExactText: ExactText?] = [:]
  private var last: ExactText?

  init(_ elements: [ExactText]) {
    for element in elements { insert(element, after: last) }
  }

  /// Puts something behind another, or first; where that is not there, last.
  mutating func insert(_ element: ExactText, after other: ExactText?) {
    let before = other.map { previous[$0] == nil ? last : $0 } ?? nil
    let following = next[before]
    next[before] = element
    previous[element] = .some(before)
    next[element] = following
    if let following { previous[following] = .some(element) } else { last = element }
  }

  mutating func remove(_ element: ExactText) {
    guard let before = previous.removeValue(forKey: element) else { return }
    let following = next.removeValue(forKey: element)
    next[before] = following
    if let following { previous[following] = .some(before) } else { last = before }
  }

  var order: [ExactText] {
    var order: [ExactText] = []
    var element = next[nil]
    while let known = element {
      order.append(known)
      element = next[known]
    }
    return order
  }
}

extension JSONObject {
  fileprivate subscript(key: String) -> JSONValue? {
    columns.names.lastIndex { $0.hasSameBytes(as: key) }.map { values[$0] }
  }
}
