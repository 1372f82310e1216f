public import LiveTables

/// Operators that derive sources from other sources.
///
/// The operators are thin and inlinable, so that they are specialized for the caller's types. Closures run off the main
/// actor, for new and changed rows. They may depend only on the content of the row (`Diffable.hasSameContent(as:)`).
/// Changing a ``LiveValue`` parameter results in one changeset. Operators are lazy: a chain without readers costs
/// nothing, and a chain with several readers is evaluated once for all of them.
extension TableSource {
  /// Maps the rows.
  ///
  /// - Parameter transform: A closure that returns the derived row. It is called once for each content of a row.
  /// - Returns: A derived source.
  @inlinable public func map<Other: Diffable & Sendable>(
    _ transform: @escaping @Sendable (Row) -> Other
  ) -> DerivedTable<Section, Other> {
    DerivedTable(from: self, by: MapOperator(transform), edits: .none("map makes new rows"))
  }

  /// Maps the rows by a live transform.
  ///
  /// - Parameters:
  ///   - transform: A live value with a closure that returns the derived row.
  ///   - initial: A closure that determines the type of the derived rows. It is replaced before the first row.
  /// - Returns: A derived source.
  @inlinable public func map<Other: Diffable & Sendable>(
    _ transform: LiveValue<@Sendable (Row) -> Other>, initial: @escaping @Sendable (Row) -> Other
  ) -> DerivedTable<Section, Other> {
    DerivedTable(from: self, by: MapOperator(initial), parameter: transform, edits: .none("map makes new rows"))
  }

  /// Filters the rows, and keeps empty sections.
  ///
  /// - Parameter isIncluded: A closure that returns whether to keep a row.
  /// - Returns: A derived source.
  @inlinable public func filter(_ isIncluded: @escaping @Sendable (Row) -> Bool) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: FilterOperator(isIncluded), edits: EditRoute(to: self))
  }

  /// Filters the rows by a live predicate, and keeps empty sections.
  ///
  /// - Parameter isIncluded: A live value with a closure that returns whether to keep a row.
  /// - Returns: A derived source.
  @inlinable public func filter(_ isIncluded: LiveValue<@Sendable (Row) -> Bool>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: FilterOperator { _ in false }, parameter: isIncluded, edits: EditRoute(to: self))
  }

  /// Sorts the rows of each section stably.
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns whether the first row precedes the second.
  /// - Returns: A derived source.
  @inlinable public func sorted(
    by areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(areInIncreasingOrder), edits: .sorted(self))
  }

  /// Sorts the rows of each section stably by a key, in ascending order.
  ///
  /// ```swift
  /// inbox.sorted(by: \.subject)
  /// ```
  ///
  /// - Parameter key: A closure that returns the key of a row. Sorting all rows calls it once for each row.
  /// - Returns: A derived source.
  @inlinable public func sorted<Key: Comparable & SendableMetatype>(
    by key: @escaping @Sendable (Row) -> Key
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(RowOrder(by: key)), edits: .sorted(self))
  }

  /// Sorts the rows of each section stably by a key and a comparison.
  ///
  /// ```swift
  /// inbox.sorted(by: \.date) { $0 > $1 }
  /// ```
  ///
  /// - Parameters:
  ///   - key: A closure that returns the key of a row. Sorting all rows calls it once for each row.
  ///   - areInIncreasingOrder: A closure that returns whether the first key precedes the second.
  /// - Returns: A derived source.
  @inlinable public func sorted<Key>(
    by key: @escaping @Sendable (Row) -> Key, _ areInIncreasingOrder: @escaping @Sendable (Key, Key) -> Bool
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(RowOrder(by: key, areInIncreasingOrder)), edits: .sorted(self))
  }

  /// Sorts the rows of each section stably by a live order.
  ///
  /// - Parameter order: The key and its order. When it changes, the key is computed once for each row.
  /// - Returns: A derived source.
  @inlinable public func sorted(by order: LiveValue<RowOrder<Row>>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(.unsorted), parameter: order, edits: .sorted(self))
  }

  /// Combines the rows of all sections into one section.
  ///
  /// - Returns: A derived source.
  @inlinable public func flattened() -> DerivedTable<OneSection, Row> {
    DerivedTable(from: self, by: FlattenOperator(), edits: EditRoute(to: self) { try $0.forwarded { _ in nil } })
  }

  /// Limits the table to its first rows, counted across sections.
  ///
  /// - Parameter maxLength: The maximum number of rows.
  /// - Returns: A derived source.
  @inlinable public func prefix(_ maxLength: Int) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LimitOperator(.first(maxLength)), edits: EditRoute(to: self))
  }

  /// Limits the table to its first rows, counted across sections, by a live number.
  ///
  /// - Parameter maxLength: The maximum number of rows.
  /// - Returns: A derived source.
  @inlinable public func prefix(_ maxLength: LiveValue<Int>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LengthOperator { .first($0) }, parameter: maxLength, edits: EditRoute(to: self))
  }

  /// Removes rows when their deadline has passed.
  ///
  /// The caller provides the time: a row expires when a time at or after its deadline is set. To limit the number of
  /// rows instead, use `prefix` or `suffix`.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - deadline: A closure that returns the deadline of a row.
  /// - Returns: A derived source.
  @inlinable public func expiring<Time: Comparable & Sendable>(
    now: LiveValue<Time>, at deadline: @escaping @Sendable (Row) -> Time
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: ExpiryOperator(at: deadline), parameter: now, edits: EditRoute(to: self))
  }

  /// Limits the table to its last rows, counted across sections.
  ///
  /// - Parameter maxLength: The maximum number of rows.
  /// - Returns: A derived source.
  @inlinable public func suffix(_ maxLength: Int) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LimitOperator(.last(maxLength)), edits: EditRoute(to: self))
  }

  /// Limits the table to its last rows, counted across sections, by a live number.
  ///
  /// - Parameter maxLength: The maximum number of rows.
  /// - Returns: A derived source.
  @inlinable public func suffix(_ maxLength: LiveValue<Int>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LengthOperator { .last($0) }, parameter: maxLength, edits: EditRoute(to: self))
  }

  /// Limits the table to a movable window.
  ///
  /// - Parameter range: The offsets of the rows to keep, counted across sections and limited to the existing rows.
  /// - Returns: A derived source.
  @inlinable public func window(_ range: LiveValue<Range<Int>>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LimitOperator(.first(0)), parameter: range, edits: EditRoute(to: self))
  }

  /// Computes an aggregate of the rows of each section, as part of the section.
  ///
  /// Headers can show the live value. To aggregate all rows, use `flattened().aggregated(by:)` or ``values(of:)``.
  ///
  /// - Parameter aggregate: The aggregate to compute.
  /// - Returns: A derived source.
  @inlinable public func aggregated<State, Value>(
    by aggregate: RowAggregate<Row, State, Value>
  ) -> DerivedTable<AggregatedSection<Section, Value>, Row> {
    DerivedTable(
      from: self, by: AggregateOperator(aggregate), edits: EditRoute(to: self) { try $0.forwarded(sections: \.section) }
    )
  }

  /// Returns a sequence of the current and later values of an aggregate of all rows, for any number of readers.
  ///
  /// - Parameter aggregate: The aggregate to compute.
  @inlinable public func values<State, Value>(of aggregate: RowAggregate<Row, State, Value>) -> Updates<Value, Never> {
    flattened().aggregated(by: aggregate).sectionValues { $0.value }
  }

  /// Searches the rows, and keeps those whose text contains all words of a query, ignoring case.
  ///
  /// - Parameters:
  ///   - query: Words separated by spaces. If there are no words, all rows are kept.
  ///   - isCaseSmart: Whether a word that contains a capital letter is matched case-sensitively.
  ///   - text: A closure that returns the text of a row.
  /// - Returns: A derived source.
  @inlinable public func searching(
    _ query: LiveValue<String>, isCaseSmart: Bool = false, in text: @escaping @Sendable (Row) -> String
  ) -> DerivedTable<Section, Row> {
    DerivedTable(
      from: self, by: SearchOperator("", isCaseSmart: isCaseSmart, in: text), parameter: query,
      edits: EditRoute(to: self))
  }
}

