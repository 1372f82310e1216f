public import LiveTables

/// Operators that derive sources from other sources.
///
/// These methods are inlinable, so that they are specialized for the caller's types. Closures are called off the main
/// actor, for new and changed rows. Their results must depend only on the row's content
/// (`Diffable.hasSameContent(as:)`). Changing a ``LiveValue`` parameter results in a single changeset. Operators are
/// lazy. A chain of operators costs nothing without readers, and is evaluated only once for several readers.
extension TableSource {
  /// Transforms each row into another row.
  ///
  /// - Parameter transform: A closure that is called once for each new or changed row, and returns the derived row.
  @inlinable public func map<Other: Diffable & Sendable>(
    _ transform: @escaping @Sendable (Row) -> Other
  ) -> DerivedTable<Section, Other> {
    DerivedTable(from: self, by: MapOperator(transform), edits: .none("map makes new rows"))
  }

  /// Transforms each row with a closure that can change.
  ///
  /// - Parameters:
  ///   - transform: A live value whose closure returns the derived row.
  ///   - initial: A closure that determines the type of the derived rows. The closure is replaced before the first row
  ///     is mapped.
  @inlinable public func map<Other: Diffable & Sendable>(
    _ transform: LiveValue<@Sendable (Row) -> Other>, initial: @escaping @Sendable (Row) -> Other
  ) -> DerivedTable<Section, Other> {
    DerivedTable(from: self, by: MapOperator(initial), parameter: transform, edits: .none("map makes new rows"))
  }

  /// Filters the rows, and keeps empty sections.
  ///
  /// - Parameter isIncluded: A closure that returns whether to keep a row.
  @inlinable public func filter(_ isIncluded: @escaping @Sendable (Row) -> Bool) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: FilterOperator(isIncluded), edits: RequestRoute(to: self))
  }

  /// Filters the rows by a predicate that can change, and keeps empty sections.
  ///
  /// - Parameter isIncluded: A live value whose closure returns whether to keep a row.
  @inlinable public func filter(_ isIncluded: LiveValue<@Sendable (Row) -> Bool>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: FilterOperator { _ in false }, parameter: isIncluded, edits: RequestRoute(to: self))
  }

  /// Stably sorts the rows of each section.
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns whether the first row precedes the second.
  @inlinable @inline(__always) public func sorted(
    by areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool
  ) -> DerivedTable<Section, Row> {
    // This method is always inlined, so that the closure is known where the sort is compiled.
    DerivedTable(from: self, by: SortOperator(areInIncreasingOrder), edits: .sorted(self))
  }

  /// Stably sorts the rows of each section by a key, in ascending order.
  ///
  /// ```swift
  /// inbox.sorted(by: \.subject)
  /// ```
  ///
  /// - Parameter key: A closure that returns the key of a row. Sorting all rows calls it once for each row.
  @inlinable public func sorted<Key: Comparable & SendableMetatype>(
    by key: @escaping @Sendable (Row) -> Key
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(RowOrder(by: key) { $0 < $1 }), edits: .sorted(self))
  }

  /// Stably sorts the rows of each section by a key, using the given comparison.
  ///
  /// ```swift
  /// inbox.sorted(by: \.date) { $0 > $1 }
  /// ```
  ///
  /// - Parameters:
  ///   - key: A closure that returns the key of a row. Sorting all rows calls it once for each row.
  ///   - areInIncreasingOrder: A closure that returns whether the first key precedes the second.
  @inlinable public func sorted<Key>(
    by key: @escaping @Sendable (Row) -> Key, _ areInIncreasingOrder: @escaping @Sendable (Key, Key) -> Bool
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(RowOrder(by: key, areInIncreasingOrder)), edits: .sorted(self))
  }

  /// Stably sorts the rows of each section by a sort order that can change.
  ///
  /// - Parameter order: A live value with the current order. When the order changes, each row's key is computed once.
  @inlinable public func sorted(by order: LiveValue<RowOrder<Row>>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(.unsorted), parameter: order, edits: .sorted(self))
  }

  /// Combines the rows of all sections in a single section.
  @inlinable public func flattened() -> DerivedTable<OneSection, Row> {
    DerivedTable(from: self, by: FlattenOperator(), edits: RequestRoute(to: self) { try $0.forwarded { _ in nil } })
  }

  /// Limits the table to its first rows, counted across sections.
  ///
  /// - Parameter maxLength: The maximum number of rows.
  @inlinable public func prefix(_ maxLength: Int) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LimitOperator(.first(maxLength)), edits: RequestRoute(to: self))
  }

  /// Limits the table to its first rows, counted across sections, with a limit that can change.
  ///
  /// - Parameter maxLength: A live value that contains the maximum number of rows.
  @inlinable public func prefix(_ maxLength: LiveValue<Int>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LengthOperator { .first($0) }, parameter: maxLength, edits: RequestRoute(to: self))
  }

  /// Removes each row after its deadline has passed.
  ///
  /// You provide the current time. A row expires when you set a time at or after its deadline.
  ///
  /// - Parameters:
  ///   - now: A live value that contains the current time.
  ///   - deadline: A closure that returns the deadline of a row.
  @inlinable public func expiring<Time: Comparable & Sendable>(
    now: LiveValue<Time>, at deadline: @escaping @Sendable (Row) -> Time
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: ExpiryOperator(at: deadline), parameter: now, edits: RequestRoute(to: self))
  }

  /// Limits the table to its last rows, counted across sections.
  ///
  /// - Parameter maxLength: The maximum number of rows.
  @inlinable public func suffix(_ maxLength: Int) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LimitOperator(.last(maxLength)), edits: RequestRoute(to: self))
  }

  /// Limits the table to its last rows, counted across sections, with a limit that can change.
  ///
  /// - Parameter maxLength: A live value that contains the maximum number of rows.
  @inlinable public func suffix(_ maxLength: LiveValue<Int>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LengthOperator { .last($0) }, parameter: maxLength, edits: RequestRoute(to: self))
  }

  /// Limits the table to a range of rows.
  ///
  /// You can change the range at any time.
  ///
  /// - Parameter range: A live value that contains the offsets of the rows to keep, counted across sections. Offsets of
  ///   rows that do not exist are ignored.
  @inlinable public func window(_ range: LiveValue<Range<Int>>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LimitOperator(.first(0)), parameter: range, edits: RequestRoute(to: self))
  }

  /// Computes an aggregate of the rows in each section, and adds it to the section.
  ///
  /// Section headers can show the aggregate. To aggregate all rows, use `flattened().aggregated(by:)` or
  /// ``values(of:)``.
  ///
  /// - Parameter aggregate: The aggregate to compute.
  /// - Returns: A source with aggregated sections.
  @inlinable public func aggregated<State, Value>(
    by aggregate: RowAggregate<Row, State, Value>
  ) -> DerivedTable<AggregatedSection<Section, Value>, Row> {
    DerivedTable(
      from: self, by: AggregateOperator(aggregate),
      edits: RequestRoute(to: self) { try $0.forwarded(sections: \.section) }
    )
  }

  /// Returns the stream of values of an aggregate of all rows, which any number of readers can iterate.
  ///
  /// - Parameter aggregate: The aggregate to compute.
  @inlinable public func values<State, Value>(of aggregate: RowAggregate<Row, State, Value>) -> Updates<Value, Never> {
    flattened().aggregated(by: aggregate).sectionValues { $0.value }
  }

  /// Keeps the rows whose text contains all words of a query, ignoring case.
  ///
  /// - Parameters:
  ///   - query: A live value that contains words separated by spaces. Without words, all rows are kept.
  ///   - isCaseSmart: Whether a word that contains a capital letter is matched case-sensitively.
  ///   - text: A closure that returns the text of a row.
  @inlinable public func searching(
    _ query: LiveValue<String>, isCaseSmart: Bool = false, in text: @escaping @Sendable (Row) -> String
  ) -> DerivedTable<Section, Row> {
    DerivedTable(
      from: self, by: SearchOperator("", isCaseSmart: isCaseSmart, in: text), parameter: query,
      edits: RequestRoute(to: self))
  }
}

