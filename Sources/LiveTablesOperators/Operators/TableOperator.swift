public import LiveTables

/// A derived table that follows its source: a changeset goes in, a changeset comes out, at the cost of the change.
///
/// A pure, synchronous machine in values. A ``DerivedTable`` puts one between a source and its readers: those of `filter`,
/// `sorted` and the others, or a custom one.
///
/// A row keeps its identity on its way through an operator that does not make new rows: one that gets another place is
/// moved, not deleted and inserted.
public protocol TableOperator: Sendable {
  /// The sections of the source.
  associatedtype SourceSection: Diffable
  /// The rows of the source.
  associatedtype SourceRow: Diffable
  /// The sections of the derived table.
  associatedtype Section: Diffable
  /// The rows of the derived table.
  associatedtype Row: Diffable
  /// What can be changed while the operator is in use.
  associatedtype Parameter: Sendable

  /// Whether another parameter may make another row of the same source row.
  ///
  /// Then rows that compare equal before and after ``set(_:check:)`` are replaced by the new ones. The default is whether
  /// the rows of the derived table have another type than the source's.
  static var parameterMakesRows: Bool { get }

  /// The derived table.
  var table: TableSnapshot<Section, Row> { get }

  /// Derives the table from a source.
  ///
  /// - Parameter source: The table to derive it from.
  mutating func reset(to source: TableSnapshot<SourceSection, SourceRow>)

  /// Follows the source by one step.
  ///
  /// - Parameter changeset: Leads from the table that the operator saw last to the next. From another table, or by a
  ///   reload, the table is derived as by ``reset(to:)``, which leads to the same result.
  mutating func follow(_ changeset: Changeset<SourceSection, SourceRow>)

  /// Derives the table of the same source by another parameter, unless the work is called off.
  ///
  /// - Parameters:
  ///   - parameter: The new one.
  ///   - check: Throws to end the work; then the operator is of no use any more. Keep a copy. To be called at least once
  ///     for every 1,024 rows that are looked at, or as many comparisons; not at all where the work is short.
  /// - Throws: What `check` throws, and nothing else.
  mutating func set(_ parameter: Parameter, check: () throws -> Void) throws

  /// The identities of derived rows whose source rows are to be refreshed although they compare equal.
  ///
  /// Asked after ``follow(_:)``. An operator that keeps the source's rows as they are need not answer itself; for another
  /// that does not, such rows are not refreshed.
  ///
  /// - Parameter ids: The identities of the rows of the source.
  /// - Returns: The identities of the rows that are derived from them.
  func identities(derivedFrom ids: [SourceRow.Identity]) -> [Row.Identity]
}

extension TableOperator where Parameter == Void {
  /// Default: does nothing.
  @inlinable public mutating func set(_ parameter: Void, check: () throws -> Void) {}
}

extension TableOperator {
  /// Default: whether the derived table has another type of rows.
  @inlinable public static var parameterMakesRows: Bool { SourceRow.self != Row.self }

  /// Default: none.
  @inlinable public func identities(derivedFrom ids: [SourceRow.Identity]) -> [Row.Identity] { [] }
}

extension TableOperator where SourceRow == Row {
  /// Default for operators that keep rows as they are: the same identities.
  @inlinable public func identities(derivedFrom ids: [SourceRow.Identity]) -> [Row.Identity] { ids }
}
