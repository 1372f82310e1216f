import LiveTables

/// Two tables of rows without shared storage, which differ by edits of 1 % of the rows and are shown in turn.
struct PipelineCase<Row: BenchmarkRow>: Sendable {
  let tables: [TableSnapshot<OneSection, Row>]
  let arrays: [[Row]]

  init(count: Int, storage: Storage = .fresh) {
    let change = FlatChange<Row>(.edits1pct, count: count)
    arrays = [change.old, change.new(storage)]
    tables = arrays.map { TableSnapshot(rows: $0) }
  }
}
