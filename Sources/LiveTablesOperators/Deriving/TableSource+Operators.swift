public import LiveTables

/// Sources that are derived from others, and follow them.
///
/// All of this is thin and inlinable, so that operators are specialised for the caller's types. Closures run off the main
/// actor, for rows that are new or have new content; what they look at has to be part of that content
/// (`Diffable.hasSameContent(as:)`). A parameter that is a ``LiveValue`` can be changed at any time; each change of it
/// is one changeset. Operators work when a reader asks: a chain that has no readers costs nothing, and one that many read
/// works once for all of them.
extension TableSource {
  /// Maps the rows.
  ///
  /// - Parameter transform: Makes the derived row; called once for each content of a row.
  /// - Returns: The derived source.
  @inlinable public func map<Other: Diffable & Sendable>(
    _ transform: @escaping @Sendable (Row) -> Other
  ) -> DerivedTable<Section, Other> {
    DerivedTable(from: self, by: MapOperator(transform))
  }

  /// Maps the rows by a live transform.
  ///
  /// - Parameters:
  ///   - transform: Makes the derived row.
  ///   - initial: Fixes the type of the derived rows; the live transform takes its place before the first row.
  /// - Returns: The derived source.
  @inlinable public func map<Other: Diffable & Sendable>(
    _ transform: LiveValue<@Sendable (Row) -> Other>, initial: @escaping @Sendable (Row) -> Other
  ) -> DerivedTable<Section, Other> {
    DerivedTable(from: self, by: MapOperator(initial), parameter: transform)
  }

  /// Filters the rows.
  ///
  /// Empty sections are kept.
  ///
  /// - Parameter isIncluded: Whether a row is kept.
  /// - Returns: The derived source.
  @inlinable public func filter(_ isIncluded: @escaping @Sendable (Row) -> Bool) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: FilterOperator(isIncluded))
  }

  /// Filters the rows by a live predicate.
  ///
  /// Empty sections are kept.
  ///
  /// - Parameter isIncluded: Whether a row is kept.
  /// - Returns: The derived source.
  @inlinable public func filter(_ isIncluded: LiveValue<@Sendable (Row) -> Bool>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: FilterOperator { _ in false }, parameter: isIncluded)
  }

  /// Sorts the rows of each section.
  ///
  /// The sort is stable.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first row comes before the second.
  /// - Returns: The derived source.
  @inlinable public func sorted(
    by areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(areInIncreasingOrder))
  }

  /// Sorts the rows of each section by something that is found once for each row, in ascending order.
  ///
  /// The sort is stable.
  ///
  /// ```swift
  /// inbox.sorted(by: \.subject)
  /// ```
  ///
  /// - Parameter key: What rows are sorted by.
  /// - Returns: The derived source.
  @inlinable public func sorted<Key: Comparable & SendableMetatype>(
    by key: @escaping @Sendable (Row) -> Key
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(RowOrder(by: key)))
  }

  /// Sorts the rows of each section by something that is found once for each row.
  ///
  /// The sort is stable.
  ///
  /// ```swift
  /// inbox.sorted(by: \.date) { $0 > $1 }
  /// ```
  ///
  /// - Parameters:
  ///   - key: What rows are sorted by.
  ///   - areInIncreasingOrder: Whether a key comes before another.
  /// - Returns: The derived source.
  @inlinable public func sorted<Key>(
    by key: @escaping @Sendable (Row) -> Key, _ areInIncreasingOrder: @escaping @Sendable (Key, Key) -> Bool
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(RowOrder(by: key, areInIncreasingOrder)))
  }

  /// Sorts the rows of each section by a live order.
  ///
  /// The sort is stable.
  ///
  /// - Parameter order: The key and its order. When it changes, the key is computed once for each row.
  /// - Returns: The derived source.
  @inlinable public func sorted(by order: LiveValue<RowOrder<Row>>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(.unsorted), parameter: order)
  }

  /// Puts the rows of all sections into one.
  ///
  /// - Returns: The derived source.
  @inlinable public func flattened() -> DerivedTable<OneSection, Row> {
    DerivedTable(from: self, by: FlattenOperator())
  }

  /// Limits the table to its first rows, counted across sections.
  ///
  /// - Parameter maxLength: How many rows are kept at most.
  /// - Returns: The derived source.
  @inlinable public func prefix(_ maxLength: Int) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LimitOperator(.first(maxLength)))
  }

  /// Limits the table to its first rows, counted across sections, as many as a live value says.
  ///
  /// - Parameter maxLength: How many rows are kept at most.
  /// - Returns: The derived source.
  @inlinable public func prefix(_ maxLength: LiveValue<Int>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LengthOperator { .first($0) }, parameter: maxLength)
  }

  /// Keeps the rows whose time has not come.
  ///
  /// What the time is, the caller's clock says; a row whose time has come goes when that is set. To keep so many rows at
  /// most, there are `prefix` and `suffix`.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - deadline: When a row goes; looked at for rows that are new or changed.
  /// - Returns: The derived source.
  @inlinable public func expiring<Time: Comparable & Sendable>(
    now: LiveValue<Time>, at deadline: @escaping @Sendable (Row) -> Time
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: ExpiryOperator(at: deadline), parameter: now)
  }

  /// Limits the table to its last rows, counted across sections.
  ///
  /// - Parameter maxLength: How many rows are kept at most.
  /// - Returns: The derived source.
  @inlinable public func suffix(_ maxLength: Int) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LimitOperator(.last(maxLength)))
  }

  /// Limits the table to its last rows, counted across sections, as many as a live value says.
  ///
  /// - Parameter maxLength: How many rows are kept at most.
  /// - Returns: The derived source.
  @inlinable public func suffix(_ maxLength: LiveValue<Int>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LengthOperator { .last($0) }, parameter: maxLength)
  }

  /// Limits the table to a window that moves.
  ///
  /// - Parameter range: The offsets of the rows that are kept, counted across sections; as far as there are so many.
  /// - Returns: The derived source.
  @inlinable public func window(_ range: LiveValue<Range<Int>>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LimitOperator(.first(0)), parameter: range)
  }

  /// Computes something of the rows of each section, as part of the section.
  ///
  /// A header shows it, live. Of all rows: `flattened().aggregated(by:)`, or ``values(of:)``.
  ///
  /// - Parameter aggregate: What to compute.
  /// - Returns: The derived source.
  @inlinable public func aggregated<State, Value>(
    by aggregate: RowAggregate<Row, State, Value>
  ) -> DerivedTable<AggregatedSection<Section, Value>, Row> {
    DerivedTable(from: self, by: AggregateOperator(aggregate))
  }

  /// Computes something of all rows.
  ///
  /// - Parameter aggregate: What to compute.
  /// - Returns: Its value now, and whenever it changes, for any number of readers.
  @inlinable public func values<State, Value>(of aggregate: RowAggregate<Row, State, Value>) -> Updates<Value, Never> {
    flattened().aggregated(by: aggregate).sectionValues { $0.value }
  }

  /// Searches the rows: keeps those in whose text all words of a query occur, ignoring case.
  ///
  /// - Parameters:
  ///   - query: Words between spaces; without words, all rows are kept.
  ///   - isCaseSmart: Whether a word with a capital letter in it has to occur as it is written.
  ///   - text: The text of a row.
  /// - Returns: The derived source.
  @inlinable public func searching(
    _ query: LiveValue<String>, isCaseSmart: Bool = false, in text: @escaping @Sendable (Row) -> String
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SearchOperator("", isCaseSmart: isCaseSmart, in: text), parameter: query)
  }
}

