import LiveTables
import LiveTablesTerminal

/// The output of `livetable diff` as text.
struct DiffReport {
  private(set) var text = ""
  private let isColored: Bool
  private let changeset: Changeset<Group, Record>
  let columns: (came: [String], gone: [String])

  var hasSameColumns: Bool { columns.came.isEmpty && columns.gone.isEmpty }

  init(
    _ changeset: Changeset<Group, Record>, headers: (old: [String], new: [String])? = nil, isColored: Bool = false
  ) {
    self.changeset = changeset
    self.isColored = isColored
    let old = headers?.old ?? Self.columns(of: changeset.source)
    let new = headers?.new ?? Self.columns(of: changeset.target)
    let isComparable = headers != nil || !changeset.source.isEmpty && !changeset.target.isEmpty
    let (oldNames, newNames) = (Set(old.map(ExactText.init)), Set(new.map(ExactText.init)))
    columns =
      isComparable
      ? (new.filter { !oldNames.contains(ExactText($0)) }, old.filter { !newNames.contains(ExactText($0)) }) : ([], [])
    if changeset.isEmpty, hasSameColumns {
      text = "The tables are equal: \(Self.count(changeset.target.count, "row")).\n"
      return
    }
    let changes = RowChange.changes(changeset)
    text = summary(of: changes) + (changes.isEmpty && changeset.isEmpty ? "\n" : "\n\n")
    appendSections()
    appendRows(changes)
  }

  private static func columns(of table: RecordTable) -> [String] {
    var union = ColumnUnion()
    for row in table { union.add(row.object.columns) }
    return union.names
  }

  private func summary(of changes: [RowChange]) -> String {
    let operations = changes.flatMap(\.operations)
    let words: [(RowChange.Operation, String)] = [
      (.insert, "inserted"), (.delete, "deleted"), (.move, "moved"), (.update, "updated"),
    ]
    let counts = words.map { operation, word in (operations.count { $0 == operation }, word) }
    let rows = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    var sections = 0
    for operations in changeset.stages.map(\.operations) {
      sections += operations.insertedSections.count + operations.deletedSections.count + operations.movedSections.count
    }
    var names = columns.came.map { "+\(Sanitizer.visible($0))" }
    names += columns.gone.map { "-\(Sanitizer.visible($0))" }
    var parts: [String] = []
    if !rows.isEmpty { parts.append("rows: \(rows)") }
    if sections > 0 { parts.append("sections: \(sections) changed") }
    if !names.isEmpty { parts.append("columns: \(names.joined(separator: ", "))") }
    return parts.joined(separator: "; ")
  }

  // MARK: - Sections

  private mutating func appendSections() {
    for stage in changeset.stages {
      let operations = stage.operations
      let (before, after) = (stage.source.sections, stage.target.sections)
      for index in operations.deletedSections {
        append("-", "section \(Self.name(before[index].value)), \(Self.count(before[index].rows.count, "row"))")
      }
      for index in operations.insertedSections {
        append("+", "section \(Self.name(after[index].value)), \(Self.count(after[index].rows.count, "row"))")
      }
      for move in operations.movedSections {
        append("~", "section \(Self.name(before[move.from].value)) from position \(move.from + 1) to \(move.to + 1)")
      }
    }
  }

  // MARK: - Rows

  private mutating func appendRows(_ changes: [RowChange]) {
    var countOfColumnsOnly = 0
    for change in changes {
      let name = "“\(Sanitizer.visible((change.new ?? change.old)?.identity.string ?? ""))”"
      for operation in change.operations {
        switch operation {
        case .delete:
          append("-", "\(name), \(position(change.source, in: changeset.source)): \(Self.values(change.old))")
        case .insert:
          append("+", "\(name), \(position(change.target, in: changeset.target)): \(Self.values(change.new))")
        case .move:
          let section = { (path: RowPath?, table: RecordTable) in path.map { table.sections[$0.section].value } }
          let isSame = section(change.source, changeset.source) == section(change.target, changeset.target)
          let from = position(change.source, in: changeset.source, isNamed: !isSame)
          append("~", "\(name) from \(from) to \(position(change.target, in: changeset.target, isNamed: !isSame))")
        case .update:
          let columns = change.columns.filter(isShown)
          if columns.isEmpty {
            countOfColumnsOnly += 1
          } else {
            append("*", "\(name): \(columns.map { $0.text(paint: painted) }.joined(separator: ", "))")
          }
        }
      }
    }
    if countOfColumnsOnly > 0 {
      append(
        "*", "\(Self.count(countOfColumnsOnly, "row")) that \(countOfColumnsOnly == 1 ? "has" : "have") lost columns")
    }
  }

  /// Returns whether a row's change in a column is shown, which is not the case if all rows have lost the column.
  private func isShown(_ change: ColumnChange) -> Bool {
    change.new != nil || !columns.gone.contains { $0.hasSameBytes(as: change.name) }
  }

  /// A position, counted from 1.
  private func position(_ path: RowPath?, in table: RecordTable, isNamed: Bool = true) -> String {
    guard let path else { return "nowhere" }
    let section = table.sections[path.section].value
    return "row \(path.row + 1)" + (section.isAll || !isNamed ? "" : " of \(Self.name(section))")
  }

  private static func values(_ row: Record?) -> String {
    guard let object = row?.object else { return "" }
    return zip(object.columns.names, object.values)
      .map { "\(Sanitizer.visible($0)) \(ColumnChange.short($1))" }.joined(separator: ", ")
  }

  private mutating func append(_ sign: String, _ line: String) {
    // In a changed row, only the values are colored.
    text += (sign == "*" ? "\(painted(sign, sign)) \(line)" : painted("\(sign) \(line)", sign)) + "\n"
  }

  private func painted(_ text: String, _ sign: String) -> String {
    let colors = ["-": 31, "+": 32, "~": 36, "*": 33]
    return isColored ? "\u{1B}[\(colors[sign] ?? 0)m\(text)\u{1B}[0m" : text
  }

  private static func name(_ section: Group) -> String { "“\(Sanitizer.visible(section.name.string))”" }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
