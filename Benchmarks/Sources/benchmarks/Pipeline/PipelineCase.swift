import LiveTables

/// Two tables of rows that share nothing, one in a hundred of which is edited: a view is given one and the other.
struct PipelineCase<Row: BenchmarkRow>: Sendable {
  let tables: [TableSnapshot<OneSection, Row>]
  let arrays: [[Row]]

  init(count: Int, storage: Storage = .fresh) {
    let change = FlatChange<Row>(.edits1pct, count: count)
    arrays = [change.old, change.new(storage)]
    tables = arrays.map { TableSnapshot(rows: $0) }
  }
}