extension TableSource where Section == OneSection {
  /// Keeps only the first row with each key.
  ///
  /// - Parameter key: A closure that returns the key of a row.
  @inlinable public func distinct<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Row) -> Key
  ) -> DerivedTable<OneSection, Row> {
    DerivedTable(from: self, by: DistinctOperator { JoinKey(key($0)) }, edits: RequestRoute(to: self))
  }

  /// Groups the rows into sections, keeping the order of the rows.
  ///
  /// - Parameters:
  ///   - section: A closure that returns the section of a row. If sections have the same identity, the section of the
  ///     first row is used.
  ///   - areInIncreasingOrder: A closure that returns whether the first section precedes the second, or `nil` to order
  ///     sections by their first rows.
  ///   - moving: A closure that changes a row when a user moves it to another section or inserts it, so that it belongs
  ///     to that section. If the closure is `nil`, users cannot move rows to another section.
  @inlinable public func grouped<Group: Diffable & Sendable>(
    by section: @escaping @Sendable (Row) -> Group,
    sectionsBy areInIncreasingOrder: (@Sendable (Group, Group) -> Bool)? = nil,
    moving: (@Sendable (inout Row, Group) -> Void)? = nil
  ) -> DerivedTable<Group, Row> {
    DerivedTable(
      from: self, by: GroupOperator(RowGrouping(by: section, sectionsBy: areInIncreasingOrder)),
      edits: RequestRoute(groupsOf: self, moving: moving))
  }

  /// Groups the rows into sections by a rule that can change, keeping the order of the rows.
  ///
  /// - Parameters:
  ///   - grouping: A live value that contains the rule.
  ///   - initial: A rule that determines the type of the sections. The rule is replaced before the first row is
  ///     grouped.
  @inlinable public func grouped<Group: Diffable & Sendable>(
    by grouping: LiveValue<RowGrouping<Row, Group>>, initial: RowGrouping<Row, Group>
  ) -> DerivedTable<Group, Row> {
    DerivedTable(
      from: self, by: GroupOperator(initial), parameter: grouping, edits: RequestRoute(groupsOf: self, moving: nil))
  }
}
