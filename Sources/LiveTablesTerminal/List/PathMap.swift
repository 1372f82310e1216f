import LiveTables

/// Where rows are after a batch, for the few rows of which the screen has to know: the selected one and the topmost.
struct PathMap {
  private let before: ListLayout
  private let after: ListLayout
  private let sections: IndexMap
  private let movedSections: [Int: Int]
  private let movedRows: [RowPath: RowPath]
  private let goneRows: [Int: [Int]]
  private let takenRows: [Int: [Int]]

  /// Reads a batch.
  ///
  /// - Complexity: O(*k* log *k*) in the number of operations.
  init(_ operations: BatchOperations, before: ListLayout, after: ListLayout) {
    self.before = before
    self.after = after
    sections = IndexMap(
      gone: operations.deletedSections + operations.movedSections.map(\.from),
      taken: operations.insertedSections + operations.movedSections.map(\.to))
    movedSections = Dictionary(operations.movedSections.map { ($0.from, $0.to) }) { first, _ in first }
    movedRows = Dictionary(operations.movedRows.map { ($0.from, $0.to) }) { first, _ in first }
    goneRows = Self.bySection(operations.deletedRows + operations.movedRows.map(\.from))
    takenRows = Self.bySection(operations.insertedRows + operations.movedRows.map(\.to))
  }

  /// Where a row is afterwards; nil if it was deleted.
  func target(of path: RowPath) -> RowPath? {
    if let moved = movedRows[path] { return moved }
    guard let section = section(of: path.section) else { return nil }
    let rows = IndexMap(gone: goneRows[path.section] ?? [], taken: takenRows[section] ?? [])
    return rows.target(of: path.row).map { RowPath(section: section, row: $0) }
  }

  /// Where a row is afterwards; for one that was deleted, where its neighbour is: the next row that stays in its
  /// section, else the one before, else the nearest in the sections that follow or precede.
  func destination(of path: RowPath) -> RowPath? {
    if let target = target(of: path) { return target }
    guard path.section < before.sectionCount else { return nil }
    if let section = section(of: path.section) {
      let rows = IndexMap(gone: goneRows[path.section] ?? [], taken: takenRows[section] ?? [])
      let following = path.row..<max(path.row, before.rowCount(inSection: path.section))
      let preceding = (0..<path.row).reversed()
      if let row = following.first(where: { !rows.isGone($0) }) ?? preceding.first(where: { !rows.isGone($0) }) {
        return rows.target(of: row).map { RowPath(section: section, row: $0) }
      }
    }
    return nearest(toSection: path.section)
  }

  private func nearest(toSection section: Int) -> RowPath? {
    let following = section..<before.sectionCount
    if let next = following.lazy.compactMap(self.section(of:)).first(where: { after.rowCount(inSection: $0) > 0 }) {
      return RowPath(section: next, row: 0)
    }
    let preceding = (0..<section).reversed()
    if let last = preceding.lazy.compactMap(self.section(of:)).first(where: { after.rowCount(inSection: $0) > 0 }) {
      return RowPath(section: last, row: after.rowCount(inSection: last) - 1)
    }
    return after.row(atOrAfter: 0)
  }

  private func section(of section: Int) -> Int? {
    movedSections[section] ?? sections.target(of: section)
  }

  private static func bySection(_ paths: [RowPath]) -> [Int: [Int]] {
    Dictionary(grouping: paths, by: \.section).mapValues { $0.map(\.row) }
  }
}
