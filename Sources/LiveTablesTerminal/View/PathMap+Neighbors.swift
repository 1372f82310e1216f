import LiveTables

extension PathMap {
  /// The row next to which a deleted row is shown: the next remaining row of its section, or otherwise the nearest row.
  struct Neighbor: Equatable {
    /// The path of the neighbor after the batch, or `nil` if no row remains.
    var path: RowPath?
    /// Whether the neighbor precedes the deleted row, because the rows after it were deleted as well.
    var isBefore: Bool
  }

  /// Returns the neighbors of deleted rows.
  ///
  /// - Parameters:
  ///   - paths: The paths of the deleted rows, in order.
  ///   - moved: The rows that the batch moves.
  ///   - before: The number of rows in each section before the batch.
  ///   - after: The number of rows in each section after the batch.
  /// - Complexity: O(*n* log *k*) for *n* rows in the affected sections and *k* operations.
  func neighbors(ofDeleted paths: [RowPath], moved: Set<RowPath>, before: [Int], after: [Int]) -> [Neighbor] {
    var neighbors: [Neighbor] = []
    // In reverse order, because rows have the same successor as the next deleted row, unless there is a remaining row
    // between them.
    var next: (path: RowPath, neighbor: Neighbor)?
    for path in paths.reversed() {
      let known = next.flatMap { $0.path.section == path.section && $0.path.row > path.row ? $0 : nil }
      let followingRows = (path.row + 1)..<max(path.row + 1, known?.path.row ?? before[path.section])
      let staying = followingRows.lazy.compactMap { row in
        let following = RowPath(section: path.section, row: row)
        return moved.contains(following) ? nil : target(of: following)
      }.first
      let neighbor =
        staying.map { Neighbor(path: $0, isBefore: false) } ?? known?.neighbor
        ?? {
          let nearest = nearestTarget(of: path, before: before, after: after)
          let section = target(ofSection: path.section) ?? path.section
          return Neighbor(path: nearest, isBefore: nearest.map { $0.section <= section } ?? true)
        }()
      neighbors.append(neighbor)
      next = (path, neighbor)
    }
    return neighbors.reversed()
  }
}
