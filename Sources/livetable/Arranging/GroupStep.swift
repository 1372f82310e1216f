import LiveTables
import LiveTablesOperators

/// Groups rows by a column that can be changed, or leaves them as they are, in one section without a name.
struct GroupStep: TableOperator {
  /// The column, if rows are grouped.
  typealias Parameter = RowColumn?

  private var column: RowColumn?
  private var source = RecordList()
  /// Groups the rows, where they are grouped.
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
    self.column = column
    groups = column.map { column in GroupOperator(.init { Group(of: $0, by: column) }) }
    groups?.reset(to: source)
    derive()
  }

  /// The rows of a table that is not grouped are those of the source, without a copy.
  private mutating func derive() {
    table =
      groups?.table ?? RecordTable(sections: [TableSection(.all, rows: source.sections.first?.rows ?? SectionRows([]))])
  }
}
