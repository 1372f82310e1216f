public import LiveTables

/// Keeps as many of the first rows of its source, or of the last ones, as a parameter says.
@usableFromInline package struct LengthOperator<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableOperator {
  @usableFromInline var limit = LimitOperator<Section, Row>(.first(0))
  @usableFromInline let window: @Sendable (Int) -> RowWindow

  /// Creates an operator that keeps no row until its parameter is set.
  ///
  /// - Parameter window: Which rows are kept, by how many they are.
  @inlinable package init(_ window: @escaping @Sendable (Int) -> RowWindow) { self.window = window }

  /// The derived table.
  @inlinable package var table: TableSnapshot<Section, Row> { limit.table }

  /// Keeps the rows in the window.
  @inlinable package mutating func reset(to source: TableSnapshot<Section, Row>) { limit.reset(to: source) }

  /// Keeps another number of rows.
  @inlinable package mutating func set(_ length: Int, check: () throws -> Void) {
    limit.window = window(length)
    limit.derive()
  }

  /// Keeps the rows in the window.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) { limit.follow(changeset) }
}
