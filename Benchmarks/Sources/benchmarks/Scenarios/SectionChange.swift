import LiveTables

/// The old and new sections of `Scenario.sections`, with the edits that lead from one to the other.
struct SectionChange<Row: BenchmarkRow> {
  typealias SectionTable = TableSnapshot<Heading<Row.Identity>, Row>

  let old: SectionList<Row>
  let new: SectionList<Row>
  private let edit: (inout SectionTable) -> Void

  /// - Parameter count: The number of old rows.
  init(count: Int) {
    var random = SplitMix64(state: 1978)
    var old: SectionList<Row> = []
    for section in 0..<max(count / 100, 1) {
      let rows = (0..<100).map { Row(number: section * 100 + $0, revision: 0) }
      old.append((Heading(id: Row.sectionIdentity(section), title: Texts.content(section, 0)), rows))
    }
    var new = old
    var edits: [RowEdits<Row>] = []
    for section in new.indices {
      // Each section gets one edit, from the same cycle as the edits of a flat table.
      edits.append(RowEdits(turn: section, of: old[section].rows, firstNew: count + section, &random))
      new[section].rows = edits[section].applied(to: old[section].rows)
    }
    var moves: [(Int, Int)] = []
    for _ in 0..<5 {
      moves.append((Int.random(in: new.indices, using: &random), Int.random(in: new.indices, using: &random)))
    }
    for (source, target) in moves { new.insert(new.remove(at: source), at: target) }
    self.old = old
    self.new = new
    edit = { table in
      for (section, edits) in edits.enumerated() { edits.apply(to: &table, section: section) }
      for (source, target) in moves { table.moveSections(.index(source), to: .index(target)) }
    }
  }

  /// Returns the new sections with the given storage.
  func new(_ storage: Storage) -> SectionList<Row> {
    new.map { value, rows in
      switch storage {
      case .shared: (value, rows)
      case .rebuilt: (value, rows.map { $0 })
      case .fresh:
        (Heading(id: Row.copy(value.id), title: Texts.copy(value.title)), rows.map { $0.fetchedAgain() })
      }
    }
  }

  static func table(_ list: SectionList<Row>) -> SectionTable {
    SectionTable(sections: list.lazy.map { TableSection($0.value, rows: $0.rows) })
  }

  /// Returns the table after the edits.
  func edited(_ table: SectionTable) -> SectionTable {
    var table = table
    edit(&table)
    return table
  }
}
