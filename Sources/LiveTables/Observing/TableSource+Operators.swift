/// Tables that are derived from others, and follow them.
///
/// All of this is thin and inlinable, so that operators are specialised for the caller's types. Conditions and the like
/// run off the main actor, for rows that are new or have new content; what they look at has to be part of that content
/// (``Diffable/hasSameContent(as:)``). A parameter that is a ``LiveValue`` can be changed at any time; each change of it
/// is one changeset.
extension TableSource {
  /// Makes a row of every row, once for each content it has.
  @inlinable public func map<Other: Diffable & Sendable>(
    _ transform: @escaping @Sendable (Row) -> Other
  ) -> DerivedTable<Section, Other> {
    DerivedTable(from: self, by: MapOperator(transform))
  }

  /// Makes a row of every row in a way that changes.
  @inlinable public func map<Other: Diffable & Sendable>(
    _ transform: LiveValue<@Sendable (Row) -> Other>, initial: @escaping @Sendable (Row) -> Other
  ) -> DerivedTable<Section, Other> {
    DerivedTable(from: self, by: MapOperator(initial), parameter: transform)
  }

  /// Keeps the rows for which a condition holds; all sections stay.
  @inlinable public func filter(_ isKept: @escaping @Sendable (Row) -> Bool) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: FilterOperator(isKept))
  }

  /// Keeps the rows for which a condition holds that changes; all sections stay.
  @inlinable public func filter(_ isKept: LiveValue<@Sendable (Row) -> Bool>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: FilterOperator { _ in false }, parameter: isKept)
  }

  /// Sorts the rows of each section; rows of which neither comes first keep their order.
  ///
  /// - Parameter areInIncreasingOrder: Whether a row comes before another.
  @inlinable public func sorted(
    by areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator(areInIncreasingOrder))
  }

  /// Sorts the rows of each section in an order that changes.
  @inlinable public func sorted(by areInIncreasingOrder: LiveValue<@Sendable (Row, Row) -> Bool>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SortOperator { _, _ in false }, parameter: areInIncreasingOrder)
  }

  /// Sorts the rows of each section in an order that changes, by something that is found for each of them.
  ///
  /// Where the order is another one, it is found once for each row.
  @inlinable public func sorted(by order: LiveValue<RowOrder<Row>>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: KeySortOperator(.unsorted), parameter: order)
  }

  /// Puts the rows of all sections into one.
  @inlinable public func flattened() -> DerivedTable<OneSection, Row> {
    DerivedTable(from: self, by: FlattenOperator())
  }

  /// Keeps the first rows, counted across sections.
  @inlinable public func prefix(_ limit: Int) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LimitOperator(limit))
  }

  /// Keeps as many of the first rows as a value says that changes.
  @inlinable public func prefix(_ limit: LiveValue<Int>) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: LimitOperator(0), parameter: limit)
  }

  /// Keeps the rows in whose text all words of a query occur, in upper or lower case.
  ///
  /// - Parameters:
  ///   - query: Words between spaces; without words, all rows are kept.
  ///   - isCaseSmart: Whether a word with a capital letter in it has to occur as it is written.
  ///   - text: What is searched of a row.
  @inlinable public func searching(
    _ query: LiveValue<String>, isCaseSmart: Bool = false, in text: @escaping @Sendable (Row) -> String
  ) -> DerivedTable<Section, Row> {
    DerivedTable(from: self, by: SearchOperator("", isCaseSmart: isCaseSmart, in: text), parameter: query)
  }
}

extension TableSource where Section == OneSection {
  /// Makes a section for every value that is found for a row; rows keep their order.
  ///
  /// - Parameters:
  ///   - section: The section of a row. Where values have the same identity, that of the first row stands for it.
  ///   - areInIncreasingOrder: Whether a section comes before another; without it, sections come in the order of their first rows.
  @inlinable public func grouped<Group: Diffable & Sendable>(
    by section: @escaping @Sendable (Row) -> Group, sectionsBy areInIncreasingOrder: (@Sendable (Group, Group) -> Bool)? = nil
  ) -> DerivedTable<Group, Row> {
    DerivedTable(from: self, by: GroupOperator(.init(by: section, comesFirst: areInIncreasingOrder)))
  }

  /// Makes sections in a way that changes.
  @inlinable public func grouped<Group: Diffable & Sendable>(
    by grouping: LiveValue<GroupOperator<Row, Group>.Parameter>, initial: GroupOperator<Row, Group>.Parameter
  ) -> DerivedTable<Group, Row> {
    DerivedTable(from: self, by: GroupOperator(initial), parameter: grouping)
  }
}
