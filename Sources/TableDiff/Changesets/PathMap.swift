/// Where the sections and rows of a table are after a batch, for the few that are needed: what is selected, what is on the
/// screen.
///
/// What neither goes nor comes nor moves keeps its order among its like, so its place follows from counting. Paths that
/// are asked for are places in the table *before* the batch, answers are places in the table *after* it.
package struct PathMap: Sendable {
  private let sections: SectionMap
  private let movedRows: [RowPath: RowPath]
  private let leavingRows: [Int: IndexList]
  private let arrivingRows: [Int: IndexList]

  /// Reads a batch.
  ///
  /// - Complexity: O(*k* log *k*) for *k* operations.
  package init(_ operations: BatchOperations) {
    sections = SectionMap(operations)
    movedRows = Dictionary(operations.movedRows.map { ($0.from, $0.to) }) { first, _ in first }
    leavingRows = Self.bySection(operations.deletedRows + operations.movedRows.map(\.from))
    arrivingRows = Self.bySection(operations.insertedRows + operations.movedRows.map(\.to))
  }

  /// Where a section is afterwards; `nil` if it was deleted.
  ///
  /// - Complexity: O(log *k*).
  package func target(ofSection section: Int) -> Int? { sections.target(of: section) }

  /// Where a row is afterwards; `nil` if it was deleted.
  ///
  /// - Complexity: O(log *k*).
  package func target(of path: RowPath) -> RowPath? {
    if let moved = movedRows[path] { return moved }
    guard let section = target(ofSection: path.section) else { return nil }
    let arriving = arrivingRows[section] ?? IndexList([])
    return arriving.target(of: path.row, leaving: leavingRows[path.section] ?? IndexList([]))
      .map { RowPath(section: section, row: $0) }
  }

  /// Where a row is afterwards; for one that was deleted, where its neighbour is.
  ///
  /// That is the next row that stays in its section, else the one before, else the nearest in the sections that follow
  /// or precede, else the first row of all.
  ///
  /// - Parameters:
  ///   - path: The row's place before the batch.
  ///   - before: How many rows each section has before the batch.
  ///   - after: How many rows each section has after it.
  /// - Returns: `nil` if there are no rows any more.
  /// - Complexity: O(log *k*) for a row that stays; O(*d* log *k* + *s*) for one in the middle of *d* rows that go.
  package func nearestTarget(of path: RowPath, before: [Int], after: [Int]) -> RowPath? {
    if let target = target(of: path) { return target }
    guard before.indices.contains(path.section) else { return nil }
    let row = max(0, path.row)
    let following = row..<max(row, before[path.section])
    let preceding = (0..<row).reversed()
    func staying(_ row: Int) -> RowPath? {
      let place = RowPath(section: path.section, row: row)
      return movedRows[place] == nil ? target(of: place) : nil
    }
    return following.lazy.compactMap(staying).first ?? preceding.lazy.compactMap(staying).first
      ?? nearestTarget(ofSection: path.section, before: before.count, after: after)
  }

  private func nearestTarget(ofSection section: Int, before: Int, after: [Int]) -> RowPath? {
    func filled(_ section: Int) -> Int? {
      target(ofSection: section).flatMap { after.indices.contains($0) && after[$0] > 0 ? $0 : nil }
    }
    if let next = (section..<before).lazy.compactMap(filled).first { return RowPath(section: next, row: 0) }
    if let last = (0..<section).reversed().lazy.compactMap(filled).first {
      return RowPath(section: last, row: after[last] - 1)
    }
    return after.firstIndex { $0 > 0 }.map { RowPath(section: $0, row: 0) }
  }

  /// The rows of paths, by section.
  static func bySection(_ paths: [RowPath]) -> [Int: IndexList] {
    Dictionary(grouping: paths, by: \.section).mapValues { IndexList($0.map(\.row)) }
  }
}
