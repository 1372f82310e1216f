import LiveTables
import LiveTablesOperators

/// An operator that groups rows by a column, or puts all rows in one section if the column is `nil`.
struct GroupStep: TableOperator {
  typealias Parameter = RowColumn?

  private var source = RecordList()
  private var groups: GroupOperator<Record, Group>?
  private(set) var table = RecordTable()

  init(_ column: RowColumn?) { set(column) {} }

  mutating func reset(to source: RecordList) {
    self.source = source
    groups?.reset(to: source)
    derive()
  }

  mutating func follow(_ changeset: Changeset<OneSection, Record>) {
    source = changeset.target
    groups?.follow(changeset)
    derive()
  }

  mutating func set(_ column: RowColumn?, check: () throws -> Void) {
    groups = column.map { column in GroupOperator(.init { Group(of: $0, by: column) }) }
    groups?.reset(to: source)
    derive()
  }

  /// Without groups, the rows of the source are used without copying.
  private mutating func derive() {
    table =
      groups?.table ?? RecordTable(sections: [TableSection(.all, rows: source.sections.first?.rows ?? SectionRows([]))])
  }
}
