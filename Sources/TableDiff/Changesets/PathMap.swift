/// Maps sections and rows of the table before a batch to the table after it.
///
/// Use this type for few rows, such as the selected or visible rows.
///
/// Sections and rows that are not inserted, deleted or moved keep their relative order. Arguments refer to the table
/// *before* the batch, and results to the table *after* it.
package struct PathMap: Sendable {
  private let sections: SectionMap
  private let movedRows: [RowPath: RowPath]
  /// The old rows that are deleted or moved, and the new rows that are inserted or moved, by section.
  private let leavingRows: [Int: IndexList]
  private let arrivingRows: [Int: IndexList]

  /// Creates a map for a batch.
  ///
  /// - Complexity: O(*k* log *k*) for *k* operations.
  package init(_ operations: BatchOperations) {
    sections = SectionMap(operations)
    movedRows = Dictionary(operations.movedRows.map { ($0.from, $0.to) }) { first, _ in first }
    leavingRows = Self.bySection(operations.deletedRows + operations.movedRows.map(\.from))
    arrivingRows = Self.bySection(operations.insertedRows + operations.movedRows.map(\.to))
  }

  /// Returns the new index of a section, or `nil` if the section is deleted.
  ///
  /// - Complexity: O(log *k*).
  package func target(ofSection section: Int) -> Int? { sections.target(of: section) }

  /// Returns the new path of a row, or `nil` if the row is deleted.
  ///
  /// - Complexity: O(log *k*).
  package func target(of path: RowPath) -> RowPath? {
    if let moved = movedRows[path] { return moved }
    guard let section = target(ofSection: path.section) else { return nil }
    let arriving = arrivingRows[section] ?? IndexList([])
    return arriving.target(of: path.row, leaving: leavingRows[path.section] ?? IndexList([]))
      .map { RowPath(section: section, row: $0) }
  }

  /// Returns the new path of a row or, if the row is deleted, the new path of its ``neighbor(ofDeleted:before:after:)``.
  ///
  /// - Returns: The path, or `nil` if the table has no rows after the batch.
  package func nearestTarget(of path: RowPath, before: [Int], after: [Int]) -> RowPath? {
    target(of: path) ?? neighbor(ofDeleted: path, before: before, after: after).path
  }

  /// The row next to which a deleted row is shown.
  package struct Neighbor: Equatable {
    /// The path of the neighbor after the batch, or `nil` if the table has no rows.
    package var path: RowPath?
    /// Whether the neighbor precedes the deleted row.
    package var isBefore: Bool

    package init(path: RowPath?, isBefore: Bool) {
      self.path = path
      self.isBefore = isBefore
    }
  }

  /// Returns the nearest remaining row of a deleted row.
  ///
  /// The neighbor is the next remaining row in the section or, if there is none, the previous row, the nearest row in
  /// the following or preceding sections, or the first row of the table.
  ///
  /// - Parameters:
  ///   - path: The path of the deleted row.
  ///   - before: The number of rows in each section before the batch.
  ///   - after: The number of rows in each section after the batch.
  /// - Complexity: O(log *k*), or O(log *k* + *s*) if no row of the section remains.
  package func neighbor(ofDeleted path: RowPath, before: [Int], after: [Int]) -> Neighbor {
    guard before.indices.contains(path.section) else { return Neighbor(path: nil, isBefore: true) }
    let row = max(0, path.row)
    let leaving = leavingRows[path.section] ?? IndexList([])
    // The number of remaining rows before the deleted row, which is the rank of the next remaining row.
    let rank = row - leaving.count(below: row)
    let next = leaving.unlisted(rank)
    let isFollowed = next < before[path.section]
    if isFollowed || rank > 0, let section = target(ofSection: path.section) {
      let row = (arrivingRows[section] ?? IndexList([])).unlisted(isFollowed ? rank : rank - 1)
      return Neighbor(path: RowPath(section: section, row: row), isBefore: !isFollowed)
    }
    let nearest = nearestTarget(ofSection: path.section, before: before.count, after: after)
    let section = target(ofSection: path.section) ?? path.section
    return Neighbor(path: nearest, isBefore: nearest.map { $0.section <= section } ?? true)
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

  static func bySection(_ paths: [RowPath]) -> [Int: IndexList] {
    Dictionary(grouping: paths, by: \.section).mapValues { IndexList($0.map(\.row)) }
  }
}
