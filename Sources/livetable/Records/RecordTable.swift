import LiveTables

/// A table of the tool as it is shown: sections are groups, rows are records.
typealias RecordTable = TableSnapshot<Group, Record>

/// A table of the tool as it comes from where it comes from: all rows, in the order they have there.
typealias RecordList = TableSnapshot<OneSection, Record>

/// The rows that have the same value in the column that a table is grouped by.
struct Group: Diffable, Hashable, Sendable {
  /// The printed form of that value, or the empty text.
  let name: ExactText
  /// Whether these are all the rows of a table that is not grouped.
  let isAll: Bool

  /// All rows of a table that is not grouped.
  static let all = Group(ExactText(""), isAll: true)

  init(_ name: ExactText) { self.init(name, isAll: false) }

  /// The group of a record.
  init(of record: Record, by column: RowColumn) {
    let value = column.value(in: record.object)
    self.init(ExactText(value.map { $0 == .null ? "" : $0.printed } ?? ""))
  }

  private init(_ name: ExactText, isAll: Bool) {
    self.name = name
    self.isAll = isAll
  }
}

extension Record: Diffable {}

extension RecordTable {
  /// Makes a table of records in their order.
  ///
  /// - Parameters:
  ///   - records: The rows.
  ///   - column: What they are grouped by: there is a section for each group then, in order of first appearance; else
  ///     there is one section without a name, also where there are no rows.
  init(_ records: [Record], groupedBy column: RowColumn?) {
    if let column {
      self.init(grouping: records) { Group(of: $0, by: column) }
    } else {
      self.init(sections: [TableSection(.all, rows: records)])
    }
  }
}
