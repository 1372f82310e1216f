extension TableSnapshot where Section == OneSection {
  /// Creates a flat table, which has a single section even if there are no rows.
  ///
  /// - Complexity: O(1) for an array, otherwise O(*n*).
  @inlinable public init(rows: some Sequence<Row>) {
    storage = Storage(TableSection(OneSection(), rows: rows))
  }

  /// Creates a flat table of values that are identified by a property.
  ///
  /// - Parameters:
  ///   - rows: The values, in order.
  ///   - id: The key path of the property that identifies a value.
  /// - Complexity: O(*n*).
  @inlinable public init<Value, Key>(rows: some Sequence<Value>, id: KeyPath<Value, Key>)
  where Row == Keyed<Value, Key> {
    self.init(rows: rows.map { Keyed($0, id: $0[keyPath: id]) })
  }
}

extension TableSnapshot {
  /// Creates a table with a section for each distinct result of `section`, in the order of the sections' first rows.
  ///
  /// Rows keep their order within a section. If several results have the same identity, the first result is used.
  ///
  /// - Parameters:
  ///   - rows: The rows of the table, in order.
  ///   - section: A closure that returns the section of a row.
  /// - Throws: Any error thrown by `section`.
  /// - Complexity: O(*n*).
  @inlinable public init(
    grouping rows: some Sequence<Row>, by section: (Row) throws -> Section
  ) rethrows {
    var groups: [(value: Section, rows: [Row])] = []
    var index = IdentityIndex<Section.Identity>()
    for row in rows {
      let value = try section(row)
      let (place, isNew) = index.number(of: value.identity)
      if isNew { groups.append((value, [])) }
      groups[place].rows.append(row)
    }
    self.init(sections: groups.lazy.map { TableSection($0.value, rows: $0.rows) })
  }

  /// Creates a table by splitting rows into sections.
  ///
  /// Each row for which `section` returns a section is the first row of that section.
  ///
  /// If there are rows before the first such row, they form a section with the value `first`.
  ///
  /// - Parameters:
  ///   - rows: The rows of the table, in order.
  ///   - first: The section of the rows before the first split.
  ///   - section: A closure that returns the section that starts with a row, or `nil` if no section starts with the
  ///     row.
  /// - Throws: Any error thrown by `section`.
  /// - Complexity: O(*n*).
  @inlinable public init(
    splitting rows: some Sequence<Row>, first: Section, by section: (Row) throws -> Section?
  ) rethrows {
    var parts: [(value: Section, rows: [Row])] = []
    for row in rows {
      if let value = try section(row) {
        parts.append((value, [row]))
      } else if parts.isEmpty {
        parts.append((first, [row]))
      } else {
        parts[parts.count - 1].rows.append(row)
      }
    }
    self.init(sections: parts.lazy.map { TableSection($0.value, rows: $0.rows) })
  }

  /// Creates a table from the sections declared in a result builder.
  ///
  /// ```swift
  /// TableSnapshot<Part, Line> {
  ///   TableSection(.venue) { Line.outline }
  ///   if !reviews.isEmpty {
  ///     TableSection(.reviews) { for review in reviews { Line.review(review) } }
  ///   }
  /// }
  /// ```
  @inlinable public init(
    @TableBuilder<TableSection<Section, Row>> _ sections: () throws -> [TableSection<Section, Row>]
  ) rethrows {
    self.init(sections: try sections())
  }
}

extension TableSection {
  /// Creates a section from the rows declared in a result builder.
  @inlinable public init(_ value: Section, @TableBuilder<Row> rows: () throws -> [Row]) rethrows {
    self.init(value, rows: try rows())
  }
}

/// A result builder for the sections of a table, the rows of a section or the nodes of a tree.
///
/// Declarations can contain `if`, `else`, `switch` and `for` statements.
@resultBuilder public enum TableBuilder<Element> {
  /// Builds a single element.
  @inlinable public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// Builds a block by concatenating its parts.
  @inlinable public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
  /// Builds an `if` statement without `else`.
  @inlinable public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  /// Builds the first branch of an `if` or `switch` statement.
  @inlinable public static func buildEither(first part: [Element]) -> [Element] { part }
  /// Builds the second branch of an `if` or `switch` statement.
  @inlinable public static func buildEither(second part: [Element]) -> [Element] { part }
  /// Builds a `for` loop.
  @inlinable public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}
