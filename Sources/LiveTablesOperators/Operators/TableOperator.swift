public import LiveTables

/// A state machine that derives a table from a source, and updates it at a cost that depends on each change.
///
/// An operator is a pure, synchronous value. An operator receives changesets from the source, and updates its derived
/// table accordingly. To connect a custom operator with a source and readers, use a ``DerivedTable``.
///
/// If an operator keeps the source's rows, these rows keep their identities. A row with a new position is moved instead
/// of being deleted and inserted.
public protocol TableOperator: Sendable {
  /// The type of the source's sections.
  associatedtype SourceSection: Diffable
  /// The type of the source's rows.
  associatedtype SourceRow: Diffable
  /// The type of the derived table's sections.
  associatedtype Section: Diffable
  /// The type of the derived table's rows.
  associatedtype Row: Diffable
  /// The type of a parameter that can change while the operator is in use.
  associatedtype Parameter: Sendable

  /// Whether a new parameter may cause a different row to be derived from the same source row.
  ///
  /// If this property is `true`, ``set(_:check:)`` replaces rows even if the new rows compare equal. By default, it is
  /// `true` if the derived table and the source have different types of rows.
  static var parameterMakesRows: Bool { get }

  /// The derived table.
  var table: TableSnapshot<Section, Row> { get }

  /// Derives the table from a source.
  ///
  /// - Parameter source: The source's table.
  mutating func reset(to source: TableSnapshot<SourceSection, SourceRow>)

  /// Updates the derived table after a change to the source.
  ///
  /// - Parameter changeset: A changeset from the table that the operator received last. If it starts with a different
  ///   table or is a reload, the operator must derive the table in the same way as ``reset(to:)``.
  mutating func follow(_ changeset: Changeset<SourceSection, SourceRow>)

  /// Derives the table again with a new parameter, unless the work is cancelled.
  ///
  /// - Parameters:
  ///   - parameter: The new parameter.
  ///   - check: A closure that throws an error to cancel the work. Call it at least once for every 1,024 visited rows
  ///     or comparisons. After an error, the operator is not used again.
  /// - Throws: Only the errors that `check` throws.
  mutating func set(_ parameter: Parameter, check: () throws -> Void) throws

  /// Returns the identities of the rows derived from source rows that are refreshed although they compare equal.
  ///
  /// This method is called after ``follow(_:)``. Operators that keep the source's rows need not implement it. For other
  /// operators, the default implementation refreshes no rows.
  ///
  /// - Parameter ids: The identities of rows in the source.
  /// - Returns: The identities of the derived rows.
  func identities(derivedFrom ids: [SourceRow.Identity]) -> [Row.Identity]
}

extension TableOperator where Parameter == Void {
  /// Does nothing, because the operator has no parameter.
  @inlinable public mutating func set(_ parameter: Void, check: () throws -> Void) {}
}

extension TableOperator {
  /// The default value: `true` if the derived table and the source have different types of rows.
  @inlinable public static var parameterMakesRows: Bool { SourceRow.self != Row.self }

  /// Returns the identities unchanged if the derived table and the source have the same type of rows, otherwise none.
  @inlinable public func identities(derivedFrom ids: [SourceRow.Identity]) -> [Row.Identity] {
    SourceRow.self == Row.self ? ids as? [Row.Identity] ?? [] : []
  }
}
