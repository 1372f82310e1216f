public import LiveTables

/// An operator that keeps only the first or last rows.
///
/// The number of rows is a parameter.
@usableFromInline package struct LengthOperator<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableOperator {
  @usableFromInline var limit = LimitOperator<Section, Row>(.first(0))
  @usableFromInline let window: @Sendable (Int) -> RowWindow

  /// Creates an operator that keeps no rows until its parameter is set.
  ///
  /// - Parameter window: A closure that returns the window for a number of rows.
  @inlinable package init(_ window: @escaping @Sendable (Int) -> RowWindow) { self.window = window }

  @inlinable package var table: TableSnapshot<Section, Row> { limit.table }

  @inlinable package mutating func reset(to source: TableSnapshot<Section, Row>) { limit.reset(to: source) }

  @inlinable package mutating func set(_ length: Int, check: () throws -> Void) {
    limit.window = window(length)
    limit.derive()
  }

  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) { limit.follow(changeset) }
}
