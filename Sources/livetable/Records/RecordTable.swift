import LiveTables

/// A table on screen, with groups as sections and records as rows.
typealias RecordTable = TableSnapshot<Group, Record>

/// A table as delivered by a feed, with all rows in their original order.
typealias RecordList = TableSnapshot<OneSection, Record>

/// The rows with the same value in the column by which a table is grouped.
struct Group: Diffable, Hashable, Sendable {
  let name: ExactText
  /// Whether the group contains all rows because the table is not grouped.
  let isAll: Bool

  static let all = Group(ExactText(""), isAll: true)

  init(_ name: ExactText, isAll: Bool = false) { (self.name, self.isAll) = (name, isAll) }

  init(of record: Record, by column: RowColumn) {
    let value = column.value(in: record.object)
    self.init(ExactText(value.map { $0 == .null ? "" : $0.printed } ?? ""))
  }
}

extension Record: Diffable {}

extension RecordTable {
  /// Creates a table of records, in order.
  ///
  /// - Parameters:
  ///   - column: The column by which they are grouped, with sections in order of first appearance, or `nil` for a
  ///     single section without a name, even if there are no rows.
  init(_ records: [Record], groupedBy column: RowColumn?) {
    if let column {
      self.init(grouping: records) { Group(of: $0, by: column) }
    } else {
      self.init(sections: [TableSection(.all, rows: records)])
    }
  }
}
