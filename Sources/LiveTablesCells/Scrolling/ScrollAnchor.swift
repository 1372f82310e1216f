import LiveTables

/// The conditions under which rows keep their position on screen while rows above them are inserted or deleted.
public enum ContentOffsetAdjustment: Hashable, Sendable {
  /// Rows always keep their position.
  case always
  /// Rows keep their position unless the table is scrolled to the top, where new rows should become visible.
  case unlessAtTop
  /// Rows never keep their position. The scroll offset stays the same.
  case never
}

/// A row that keeps its position on screen while the table changes.
///
/// A view creates an anchor before it performs a batch, and scrolls to ``offset(top:)`` afterwards.
package struct ScrollAnchor: Hashable, Sendable {
  /// The path of the row after the batch.
  package let path: RowPath

  /// The row's distance from the top of the visible area, which is negative if the row begins above that area.
  package let distance: Double

  /// Whether the batch inserts, deletes, or moves rows above this row.
  ///
  /// If so, perform the batch without animation, because the view must scroll immediately, and animated rows would
  /// jump.
  package let hasChangesAbove: Bool

  /// Creates an anchor for a batch from the first visible row that is neither deleted nor moved.
  ///
  /// - Parameters:
  ///   - operations: The batch.
  ///   - rows: The visible rows from top to bottom, as their paths before the batch and their distances from the top of
  ///     the table.
  ///   - offset: The scroll offset before the batch.
  ///   - keeping: The conditions under which rows keep their position on screen.
  /// - Returns: The anchor, or `nil` if no row must keep its position, or no row can keep it.
  package init?(
    for operations: BatchOperations, rows: some Sequence<(path: RowPath, top: Double)>, offset: Double,
    keeping: ContentOffsetAdjustment = .unlessAtTop
  ) {
    if keeping == .never || (keeping == .unlessAtTop && offset <= 0) { return nil }
    let map = PathMap(operations)
    let moved = Set(operations.movedRows.map(\.from))
    for row in rows where !moved.contains(row.path) {
      guard let path = map.target(of: row.path) else { continue }
      self.path = path
      distance = row.top - offset
      hasChangesAbove = operations.hasStructure(before: row.path, after: path)
      return
    }
    return nil
  }

  /// Returns the scroll offset after the batch.
  ///
  /// - Parameter top: A closure that returns the distance of a row from the top of the table after the batch.
  package func offset(top: (RowPath) -> Double?) -> Double? { top(path).map { $0 - distance } }
}

extension BatchOperations {
  /// Returns whether rows above a remaining row are inserted, deleted, or moved.
  ///
  /// - Parameters:
  ///   - after: The path of the row after the batch.
  fileprivate func hasStructure(before: RowPath, after: RowPath) -> Bool {
    deletedSections.contains { $0 < before.section } || insertedSections.contains { $0 < after.section }
      || movedSections.contains { $0.from < before.section || $0.to < after.section }
      || deletedRows.contains { $0 < before } || insertedRows.contains { $0 < after }
      || movedRows.contains { $0.from < before || $0.to < after }
  }
}
