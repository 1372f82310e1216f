import LiveTables

/// A difference as `livetable diff` prints it for people.
struct DiffReport {
  /// The report, with a line break after every line.
  private(set) var text = ""

  init(_ changeset: Changeset<Group, Record>) {
    if changeset.isEmpty {
      text = "The tables are equal: \(Self.count(changeset.target.count, "row")).\n"
      return
    }
    text = Self.summary(of: changeset) + "\n"
    let stages = changeset.stages
    for (number, stage) in stages.enumerated() {
      text += "\nstage \(number + 1) of \(stages.count)\n"
      appendSections(of: stage)
      appendRows(of: stage)
    }
  }

  private static func summary(of changeset: Changeset<Group, Record>) -> String {
    let counts = ChangeCounts(changeset)
    let parts = [
      (counts.inserted, "inserted"), (counts.deleted, "deleted"), (counts.moved, "moved"), (counts.updated, "updated"),
    ]
    let rows = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let sections = changeset.stages.map(\.operations).reduce(0) {
      $0 + $1.insertedSections.count + $1.deletedSections.count + $1.movedSections.count
    }
    let all = [rows.isEmpty ? "" : "rows: \(rows)", sections == 0 ? "" : "sections: \(sections) changed"]
    return all.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private mutating func appendSections(of stage: BatchUpdate<Group, Record>) {
    let operations = stage.operations
    let (before, after) = (stage.source.sections, stage.target.sections)
    for index in operations.deletedSections {
      append("-", "section \(Self.name(before[index]))", "at \(index), \(Self.count(before[index].rows.count, "row"))")
    }
    for index in operations.insertedSections {
      append("+", "section \(Self.name(after[index]))", "at \(index), \(Self.count(after[index].rows.count, "row"))")
    }
    for move in operations.movedSections {
      append("~", "section \(Self.name(before[move.from]))", "from \(move.from) to \(move.to)")
    }
  }

  private mutating func appendRows(of stage: BatchUpdate<Group, Record>) {
    let operations = stage.operations
    let (before, after) = (stage.source, stage.target)
    for path in operations.deletedRows { append("-", "row \(Self.name(before[path]))", "at \(path)") }
    for path in operations.insertedRows { append("+", "row \(Self.name(after[path]))", "at \(path)") }
    for move in operations.movedRows {
      append("~", "row \(Self.name(before[move.from]))", "from \(move.from) to \(move.to)")
    }
    for path in operations.updatedRows {
      guard let old = before[path], let new = after[path] else { continue }
      append(
        "*", "row \(Self.name(new))",
        "at \(path): \(ColumnChange.changes(from: old.object, to: new.object).map(\.text).joined(separator: ", "))")
    }
  }

  private mutating func append(_ sign: String, _ subject: String, _ rest: String) {
    text += "  \(sign) \(subject) \(rest)\n"
  }

  private static func name(_ section: TableSection<Group, Record>) -> String {
    "“\(section.value.name.string.visible)”"
  }

  private static func name(_ row: Record?) -> String {
    "“\((row?.identity.string ?? "").visible)”"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