extension TableSource where Section == OneSection {
  /// Keeps the first row of each key.
  ///
  /// - Parameter key: Rows with the same key count as one.
  /// - Returns: The derived source.
  @inlinable public func distinct<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Row) -> Key
  ) -> DerivedTable<OneSection, Row> {
    DerivedTable(from: self, by: DistinctOperator { JoinKey(key($0)) })
  }

  /// Groups the rows into sections; rows keep their order.
  ///
  /// - Parameters:
  ///   - section: The section of a row. Of values with the same identity, the section has that of its first row.
  ///   - areInIncreasingOrder: Whether the first section comes before the second; `nil` for the order of their first rows.
  /// - Returns: The derived source.
  @inlinable public func grouped<Group: Diffable & Sendable>(
    by section: @escaping @Sendable (Row) -> Group,
    sectionsBy areInIncreasingOrder: (@Sendable (Group, Group) -> Bool)? = nil
  ) -> DerivedTable<Group, Row> {
    DerivedTable(from: self, by: GroupOperator(RowGrouping(by: section, sectionsBy: areInIncreasingOrder)))
  }

  /// Groups the rows into sections by a live grouping; rows keep their order.
  ///
  /// - Parameters:
  ///   - grouping: The section of a row, and the order of sections.
  ///   - initial: Fixes the type of the sections; the live grouping takes its place before the first row.
  /// - Returns: The derived source.
  @inlinable public func grouped<Group: Diffable & Sendable>(
    by grouping: LiveValue<RowGrouping<Row, Group>>, initial: RowGrouping<Row, Group>
  ) -> DerivedTable<Group, Row> {
    DerivedTable(from: self, by: GroupOperator(initial), parameter: grouping)
  }
}
