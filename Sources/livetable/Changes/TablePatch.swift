import LiveTables
import LiveTablesTerminal

/// The changed rows between two tables, as lines of JSON that can be applied to a table.
///
/// ```json
/// {"livetable-patch":1,"id":["PID"],"columns":{"old":["PID"],"new":["PID","CPU"]}}
/// {"op":"update","id":"7","old":{"PID":"7","CPU":"1"},"new":{"PID":"7","CPU":"2"}}
/// {"op":"move","id":"7","after":null}
/// ```
struct TablePatch {
  private(set) var identity: [String]
  private var columns: Columns?
  private var steps: [Step] = []

  struct Columns {
    var old: [String]
    var new: [String]
  }

  private struct Step {
    var operation: RowChange.Operation
    var id: String
    /// The identity of the preceding row, or `nil` for the first position.
    var after: String?
    var old: JSONObject?
    var new: JSONObject?
  }

  struct Problem: Error, Equatable {
    var line: Int
    var description: String
  }

  /// Creates the lines of a patch.
  ///
  /// - Parameter columns: The columns of both tables, or `nil` if they are the same.
  static func text(_ changeset: Changeset<Group, Record>, identity: [String], columns: Columns?) -> String {
    func list(_ names: [String]) -> JSONValue { .array(names.map(JSONValue.string)) }
    var head: [(String, JSONValue)] = [("livetable-patch", .number("1")), ("id", list(identity))]
    if let columns { head.append(("columns", .object(["old": list(columns.old), "new": list(columns.new)]))) }
    let changes = RowChange.changes(changeset).flatMap { $0.objects(in: changeset.target, isGrouped: false) }
    return ([JSONObject(head)] + changes).map { $0.line + "\n" }.joined()
  }

  init(_ lines: [InputRow]) throws(Problem) {
    guard let head = lines.first?.object, head["livetable-patch"] == .number("1"), case .array(let names)? = head["id"]
    else { throw Problem(line: 1, description: "it is not a patch") }
    identity = names.map(\.printed)
    if case .object(let both)? = head["columns"], case .array(let old)? = both["old"],
      case .array(let new)? = both["new"]
    {
      columns = Columns(old: old.map(\.printed), new: new.map(\.printed))
    }
    for line in lines.dropFirst() {
      let object = line.object
      guard case .string(let id)? = object["id"], case .string(let name)? = object["op"],
        let operation = RowChange.Operation(rawValue: name)
      else { throw Problem(line: line.line, description: "it is not a row change") }
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
      guard isWhole else { throw Problem(line: line.line, description: "it lacks the values of the row") }
      steps.append(step)
    }
  }

  /// Returns the columns of a patched file: the columns of the new table, followed by the file's other columns.
  func columns(of file: [String]) -> [String] {
    guard let columns else { return file }
    let (old, new, all) = (
      Set(columns.old.map(ExactText.init)), Set(columns.new.map(ExactText.init)), Set(file.map(ExactText.init))
    )
    let named = columns.new.filter { !old.contains(ExactText($0)) || all.contains(ExactText($0)) }
    return named + file.filter { !old.contains(ExactText($0)) && !new.contains(ExactText($0)) }
  }

  /// Applies the changes.
  ///
  /// Rows that differ from what the patch expects are left unchanged.
  ///
  /// - Parameters:
  ///   - rows: The rows, whose identities must be unique.
  ///   - identity: A closure that returns the identity of a row with the given values, or `nil` if it has none.
  /// - Returns: The resulting rows, and a description of each change that could not be applied.
  func applied(
    to rows: [Record], identity: (JSONObject) -> String?
  ) -> (rows: [Record], problems: [String]) {
    var contents: [ExactText: JSONObject] = [:]
    for row in rows { contents[row.identity] = row.object }
    var list = LinkedOrder(rows.map(\.identity))
    func problem(of step: Step) -> String? {
      let id = ExactText(step.id)
      let row = contents[id]
      if let new = step.new, identity(new).map(ExactText.init) != id { return "would get the identity of another row" }
      switch step.operation {
      case .delete:
        if row == nil { return nil }  // it is already deleted
        if row != step.old { return "could not be deleted: it has changed" }
        contents[id] = nil
        list.remove(id)
      case .insert:
        if row != nil { return row == step.new ? nil : "could not be inserted: it already exists" }
        contents[id] = step.new
        list.insert(id, after: step.after.map(ExactText.init))
      case .update:
        if row == step.new { return nil }
        if row != step.old { return "could not be updated: it \(row == nil ? "does not exist" : "has changed")" }
        contents[id] = step.new
      case .move:
        if row == nil { return "could not be moved: it does not exist" }
        list.remove(id)
        list.insert(id, after: step.after.map(ExactText.init))
      }
      return nil
    }
    let problems = steps.compactMap { step in problem(of: step).map { "row “\(Sanitizer.visible(step.id))” \($0)" } }
    return (list.order.compactMap { id in contents[id].map { Record(identity: id.string, object: $0) } }, problems)
  }
}

/// A linked list of identities, in which each insertion and removal takes constant time.
private struct LinkedOrder {
  private var next: [ExactText?: ExactText] = [:]
  private var previous: [ExactText: ExactText?] = [:]
  private var last: ExactText?

  init(_ elements: [ExactText]) {
    for element in elements { insert(element, after: last) }
  }

  /// Inserts an element after another element, first if that is `nil`, or last if that element does not exist.
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
