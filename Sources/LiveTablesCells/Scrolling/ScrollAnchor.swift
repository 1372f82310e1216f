public import LiveTables

/// When a row stays where it is on the screen although others come and go above it.
public enum ContentOffsetAdjustment: Hashable, Sendable {
  /// Always.
  case always
  /// Unless the very top is shown, where what is new is to be seen.
  case unlessAtTop
  /// Never: the distance from the top of the table stays as it is.
  case never
}

/// The row that stays where it is on the screen while the table changes.
///
/// A view asks for it before it shows a batch, and scrolls to the ``offset(top:)`` afterwards.
@_spi(Adapters) public struct ScrollAnchor: Hashable, Sendable {
  /// The row's path after the batch.
  @_spi(Adapters) public let path: RowPath

  /// How far below the upper edge of the screen the row begins, in the view's units; negative if it begins above.
  @_spi(Adapters) public let distance: Double

  /// Whether anything comes, goes or moves above the row.
  ///
  /// Then a view scrolls, at once, and rows that it animated meanwhile would jump: such a batch is better not animated.
  @_spi(Adapters) public let hasChangesAbove: Bool

  /// Finds the anchor for a batch: the first visible row that stays and does not move by itself.
  ///
  /// - Parameters:
  ///   - operations: The batch.
  ///   - rows: The visible rows from above, by their paths before the batch and where they begin, measured from the top
  ///     of the table.
  ///   - offset: How much of the table is above the screen.
  ///   - keeping: When to have an anchor.
  /// - Returns: `nil` if nothing has to stay, or nothing does.
  @_spi(Adapters) public init?(
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

  /// How much of the table is above the screen afterwards.
  ///
  /// - Parameter top: Where the row at a path begins now.
  @_spi(Adapters) public func offset(top: (RowPath) -> Double?) -> Double? { top(path).map { $0 - distance } }
}

extension BatchOperations {
  /// Whether anything comes, goes or moves above a row that stays.
  ///
  /// - Parameters:
  ///   - before: The row's path before the batch.
  ///   - after: Its path after it.
  fileprivate func hasStructure(before: RowPath, after: RowPath) -> Bool {
    deletedSections.contains { $0 < before.section } || insertedSections.contains { $0 < after.section }
      || movedSections.contains { $0.from < before.section || $0.to < after.section }
      || deletedRows.contains { $0 < before } || insertedRows.contains { $0 < after }
      || movedRows.contains { $0.from < before || $0.to < after }
  }
}