extension TableSource where Section == OneSection {
  /// Keeps the first row of each key.
  ///
  /// - Parameter key: A closure that returns the key of a row.
  /// - Returns: A derived source.
  @inlinable public func distinct<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Row) -> Key
  ) -> DerivedTable<OneSection, Row> {
    DerivedTable(from: self, by: DistinctOperator { JoinKey(key($0)) }, edits: EditRoute(to: self))
  }

  /// Groups the rows into sections, in which they keep their order.
  ///
  /// - Parameters:
  ///   - section: A closure that returns the section of a row. If sections have the same identity, the value for the
  ///     first row is used.
  ///   - areInIncreasingOrder: A closure that returns whether the first section precedes the second, or `nil` to order
  ///     sections by their first rows.
  ///   - moving: A closure that changes a row so that it belongs to another section, to which a user moves it or in which
  ///     a user inserts it. Without it, rows stay in their section.
  /// - Returns: A derived source.
  @inlinable public func grouped<Group: Diffable & Sendable>(
    by section: @escaping @Sendable (Row) -> Group,
    sectionsBy areInIncreasingOrder: (@Sendable (Group, Group) -> Bool)? = nil,
    moving: (@Sendable (inout Row, Group) -> Void)? = nil
  ) -> DerivedTable<Group, Row> {
    DerivedTable(
      from: self, by: GroupOperator(RowGrouping(by: section, sectionsBy: areInIncreasingOrder)),
      edits: EditRoute(groupsOf: self, moving: moving))
  }

  /// Groups the rows by a live grouping into sections, in which they keep their order.
  ///
  /// - Parameters:
  ///   - grouping: The section of a row, and the order of sections.
  ///   - initial: A grouping that determines the type of the sections. It is replaced before the first row.
  /// - Returns: A derived source.
  @inlinable public func grouped<Group: Diffable & Sendable>(
    by grouping: LiveValue<RowGrouping<Row, Group>>, initial: RowGrouping<Row, Group>
  ) -> DerivedTable<Group, Row> {
    DerivedTable(
      from: self, by: GroupOperator(initial), parameter: grouping, edits: EditRoute(groupsOf: self, moving: nil))
  }
}
