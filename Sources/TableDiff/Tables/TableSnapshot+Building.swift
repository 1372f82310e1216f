extension TableSnapshot where Section == OneSection {
  /// Creates a flat table: one section, also when there are no rows.
  ///
  /// - Complexity: O(1) for an array, else O(*n*).
  @inlinable public init(rows: some Sequence<Row>) {
    storage = Storage(TableSection(OneSection(), rows: rows))
  }

  /// Creates a flat table of rows that are told apart by a property.
  ///
  /// - Parameters:
  ///   - rows: The values, in order.
  ///   - id: The property that tells them apart.
  /// - Complexity: O(*n*).
  @inlinable public init<Value, Key>(rows: some Sequence<Value>, id: KeyPath<Value, Key>)
  where Row == Keyed<Value, Key> {
    self.init(rows: rows.map { Keyed($0, id: $0[keyPath: id]) })
  }

}

extension TableSnapshot {
  /// Creates a table with a section for every value that `section` finds, in order of first appearance.
  ///
  /// Rows keep their order within a section. Where values have the same identity, the first one stands for the section.
  ///
  /// - Parameters:
  ///   - rows: The rows, in order.
  ///   - section: The section of a row.
  /// - Throws: What `section` throws.
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

  /// Creates a table by cutting a sequence of rows: a row for which `section` has a value begins that section.
  ///
  /// Rows before the first such row form a section of their own with the value `first`; without such rows there is no
  /// such section.
  ///
  /// - Parameters:
  ///   - rows: The rows, in order.
  ///   - first: The section of the rows before the first that begins one.
  ///   - section: The section that a row begins; `nil` if it begins none.
  /// - Throws: What `section` throws.
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

  /// Creates a table from a declaration.
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

extension TableSnapshot where Section == OneSection {
  /// Creates a flat table from a declaration of its rows.
  @inlinable public init(@TableBuilder<Row> rows: () throws -> [Row]) rethrows {
    self.init(rows: try rows())
  }
}

extension TableSection {
  /// Creates a section from a declaration of its rows.
  @inlinable public init(_ value: Section, @TableBuilder<Row> rows: () throws -> [Row]) rethrows {
    self.init(value, rows: try rows())
  }
}

/// Declares the sections of a table, the rows of a section or the nodes of a tree, with `if`, `else`, `switch` and `for`.
@resultBuilder public enum TableBuilder<Element> {
  /// One element.
  @inlinable public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// Several elements at once.
  @inlinable public static func buildExpression(_ elements: some Sequence<Element>) -> [Element] { Array(elements) }
  /// Elements one after another.
  @inlinable public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
  /// An `if` without `else`.
  @inlinable public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  /// The first branch.
  @inlinable public static func buildEither(first part: [Element]) -> [Element] { part }
  /// The other branch.
  @inlinable public static func buildEither(second part: [Element]) -> [Element] { part }
  /// A `for` loop.
  @inlinable public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}
