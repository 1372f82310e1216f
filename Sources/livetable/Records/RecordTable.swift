import LiveTables

/// A table of the tool: sections are groups, rows are records.
typealias RecordTable = Table<Group, Record>

/// The rows that have the same value in the column that the table is grouped by.
struct Group: Diffable, Hashable, Sendable {
  /// The printed form of that value, or the empty text.
  let name: ExactText

  var identity: ExactText { name }

  init(_ name: ExactText) {
    self.name = name
  }
}

extension Record: Diffable {}

extension RecordTable {
  /// Makes a table of records in their order.
  ///
  /// - Parameters:
  ///   - records: The rows.
  ///   - isGrouped: Whether there is a section for each group, in order of first appearance; else there is one section
  ///     without a name, also where there are no rows.
  init(_ records: [Record], isGrouped: Bool) {
    if isGrouped {
      self.init(grouping: records) { Group($0.group) }
    } else {
      self.init(sections: [TableSection(Group(ExactText("")), rows: records)])
    }
  }
}
